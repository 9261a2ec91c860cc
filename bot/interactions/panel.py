"""Actions on a seat's panel."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

import discord
from msgspec.structs import replace

from bot.host import access, lobby
from bot.host.kernel.click import Click
from bot.host.match import panel_actions
from bot.host.match.panel_actions import Panel
from bot.host.people import settings
from bot.interactions.action_registry import Actions
from bot.interactions.answers import Answer, Front, click_of
from bot.interactions.lobby import own_seat, seat_of, to_hand
from bot.rendering import pictures
from bot.rendering.forecasts import with_forecasts
from bot.rendering.languages import spoken_to
from bot.ui.lobby import lobby as lobby_ui
from bot.ui.match import panel as panel_ui
from bot.ui.messages.custom_ids import MOST_SMALL, CustomId, only, whole
from bot.ui.messages.outgoing import Outgoing
from bot.ui.messages.widgets import HERE
from bot.ui.pictures.picture import Picture

ACTIONS: Final = Actions(access.owner, about="match")


async def hand(front: Front, interaction: discord.Interaction, match: int) -> Answer:
    """Answer with the person's panel, or with the seat's settings if the match has not started.

    A solo match's table is nowhere else, so it is shown again. While a match waits for its seal, the answer is a
    message that becomes the panel by itself.
    """
    user, shown = interaction.user.id, await lobby.look(front.host, match)
    if shown.match.started is not None:
        click = replace(click_of(interaction, panel=True), message=None)
        panel = await panel_actions.look(front.host, match, user, click)
        return replace(await shown_anew(front, interaction, panel), how="private")
    seat_of(shown, user)  # nobody else is told anything
    if shown.open and shown.match.solo:
        return Answer((await front.lobbies.soon(shown))[0])
    if shown.open or shown.match.status == "closed":
        return await own_seat(front, interaction, shown)
    words = await front.languages.private(shown.match, user)
    return Answer(lobby_ui.dealing(shown, words), then=to_hand(front, interaction, match))


@ACTIONS.click("hand", anew=True)
async def on_hand(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Show the person's hand in a new message."""
    return await hand(front, click, wanted.number)


