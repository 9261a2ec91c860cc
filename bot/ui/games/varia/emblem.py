"""The emblems of Varia's cards: a linocut of two blocks for every card, cut from what the card is.

One model says what is in the emblem; it follows from the card's definition and its set, so that a card looks the same
everywhere, and one that somebody has just uploaded has an emblem at once.
"""

from hashlib import sha256
from math import pi
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from bot.ui.games.varia.charges import charge_of
from bot.ui.pictures.colours import Colour
from bot.ui.pictures.cuts import SIDE, WoodBlock
from bot.ui.pictures.drawings import DrawingMark, drawing, printed
from bot.ui.pictures.scene import Affine, Group, Item, Point, Scene, box, placing
from engine.games.varia.cards import AnyCard, action_of

PACKAGE: Final = "bot.ui.games.varia"

Inks: TypeAlias = tuple[Colour, Colour, Colour]
"""The key ink, the second ink, and the paper."""

PALETTES: Final[dict[str, Inks]] = {
    "cinder-vanguard": ((38, 21, 15), (226, 73, 42), (246, 230, 201)),
    "oathwarden": ((18, 53, 43), (223, 174, 59), (245, 237, 214)),
    "mistbinder": ((14, 53, 64), (98, 180, 192), (238, 242, 230)),
    "gravesinger": ((42, 26, 56), (151, 179, 81), (236, 230, 211)),
    "wyrmblooded": ((63, 11, 24), (240, 146, 29), (246, 228, 191)),
    "mirrorblade": ((27, 29, 46), (183, 149, 228), (241, 237, 242)),
    "evenlight-pilgrim": ((34, 50, 140), (247, 167, 101), (251, 239, 217)),
    "cogwright": ((58, 35, 18), (63, 166, 140), (241, 229, 201)),
    "wayfarers": ((47, 47, 42), (200, 132, 90), (241, 232, 211)),
}
"""The inks of each class; a set that is not here gets those of one that is."""

GROUNDS: Final = 3
"""How many drawings there are of each class's ground."""

Sky: TypeAlias = Literal["paper", "second", "key"]
Light: TypeAlias = Literal["rays", "dawn", "rings", "strips"]

SIGNS: Final[dict[str, str]] = {
    "fire": "sparks",
    "water": "rain",
    "air": "wind",
    "angelic": "halo",
    "death": "moon",
    "shadow": "moon",
    "fast": "streaks",
    "ranged": "darts",
    "improved": "stars",
    "impaired": "crack",
}
"""What can be shown beside the charge, by the card's subtypes and keywords."""

PLAIN_COST, DEAR = 1, 5
"""The cost in AP of a card without one, and the cost from which the whole sky takes the second ink."""


class Emblem(Struct, frozen=True):
    """What is in the emblem of a card of Varia.

    Attributes:
        palette: the class whose inks it is printed in.
        ground: the class whose land it shows, and which drawing of it.
        charge: the drawing in the middle, and which of its two sides is seen.
        sky: the ink of the sky: magic has a night, what costs much has the second ink.
        light: how the sky is lit: attacks have rays, blocks a dawn, magic rings.
        rays: how many rays, by power and cost.
        size: how large the charge is, by cost.
        twin: whether the charge is there twice.
        signs: what stands beside the charge, as in `SIGNS`.
        drops: how many drops of blood hang from the upper edge.
        seed: what the hand that cuts it is seeded with.
    """

    palette: str
    ground: tuple[str, int]
    charge: tuple[str, int]
    sky: Sky
    light: Light
    rays: int
    size: float
    twin: bool
    signs: tuple[str, ...]
    drops: int
    seed: str

    def scene(self) -> Scene:
        """Return the emblem as a square scene."""
        return Scene(SIDE, SIDE, _Print(self).items())


def _number(text: str) -> int:
    return int.from_bytes(sha256(text.encode()).digest()[:6], "big")


