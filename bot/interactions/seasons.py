"""Seasons: the table, the hall of fame, and what those who hold tournaments do with a season."""

from typing import Final

import discord

from bot.host import access
from bot.host.access import Visit
from bot.host.seasons import hall, management, season
from bot.host.seasons.season import Season, SeasonTitle
from bot.host.tournament.champion import check_fault
from bot.interactions import places
from bot.interactions.action_registry import Actions
from bot.interactions.admission import person_of
from bot.interactions.answers import Answer, Front, click_of
from bot.interactions.questions import asked_in_modal
from bot.rendering import pictures
from bot.rendering import seasons as sketches
from bot.rendering.languages import spoken_by
from bot.ui.messages.custom_ids import MOST_SMALL, CustomId, only, whole
from bot.ui.seasons import management as setup
from bot.ui.seasons import posts
from bot.ui.seasons.picture import season_pages
from bot.ui.tournaments.paging import within

ACTIONS: Final = Actions(access.season_reader, about="season")


async def show(front: Front, interaction: discord.Interaction) -> Answer:
    """Answer with the running season, or the next or latest one; in a server without any, with the hall of fame."""
    readable = await _readable(front, interaction)
    return await (_page(front, interaction, readable[0].id) if readable else _hall(front, interaction, ""))


async def _readable(front: Front, interaction: discord.Interaction) -> list[SeasonTitle]:
    """Return the server's seasons that a person may see."""
    found = await season.of_guild(front.host, interaction.guild_id or 0)
    read = await _channels(front, interaction, {each.channel for each in found})
    return [each for each in found if each.channel in read]


async def _channels(front: Front, interaction: discord.Interaction, among: set[int]) -> set[int]:
    """Return those of some channels whose seasons a person may see; an organiser sees all."""
    if await _manages(front, interaction):
        return among
    visit = Visit(front.host, front.channels, person_of(interaction), None)
    return await access.read_channels(visit, interaction.guild_id or 0, among)


async def _manages(front: Front, interaction: discord.Interaction) -> bool:
    """Whether the person may hold tournaments, and so seasons, in this server."""
    return await access.organises(front.host, person_of(interaction))


async def _page(
    front: Front, interaction: discord.Interaction, number: int, page: int = 0, *, update: bool = False
) -> Answer:
    """Answer with a page of a season's table."""
    words, found = spoken_by(interaction), await season.look(front.host, number)
    page, picture, reader = within(page, season_pages(found)), None, interaction.user.id
    if found.table and await pictures.wanted(front.host, interaction.user.id):
        picture = await sketches.drawn(front.host, front.faces, found, page, reader, words)
    coming = await season.coming(front.host, found) if found.row.status == "running" else None
    manages = await _manages(front, interaction)
    shown = posts.season_page(found, page, words, picture, reader=reader, coming=coming, manages=manages)
    return Answer(shown, "update" if update else "private")


