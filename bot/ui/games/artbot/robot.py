"""The robots on Art Bot's cards: one for every card, put together from parts by its name and its figures.

The words of the name choose the parts and the temper, PP the bulk, the power the inks and what is behind the robot, and
the rarity how rich that is. What the words leave open follows from the name, so that a card looks the same everywhere.
"""

import re
from collections.abc import Iterable, Mapping
from hashlib import sha256
from math import atan2, cos, degrees, hypot, sin
from typing import Final

from msgspec import Struct

from bot.ui.games.artbot.lexicon import WORDS
from bot.ui.pictures.colours import Colour, mixed
from bot.ui.pictures.cuts import gouge
from bot.ui.pictures.drawings import drawing, printed
from bot.ui.pictures.scene import Affine, Group, Item, Outline, Path, Point, Scene, box, curve, ellipse, placing, stroke
from engine.games.artbot.cards import ArtBotCard, Power
from engine.text import slug

PACKAGE: Final = "bot.ui.games.artbot"

SIDE: Final = 400
"""The side of a robot's scene, in the units of its drawings."""

GROUND: Final = 362
"""Where a robot stands."""

PAPER: Final[Colour] = (246, 236, 216)
KEY: Final[Colour] = (31, 34, 48)
INKS: Final[Mapping[Power, tuple[Colour, Colour]]] = {
    "physical": ((229, 83, 45), (243, 181, 63)),
    "psychological": ((122, 92, 196), (242, 154, 166)),
    "spiritual": ((238, 169, 30), (63, 158, 163)),
    "holistic": ((67, 152, 91), (242, 193, 74)),
    "heal": ((238, 123, 131), (143, 205, 184)),
    "steal": ((74, 120, 181), (240, 192, 90)),
    "glitch": ((20, 179, 196), (239, 79, 151)),
}
"""The two inks of each power."""

NUMBERS: Final = 33600
"""How many different numbers tell apart what the parts do not."""

HEAVY: Final = 60
"""The PP from which a robot is as large as it gets."""


class Body(Struct, frozen=True):
    """Where things join a body, from the hips: its height, its shoulders, and the face that it has itself, if any."""

    height: float
    shoulder: Point
    face: tuple[float, float] | None = None
    grows: bool = True


BODIES: Final[Mapping[str, Body]] = {
    **{kind: Body(121, (73, -97)) for kind in ("barrel", "box", "pot", "gauge", "window", "loom", "crate")},
    "hulk": Body(121, (77, -99)),
    "bell": Body(121, (44, -97)),
    "ghost": Body(151, (58, -121)),
    "kiln": Body(172, (70, -86), (-113, 120)),
    "canvas": Body(155, (79, -65), (-90, 143)),
    "museum": Body(151, (73, -60), (-115, 88)),
    "portrait": Body(252, (116, -126), grows=False),
    "emptyframe": Body(214, (100, -96), (-133, 132), grows=False),
}

HEADS: Final[Mapping[str, tuple[float, tuple[float, float, float] | None]]] = {
    "dome": (-96, (0, -54, 112)),
    "round": (-106, (0, -62, 116)),
    "tv": (-102, (0, -62, 100)),
    "bucket": (-104, (4, -52, 100)),
    "jaw": (-116, None),
    "lens": (-104, None),
    "rings": (-132, (0, -66, 78)),
    "lamp": (-150, (0, -44, 96)),
    "bust": (-96, (0, -50, 88)),
    "pencil": (-158, (0, -52, 98)),
    "cab": (-122, (2, -54, 84)),
    "anvil": (-124, (0, -80, 104)),
    "helm": (-124, None),
    "spool": (-98, (0, -54, 98)),
    "bellhead": (-112, (0, -44, 96)),
    "cone": (-138, (0, -44, 92)),
    "horseshoe": (-84, (0, -50, 104)),
    "pixel": (-104, (-6, -52, 104)),
}
"""For each head, from the neck: where a hat sits, and the middle and width of a face, unless it has its own."""

FACE, HAT, ARM = 112, -104, 22
"""The width of the drawn faces, where the drawn hats sit, and the width of the arm that the drawn hands fit."""

HIPS: Final[Mapping[str, float]] = {
    "stumps": 315,
    "kick": 301,
    "step": 315,
    "tripod": 244,
    "treads": 310,
    "wheel": 278,
    "hover": 316,
    "spring": 315,
}
"""How high the hips are above each kind of legs."""

