"""Robots that belong to no card: one for each seat, until the player has a card to show."""

from typing import Final

from msgspec import Struct

from bot.ui.games.artbot.robot import SIDE, Robot
from bot.ui.pictures.scene import Group, Illustration, Scene, ellipse
from engine.games.artbot.cards import Power

_LOOKS: Final[tuple[tuple[Power, str, str, str, str, str, str, str], ...]] = (
    ("steal", "barrel", "tv", "kind", "stumps", "offer", "brush", "beret"),
    ("physical", "box", "dome", "glee", "treads", "point", "pencil", "propeller"),
    ("holistic", "pot", "round", "proud", "stumps", "guard", "flower", "leaf"),
    ("spiritual", "gauge", "lamp", "serene", "wheel", "sway", "palette", ""),
    ("heal", "window", "bucket", "kind", "spring", "offer", "jar", "bowler"),
    ("glitch", "crate", "pixel", "sly", "stumps", "point", "spray", ""),
    ("psychological", "loom", "cone", "judge", "tripod", "guard", "chisel", ""),
    ("physical", "bell", "spool", "grumpy", "stumps", "offer", "wrench", "goggles"),
)

MASCOTS: Final = tuple(
    Robot(
        power,
        0.5,
        rich=False,
        number=0,
        body=body,
        head=head,
        temper=temper,
        legs=legs,
        stance=stance,
        tool=tool,
        hat=hat,
    )
    for power, body, head, temper, legs, stance, tool, hat in _LOOKS
)
"""The robot of each seat."""


class Disc(Struct, frozen=True):
    """A robot on a disc."""

    robot: Illustration

    def scene(self) -> Scene:
        """Return the disc as a square scene."""
        clip = ellipse((SIDE / 2, SIDE / 2), SIDE / 2, points=48)
        return Scene(SIDE, SIDE, (Group(self.robot.scene().items, clip=clip),))
