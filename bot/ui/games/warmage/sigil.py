"""The sigils of WarMage's Spells: a sentence in signs.

The ring says when: a circle for an Opener, a diamond for a Reflex, a ring with speed cuts for a Swift; what lingers
hangs as a lantern. The core says what: blades wound, seams heal, a bar counters. The corners say what sets it off
(above), the price and the aim (below). The school is the colour and the cut of the field around the ring. All of it
follows from the Spell's fields, and only how the field is cut from its name.
"""

from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Final

from msgspec import Struct

from bot.ui.pictures.colours import Colour
from bot.ui.pictures.drawings import drawing, printed
from bot.ui.pictures.scene import Group, Item, Outline, Path, Point, Scene, placing
from engine.games.warmage.cards import (
    Aim,
    CardAim,
    Counter,
    Discard,
    Draw,
    Effect,
    Heal,
    PlayerAim,
    Spell,
    SpellAim,
    Wound,
    each_opponent,
)

PACKAGE: Final = "bot.ui.games.warmage"

SIDE: Final = 240
"""The side of a sigil, in the units of its drawings."""

MIDDLE: Final[Point] = (SIDE / 2, SIDE / 2)

SCHOOLS: Final[Mapping[str, Mapping[str, Colour]]] = {
    "ember": {"d": (179, 48, 29), "a": (255, 193, 77), "k": (53, 9, 10), "p": (251, 238, 219)},
    "tide": {"d": (20, 88, 140), "a": (111, 208, 238), "k": (6, 29, 51), "p": (238, 243, 238)},
    "root": {"d": (43, 107, 52), "a": (196, 222, 98), "k": (12, 36, 19), "p": (246, 241, 220)},
    "gale": {"d": (15, 114, 114), "a": (169, 239, 216), "k": (4, 41, 43), "p": (239, 245, 236)},
    "gloom": {"d": (85, 48, 136), "a": (224, 155, 242), "k": (26, 11, 48), "p": (245, 236, 242)},
    "star": {"d": (148, 105, 15), "a": (255, 226, 125), "k": (43, 28, 2), "p": (251, 243, 221)},
}
"""The field, the glow, the key and the paper of each school."""

MOST_CORES: Final = 3
"""How many effects a sigil shows; the text says the others."""

MOST_DRAWN: Final = 3
"""The largest number of drawn cards that has a drawing of its own."""

PLATES: Final = 3
"""How many drawings there are of the field."""

SHADE: Final[Outline] = ((-70, 128), (60, 140), (150, 126), (310, 136), (310, 330), (-70, 330))
"""The dark side of the field, which is turned with the cut."""

LEAN: Final = 24
"""How far cores may lean to either side, in degrees."""


class Sigil(Struct, frozen=True):
    """What is in a sigil.

    Attributes:
        school: the Spell's school.
        timing: when it may be cast.
        lingering: whether it stays in play.
        cores: its effects, as the names of drawings.
        corners: the corners that are not empty, as pairs of a corner and the name of a drawing.
        plate: which drawing of the field it has.
        turn: how far the cut and the dark side of the field are turned, in degrees.
        lean: how far the cores lean, in degrees.
    """

    school: str
    timing: str
    lingering: bool
    cores: tuple[str, ...]
    corners: tuple[tuple[str, str], ...]
    plate: int
    turn: int
    lean: int

    def scene(self) -> Scene:
        """Return the sigil as a square scene."""
        shade = Path((SHADE,), SCHOOLS[self.school]["k"])
        turned = (shade, *self.drawn(f"schools/{self.school}"))
        cut = Group(turned, placing(MIDDLE, turn=self.turn, about=MIDDLE))
        items: list[Item] = [*self.drawn(f"plate-{self.plate}"), cut]
        if self.lingering:
            items += self.drawn("rings/lingering")
        items += self.drawn(f"rings/{self.timing}")
        places, scale = LAYOUTS[len(self.cores)]
        scale *= 1.0 if self.timing == "reflex" else 1.14
        for core, (x, y) in zip(self.cores, places, strict=True):
            at = (MIDDLE[0] + x, MIDDLE[1] + y)
            items.append(Group(self.drawn(f"cores/{core}"), placing(at, scale=scale, turn=self.lean, about=MIDDLE)))
        for corner, sign in self.corners:
            items.append(Group(self.drawn(f"corners/{sign}"), placing(CORNERS[corner], about=CORNERS["aim"])))
        return Scene(SIDE, SIDE, tuple(items))

    def drawn(self, name: str) -> tuple[Item, ...]:
        """Return a drawing in the school's inks."""
        return printed(drawing(PACKAGE, name), SCHOOLS[self.school])


