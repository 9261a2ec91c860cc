"""The pictures on a panel: the Chain as cards while it can be answered, the Row where a seat draws, and the hand."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from msgspec import Struct

from bot.ui.games.warmage import cards, situation
from bot.ui.games.warmage.board import chain_lines
from bot.ui.games.warmage.faces import spell_face
from bot.ui.games.warmage.model import LinkModel, board_model, row_model
from bot.ui.games.warmage.picture import FATES, hand_pictures
from bot.ui.games.warmage.scoreboard import score_picture
from bot.ui.pictures.badges import PLATE
from bot.ui.pictures.cards import CardFace
from bot.ui.pictures.colours import CHALK, GLOW, INK, PAPER, Colour
from bot.ui.pictures.drawing_process import drawn_in_process
from bot.ui.pictures.impacts import face_disc
from bot.ui.pictures.painter import paint
from bot.ui.pictures.picture import Picture, description, png
from bot.ui.pictures.scene import Group, Image, Item, Names, Path, Scene, Text, ellipse, rounded
from bot.ui.pictures.seat_faces import PlayerFace
from bot.ui.pictures.shapes import line_at
from bot.ui.pictures.strip import WIDE
from bot.ui.pictures.symbols import Sign
from bot.ui.pictures.wide_hand import GAP, HALF, TITLE, WideCard, draw_wide_hand, rows, titled
from bot.ui.texts.words import Rendered, Spoken, Words, copies
from engine.contract import CardRef, Seat
from engine.games.warmage.chain import Fate
from engine.games.warmage.pool import WarMageCards
from engine.games.warmage.view import WarMageView

CHAIN, ROW = "warmage-chain.png", "warmage-row.png"

CASTER, TARGET = 76, 70
"""The heights of the line with the caster above a card, and of the line with the target below it, in pixels."""

FACE: Final = 62
"""The side of a player's face, in pixels."""

LARGE, SMALL = 46, 30
"""The largest and the smallest size of a name, in pixels."""

ARROW_AT, STAMP, STAMP_UP = 180, 84, 66
"""How far below a card's upper edge the middle of an arrow is, the height of a stamp, and how far its middle is above
the card's rules, in pixels."""

STAMPS: Final[dict[Fate, tuple[Colour, Colour]]] = {"countered": ((186, 44, 30), PAPER), "fizzled": (PLATE, CHALK)}
"""The paper and ink of the stamp on a Spell that will not happen."""


class ChainModel(Struct, frozen=True):
    """Everything that the picture of a Chain shows.

    Attributes:
        links: the Spells from the top down, and `cards` their fronts with their texts.
        names: what the reader calls each seat's player.
        seats: the face of each seat's player.
    """

    title: str
    links: tuple[LinkModel, ...]
    cards: tuple[CardFace, ...]
    names: tuple[str, ...]
    seats: tuple[PlayerFace, ...]


def panel_pictures(view: WarMageView, seat: Seat, words: Words, *_: object) -> tuple[Picture, ...]:
    """Return the pictures on a seat's panel: the hand, the scoreboard, the Chain, and the Row.

    The hand has a title if there are other cards.
    """
    below = [each for each in (chain_picture(view, words), row_picture(view, seat, words)) if each is not None]
    title = words.plain("warmage.picture.hand") if below else ""
    return *hand_pictures(view, seat, words, title), score_picture(view, seat, words), *below


def chain_picture(view: WarMageView, words: Words) -> Picture | None:
    """Return a picture of the Chain, described with what its Spells do; None where texts list it."""
    pool = words.pool(WarMageCards)
    if not situation.pictures_chain(view):
        return None
    spoken = Spoken.of(words)
    told = [*chain_lines(view, spoken), *_does((link.card for link in reversed(view.chain)), pool, spoken)]
    return Picture(CHAIN, draw_chain(chain_model(view, pool, words)), description("\n".join(told)))


def row_picture(view: WarMageView, seat: Seat, words: Words) -> Picture | None:
    """Return a picture of the Row for a seat that draws from it, described with what its cards do; None otherwise."""
    pool = words.pool(WarMageCards)
    if not situation.pictures_row(view, seat, words):
        return None
    spoken = Spoken.of(words)
    told = [spoken("warmage.picture.row"), *_does(view.row, pool, spoken)]
    return Picture(ROW, draw_wide_hand(row_model(view, words)), description("\n".join(told)))


def _does(refs: Iterable[CardRef], pool: WarMageCards, words: Words) -> Iterator[str]:
    """Yield a line for each different card, with how often it is there and what it does."""
    for card, count in Counter(ref.card for ref in refs).items():
        does = Rendered(cards.short(pool.by_id[card], words))
        yield words("card.described", card=CardRef(card), copies=copies(count), text=does)


def chain_model(view: WarMageView, pool: WarMageCards, words: Words) -> ChainModel:
    """Return the model of a picture of the Chain."""
    board = board_model(view, words)
    seats = range(len(view.seats))
    return ChainModel(
        title=words.plain("warmage.picture.spells", count=len(view.chain)),
        links=board.chain,
        cards=tuple(spell_face(pool.by_id[link.card.card], words, text=True) for link in reversed(view.chain)),
        names=tuple(words.plain("player.you") if each == words.reader else words.name(each) for each in seats),
        seats=board.seats,
    )


