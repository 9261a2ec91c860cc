"""Actions at a table before the match starts."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

import discord
from msgspec.structs import replace

from bot.host import access, lobby
from bot.host.decks.choices import fitting
from bot.host.lobby import Lobby
from bot.host.match.panel_actions import NotAtTable
from bot.interactions.action_registry import Actions
from bot.interactions.answers import Answer, Front, click_of, say
from bot.rendering import pictures
from bot.rendering.languages import spoken_by
from bot.ui.lobby import lobby as lobby_ui
from bot.ui.lobby import table_setup
from bot.ui.messages.custom_ids import CustomId
from bot.ui.messages.outgoing import Outgoing
from engine.contract import Seat

ACTIONS: Final = Actions(access.owner, about="match")


async def own_seat(front: Front, interaction: discord.Interaction, shown: Lobby, *, update: bool = False) -> Answer:
    """Answer with the settings of a person's own seat, which become the hand at the start. Raises NotAtTable."""
    settings = await _own_seat(front, shown, interaction.user.id)
    if not shown.open:
        return Answer(settings, "update" if update else "private")
    keep = to_hand(front, interaction, shown.match.id)
    if not update or interaction.message is None:
        return Answer(settings, then=keep)
    await keep(interaction.token, interaction.message.id)
    return Answer(settings, "update")


def to_hand(front: Front, interaction: discord.Interaction, match: int) -> Callable[[str, int], Awaitable[None]]:
    """Return what records, once a private message has been sent, that it becomes the hand when the match begins."""
    return partial(lobby.keep_hand, front.host, click_of(interaction), match)


async def _own_seat(front: Front, shown: Lobby, user: int) -> Outgoing:
    """Return the settings of a person's own seat before the start. Raises NotAtTable."""
    own = seat_of(shown, user)
    words = await front.languages.private(shown.match, user)
    deck, renderer = lobby_ui.deck_name(shown, own), front.renderers[shown.match.game]
    pictured = await pictures.of_decks(front.host, user, shown.decks, deck, words, renderer)
    return lobby_ui.seat(shown, own, await fitting(front.host, shown.match, user), words, pictured)


def seat_of(shown: Lobby, user: int) -> Seat:
    """Return a person's own seat. Raises NotAtTable."""
    own = next((row.seat for row in shown.seats if row.user == user), None)
    if own is None:
        raise NotAtTable(shown.match)
    return own


async def table(
    front: Front,
    click: discord.Interaction,
    wanted: CustomId,
    shown: Lobby,
    too: Outgoing | Callable[[], Awaitable[Outgoing]] | None = None,
) -> Answer:
    """Answer by updating the clicked lobby; `too` follows privately. In a panel of its settings, put that away."""
    if wanted.argument == table_setup.PANEL:
        return Answer(table_setup.done(shown, await front.languages.private(shown.match, click.user.id)), "update")
    message, late = await front.lobbies.soon(shown)
    return Answer(message, "update", too, late=late)


@ACTIONS.click("join", rule=access.match_guest)
async def on_join(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Take a free seat."""
    shown = await lobby.join(front.host, click_of(click), wanted.number)
    if wanted.argument == lobby_ui.BESIDE:
        return await own_seat(front, click, shown)
    answer = await table(front, click, wanted, shown, partial(_own_seat, front, shown, click.user.id))
    return replace(answer, then=to_hand(front, click, shown.match.id))


@ACTIONS.click("quit", "decline")
async def on_quit(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Leave the table, or decline the challenge."""
    shown = await lobby.give_up(front.host, click_of(click), wanted.number)
    said = spoken_by(click)("lobby.left", match=wanted.number)
    if wanted.argument == table_setup.PANEL:
        return Answer(table_setup.done(shown, spoken_by(click), said), "update")
    if wanted.argument == lobby_ui.BESIDE:
        return say(said)
    return await table(front, click, wanted, shown, Outgoing(content=said))


@ACTIONS.click("withdraw")
async def on_withdraw(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Close the person's own table."""
    return await table(front, click, wanted, await lobby.withdraw(front.host, click_of(click), wanted.number))


@ACTIONS.click("watch", rule=access.match_guest)
async def on_watch(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Watch the match."""
    await lobby.watch(front.host, click_of(click), wanted.number)
    return say(spoken_by(click)("lobby.watching", match=wanted.number))


@ACTIONS.click("start")
async def on_start(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Start the match."""
    return await table(front, click, wanted, await lobby.start(front.host, click_of(click), wanted.number))


@ACTIONS.click("seat", anew=True)
async def on_seat(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Show the person's deck and lucky word."""
    return await own_seat(front, click, await lobby.look(front.host, wanted.number))


@ACTIONS.click("deck")
async def on_deck(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Choose a deck."""
    shown = await lobby.choose_deck(front.host, click_of(click), wanted.number, "".join(values[:1]))
    return await own_seat(front, click, shown, update=True)


@ACTIONS.ask("word")
async def ask_word(front: Front, click: discord.Interaction, wanted: CustomId) -> discord.ui.Modal:
    """Ask for a lucky word."""
    shown = await lobby.look(front.host, wanted.number)
    own = shown.seats[seat_of(shown, click.user.id)]
    return lobby_ui.word_modal(wanted.number, own.word, spoken_by(click))


@ACTIONS.modal("word")
async def on_word(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Set the typed lucky word, and show it in the settings of the person's own seat or, from a lobby, beside it."""
    shown = await lobby.say_word(front.host, click_of(click), wanted.number, "".join(values[:1]))
    in_settings = click.message is not None and click.message.flags.components_v2
    return await own_seat(front, click, shown, update=in_settings)