LAYOUTS: Final[Mapping[int, tuple[tuple[Point, ...], float]]] = {
    1: (((0, 0),), 1),
    2: (((-25, 0), (27, 0)), 0.72),
    3: (((-28, -18), (28, -18), (0, 28)), 0.6),
}
"""Where the cores are, from the middle, and how large, by their number."""

CORNERS: Final[Mapping[str, Point]] = {"trigger": (30, 30), "price": (30, 210), "aim": (210, 210)}
"""The middle of each corner's sign."""


def sigil_of(spell: Spell) -> Sigil:
    """Return a Spell's sigil."""
    ability = spell.abilities[0] if spell.abilities else None
    effects: tuple[Effect, ...] = spell.do or (ability.do if ability else ())
    aims: tuple[Aim, ...] = spell.aims or (ability.aims if ability else ())
    cost = spell.cost if spell.cost.discard else ability.cost if ability else spell.cost
    corners = {
        "trigger": ability.on if ability else "",
        "price": "this" if cost.this else "discard" if cost.discard else "",
        "aim": _aim(aims, effects),
    }
    number = int.from_bytes(sha256(spell.name.encode()).digest()[:4], "big")
    return Sigil(
        school=spell.school,
        timing=spell.timing,
        lingering=spell.lingering,
        cores=tuple(_core(effect, aims) for effect in effects[:MOST_CORES]),
        corners=tuple((corner, sign) for corner, sign in corners.items() if sign),
        plate=1 + number % PLATES,
        turn=number // 4 % 360,
        lean=number // 2048 % (2 * LEAN + 1) - LEAN,
    )


def _core(effect: Effect, aims: Iterable[Aim]) -> str:
    """Return the drawing for an effect."""
    match effect:
        case Wound(who="everyone"):
            return "wound-all"
        case Wound(who="target") if any(each_opponent(aim) for aim in aims):
            return "wound-all"
        case Wound(who="wounder"):
            return "wound-back"
        case Wound():
            return "wounds" if effect.count > 1 else "wound-deep" if effect.deepens else "wound"
        case Heal():
            return f"heal-{effect.wound}-self" if effect.who == "you" else f"heal-{effect.wound}"
        case Counter(to="hand"):
            return "counter-back"
        case Counter():
            chain = any(isinstance(aim, SpellAim) and aim.where == "chain" for aim in aims)
            return "counter-chain" if chain else "counter"
        case Draw():
            return f"draw-{min(effect.count, MOST_DRAWN)}"
        case Discard():
            return "discard"
    return effect.effect.replace(" ", "-")


def _aim(aims: tuple[Aim, ...], effects: Iterable[Effect]) -> str:
    """Return the drawing for what a Spell aims at, or for whom it applies to if it has no target; empty for nobody."""
    match aims[:1]:
        case (PlayerAim(who=who),):
            return "everyone" if who == "each opponent" else who
        case (CardAim(),):
            return "card"
        case (SpellAim(where="chain"),):
            return "chain"
        case (SpellAim(that=that),):
            return "response" if that == "was a response" else "spell"
    whom = {getattr(effect, "who", None) for effect in effects}
    return "opponent" if "wounder" in whom else "everyone" if "everyone" in whom else "you" if "you" in whom else ""