@drawn_in_process
def draw_chain(model: ChainModel) -> bytes:
    """Draw a Chain, as a PNG."""
    laid = lay_chain(model)
    return png(paint(laid, round(laid.width)))


def lay_chain(model: ChainModel) -> Scene:
    """Return a Chain as a scene: the top Spell on the left, and an arrow to the next one if that is its target."""
    return _Chain(model).lay_out()


class _Chain:
    """A Chain that is being laid out, from top to bottom."""

    def __init__(self, model: ChainModel) -> None:
        self.scene = model
        self.items: list[Item] = [*titled(model.title)]
        self.names = Names()
        self.top: float = TITLE

    def lay_out(self) -> Scene:
        """Return the whole picture."""
        for start, row in rows(self.scene.cards):
            self.line(self.scene.links[start : start + len(row)], row)
        return Scene(WIDE, self.top - GAP, tuple(self.items))

    def line(self, links: Sequence[LinkModel], cards: Sequence[WideCard]) -> None:
        """Put Spells side by side, then the arrows between them."""
        lefts = [number * (HALF + GAP) for number in range(len(links))]
        for link, card, left in zip(links, cards, lefts, strict=True):
            drawn = tuple(self.spell(link, card, left))
            self.items.append(Group(drawn, id=self.names("chain", link.number), description=link.name))
        for link, below, left in zip(links, links[1:], lefts[1:], strict=False):
            if link.upon is not None and link.upon[0] == below.number:
                middle, down = left - GAP / 2, self.top + CASTER + ARROW_AT
                self.items.append(Path((ellipse((middle, down), 42),), GLOW, INK, 5))
                self.items.append(Image(Sign("arrow", INK, GLOW), middle - 26, down - 26, 52))
        aimed = any(link.at is not None or link.upon is not None for link in links)
        self.top += CASTER + cards[0].high + (TARGET if aimed else 0) + GAP

    def spell(self, link: LinkModel, card: WideCard, left: float) -> Iterator[Item]:
        """Yield a Spell: its caster, its card, a stamp on it if it will not happen, and its target."""
        shielded = FACE if link.protected else 0
        yield from self.player(link.seat, left, self.top, card.wide - shielded)
        if shielded:
            yield Image(Sign("ward", GLOW, PLATE), left + card.wide - 54, self.top + 6, 50)
        below = self.top + CASTER
        yield Image(card, left, below, card.wide)
        if link.fate in STAMPS:
            yield from self.stamp(link, left + card.start + 46, left + card.wide - 46, below + card.above - STAMP_UP)
        yield from self.target(link, left, left + card.wide, below + card.high + 8)

    def stamp(self, link: LinkModel, left: float, right: float, middle: float) -> Iterator[Item]:
        """Yield what stamps a Spell that will not happen, around a height."""
        paper, ink = STAMPS[link.fate]
        yield Path((rounded(left, middle - STAMP / 2, right, middle + STAMP / 2, 14),), paper, PAPER, 5)
        said, across = line_at((0, 0), link.told, int(right - left) - 110, (54, SMALL), ink)
        start = (left + right - across - 70) / 2
        yield Image(Sign(FATES[link.fate][0], ink, paper), start, middle - 28, 56)
        yield Text(said.text, (start + 70, middle), said.size, ink, "lm")

    def target(self, link: LinkModel, left: float, right: float, top: float) -> Iterator[Item]:
        """Yield arrows to what a Spell targets: a card, a player, or a card that is turned to a player."""
        at: float = left
        if link.upon is not None:
            room = right - left - 56 - (FACE + 56 if link.at is not None else 0)
            name, across = line_at((at + 48, top + FACE / 2), link.upon[1], int(room), (LARGE, SMALL), CHALK, "lm")
            yield self.arrow(at, top)
            yield self.plate(at + 40, top, across + 16)
            yield name
            at += 56 + across + 4
        if link.at is not None:
            yield self.arrow(at, top)
            yield from self.player(link.at, at + 44, top, right - at - 44, named=link.upon is None)

    def arrow(self, left: float, top: float) -> Image:
        """Return an arrow to a target."""
        return Image(Sign("arrow", GLOW, PLATE), left, top + FACE / 2 - 18, 36)

    def plate(self, left: float, top: float, wide: float) -> Path:
        """Return the ground behind a name."""
        return Path((rounded(left, top + 4, left + wide, top + FACE - 4, 12),), PLATE)

    def player(self, seat: Seat, left: float, top: float, room: float, *, named: bool = True) -> Iterator[Item]:
        """Yield a player's face and, if `named`, the name beside it."""
        if named:
            at = (left + FACE + 10, top + FACE / 2)
            name, across = line_at(at, self.scene.names[seat], int(room) - FACE - 26, (LARGE, SMALL), CHALK, "lm")
            yield self.plate(left + FACE / 2, top, FACE / 2 + 10 + across + 14)
            yield name
        yield from face_disc(self.scene.seats[seat], (left + FACE / 2, top + FACE / 2), FACE / 2 - 4)
