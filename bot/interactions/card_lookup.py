"""Lookup of every game's rules, cards and classes."""

from collections.abc import AsyncIterator, Mapping
from functools import partial
from typing import Final

import discord
from msgspec.structs import replace

from bot.host import access
from bot.host.decks.choices import DeckChoice
from bot.host.match import queries
from bot.host.people.server_rules import games_of
from bot.host.people.settings import guild as guild_row
from bot.interactions.action_registry import Actions
from bot.interactions.admission import person_of
from bot.interactions.answers import Answer, Front, say
from bot.rendering import pictures
from bot.rendering.languages import spoken_by
from bot.ui.cards import lookup as card_lookup
from bot.ui.cards.lookup import PAIR
from bot.ui.games.card_pages import card_picture, cards_picture, names_of, page_of
from bot.ui.games.card_renderer import CardPage
from bot.ui.games.deck_pictures import deck_picture, deck_tiles
from bot.ui.games.renderer import Renderer
from bot.ui.messages.custom_ids import CustomId
from bot.ui.texts.words import Words
from engine.contract import Cards

ACTIONS: Final = Actions(access.anyone)


async def help_text(front: Front, interaction: discord.Interaction) -> Answer:
    """Answer with instructions on how to play here, and with commands for people who manage the server."""
    manages = person_of(interaction).manages
    manage = {name: front.command(name) for name in ("settings", "stats", "doctor")} if manages else {}
    return Answer(card_lookup.help_text(front.command("play"), spoken_by(interaction), manage))


async def card(front: Front, name: str, guild: int | None, user: int, words: Words) -> Answer:
    """Answer with a card: picture, text and rulings."""
    async for renderer, cards in _pools(front, guild):
        page = page_of(renderer, name, cards, words)
        if page is not None:
            wanted = await pictures.wanted(front.host, user)
            picture = await pictures.drawn(partial(card_picture, renderer), name, cards, words) if wanted else None
            return Answer(card_lookup.card(page, words, picture))
    return say(words("card.unknown", name=name[:100]))


async def card_names(front: Front, guild: int | None) -> list[str]:
    """Return the names of all cards that are used at a server's tables."""
    found = [name async for renderer, cards in _pools(front, guild) for name in names_of(renderer, cards)]
    return list(dict.fromkeys(found))


async def _pools(front: Front, guild: int | None) -> AsyncIterator[tuple[Renderer, Cards]]:
    for game in front.host.games:
        for cards in await queries.cards_of(front.host, game, guild):
            yield front.renderers[game], cards


async def ready_deck(front: Front, name: str, guild: int | None, user: int, words: Words, page: int = 0) -> Answer:
    """Answer with a class or another ready deck: its cards at a glance, or a page of them."""
    async for game, choice in _ready(front, guild):
        if choice.ready.name.casefold() == name.strip().casefold():
            (cards,), renderer = await queries.cards_of(front.host, game, guild), front.renderers[game]
            deck, wanted = choice.stored["cards"], await pictures.wanted(front.host, user)
            pages = card_lookup.cards_pages(pages_of(deck, renderer, cards, words), words)
            page, played = min(page, len(pages)), bool(games_of(await guild_row(front.host, guild or 0), [game]))
            if page:
                held = pages[page - 1].cards if wanted else ()
                pairs = [held[start : start + PAIR] for start in range(0, len(held), PAIR)]
                shown = [await pictures.drawn(partial(cards_picture, renderer), pair, cards, words) for pair in pairs]
                return Answer(card_lookup.cards_page(choice.ready, game, pages, page, words, shown, played=played))
            face, tiles = None, None
            if wanted:
                face = await pictures.drawn(partial(deck_picture, renderer), choice.ready, deck, cards, words)
                tiles = await pictures.drawn(partial(deck_tiles, renderer), deck, cards, words)
            sections = renderer.deck(deck, cards, words)
            return Answer(
                card_lookup.ready_deck(choice.ready, game, sections, pages, words, face, tiles or (), played=played)
            )
    return say(words("class.unknown", name=name[:100]))


def pages_of(
    deck: Mapping[str, int], renderer: Renderer, cards: Cards, words: Words
) -> list[tuple[str, CardPage, int]]:
    """Return the page about each card of a deck and each that it brings into play, with its id and number of copies."""
    known = renderer.definitions(cards)
    pages = [(card, renderer.card_page(known[card], cards, words)) for card in renderer.deck_cards(deck, cards)]
    return [(card, page, deck.get(card, 1)) for card, page in pages if page is not None]


@ACTIONS.click("classpage")
async def on_class_page(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Turn to another page about a class."""
    at = card_lookup.ClassPage.parse(wanted.argument)
    found = await ready_deck(front, at.name, click.guild_id, click.user.id, spoken_by(click), at.page)
    return replace(found, how="update")


async def ready_names(front: Front, guild: int | None) -> list[str]:
    """Return the names of all classes and other ready decks that a server's tables offer."""
    return [choice.ready.name async for _, choice in _ready(front, guild)]


async def _ready(front: Front, guild: int | None) -> AsyncIterator[tuple[str, DeckChoice]]:
    for game in front.host.games:
        for choice in await queries.decks_of(front.host, game, guild):
            yield game, choice