@ACTIONS.click("refresh")
async def on_refresh(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Show the panel as it is now."""
    shown = await panel_actions.look(front.host, wanted.number, click.user.id, _click_of(click))
    return await shown_anew(front, click, shown)


@ACTIONS.click("page")
async def on_page(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Show another page of the options."""
    page = whole(only(values), MOST_SMALL)
    return await shown_anew(front, click, await panel_actions.show(front.host, wanted.number, click.user.id), page)


@ACTIONS.click("warn")
async def on_warn(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Ask the person to confirm an option."""
    shown = await panel_actions.show(front.host, wanted.number, click.user.id)
    return await shown_anew(front, click, shown, warned=wanted.argument)


@ACTIONS.click("pick", "select", "ahead")
async def onpick(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Answer a question with the key that a button carries or with the values of a select.

    A button on a panel that an earlier version made can also pass ahead.
    """
    return await pick(front, click, wanted, values or [wanted.argument], ahead=wanted.action == "ahead")


@ACTIONS.click("choose", "chosen")
async def on_choose(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Choose one of several options."""
    key = values[0] if values else wanted.argument
    by = _click_of(click)
    shown = await panel_actions.choose(front.host, by, wanted.number, wanted.decision, wanted.revision, key)
    return await shown_anew(front, click, shown)


@ACTIONS.click("commit", "keep")
async def on_commit(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Answer the question with the choices so far; if it asks for an order, append the other options as displayed."""
    shown = await panel_actions.show(front.host, wanted.number, click.user.id)
    keys = list(shown.draft.chosen)
    if shown.asked is not None and shown.asked.ordered:
        keys += [option.key for option in shown.asked.options if option.key not in keys]
        keys = keys[: shown.asked.most]
    return await pick(front, click, wanted, keys)


@ACTIONS.click("read")
async def on_read(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Show the text of the chosen card, or from the button the cards to choose from."""
    shown = await with_forecasts(front.host, await panel_actions.show(front.host, wanted.number, click.user.id))
    words, renderer = spoken_to(shown), front.renderers[shown.match.game]
    if values:
        return await on_panel(front, click, wanted, panel_ui.card(shown, only(values), words, renderer))
    pictured = bool(pictures.of_panel_now(shown, words, renderer))
    return await on_panel(front, click, wanted, panel_ui.reading(shown, words, renderer, pictured=pictured))


@ACTIONS.click("steer")
async def on_steer(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Show the other parts of the plan that one may be asked about, each with what is forecast there."""
    shown = await with_forecasts(front.host, await panel_actions.show(front.host, wanted.number, click.user.id))
    words, renderer = spoken_to(shown), front.renderers[shown.match.game]
    return await on_panel(front, click, wanted, panel_ui.steering(shown, words, renderer))


async def on_panel(front: Front, click: discord.Interaction, wanted: CustomId, message: Outgoing) -> Answer:
    """Answer with a message on the panel that was clicked, or in a new private message if it was no panel."""
    if wanted.argument != HERE or not is_panel(click):
        return Answer(message)
    shown = await panel_actions.show(front.host, wanted.number, click.user.id)
    return await _drawn(front, click, shown, partial(panel_ui.page, message=message))


@ACTIONS.click("screen")
async def on_screen(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Note whether the person sits at a desk, and show the panel with the pictures for that."""
    await panel_actions.show(front.host, wanted.number, click.user.id)  # only who has a panel there
    await settings.change_person(front.host, click.user.id, "desk", [wanted.argument])
    return await shown_anew(front, click, await panel_actions.show(front.host, wanted.number, click.user.id))


@ACTIONS.click("undo")
async def on_undo(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Undo the last change to the draft."""
    shown = await panel_actions.undo(front.host, _click_of(click), wanted.number, wanted.revision)
    return await shown_anew(front, click, shown)


async def pick(
    front: Front, click: discord.Interaction, wanted: CustomId, keys: list[str], *, ahead: bool = False
) -> Answer:
    """Answer a question, and return the panel after that."""
    by = _click_of(click)
    shown = await panel_actions.pick(front.host, by, wanted.number, wanted.decision, wanted.revision, keys, ahead=ahead)
    return await shown_anew(front, click, shown)


async def shown_anew(
    front: Front, click: discord.Interaction, shown: Panel | None, page: int = 0, warned: str | None = None
) -> Answer:
    """Answer with the panel, or with nothing for an interaction that came twice."""
    if shown is None:
        return Answer(None)
    return await _drawn(front, click, shown, partial(panel_ui.panel, page=page, warned=warned))


async def _drawn(front: Front, click: discord.Interaction, shown: Panel, made: Callable[..., Outgoing]) -> Answer:
    """Answer with a panel without waiting long for its pictures: plain ones stand in for those that are not drawn soon.

    `made` makes the message. Only a message that nobody else sees is updated to a panel; otherwise the panel is a new
    private message.
    """
    shown = await with_forecasts(front.host, shown)
    words, renderer = spoken_to(shown), front.renderers[shown.match.game]
    there, coming = await pictures.of_panel_soon(front.host.clock, shown, words, renderer)
    made = partial(made, shown, words, renderer)
    opened = partial(panel_actions.opened, front.host, shown.match.id)
    late = None if coming is None else partial(_complete, made, coming)
    return Answer(made(pictures=there), "update" if is_panel(click) else "private", then=opened, late=late)


async def _complete(made: Callable[..., Outgoing], coming: Awaitable[tuple[Picture, ...] | None]) -> Outgoing:
    """Return a panel with its pictures, or in words if they could not be drawn in time."""
    return made(pictures=await coming or ())


def _click_of(click: discord.Interaction) -> Click:
    """Return a click whose answer is the person's panel: in the clicked message if that is one, or in a new one."""
    known = click_of(click, panel=True)
    return known if is_panel(click) else replace(known, message=None)


def is_panel(click: discord.Interaction) -> bool:
    """Whether the clicked message is a panel that only this person sees."""
    message = click.message
    if message is None or not message.flags.components_v2:
        return False
    return click.guild_id is None or message.flags.ephemeral