@ACTIONS.click("season")
async def on_season(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Show a season; a button with a page turns to it."""
    page = whole(wanted.argument, MOST_SMALL) if wanted.argument else 0
    return await _page(front, click, wanted.number, page, update=bool(wanted.argument))


@ACTIONS.click("seasonhall", rule=access.server_member)
async def on_hall(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Show the hall of fame, with a select of all seasons."""
    return await _hall(front, click, wanted.argument)


async def _hall(front: Front, interaction: discord.Interaction, argument: str) -> Answer:
    """Answer with a page of the hall of fame; without an argument it is the first, and a message of its own."""
    feats = await hall.hall_of_fame(front.host, interaction.guild_id or 0)
    read = await _channels(front, interaction, {each.channel for each in feats})
    shown, seasons = [each for each in feats if each.channel in read], await _readable(front, interaction)
    page, manages = whole(argument or "0", MOST_SMALL), await _manages(front, interaction)
    words, picture = spoken_by(interaction), None
    if shown and await pictures.wanted(front.host, interaction.user.id):
        picture = await sketches.hall(front.host, front.faces, shown, words)
    made = posts.hall(shown, seasons, page, words, picture, manages=manages)
    return Answer(made, "update" if argument else "private")


@ACTIONS.click("seasonview", rule=access.server_member)
async def on_view(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Show the season that was chosen, if the person may see it."""
    number = whole(only(values))
    readable = {each.id for each in await _readable(front, click)}
    return await _page(front, click, number) if number in readable else await show(front, click)


# Organisers


@ACTIONS.ask("seasonnew", rule=access.organisers)
async def ask_new(front: Front, click: discord.Interaction, wanted: CustomId) -> discord.ui.Modal:
    """Ask for the title of a new season."""
    return setup.typed_modal("seasonnew", None, spoken_by(click))


@ACTIONS.modal("seasonnew", rule=access.organisers)
async def on_new(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Plan a season, and show its panel."""
    guild, channel = click.guild_id or 0, click.channel_id or 0
    misplaced = await places.refusal(front, click, guild, channel)
    if misplaced is not None:
        return misplaced
    parent = person_of(click).parent
    made = await management.create(front.host, click_of(click), guild, channel, only(values), parent=parent)
    return await _panel(front, click, made, update=False)


async def _panel(front: Front, click: discord.Interaction, found: Season, *, update: bool = True) -> Answer:
    recurring = await management.recurring(front.host, found)
    offered = await management.offered(front.host, found)
    return Answer(setup.panel(found, recurring, offered, spoken_by(click)), "update" if update else "private")


@ACTIONS.click("seasonmanage", rule=access.season_organiser)
async def on_manage(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Show the organiser's panel."""
    return await _panel(front, click, await season.look(front.host, wanted.number), update=False)


async def _arrange(front: Front, click: discord.Interaction, wanted: CustomId, what: str, value: str) -> Answer:
    may = await _manages(front, click)
    found = await management.arrange(front.host, click_of(click), wanted.number, what, value, manages=may)
    return await _panel(front, click, found)


@ACTIONS.click("seasonset", rule=access.season_organiser)
async def on_set(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Change a setting; a role of champions is looked at first, and may be none."""
    role = whole(only(values)) if values and wanted.argument == "role" else None
    if role is not None:
        check_fault(await front.channels.role_fault(click.guild_id or 0, role, click.user.id))
    return await _arrange(front, click, wanted, wanted.argument, "".join(values[:1]))


@ACTIONS.click("seasonchoose", rule=access.season_organiser)
async def on_choose(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Choose the tournaments that count."""
    may, chosen = await _manages(front, click), {whole(each) for each in values}
    found = await management.choose(front.host, click_of(click), wanted.number, chosen, manages=may)
    return await _panel(front, click, found)


@ACTIONS.ask("seasontitle", rule=access.season_organiser)
async def ask_title(front: Front, click: discord.Interaction, wanted: CustomId) -> discord.ui.Modal:
    """Ask for another title."""
    return setup.typed_modal("seasontitle", await season.look(front.host, wanted.number), spoken_by(click))


@ACTIONS.modal("seasontitle", rule=access.season_organiser)
async def on_title(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Set the title."""
    return await _arrange(front, click, wanted, "title", only(values))


@ACTIONS.ask("seasonpoints", rule=access.season_organiser)
async def ask_points(front: Front, click: discord.Interaction, wanted: CustomId) -> discord.ui.Modal:
    """Ask for the points of each place."""
    return setup.typed_modal("seasonpoints", await season.look(front.host, wanted.number), spoken_by(click))


@ACTIONS.modal("seasonpoints", rule=access.season_organiser)
async def on_points(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Set the points of each place."""
    return await _arrange(front, click, wanted, "typed", only(values))


@ACTIONS.click("seasondrop", rule=access.season_organiser, back="seasonmanage")
async def on_drop(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Delete a season that has not begun."""
    return await _end(front, click, wanted)


@ACTIONS.ask("seasonend", rule=access.season_organiser)
async def ask_end(front: Front, click: discord.Interaction, wanted: CustomId) -> discord.ui.Modal | Answer:
    """Ask whether, and why, a season is to end early."""
    return await asked_in_modal(click, wanted, _end(front, click, wanted), "")


@ACTIONS.modal("seasonend", rule=access.season_organiser)
async def on_end(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """End a season, for the submitted reason if there is one."""
    return await _end(front, click, wanted, "".join(values[:1]))


async def _end(front: Front, click: discord.Interaction, wanted: CustomId, reason: str = "") -> Answer:
    may = await _manages(front, click)
    found = await management.end(front.host, click_of(click), wanted.number, reason, manages=may)
    return Answer(setup.deleted(spoken_by(click)), "update") if found is None else await _panel(front, click, found)
