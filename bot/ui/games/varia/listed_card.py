"""A card of Varia as a row of a list, with its costs and figures."""

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from bot.ui.games.varia.card_picture import Front
from bot.ui.games.varia.faces import ActionFace
from bot.ui.pictures.listed_card import ListedCard
from bot.ui.pictures.scene import Scene

SIDE: Final = 100
"""The height of costs and figures, in their own units."""


def listed_action(card: str, face: ActionFace, number: int, copies: int = 1) -> ListedCard:
    """Return a card as a row of a list; `number` is 0 for one that can never be chosen."""
    front = Front(face)
    return ListedCard(
        card=card,
        name=face.name,
        art=face.emblem,
        key=front.key,
        paper=front.paper,
        kin=" · ".join(face.kin),
        text=" ".join(paragraph.text for paragraph in face.rules),
        number=number,
        copies=copies,
        costs=ListedCosts(face) if front.costs else None,
        figures=None if face.power is None and face.focus is None else ListedFigures(face),
        in_play=face.kind == "item",
    )


class ListedCosts(Struct, frozen=True):
    """The costs of a card, side by side."""

    face: ActionFace

    def scene(self) -> Scene:
        """Return the costs as a scene."""
        front = Front(self.face)
        front.cost(0, 0, SIDE)
        return Scene(SIDE * (1.04 * front.costs - 0.04), SIDE, tuple(front.items))


class ListedFigures(Struct, frozen=True):
    """Power and focus of a card; their dice only if they are not one each, as on nearly every card."""

    face: ActionFace

    def scene(self) -> Scene:
        """Return the figures as a scene."""
        face = self.face
        if all(each.dice == 1 for each in (face.power, face.focus) if each is not None):
            power, focus = (each and replace(each, dice=0) for each in (face.power, face.focus))
            face = replace(face, power=power, focus=focus)
        front = Front(face)
        wide = front.figures(0, SIDE / 2 + 4, SIDE, SIDE / 7)
        return Scene(wide, SIDE, tuple(front.items))
