"""Collections and packs: browse a person's cards, and open the pack of the day."""

import json
from functools import partial
from typing import Final

import discord

from bot.host import access
from bot.host.collections import boosters
from bot.host.collections import collection as shelf
from bot.host.collections.boosters import TodaysPack
from bot.host.collections.collection import Shelf
from bot.interactions.action_registry import Actions
from bot.interactions.answers import Answer, Front, click_of
from bot.rendering import pictures
from bot.rendering.languages import spoken_by
from bot.ui.collections import boosters as packs_ui
from bot.ui.collections import collection as collection_ui
from bot.ui.collections.collection import Filters
from bot.ui.games.card_pages import card_picture, page_of
from bot.ui.messages.custom_ids import CustomId, whole
from bot.ui.messages.outgoing import Attachment, Outgoing
from bot.ui.pictures.album import Slot, album_picture
from bot.ui.pictures.picture import Picture
from bot.ui.texts.words import Rendered, Words
from cardsdb.boosters import verify
from engine.contract import Cards

ACTIONS: Final = Actions(access.anyone)


async def collection(front: Front, interaction: discord.Interaction, game: str | None) -> Answer:
    """Answer with a person's collection for a game, or for the first collectable game if none is named."""
    found = await shelf.look(front.host, interaction.user.id, game or shelf.games(front.host)[0])
    return await _shelved(front, interaction, found, Filters(found.game))


async def _shelved(front: Front, interaction: discord.Interaction, found: Shelf, filters: Filters) -> Answer:
    words = Words(str(interaction.locale), cards=found.pool)
    how = shelf.collecting(front.host, found.game)
    slots = [(card, len(found.held.get(card, ()))) for card in collection_ui.shown_of(found, how, filters)]
    user, renderer = interaction.user.id, front.renderers[found.game]
    picture = await _album(front, user, found.game, found.pool, slots, words)
    offered = found.decks[: collection_ui.FACES] if found.starter is None else ()
    decks = await pictures.of_decks(front.host, user, offered, None, words, renderer)
    return Answer(collection_ui.panel(found, how, filters, words, picture, decks))


async def _album(
    front: Front, user: int, game: str, pool: Cards, cards: list[tuple[str, int]], words: Words
) -> Picture | None:
    """Return some cards as an album page, or None if there are no cards or the person wants no pictures."""
    if not cards or not await pictures.wanted(front.host, user):
        return None
    renderer = front.renderers[game]
    slots = [
        Slot(
            words.card(card),
            await pictures.drawn(partial(card_picture, renderer), words.card(card), pool, words) if count else None,
            count,
        )
        for card, count in cards
    ]
    told = ", ".join(
        words.plain("trade.card" if slot.count else "collection.empty_slot", card=slot.name, count=slot.count)
        for slot in slots
    )
    return await pictures.drawn(album_picture, "album.png", slots, words.plain("collection.picture", cards=told))


@ACTIONS.click("album")
async def on_album(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Filter the displayed cards."""
    what, _, filters = wanted.argument.partition(":")
    return await _turned(front, click, Filters.read(filters).changed(what, "".join(values[:1])))


@ACTIONS.click("turn")
async def on_turn(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Turn the page."""
    return await _turned(front, click, Filters.read(wanted.argument).changed("page", str(wanted.revision)))


async def _turned(front: Front, click: discord.Interaction, filters: Filters) -> Answer:
    found = await shelf.look(front.host, click.user.id, filters.game)
    return Answer((await _shelved(front, click, found, filters)).message, "update")


@ACTIONS.click("shelf")
async def on_shelf(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Show the person's collection."""
    return await collection(front, click, wanted.argument)


@ACTIONS.click("starter")
async def on_starter(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Begin a collection."""
    found = await shelf.begin(front.host, click_of(click), wanted.argument, "".join(values[:1]))
    return Answer((await _shelved(front, click, found, Filters(found.game))).message, "update")


@ACTIONS.click("ledger")
async def on_ledger(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Show where the person's cards came from and where they went."""
    told = await shelf.history(front.host, click.user.id)
    return Answer(collection_ui.ledger(told, click.user.id, await shelf.pools(front.host), spoken_by(click)))


async def pack(front: Front, interaction: discord.Interaction, game: str | None) -> Answer:
    """Answer with the pack of the day."""
    found = await boosters.look(front.host, interaction.user.id, game or shelf.games(front.host)[0])
    return await _packed(front, interaction, found)


async def _packed(front: Front, interaction: discord.Interaction, found: TodaysPack) -> Answer:
    words = Words(str(interaction.locale), cards=found.pool)
    cards = [] if found.row is None or found.row.cards is None else found.row.cards
    picture = await _album(front, interaction.user.id, found.game, found.pool, [(card, 1) for card in cards], words)
    return Answer(packs_ui.pack(found, words, picture))


async def _revealed(front: Front, click: discord.Interaction, found: TodaysPack, at: int) -> Answer:
    """Update a message with one card of an opened pack, or after the last one with all of them."""
    cards = [] if found.row is None or found.row.cards is None else found.row.cards
    if at >= len(cards):
        return Answer((await _packed(front, click, found)).message, "update")
    words, renderer = Words(str(click.locale), cards=found.pool), front.renderers[found.game]
    name = words.card(cards[at])
    picture = None
    if await pictures.wanted(front.host, click.user.id):
        picture = await pictures.drawn(partial(card_picture, renderer), name, found.pool, words)
    return Answer(packs_ui.one_card(found, at, page_of(renderer, name, found.pool, words), words, picture), "update")


@ACTIONS.click("pack")
async def on_pack(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Show the pack of the day."""
    return await pack(front, click, wanted.argument)


@ACTIONS.modal("luck")
@ACTIONS.click("open", rule=access.owner)
async def on_open(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Open the pack, with the lucky word if one was typed, and show the first card."""
    found = await boosters.open_pack(front.host, click_of(click), wanted.argument, "".join(values[:1]))
    return await _revealed(front, click, found, 0)


@ACTIONS.click("reveal", rule=access.owner)
async def on_reveal(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Show another card of an opened pack, or all of them."""
    found = await boosters.opened(front.host, click.user.id, wanted.revision)
    return await _revealed(front, click, found, whole(wanted.argument))


@ACTIONS.ask("luck")
async def ask_luck(front: Front, click: discord.Interaction, wanted: CustomId) -> discord.ui.Modal:
    """Ask for a lucky word."""
    return packs_ui.luck_modal(wanted.argument, spoken_by(click))


@ACTIONS.click("packcheck", rule=access.owner)
async def on_check(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Answer with an opened pack as a file, and the result of checking it."""
    data = await boosters.exported(front.host, click.user.id, wanted.revision)
    words = spoken_by(click)
    verdict = verify(json.loads(json.dumps(data)), front.host.games)
    content = json.dumps(data, indent=1, ensure_ascii=False).encode()
    file = Attachment(f"pack-{wanted.revision}.json", content, words.plain("pack.file", number=wanted.revision))
    text = words("pack.checked", number=wanted.revision, cards=", ".join(verdict.cards), seal=Rendered(verdict.seal))
    return Answer(Outgoing(content=text, files=(file,)))
