"""The picture of a hand, with what its player has in play after it.

All cards have one size, two side by side, and the numbers of their buttons. What is in play has a golden edge.
"""

from math import ceil
from typing import Final

from msgspec.structs import replace

from bot.ui.games.varia import board
from bot.ui.games.varia.picture import described
from bot.ui.games.varia.scene import ActionTile, VariaHandScene, hand_scene
from bot.ui.games.varia.wide_card import WIDTH, WideCard
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

HAND, NEXT = "varia-hand.png", "varia-hand-{}.png"

TALLEST: Final = 1500
"""The height, in pixels, from which on clients show a picture narrower than a phone's panel."""

GAP: Final = 12
"""The gap between cards, in pixels."""

ACROSS: Final = 2
"""The number of cards side by side."""

HALF: Final = (WIDE - GAP) / ACROSS
"""The width of a card, in pixels."""

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
    for number, page in enumerate(rest, 2):
        names = [*(face.name for face, _ in page.cards), *map(described, page.below)]
        pictures.append(Picture(NEXT.format(number), draw_action_hand(page), description("\n".join(names))))
    return tuple(pictures)


def pages(scene: VariaHandScene) -> list[VariaHandScene]:
    """Divide a hand that is too tall into equal parts with whole rows, whose cards all have the same size."""
    shown = [*scene.cards, *scene.below]
    rows = ceil(len(shown) / ACROSS)
    count = ceil(rows / max(1, int(TALLEST / _step(scene))))
    each = ACROSS * ceil(rows / count)
    held, high = len(scene.cards), card_height(scene)
    return [
        VariaHandScene(
            scene.cards[start : start + each],
            scene.below[max(0, start - held) : max(0, start + each - held)],
            scene.numbers[start : start + each],
            high,
        )
        for start in range(0, len(shown), each)
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
    """Return a hand as a scene, with what is in play after it."""
    return _Hand(scene).lay_out()


class _Hand:
    """A hand that is being laid out, from top to bottom."""

    def __init__(self, scene: VariaHandScene) -> None:
        self.scene = scene
        self.items: list[Item] = []
        self.names = Names()

    def lay_out(self) -> Scene:
        """Return the whole picture: cards of one size, and then what is in play."""
        held = [(WideCard(face, copies), "card", face.name) for face, copies in self.scene.cards]
        below = [(_in_play(tile), "in_play", described(tile)) for tile in self.scene.below]
        high = card_height(self.scene)
        tab = TAB[1] if any(self.scene.numbers) else 0
        top = 0.0
        for place, (card, kind, told) in enumerate((*held, *below)):
            left = place % ACROSS * (HALF + GAP)
            top = place // ACROSS * _step(self.scene) + tab
            number = self.scene.numbers[place] if place < len(self.scene.numbers) else 0
            if number:
                self.items.append(tab_at(number, left, top, HALF))
            image = Image(replace(card, high=high), left, top, HALF)
            self.items.append(Group((image,), id=self.names(kind, card.face.name), description=told))
        return Scene(WIDE, top + high * HALF / WIDTH, tuple(self.items))


def card_height(scene: VariaHandScene) -> float:
    """Return the height of every card of a hand, in its own units: as high as the highest one."""
    cards = [WideCard(face) for face, _ in scene.cards] + [_in_play(tile) for tile in scene.below]
    return max(scene.high, *(card.needed_height for card in cards))


def _in_play(tile: ActionTile) -> WideCard:
    return WideCard(tile.face, mark=tile.mark, out=tile.out, in_play=True)


def _step(scene: VariaHandScene) -> float:
    """Return the distance between two rows of cards, in pixels."""
    return card_height(scene) * HALF / WIDTH + GAP + (TAB[1] if any(scene.numbers) else 0)
