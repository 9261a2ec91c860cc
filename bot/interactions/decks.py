"""A person's own decks, by command and on their panels."""

from collections.abc import Mapping
from functools import partial
from typing import Final

import discord
from discord.app_commands import Choice

from bot.host import access
from bot.host.decks import personal
from bot.host.decks.personal import Bench
from bot.interactions import uploads
from bot.interactions.action_registry import Actions
from bot.interactions.answers import Answer, Front, click_of, say
from bot.interactions.panel import is_panel
from bot.interactions.questions import asked
from bot.rendering import pictures
from bot.rendering.languages import spoken_by
from bot.ui.decks import personal as decks_ui
from bot.ui.decks.formats import NameInGame
from bot.ui.decks.personal import BenchPictures
from bot.ui.games.deck_pictures import deck_beside, deck_portrait, deck_spread
from bot.ui.messages.custom_ids import MOST_SMALL, CustomId, only, whole
from bot.ui.pictures.picture import Picture
from bot.ui.texts.words import Spoken, Words
from cardsdb.deck_codes import LONGEST

ACTIONS: Final = Actions(access.owner, about="deck")

SUGGESTIONS = 25
"""The most suggestions that Discord shows."""


def _words(interaction: discord.Interaction, shown: Bench) -> Words:
    """Return the words for a deck's panel, in the person's language."""
    words = spoken_by(interaction)
    words.cards = shown.cards
    return words


async def _bench(
    front: Front,
    interaction: discord.Interaction,
    shown: Bench | None,
    page: int = 0,
    key: str = "",
    *,
    browsing: bool = False,
) -> Answer:
    """Answer with a deck's panel, in place of the clicked one if there is one; ignore a repeated interaction.

    With `browsing`, it shows the page's cards instead of the deck's.
    """
    if shown is None:
        return Answer(None)
    words, renderer = _words(interaction, shown), front.renderers[shown.row.game]
    pictured = None
    if await pictures.wanted(front.host, interaction.user.id):
        listed = decks_ui.cards_on(shown, page) if browsing else shown.deck.cards
        pictured = await _pictures(front, shown, listed, key, words)
    message = decks_ui.bench(shown, words, renderer, page, key, pictured)
    return Answer(message, "update" if is_panel(interaction) else "private")


async def _pictures(
    front: Front, shown: Bench, listed: Mapping[str, int], key: str, words: Words
) -> BenchPictures | None:
    """Return pictures of the card with this key beside the deck or, without one, of the deck and the listed cards.

    There are none if they are not drawn soon.
    """
    spoken, renderer, clock = Spoken.of(words), front.renderers[shown.row.game], front.host.clock
    told = "\n".join(decks_ui.heading(shown, spoken, renderer))
    card = next((each.card for each in shown.held if personal.key_of(each.card) == key), None)
    if card is None:
        there = await pictures.soon(
            clock,
            pictures.drawn(partial(deck_spread, renderer), shown.deck, listed, shown.cards, shown.wanted, told, words),
        )
        return BenchPictures(there, "deck" if listed == shown.deck.cards else "cards") if there else None
    page = renderer.card_page(renderer.definitions(shown.cards)[card], shown.cards, spoken)
    told = told if page is None else f"{page.description}\n{told}"
    beside = await pictures.soon(
        clock, pictures.drawn(partial(deck_beside, renderer), shown.deck, shown.cards, shown.wanted, card, told, words)
    )
    return None if beside is None else BenchPictures((beside,), "card")


def _game(front: Front, wanted: str | None) -> str:
    """Return the named game or, if none is named, the first one in which people bring decks."""
    return wanted or next(key for key, game in front.host.games.items() if game.spec.decks)


def _like(front: Front, interaction: discord.Interaction) -> str:
    """Return the default name for a new deck."""
    return spoken_by(interaction).plain("deck.new")


# Commands


async def build(front: Front, interaction: discord.Interaction, name: str | None, game: str | None) -> Answer:
    """Answer with the panel of the deck with this name or, if there is none, ask what it starts from."""
    return await _start(front, interaction, _game(front, game), name)


async def _start(front: Front, interaction: discord.Interaction, game: str, name: str | None, page: int = 0) -> Answer:
    user, guild = interaction.user.id, interaction.guild_id
    found = await personal.starts(front.host, user, guild, game, name)
    if isinstance(found, Bench):
        return await _bench(front, interaction, found)
    words = spoken_by(interaction)
    words.cards = found.cards
    pictured = await pictures.of_decks(front.host, user, found.ready, None, words, front.renderers[game])
    message = decks_ui.start(found, words, pictured, page)
    return Answer(message, "update" if is_panel(interaction) else "private")


