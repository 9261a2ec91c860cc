"""The last board of a match: how everybody ended, and the cards that ended it, the same for every game with cards."""

from typing import Final

from msgspec import Struct

from bot.ui.pictures.badges import PLATE
from bot.ui.pictures.colours import GLOW
from bot.ui.pictures.drawn_scene import DrawnScene
from bot.ui.pictures.finish import GAP, WIDE, Finish, Finisher, finish_height, finish_items
from bot.ui.pictures.impacts import face_disc
from bot.ui.pictures.scene import Frame, Group, Illustration, Image, Item, Names, Scene
from bot.ui.pictures.shapes import line_at

TITLE: Final = 76
"""The height of the plate with the title above the cards."""

FACE: Final = 46
"""The radius of the face beside a card."""

WIDEST, TALLEST = 620, 520
"""The greatest width and height of a card: the winner stays the largest thing."""


class LastCard(Struct, frozen=True):
    """A card on the last board.

    Attributes:
        card: what is drawn.
        name: what the card is called.
        key: the start of the name of its piece.
        player: whose it is; None if the title says so.
    """

    card: Illustration
    name: str
    key: str
    player: Finisher | None = None


class LastBoard(Struct, frozen=True):
    """Everything that the last board shows, and nothing else: equal boards result in the same picture.

    Attributes:
        title: what the cards are.
        cards: some cards, at most four; there may be none.
    """

    finish: Finish
    title: str
    cards: tuple[LastCard, ...]


def lay_last_board(board: LastBoard) -> Scene:
    """Return the last board as a scene, with everything that is no piece behind the pieces."""
    top = finish_height(board.finish)
    if not board.cards:
        return Scene(WIDE, top, tuple(finish_items(board.finish)))
    top += GAP
    items: list[Item] = []
    cards: list[Item] = []
    items.append(Frame((0, top), (WIDE, TITLE), 22, PLATE, PLATE, 1))
    items.append(line_at((WIDE / 2, top + TITLE / 2), board.title, WIDE - 60, (44, 38), GLOW)[0])
    top += TITLE + GAP
    names, count = Names(), len(board.cards)
    faces = any(card.player is not None for card in board.cards)
    beside = 2 * FACE + 2 * GAP if faces else 0
    shapes = [each.card.scene() for each in board.cards]
    tallest = min(TALLEST * shape.width / shape.height for shape in shapes)
    wide = min(WIDEST, tallest, (WIDE - (count - 1) * GAP) / count - beside)
    left = (WIDE - count * (wide + beside) - (count - 1) * GAP) / 2
    highest = 0.0
    for each, shape in zip(board.cards, shapes, strict=True):
        high = wide * shape.height / shape.width
        shown = (Image(each.card, left + beside, top, wide),)
        if each.player is not None:
            items += face_disc(each.player, (left + FACE + GAP, top + high / 2), FACE)
        cards.append(Group(shown, id=names(each.key, each.name), description=each.name))
        left += beside + wide + GAP
        highest = max(highest, high)
    return Scene(WIDE, top + round(highest), (*items, *finish_items(board.finish), *cards))


draw_last_board = DrawnScene(lay_last_board, WIDE)
