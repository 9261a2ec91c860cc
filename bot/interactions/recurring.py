"""Tournaments that are held again and again, from the organiser's side."""

from typing import Final

import discord
from msgspec.structs import replace

from bot.host import access
from bot.host.recurring import management as recurring
from bot.host.recurring.dates import Plan
from bot.host.recurring.management import Recurring
from bot.interactions import places
from bot.interactions.action_registry import Actions
from bot.interactions.admission import person_of
from bot.interactions.answers import Answer, Front, click_of
from bot.rendering.languages import spoken_by
from bot.ui.messages.custom_ids import MOST_SMALL, CustomId, only, whole
from bot.ui.tournaments import recurring as pages

ACTIONS: Final = Actions(access.organiser, about="tournament")


async def _manages(front: Front, interaction: discord.Interaction) -> bool:
    """Whether the person may organise tournaments in this server."""
    return await access.organises(front.host, person_of(interaction))


def page(interaction: discord.Interaction, shown: Recurring, *, update: bool = True) -> Answer:
    """Answer with the page about a recurrence or a proposal."""
    return Answer(pages.page(shown, spoken_by(interaction)), "update" if update else "private")


async def shown(front: Front, interaction: discord.Interaction, number: int, *, update: bool) -> Answer:
    """Answer with the page about a tournament that is held again, or can be."""
    return page(interaction, await recurring.look(front.host, number), update=update)


@ACTIONS.click("tevery")
async def on_every(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Show when a tournament is held again, or propose that."""
    return await shown(front, click, wanted.number, update=True)


async def _plan(front: Front, click: discord.Interaction, wanted: CustomId, plan: Plan) -> Answer:
    """Change a recurrence's plan; before it has begun, the page remembers the plan."""
    shown = await recurring.look(front.host, wanted.number)
    if shown.status is None:
        return page(click, replace(shown, plan=recurring.checked(front.host, plan, shown.tournament.zone)))
    may, template = await _manages(front, click), shown.tournament.row.id
    return page(click, await recurring.arrange(front.host, click_of(click), template, plan, manages=may))


@ACTIONS.click("trhythm")
async def on_rhythm(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Choose how often evenings are held."""
    plan = pages.PlanArgument.parse(wanted.argument).plan
    return await _plan(front, click, wanted, replace(plan, rhythm=only(values)))


@ACTIONS.click("tahead")
async def on_ahead(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Choose how many days ahead evenings are announced."""
    plan = pages.PlanArgument.parse(wanted.argument).plan
    return await _plan(front, click, wanted, replace(plan, ahead=whole(only(values), MOST_SMALL)))


@ACTIONS.ask("twhen")
async def ask_when(front: Front, click: discord.Interaction, wanted: CustomId) -> discord.ui.Modal:
    """Ask when the next evening begins."""
    shown, plan = await recurring.look(front.host, wanted.number), pages.PlanArgument.parse(wanted.argument).plan
    return pages.when_modal(shown, recurring.checked(front.host, plan, shown.tournament.zone), spoken_by(click))


@ACTIONS.modal("twhen")
async def on_when(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Set when the next evening begins."""
    shown, plan = await recurring.look(front.host, wanted.number), pages.PlanArgument.parse(wanted.argument).plan
    return await _plan(front, click, wanted, recurring.typed("".join(values[:1]), plan, shown.tournament.zone))


@ACTIONS.click("tbegin")
async def on_begin(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Hold the tournament again and again."""
    may, plan = await _manages(front, click), pages.PlanArgument.parse(wanted.argument).plan
    return page(click, await recurring.begin(front.host, click_of(click), wanted.number, plan, manages=may))


@ACTIONS.click("tskip", back="tevery")
async def on_skip(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Call off the evening that is announced, or skip the next one."""
    may, which = await _manages(front, click), pages.SkippedEvening.parse(wanted.argument)
    found = await recurring.skip(front.host, click_of(click), wanted.number, which.evening, which.day, manages=may)
    return page(click, found)


@ACTIONS.click("thome")
async def on_home(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Hold the coming evenings in this channel."""
    misplaced = await places.refusal(front, click, click.guild_id or 0, click.channel_id or 0)
    if misplaced is not None:
        return misplaced
    may, here = await _manages(front, click), click.channel_id or 0
    return page(click, await recurring.move(front.host, click_of(click), wanted.number, here, manages=may))


@ACTIONS.click("tcarry")
async def on_carry(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Become the organiser of the coming evenings."""
    found = await recurring.carry_on(front.host, click_of(click), wanted.number, manages=await _manages(front, click))
    in_public = click.message is not None and not click.message.flags.ephemeral
    return page(click, found, update=not in_public)


@ACTIONS.click("tstop", back="tevery")
async def on_stop(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Stop holding the tournament again."""
    may = await _manages(front, click)
    title = await recurring.stop(front.host, click_of(click), wanted.number, manages=may)
    return Answer(pages.stopped(title, spoken_by(click)), "update")
