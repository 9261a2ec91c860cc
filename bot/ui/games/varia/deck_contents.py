"""What is in a Varia deck, in words and as a picture: actions, items, and the tokens and stacks that they bring."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from msgspec import Struct
from PIL import Image, ImageDraw

from bot.ui.games.varia import cards
from bot.ui.games.varia.card_parts import all_parts
from bot.ui.games.varia.faces import outline
from bot.ui.games.varia.tiles import HEIGHT, Tile, draw_tile
from bot.ui.pictures.colours import CHALK, TABLE
from bot.ui.pictures.drawing_process import drawn_apart
from bot.ui.pictures.picture import Picture, description, png
from bot.ui.pictures.shapes import place
from bot.ui.pictures.text import write
from bot.ui.words import Spoken, Words
from engine.games.varia.cards import AnyCard, action_of
from engine.games.varia.decks import gold_of
from engine.games.varia.language.effects import Become, CreateToken, GainStacks
from engine.games.varia.language.terms import slug
from engine.games.varia.pool import VariaCards

NAME: Final = "varia-deck.png"

WIDE: Final = 320
TALL: Final = round(WIDE * HEIGHT / 100)
GAP: Final = 10
ACROSS: Final = 3

HEADING: Final = 50
"""How high a section's title is."""

KEPT: Final = 32
"""How many decks are kept as they were drawn."""

KINDS: Final = ("action", "item", "token", "stack")


class Section(Struct, frozen=True):
    """A part of a deck: its title, and its cards in short."""

    title: str
    tiles: tuple[Tile, ...]


def sections(deck: Mapping[str, int], pool: VariaCards, words: Words) -> list[tuple[str, str]]:
    """Return what is in a deck: sections of a title and a list."""
    return [
        (_title(kind, deck, pool, words), "\n".join(_line(card, deck.get(card.id), words) for card in found))
        for kind, found in _by_kind(deck, pool)
    ]


def picture(deck: Mapping[str, int], pool: VariaCards, words: Words) -> Picture | None:
    """Return the cards of a deck in short, with their names in words; None for a deck without cards."""
    shown = tuple(
        Section(
            str(_title(kind, deck, pool, words)),
            tuple(Tile(outline(card, pool, words), _copies(deck.get(card.id))) for card in found),
        )
        for kind, found in _by_kind(deck, pool)
    )
    if not shown:
        return None
    spoken = Spoken.of(words)
    said = [f"{_title(kind, deck, pool, spoken)}: {_names(found, deck)}" for kind, found in _by_kind(deck, pool)]
    return Picture(NAME, _drawn(shown), description("\n".join(said)))


def _names(found: Iterable[AnyCard], deck: Mapping[str, int]) -> str:
    return ", ".join(f"{card.name} {_copies(deck.get(card.id))}".strip() for card in found)


def _copies(count: int | None) -> str:
    return f"×{count}" if count is not None and count > 1 else ""


def _title(kind: str, deck: Mapping[str, int], pool: VariaCards, words: Words) -> str:
    if kind == "item":
        return words("varia.contents.item", gold=gold_of(deck, pool))
    count = sum(copies for card, copies in deck.items() if pool.by_id[card].kind == kind)
    return words(f"varia.contents.{kind}", count=count)


def _line(card: AnyCard, count: int | None, words: Words) -> str:
    particulars = cards.kind(card, words) if action_of(card) is None else cards.short(card, words)
    if count is None:
        return words("card.brought", name=card.name, particulars=particulars)
    return words("card.listed", count=count, name=card.name, particulars=particulars)


def _by_kind(deck: Mapping[str, int], pool: VariaCards) -> list[tuple[str, list[AnyCard]]]:
    """Return the cards of a deck and what they bring, the cheapest first."""
    own = [pool.by_id[card] for card in deck]
    found = sorted([*own, *brought(own, pool)], key=lambda card: (_cost(card), card.name))
    by_kind = {kind: [card for card in found if card.kind == kind] for kind in KINDS}
    return [(kind, group) for kind, group in by_kind.items() if group]


def _cost(card: AnyCard) -> int:
    figures = action_of(card)
    return 0 if figures is None else figures.cost.ap


def brought(own: Iterable[AnyCard], pool: VariaCards) -> list[AnyCard]:
    """Return the tokens, stacks and other actions that some cards bring into play, and what these bring in turn."""
    there = {card.id: card for card in own}
    own_count = len(there)
    new = list(there.values())
    while new:
        named = {slug(name) for card in new for name in _named(card, pool)}
        new = [pool.by_id[card] for card in sorted(named - there.keys())]
        there |= {card.id: card for card in new}
    return list(there.values())[own_count:]


def _named(card: AnyCard, pool: VariaCards) -> Iterator[str]:
    """Give the names of the cards that a card makes, gains or becomes."""
    for part in all_parts(card, pool):
        match part:
            case CreateToken(token=name) | GainStacks(stack=name) | Become(into=str(name)):
                if name not in ("this", "opposing"):
                    yield name
            case _:
                pass


@drawn_apart(KEPT)
def _drawn(shown: tuple[Section, ...]) -> bytes:
    rows = [-(-len(section.tiles) // ACROSS) for section in shown]
    high = sum(HEADING + row * (TALL + GAP) for row in rows) + GAP
    image = Image.new("RGB", (ACROSS * (WIDE + GAP) + GAP, high), TABLE)
    draw, top = ImageDraw.Draw(image), 0
    for section, row in zip(shown, rows, strict=True):
        write(draw, (GAP, top + HEADING / 2 + 4), section.title, 30, CHALK, "lm")
        top += HEADING
        for number, tile in enumerate(section.tiles):
            down, across = divmod(number, ACROSS)
            place(image, draw_tile(tile, WIDE), GAP + across * (WIDE + GAP), top + down * (TALL + GAP))
        top += row * (TALL + GAP)
    return png(image)
