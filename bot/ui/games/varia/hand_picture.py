"""The picture of a hand, with what its player has in play below it.

Cards fill the picture's width, with the numbers of their buttons. Three side by side are upright. Two, and a single
one, lie on their sides.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from bot.ui.games.varia import board
from bot.ui.games.varia.card_picture import HAND as UPRIGHT
from bot.ui.games.varia.card_picture import HELD_ART, TILE, HandCard, TileCard
from bot.ui.games.varia.picture import described
from bot.ui.games.varia.scene import VariaHandScene, hand_scene
from bot.ui.games.varia.wide_card import HALF, WHOLE, WideCard
from bot.ui.pictures.drawing_process import drawn_in_process
from bot.ui.pictures.painter import paint
from bot.ui.pictures.picture import DESCRIPTION, Picture, description, png
from bot.ui.pictures.scene import Group, Image, Item, Names, Scene
from bot.ui.pictures.shapes import TAB, tab_at
from bot.ui.pictures.strip import WIDE
from bot.ui.words import Spoken, Words
from engine.contract import Decision, Seat, letter
from engine.games.varia.pool import VariaCards
from engine.games.varia.view import VariaView

HAND, REST = "varia-hand.png", "varia-hand-below.png"

TALLEST: Final = 1500
"""The height, in pixels, from which on clients show a picture narrower than a phone's panel."""

MOST: Final = 6
"""The number of cards in the first picture of a hand that needs two: two rows."""

GAP: Final = 12
"""The gap between cards, in pixels."""

THREE, TWO = 3, 2
"""How many cards are side by side: three, or two of four."""

KEPT: Final = 128
"""The number of drawn hands to cache: a hand is shown again after every click."""


def hand_picture(view: VariaView, seat: Seat, words: Words) -> Picture | None:
    """Return a picture of a seat's hand, items and stacks; None if the hand is empty or hidden from the viewer."""
    if not isinstance(words.cards, VariaCards) or not view.seats[letter(seat)].hand:
        return None
    scene = hand_scene(view, seat, words.cards, words)
    return Picture(HAND, draw_action_hand(scene), _described(view, seat, words))


def hand_pictures(view: VariaView, seat: Seat, words: Words, asked: Decision | None) -> tuple[Picture, ...]:
    """Return the same in as many pictures as can have the whole width of a panel; none if there is no hand to show.

    The cards that a question offers have the numbers of their buttons. The first picture's description has everything.
    """
    if not isinstance(words.cards, VariaCards) or not view.seats[letter(seat)].hand:
        return ()
    first, *rest = pages(hand_scene(view, seat, words.cards, words, asked))
    pictures = [Picture(HAND, draw_action_hand(first), _described(view, seat, words))]
    for page in rest:
        names = [*(face.name for face, _ in page.cards), *map(described, page.below)]
        pictures.append(Picture(REST, draw_action_hand(page), description("\n".join(names))))
    return tuple(pictures)


def pages(scene: VariaHandScene) -> list[VariaHandScene]:
    """Divide a hand that is too tall: the first two rows of cards, and everything else."""
    first, rest = scene.cards[:MOST], scene.cards[MOST:]
    if lay_action_hand(scene).height <= TALLEST or not (rest or scene.below):
        return [scene]
    known = scene.numbers
    return [
        VariaHandScene(first, (), known[: len(first)]),
        VariaHandScene(rest, scene.below, known[len(first) :]),
    ]


def _described(view: VariaView, seat: Seat, words: Words) -> str:
    """Return a description of a hand's picture to be read aloud, in as much detail as fits."""
    spoken = Spoken.of(words)
    around = "\n".join(board.in_play(view.seats[letter(seat)], spoken))
    return description(f"{board.hand(view, seat, spoken, DESCRIPTION - len(around) - 1)}\n{around}".strip())


def hand_drawing(view: VariaView, seat: Seat, words: Words) -> Scene | None:
    """Return a seat's hand, items and stacks as a scene to draw; None if the hand is empty or hidden."""
    if not isinstance(words.cards, VariaCards) or not view.seats[letter(seat)].hand:
        return None
    return lay_action_hand(hand_scene(view, seat, words.cards, words))


@drawn_in_process(KEPT)
def draw_action_hand(scene: VariaHandScene) -> bytes:
    """Draw a hand, as a PNG."""
    return png(paint(lay_action_hand(scene), WIDE))


def lay_action_hand(scene: VariaHandScene) -> Scene:
    """Return a hand as a scene, with what is in play below it."""
    return _Hand(scene).lay_out()


def rows(count: int) -> Iterator[int]:
    """Yield how many of some cards to put side by side in each row: three, and what is left in the last one."""
    left = count
    while left:
        across = TWO if count == TWO * TWO else min(THREE, left)
        yield across
        left -= across


class _Hand:
    """A hand that is being laid out, from top to bottom."""

    def __init__(self, scene: VariaHandScene) -> None:
        self.scene = scene
        self.numbers = iter(scene.numbers)
        self.items: list[Item] = []
        self.names = Names()
        self.top = 0.0

    def lay_out(self) -> Scene:
        """Return the whole picture."""
        held, below = iter(self.scene.cards), iter(self.scene.below)
        for across in rows(len(self.scene.cards)):
            cards = [next(held) for _ in range(across)]
            names = [(face.name, face.name) for face, _ in cards]
            if across == THREE:
                upright = [HandCard(face, copies) for face, copies in cards]
                high = max(card.height_with(HELD_ART) for card in upright)
                self.row("card", [replace(card, high=high) for card in upright], names, high / UPRIGHT[0])
            else:
                self.wide("card", [WideCard(face, _units(across), copies) for face, copies in cards], names)
        for across in rows(len(self.scene.below)):
            tiles = [next(below) for _ in range(across)]
            names = [(tile.face.name, described(tile)) for tile in tiles]
            if across == THREE:
                self.row("in_play", [TileCard(tile) for tile in tiles], names, TILE[1] / TILE[0])
            else:
                cards_ = [WideCard(tile.face, _units(across), mark=tile.mark, out=tile.out) for tile in tiles]
                self.wide("in_play", cards_, names)
        return Scene(WIDE, self.top - GAP, tuple(self.items))

    def wide(self, kind: str, cards: Sequence[WideCard], names: Sequence[tuple[str, str]]) -> None:
        """Show cards that lie on their sides, as high as the highest one."""
        high = max(card.needed_height for card in cards)
        self.row(kind, [replace(card, high=high) for card in cards], names, high / cards[0].wide)

    def row(
        self,
        kind: str,
        cards: Sequence[HandCard | WideCard | TileCard],
        names: Sequence[tuple[str, str]],
        tall: float,
    ) -> None:
        """Show cards side by side, with their names and descriptions; `tall` is the height as a share of the width."""
        numbers = [next(self.numbers, 0) for _ in cards]
        wide = (WIDE - (len(cards) - 1) * GAP) / len(cards)
        self.top += TAB[1] if any(numbers) else 0
        for place, (card, number, (name, told)) in enumerate(zip(cards, numbers, names, strict=True)):
            left = place * (wide + GAP)
            if number:
                self.items.append(tab_at(number, left, self.top, wide))
            image = Image(card, left, self.top, wide)
            self.items.append(Group((image,), id=self.names(kind, name), description=told))
        self.top += wide * tall + GAP


def _units(across: int) -> int:
    return HALF if across == TWO else WHOLE
