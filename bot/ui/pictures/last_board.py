"""The last board of a match: how everybody ended, and the cards that ended it, the same for every game with cards."""

from typing import Final

from msgspec import Struct

from bot.ui.pictures.badges import PLATE
from bot.ui.pictures.colours import GLOW
from bot.ui.pictures.drawn_scene import DrawnScene
from bot.ui.pictures.finish import GAP, WIDE, Finish, Finisher, finish_box
from bot.ui.pictures.layout import Label, Plate, Stack, column, row, scene_of
from bot.ui.pictures.parts import face, image, piece
from bot.ui.pictures.scene import Group, Illustration, Names, Scene

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
    title = Label(board.title, (44, 38), GLOW, side="middle", height=TITLE, grow=1)
    below = [row(title, pad=(30, 0), plate=Plate(PLATE, 22)), _cards(board.cards)] if board.cards else []
    whole = scene_of(column(finish_box(board.finish), *below, gap=GAP, width=WIDE))
    items = sorted(whole.items, key=lambda item: isinstance(item, Group) and bool(item.id))
    return Scene(WIDE, round(whole.height), tuple(items))


def _cards(cards: tuple[LastCard, ...]) -> Stack:
    """Return cards side by side, equally wide, each with the face of the player whose it is."""
    names, count, shapes = Names(), len(cards), [each.card.scene() for each in cards]
    beside = 2 * FACE + 2 * GAP if any(card.player is not None for card in cards) else 0
    tallest = min(TALLEST * shape.width / shape.height for shape in shapes)
    width = min(WIDEST, tallest, (WIDE - (count - 1) * GAP) / count - beside)
    shown = [
        row(
            None if each.player is None else row(face(each.player, FACE), width=beside),
            piece(image(each.card, width, width * shape.height / shape.width), names(each.key, each.name), each.name),
        )
        for each, shape in zip(cards, shapes, strict=True)
    ]
    return row(*shown, gap=GAP)


draw_last_board = DrawnScene(lay_last_board, WIDE)
