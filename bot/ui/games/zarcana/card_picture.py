"""Drawing one of Zarcana's cards large enough to read, with icons and words for what its powers require."""

from typing import Final

from bot.ui.games.zarcana.model import CardModel
from bot.ui.games.zarcana.need_icons import NeedIcons
from bot.ui.games.zarcana.plate import PLATE
from bot.ui.pictures.colours import INK
from bot.ui.pictures.drawn_scene import DrawnScene
from bot.ui.pictures.layout import Art, Label, Plate, Room, Space, column, row
from bot.ui.pictures.parts import edged, image, sign
from bot.ui.pictures.rich_text import Paragraph, lay_out, rich_text_at
from bot.ui.pictures.scene import Image, Item, Scene

WIDE, HIGH = 560, 820
"""The size of a card, in pixels."""

EDGE: Final = 18
"""Pixels between a card's edge and its contents."""

NAME, TEXT, NEED = (52, 14), 34, (26, 14)
"""The sizes of the name, of the power and of a requirement, in pixels."""

ICON, SLAB, CORNER = 44, 76, 95
"""The side of an icon, the height of the slab with the name, and the side of a corner, in pixels."""


def lay_tarot_card(shown: CardModel) -> Scene:
    """Return a card to read as a scene: its picture, value and name, its power, and what that requires."""
    face, look = shown.face, shown.face.look
    power = lay_out((Paragraph(shown.power),), WIDE - 2 * EDGE, 0, TEXT, TEXT)
    name = Label(face.name, NAME, look.paper, "title", "middle", grow=1)
    needs = [
        row(image(NeedIcons((need,), look.ink), ICON, ICON), Label(said, NEED, INK, grow=1), gap=EDGE, height=ICON)
        for need, said in shown.needs
    ]
    rules = Art(lambda room: rich_text_at((room.left, room.top), power, INK, INK, look.paper), (0, power.height))
    texts = column(rules, *needs, gap=10, pad=(EDGE, 12), plate=Plate(look.paper, 0))
    slab = row(name, pad=(EDGE, 0), height=SLAB, plate=Plate(look.ink, 0))
    worth = Label(face.worth, (76, 14), look.paper, "title", "middle", grow=1)
    plate, suit = Plate(look.ink, 16), sign(look.sign, 0.68 * CORNER, look.paper, look.ink)

    def art(room: Room) -> list[Item]:
        wide = max(WIDE, room.height * PLATE[0] / PLATE[1])
        drawn = Image(face.art, 0, min(0, (room.height - wide * 0.88) / 2), wide)
        corners = row(row(worth, width=CORNER, plate=plate), Space(grow=1), row(suit, width=CORNER, plate=plate))
        return [drawn, *corners.items(Room(0, 0, WIDE, CORNER))]

    whole = column(Art(art, (0, 0), 1), slab, texts).items(Room(0, 0, WIDE, HIGH))
    return edged(whole, (WIDE, HIGH), 24, 5, look.ink)


draw_tarot_card = DrawnScene(lay_tarot_card, WIDE)