def palette_of(card_set: str) -> str:
    """Return the class in whose inks the cards of a set are printed: its own, or one that its key leads to."""
    return _class_for(card_set, _number(card_set))


def _class_for(card_set: str, number: int) -> str:
    return card_set if card_set in PALETTES else tuple(PALETTES)[number % len(PALETTES)]


def emblem_of(card: AnyCard, card_set: str) -> Emblem:
    """Return the emblem of a card of the set with this key."""
    seed = f"{card_set}/{card.name}"
    number, figures = _number(seed), action_of(card)
    types = figures.types if figures is not None else ()
    subtypes = figures.subtypes if figures is not None else ()
    keywords = figures.keywords if figures is not None else ()
    cost = figures.cost.ap if figures is not None else PLAIN_COST
    blood = figures.cost.hp if figures is not None else 0
    power = max(0, figures.power or 0) if figures is not None else 0
    night = "magical" in types or "shadow" in subtypes or "death" in subtypes
    marks = {*subtypes, *keywords}
    name = card.name.lower()
    charge = charge_of(card, number)
    return Emblem(
        palette=palette_of(card_set),
        ground=(_class_for(card_set, _number(card_set) // 16), 1 + number % GROUNDS),
        charge=(charge, 1 if charge in ONE_SIDED else 1 + number // 8 % 2),
        sky="second" if cost >= DEAR or (not night and number // 64 % 2) else "key" if night else "paper",
        light="rays" if "attack" in types else "dawn" if "block" in types else "rings" if night else "strips",
        rays=min(26, 16 + 2 * power + 2 * cost),
        size=0.96 + 0.05 * min(cost, 6),
        twin=any(word in name for word in ("twin", "two", "second", "both")),
        signs=tuple(dict.fromkeys(sign for mark, sign in SIGNS.items() if mark in marks)),
        drops=min(6, 2 + blood) if blood else 0,
        seed=seed,
    )


ONE_SIDED: Final = frozenset(("axe", "tail", "scales", "tower", "meteor", "eye", "rapier"))
"""Charges of which there is only one drawing."""


class _Print:
    """An emblem that is being cut: sky, far land, charge, near land, and what hangs over all of it."""

    def __init__(self, emblem: Emblem) -> None:
        self.emblem = emblem
        self.block = WoodBlock(emblem.seed)
        key, second, paper = PALETTES[emblem.palette]
        far = paper if emblem.sky == "second" else second
        self.inks = {"k": key, "i": second, "p": paper, "r": paper, "s": second, "h": far}
        slip = self.block.slip
        self.middle: Point = (316 + slip(24), 262 + slip(10))
        self.lean = slip(10)
        self.register: Point = (slip(5), 5.5)

    def items(self) -> tuple[Item, ...]:
        """Return everything from back to front."""
        land, number = self.emblem.ground
        self.sky()
        self.beside()
        behind = printed(self.block.marks, self.inks)
        far = printed(drawing(PACKAGE, f"grounds/{land}-{number}-far"), self.inks)
        charge = tuple(Group(self.charge(), place) for place in self.places())
        near = (
            ()
            if self.emblem.charge[0] == "maw"
            else printed(drawing(PACKAGE, f"grounds/{land}-{number}-near"), self.inks)
        )
        self.block.marks = []
        self.over()
        return (*behind, *far, *charge, *near, *printed(self.block.marks, self.inks))

    def sky(self) -> None:
        """Cut the sky and its light."""
        emblem, block = self.emblem, self.block
        ground = {"paper": "p", "second": "i", "key": "k"}[emblem.sky]
        near, far = {"paper": ("i", "k"), "second": ("p", "k"), "key": ("p", "i")}[emblem.sky]
        aside = block.random.choice((-1, 1)) * block.random.uniform(34, 74)
        sun = (self.middle[0] + aside, self.middle[1] + block.random.uniform(-50, 6))
        radius = 150 + 60 * (emblem.size - 0.96)
        block.fill(ground, box(-10, -10, 610, 610))
        match emblem.light:
            case "rays":
                block.rays(near, sun, emblem.rays, radius * 0.9, 7.5, (0, 2 * pi))
                block.rays(far, sun, emblem.rays // 3, radius * 1.25, 3.6, (0.05, 2 * pi + 0.05))
            case "dawn":
                block.rays(near, (sun[0], 470), emblem.rays, radius * 1.2, 9, (-pi, 0))
                block.rays(far, (sun[0], 470), emblem.rays // 3, radius * 1.5, 4.2, (-pi + 0.04, 0.04))
            case "rings":
                block.rings(near, sun, radius * 0.85, 29, 6.5, 7)
                block.rings(far, sun, radius * 0.98, 56, 3.4, 4)
            case _:
                block.strips(near, (10, 460), 26, 8, 0.8)
                block.strips(far, (20, 240), 44, 4.4, 0.55)
        if emblem.sky == "key" or (emblem.sky == "second" and emblem.light == "rays"):
            block.disc("i" if emblem.sky == "key" else "p", sun, radius)

    def beside(self) -> None:
        """Cut what the card's subtypes and keywords add to the sky."""
        block, ink = self.block, "k" if self.emblem.sky == "paper" else "p"
        for sign in self.emblem.signs:
            match sign:
                case "sparks":
                    block.scattered(ink, 9, (-1.2, 0.5), (12, 26))
                case "rain":
                    block.scattered("p" if ink == "p" else "i", 15, (1.9, 0.1), (20, 44))
                case "halo":
                    block.rings(ink, (self.middle[0], self.middle[1] - 20), 190, 18, 5, 2)
                case "streaks":
                    block.rays(ink, (-700, 330), 9, 690, 4, (-0.32, 0.1))
                case "moon" | "wind" | "darts" | "stars":
                    block.marks += [_inked(mark, ink) for mark in drawing(PACKAGE, f"signs/{sign}")]

    def places(self) -> tuple[Affine, ...]:
        """Return where the charge is printed: once, or twice crossed."""
        emblem, (x, y) = self.emblem, self.middle
        centre = (SIDE / 2, SIDE / 2)
        if emblem.charge[0] == "maw":
            return (placing((x, y), about=centre),)
        if not emblem.twin or emblem.charge[0] == "machine":
            return (placing((x, y), scale=emblem.size, turn=self.lean, about=centre),)
        return tuple(
            placing((x + side * 88, y + 8), scale=emblem.size * 0.82, turn=self.lean + side * 13, about=centre)
            for side in (-1, 1)
        )

    def charge(self) -> tuple[Item, ...]:
        """Return the charge: a ring of paper around it, the second ink out of register, and the key block."""
        name, side = self.emblem.charge
        ring, shape, *marks = drawing(PACKAGE, f"charges/{name}-{side}")
        aside = Group(printed((shape,), self.inks), placing(self.register))
        return (*printed((ring,), self.inks), aside, *printed(marks, self.inks))

    def over(self) -> None:
        """Cut what hangs over everything: blood for a cost in HP, a crack in what is impaired, and specks of paper."""
        block, emblem = self.block, self.emblem
        if emblem.drops:
            block.marks += drawing(PACKAGE, f"signs/blood-{emblem.drops}")
        if "crack" in emblem.signs:
            block.marks += drawing(PACKAGE, "signs/crack")
        specks = [(block.random.uniform(0, SIDE), block.random.uniform(0, SIDE)) for _ in range(16)]
        block.fill("p", *(((x, y), (x + 3, y + 1), (x + 1, y + 3)) for x, y in specks))


def _inked(mark: DrawingMark, ink: str) -> DrawingMark:
    """Return a mark in the ink that stands out from the sky."""
    return DrawingMark(ink if mark.ink == "h" else mark.ink, mark.outlines, mark.width, mark.closed)