async def box(front: Front, interaction: discord.Interaction, page: int = 0) -> Answer:
    """Answer with the list of the person's decks."""
    found = await personal.own(front.host, interaction.user.id, interaction.guild_id)
    shown = found[: decks_ui.FACES] if await pictures.wanted(front.host, interaction.user.id) else ()
    drawn = [(each.row.id, await _portrait(front, each)) for each in shown]
    faces = {deck: face for deck, face in drawn if face is not None}
    message = decks_ui.deck_list(found, spoken_by(interaction), page, faces)
    return Answer(message, "update" if is_panel(interaction) else "private")


async def _portrait(front: Front, shown: Bench) -> Picture | None:
    """Return a picture of a deck's face."""
    draw = partial(deck_portrait, front.renderers[shown.row.game])
    return await pictures.drawn(draw, shown.row.name, shown.deck.cards, shown.cards)


async def show(front: Front, interaction: discord.Interaction, name: str) -> Answer:
    """Show a deck."""
    shown = await personal.find(front.host, interaction.user.id, interaction.guild_id, name)
    words, renderer = _words(interaction, shown), front.renderers[shown.row.game]
    wanted = await pictures.wanted(front.host, interaction.user.id)
    pictured = await _pictures(front, shown, shown.deck.cards, "", words) if wanted else None
    return Answer(decks_ui.deck_sheet(shown, words, renderer, () if pictured is None else pictured.pictures))


async def copy(front: Front, interaction: discord.Interaction, name: str, to: str | None) -> Answer:
    """Copy a deck, and answer with the copy's panel."""
    shown = await personal.copy(front.host, click_of(interaction), interaction.guild_id, name, to)
    return await _bench(front, interaction, shown)


async def rename(front: Front, interaction: discord.Interaction, name: str, to: str) -> Answer:
    """Rename a deck, and answer with its panel."""
    found = await personal.find(front.host, interaction.user.id, interaction.guild_id, name)
    shown = await personal.rename(front.host, click_of(interaction), interaction.guild_id, found.row.id, to)
    return await _bench(front, interaction, shown)


async def delete(front: Front, interaction: discord.Interaction, name: str) -> Answer:
    """Delete a deck."""
    shown = await personal.find(front.host, interaction.user.id, interaction.guild_id, name)
    if not shown.row.id:
        raise personal.NoSuchDeck
    return await asked(interaction, CustomId("deckdrop", shown.row.id), _dropped(front, interaction, shown.row.id))


async def export(front: Front, interaction: discord.Interaction, name: str) -> Answer:
    """Answer with a deck as a code and as text."""
    shown = await personal.find(front.host, interaction.user.id, interaction.guild_id, name)
    return Answer(decks_ui.export(shown, _words(interaction, shown)))


async def take_in(
    front: Front, interaction: discord.Interaction, game: str | None, text: str, name: str | None
) -> Answer:
    """Import a deck from a code or from text, and answer with its panel."""
    click, guild = click_of(interaction), interaction.guild_id
    like = _like(front, interaction)
    shown = await personal.take_in(front.host, click, guild, _game(front, game), text, name, like)
    return await _bench(front, interaction, shown)


async def ask_text(front: Front, interaction: discord.Interaction, game: str | None) -> discord.ui.Modal:
    """Return the modal for entering a deck's code or text."""
    return decks_ui.import_modal(_game(front, game)[:32], spoken_by(interaction))


async def suggested(
    front: Front, interaction: discord.Interaction, current: str, *, ready: bool = False
) -> list[Choice[str]]:
    """Suggest the person's decks whose names contain the typed text; if `ready` is set, ready decks too."""
    names = await personal.names(front.host, interaction.user.id)
    names += await personal.ready_names(front.host, interaction.guild_id) if ready else []
    fitting = [name for name in names if current.casefold() in name.casefold()]
    return [Choice(name=name, value=name) for name in fitting[:SUGGESTIONS]]


# Panels