FAR: Final[Mapping[str, tuple[float, float, float]]] = {
    "offer": (34, 62, 16),
    "draw": (40, -20, 22),
    "point": (26, 64, 16),
    "sneak": (34, 30, 26),
    "shoulder": (22, 70, 18),
    "guard": (30, 74, 14),
    "stomp": (56, -52, 18),
    "slam": (46, -80, 30),
    "kick": (52, -26, 30),
    "drop": (52, -10, 30),
    "sway": (52, 20, 18),
    "fan": (26, 62, 20),
    "clasp": (-60, 44, -34),
    "push": (-116, 44, 18),
}
"""The far arm in each stance: how far its hand is outwards and down from the shoulder, and how much the arm bends."""


class Near(Struct, frozen=True):
    """The near arm in a stance: its hand from the shoulder, its bend, how its tool and hand are turned, its size."""

    hand: Point
    bend: float
    tool: float = 0
    turn: float | None = None
    size: float = 1


NEAR: Final[Mapping[str, Near]] = {
    "offer": Near((46, 26), -26, 8, -20),
    "draw": Near((50, 46), -24, 158, 10),
    "point": Near((62, -20), -14, 30),
    "sneak": Near((46, -4), -30, 12, -40, 1.05),
    "shoulder": Near((30, 44), -22, 14, -30, 1.05),
    "guard": Near((34, 52), -20, 3, 10, 0.95),
    "stomp": Near((50, -40), -20, 26, None, 0.9),
    "slam": Near((42, -80), -30, 20),
    "kick": Near((48, 16), -30, 30),
    "drop": Near((48, -10), -30, 20),
    "sway": Near((48, 20), -18, 20),
    "fan": Near((26, 62), -20, 20, None, 0.8),
    "clasp": Near((-60, 44), 34, 0, 30, 0.9),
    "push": Near((58, 20), -8, 30),
}

STANCES: Final = ("offer", "point", "guard", "sneak", "sway", "clasp", "stomp")
TEMPERS: Final = ("kind", "sly", "grumpy", "glee", "proud", "worried", "serene", "fierce", "startled", "judge")
TOOLS: Final = ("brush", "pencil", "mallet", "flower", "palette", "wrench", "jar", "frame", "spray", "trowel", "chisel")
HATS: Final = ("", "", "beret", "hardhat", "bowler", "goggles", "propeller", "leaf", "crown", "halo")
SKINS: Final = ("", "", "", "tiles", "patches", "medal")
"""What is chosen from if the name says nothing."""


class Robot(Struct, frozen=True):
    """What a robot is put together from, as the names of drawings; an empty part is left out.

    Attributes:
        bulk: how large its body is, from 0 to 1, by PP.
        rich: whether it stands before a full ink, as super rare cards do.
        number: chooses among equal drawings, and how it tilts.
    """

    power: Power
    bulk: float
    rich: bool
    number: int
    body: str
    head: str
    temper: str
    legs: str
    stance: str
    tool: str = ""
    hat: str = ""
    hand: str = "claw"
    effect: str = ""
    prop: str = ""
    skin: str = ""
    mark: str = ""

    def scene(self) -> Scene:
        """Return the robot as a square scene."""
        return Scene(SIDE, SIDE, tuple(_Assembly(self).items()))


def robot_of(card: ArtBotCard) -> Robot:
    """Return a card's robot."""
    said: dict[str, str] = {}
    name = card.name.lower()
    for word in (slug(name),) if slug(name) in WORDS else re.findall(r"[a-z\-]+", name):
        said |= WORDS.get(word) or WORDS.get(word.rstrip("s")) or {}
    number = int.from_bytes(sha256(name.encode()).digest()[:16], "big")
    choices: dict[str, tuple[str, ...]] = {
        "body": tuple(kind for kind, body in BODIES.items() if body.grows and not body.face),
        "head": tuple(HEADS),
        "temper": TEMPERS,
        "legs": ("stumps", "stumps", "treads", "wheel", "spring", "tripod"),
        "stance": STANCES,
        "tool": TOOLS,
        "hat": HATS,
        "skin": SKINS,
    }
    parts = {}
    for part, among in choices.items():
        number, chosen = divmod(number, len(among))
        parts[part] = among[chosen]
    if "legs" not in said and said.get("stance") in ("kick", "sneak"):
        parts["legs"] = {"kick": "kick", "sneak": "step"}[said["stance"]]
    if BODIES[said.get("body", "barrel")].face or said.get("body") == "portrait":
        parts["head"] = ""
    bulk = 0.3 if card.power == "glitch" else min(card.pp, HEAVY) / HEAVY
    return Robot(
        power=card.power, bulk=bulk, rich=card.rarity == "super rare", number=number % NUMBERS, **{**parts, **said}
    )


