"""The pictures on Zarcana's cards: each Major its own, courts with faces, and pips that count."""

from collections.abc import Mapping
from hashlib import sha256
from typing import Final

from msgspec import Struct

from bot.ui.pictures.colours import Colour, mixed
from bot.ui.pictures.drawings import drawing, printed
from bot.ui.pictures.scene import Group, Outline, Path, Scene, placing
from engine.games.zarcana.pool import TRUMPS

PACKAGE: Final = "bot.ui.games.zarcana"

PLATE: Final = (400, 352)
"""The width and height of a plate, in the units of its drawings."""

PAPER: Final[Colour] = (248, 239, 220)

INKS: Final[Mapping[str, Mapping[str, Colour]]] = {
    TRUMPS: {"a": (123, 79, 176), "b": (241, 185, 59), "k": (36, 27, 56), "p": PAPER},
    "cups": {"a": (47, 116, 184), "b": (240, 138, 114), "k": (22, 35, 56), "p": PAPER},
    "wands": {"a": (63, 145, 80), "b": (241, 185, 59), "k": (23, 40, 31), "p": PAPER},
    "swords": {"a": (200, 65, 63), "b": (169, 183, 198), "k": (42, 24, 32), "p": PAPER},
    "discs": {"a": (201, 138, 28), "b": (111, 179, 164), "k": (43, 32, 19), "p": PAPER},
}
"""Two inks, the key and the paper of each suit."""


class TarotPlate(Struct, frozen=True):
    """A card's picture: the card, and the suit in whose inks it is printed."""

    card: str
    suit: str

    def scene(self) -> Scene:
        """Return the picture as a scene."""
        inks = INKS[self.suit]
        ground, *marks = printed(drawing(PACKAGE, self.card), inks)
        if self.suit == TRUMPS:
            return Scene(*PLATE, (ground, *marks))
        turn = int.from_bytes(sha256(f"hand-0/{self.card}".encode()).digest()[:2], "big") % 360
        shade = Path((SHADE,), mixed(inks["b"], inks["a"], 0.35) if ground.fill == PAPER else inks["k"])
        middle = (PLATE[0] / 2, PLATE[1] / 2)
        return Scene(*PLATE, (ground, Group((shade,), placing(middle, turn=turn)), *marks))


SHADE: Final[Outline] = ((-300, 20), (-70, 34), (60, 14), (300, 28), (300, 300), (-300, 300))
"""The shaded side of a suit's ground, from the middle; every card has its own turn of it."""