@ACTIONS.click("bench", "benchopen")
async def on_bench(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Show a deck as it is now."""
    deck = whole(values[0]) if values else wanted.number
    return await _bench(front, click, await personal.show(front.host, click.user.id, click.guild_id, deck))


@ACTIONS.click("deckstarts")
async def on_starts(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Show another page of decks to start from."""
    new = NameInGame.parse(wanted.argument)
    return await _start(front, click, new.game, new.name or None, _number(values))


@ACTIONS.click("deckstart")
async def on_start(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Begin a deck as a copy of the chosen one, and show it."""
    new, (kind, _, which) = NameInGame.parse(wanted.argument), only(values).partition(" ")
    source = whole(which) if kind == "own" else which
    shown = await personal.copy(front.host, click_of(click), click.guild_id, source, new.name or None)
    return await _bench(front, click, shown)


@ACTIONS.click("deckempty")
async def on_empty(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Begin a deck without cards, and show it."""
    new, like = NameInGame.parse(wanted.argument), _like(front, click)
    shown = await personal.build(front.host, click_of(click), click.guild_id, new.game, new.name or None, like)
    return await _bench(front, click, shown)


@ACTIONS.click("benchpage")
async def on_page(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Show another page of cards."""
    shown = await personal.show(front.host, click.user.id, click.guild_id, wanted.number)
    return await _bench(front, click, shown, _number(values), browsing=True)


@ACTIONS.click("benchcard")
async def on_card(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Show a card."""
    shown = await personal.show(front.host, click.user.id, click.guild_id, wanted.number)
    return await _bench(front, click, shown, _number([wanted.argument]), "".join(values[:1]))


@ACTIONS.click("benchset")
async def on_set(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Set the number of copies of a card."""
    to = decks_ui.CardCount.parse(wanted.argument)
    shown = await personal.set_count(
        front.host, click_of(click), click.guild_id, wanted.number, wanted.revision, to.card, to.count
    )
    return await _bench(front, click, shown, to.page, to.card)


@ACTIONS.click("benchfor")
async def on_format(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Change the deck's format."""
    at = decks_ui.CardPlace.parse(wanted.argument)
    shown = await personal.set_format(
        front.host, click_of(click), click.guild_id, wanted.number, wanted.revision, "".join(values[:1])
    )
    return await _bench(front, click, shown, at.page, at.card)


@ACTIONS.click("deckcopy")
async def on_copy(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Copy the deck, and show the copy."""
    return await _bench(
        front, click, await personal.copy(front.host, click_of(click), click.guild_id, wanted.number, None)
    )


@ACTIONS.ask("deckname")
async def ask_name(front: Front, click: discord.Interaction, wanted: CustomId) -> discord.ui.Modal:
    """Ask for a deck's name."""
    return decks_ui.name_modal(wanted.number, spoken_by(click))


@ACTIONS.modal("deckname")
async def on_name(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Rename the deck to the typed name."""
    name = "".join(values[:1])
    return await _bench(
        front, click, await personal.rename(front.host, click_of(click), click.guild_id, wanted.number, name)
    )


@ACTIONS.click("deckout")
async def on_out(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Answer with the deck as a code and as text."""
    shown = await personal.show(front.host, click.user.id, click.guild_id, wanted.number)
    return Answer(decks_ui.export(shown, _words(click, shown)))


@ACTIONS.click("deckdrop", "deckdropped", back="bench")
async def on_drop(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Delete the deck, and show the list; the question of 0.1.0 has another button for it."""
    return await _dropped(front, click, wanted.number)


async def _dropped(front: Front, click: discord.Interaction, deck: int) -> Answer:
    name = await personal.drop(front.host, click_of(click), deck)
    if name is None:
        return Answer(None)
    left = await box(front, click)
    return Answer(left.message, left.how, say(spoken_by(click)("deck.dropped", name=name)).message)


@ACTIONS.click("decks", rule=access.anyone)
async def on_box(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Show the list of decks."""
    return await box(front, click, _number(values))


@ACTIONS.modal("deckin", rule=access.anyone)
async def on_in(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Import a deck from the uploaded file or, without one, from the typed code or text."""
    file = uploads.uploaded(click, values)
    if file is None:
        text = "".join(values[:1])
    else:
        text = await uploads.text(file, LONGEST)
    return await take_in(front, click, wanted.argument, text, None)


def _number(values: list[str]) -> int:
    """Return the number that a component carries, or 0 if it carries none. Raises Unreadable."""
    return whole(values[0], MOST_SMALL) if values and values[0] else 0