class _Assembly:
    """A robot that is being put together, from back to front."""

    def __init__(self, robot: Robot) -> None:
        self.robot = robot
        self.body = BODIES[robot.body]
        first, second = INKS[robot.power]
        self.inks = {"a": first, "b": second, "k": KEY, "p": PAPER}
        across, down = ((100 + 92 * robot.bulk) / 146, (96 + 50 * robot.bulk) / 121) if self.body.grows else (1.0, 1.0)
        self.stretched = placing((0, 0), scale=across, stretch=down / across)
        self.height = self.body.height * down
        self.shoulder: Point = (self.body.shoulder[0] * across, self.body.shoulder[1] * down)
        self.arm_width = 19 + 15 * robot.bulk
        self.tilt = (-2.5, -1.5, 1.5, 2.5)[robot.number % 4] + TILTS.get(robot.stance, 0)

    def items(self) -> Iterable[Item]:
        """Return everything from back to front."""
        robot = self.robot
        first, number = self.inks["a"], robot.number
        yield Path((box(0, 0, SIDE, SIDE),), mixed(first, PAPER, 0.84))
        turn = number % 24 * 15
        yield Group((Path((WALL,), mixed(first, PAPER, 0.5)),), placing((SIDE / 2, 200), turn=turn))
        aside, up = number // 24 % 7 * 20 - 60, number // 168 % 5 * 14 - 28
        light = placing((SIDE / 2 + aside, 196 + up), scale=LIGHTS[number // 840 % 4], about=(SIDE / 2, 196))
        drawn = self.drawn(f"backdrops/{robot.power}-{'rare' if robot.rich else 1 + number % 2}")
        yield from drawn if robot.rich or robot.power == "steal" else (Group(drawn, light),)
        yield from self.drawn("ground")
        if robot.stance == "crane":
            yield from self.drawn("boom")
        yield Group(tuple(self.standing()), self.place())
        if robot.effect:
            yield from self.drawn(f"effects/{robot.effect}")
        if robot.prop == "nail":
            yield from self.drawn("nail")

    def place(self) -> Affine:
        """Return where the robot stands: as large as the room allows, and to either side."""
        robot = self.robot
        high = self.height + (GROUND - HIPS[robot.legs] if self.body.grows else 30)
        if robot.head:
            high += (6 - HEADS[robot.head][0] + (40 if robot.hat else 16)) * (1.12 - 0.2 * robot.bulk)
        scale = min(1.0, (GROUND - 14) / high)
        mirrored = robot.number // 3360 % 2 == 1 and robot.mark != "nine" and robot.stance != "crane"
        aside = robot.number // 6720 % 5 * 9 - 18
        return placing((SIDE / 2 + aside, GROUND), scale=scale, mirrored=mirrored, about=(SIDE / 2, GROUND))

    def standing(self) -> Iterable[Item]:
        """Return the robot from its feet up."""
        hip = HIPS[self.robot.legs] if self.body.grows else GROUND - 30
        if self.body.grows:
            yield from self.drawn(f"legs/{self.robot.legs}")
        yield Group(tuple(self.upper()), placing((SIDE / 2, hip), turn=self.tilt))

    def drawn(self, name: str) -> tuple[Item, ...]:
        """Return a drawing in the robot's inks."""
        return printed(drawing(PACKAGE, name), self.inks)

    def upper(self) -> Iterable[Item]:
        """Return everything above the hips, from the hips."""
        robot = self.robot
        if robot.stance == "fan":
            yield from self.fan()
        if robot.stance in FAR:
            yield from self.far_arm(*FAR[robot.stance])
        over = (f"skins/{robot.skin}" if robot.skin else "", f"marks/{robot.mark}" if robot.mark else "")
        for name in (f"bodies/{robot.body}", *(over if self.body.grows else ())):
            if name:
                yield Group(self.drawn(name), self.stretched)
        if robot.head:
            yield Group(self.drawn("neck"), placing((0, 4 - self.height)))
            nod = (-5, -3, 3, 5)[self.robot.number // 8 % 4] - self.tilt / 2
            size = 1.12 - 0.2 * robot.bulk
            yield Group(tuple(self.head()), placing((0, -self.height - 6), scale=size, turn=nod))
        elif self.body.face is not None:
            middle, wide = self.body.face
            share = self.height / self.body.height
            yield Group(self.drawn(f"faces/{robot.temper}"), placing((0, middle * share), scale=wide * share / FACE))
        if robot.prop == "tie":
            yield Group(self.drawn("tie"), placing((0, 8 - self.height)))
        if robot.stance in NEAR:
            yield from self.near_arm(NEAR[robot.stance])

    def head(self) -> Iterable[Item]:
        """Return the head with its face and hat, from the neck."""
        robot = self.robot
        top, face = HEADS[robot.head]
        yield from self.drawn(f"heads/{robot.head}")
        if face is not None:
            x, y, wide = face
            yield Group(self.drawn(f"faces/{robot.temper}"), placing((x, y), scale=wide / FACE))
        if robot.hat:
            yield Group(self.drawn(f"hats/{robot.hat}"), placing((0, top - HAT)))

    def far_arm(self, out: float, down: float, bend: float) -> Iterable[Item]:
        """Return the far arm and its hand."""
        x, y = -self.shoulder[0], self.shoulder[1]
        end = (x - out, y + down)
        yield from self.arm((x, y), end, bend, self.arm_width)
        yield self.hand(end, _direction((x, y), end, bend))

    def near_arm(self, near: Near) -> Iterable[Item]:
        """Return the near arm with the tool in its hand."""
        x, y = self.shoulder
        end = (x + near.hand[0], y + near.hand[1])
        yield from self.arm((x, y), end, near.bend, self.arm_width * near.size)
        if self.robot.tool:
            size = (0.82 + self.robot.bulk / 4) * near.size
            held = placing((end[0] + 4, end[1]), scale=size, turn=near.tool)
            yield Group(self.drawn(f"tools/{self.robot.tool}"), held)
        if self.robot.tool != "shield":
            yield self.hand(end, _direction((x, y), end, near.bend) if near.turn is None else near.turn)

    def fan(self) -> Iterable[Item]:
        """Return four more arms, each with a brush."""
        for x, down, turn in ((-84, -84, -22), (84, -84, 22), (-122, -30, -34), (122, -30, 34)):
            side = 1 if x > 0 else -1
            start, end = (side * self.shoulder[0] * 0.9, self.shoulder[1] + 4), (x, self.shoulder[1] + down)
            yield from self.arm(start, end, -10 * side, self.arm_width * 0.62)
            yield Group(self.drawn("tools/brush"), placing(end, scale=0.66, turn=turn))
            yield self.hand(end, turn - 90, 0.62)

    def arm(self, start: Point, end: Point, bend: float, wide: float) -> Iterable[Item]:
        """Return an arm like a hose, and the ball of its shoulder."""
        line = curve(start, _bent(start, end, bend), end)
        yield Path((stroke(line, (wide, wide, wide * 0.82)),), self.inks["b"], KEY, 5.5)
        rings = []
        for (x, y), (on_x, on_y) in zip(line[2:-1:2], line[3::2], strict=False):
            turn = atan2(on_y - y, on_x - x)
            across = wide * 0.42
            rings.append(gouge((x + across * sin(turn), y - across * cos(turn)), turn + 1.57, across * 1.9, 2.4))
        yield Path(tuple(rings), KEY)
        yield Path((ellipse(start, wide * 0.72, points=14),), self.inks["a"], KEY, 5.5)

    def hand(self, at: Point, turn: float, size: float = 1) -> Item:
        """Return a hand at the end of an arm."""
        large = 1.25 if self.robot.hand in ("magnet", "fist") else 1.0
        return Group(
            self.drawn(f"hands/{self.robot.hand}"), placing(at, scale=self.arm_width / ARM * size * large, turn=turn)
        )


WALL: Final[Outline] = ((-400, 6), (-90, -8), (60, 8), (400, -4), (400, 500), (-400, 500))
"""The darker side of what is behind a robot, from the middle."""

LIGHTS: Final = (0.8, 0.95, 1.1, 1.3)
"""How large the light behind a robot is."""

TILTS: Final[Mapping[str, float]] = {"sneak": 4, "push": 8, "kick": -9, "stomp": -3, "sway": 4, "drop": -5}
"""How far a robot leans in a stance, in degrees."""


def _bent(start: Point, end: Point, bend: float) -> Point:
    """Return the point towards which an arm bends."""
    across, down = end[0] - start[0], end[1] - start[1]
    length = hypot(across, down) or 1
    return ((start[0] + end[0]) / 2 - down / length * bend, (start[1] + end[1]) / 2 + across / length * bend)


def _direction(start: Point, end: Point, bend: float) -> float:
    """Return the direction in which an arm ends, in degrees."""
    x, y = _bent(start, end, bend)
    return degrees(atan2(end[1] - y, end[0] - x))
