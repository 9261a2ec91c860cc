"""The end of a match as a trophy: the winner, how everybody ended, the curve of the match, and the best blows."""

from typing import Final

from msgspec import Struct

from bot.ui.pictures.colours import Colour, mixed
from bot.ui.pictures.drawing_process import drawn_in_process
from bot.ui.pictures.impacts import face_disc
from bot.ui.pictures.medals import medal_at
from bot.ui.pictures.painter import paint
from bot.ui.pictures.picture import png
from bot.ui.pictures.scene import Group, Illustration, Image, Item, Path, Point, Scene, Text, rounded
from bot.ui.pictures.small_card import SmallCard
from bot.ui.pictures.strip_end import rays
from bot.ui.pictures.symbols import symbol_at
from bot.ui.pictures.text import fitted, width
from bot.ui.pictures.tones import BLOW, CREAM, GOLD, INK, Tones
from bot.ui.pictures.trophy_curve import Curve, curve

WIDE, HIGH = 1000, 560
"""The size of the picture, in pixels."""

KEPT: Final = 32
"""The number of drawn trophies to cache."""

LEFT: Final = (24, 400)
"""The edges of the left part, which names the winner and lists everybody."""

RIGHT: Final = (420, 976)
"""The edges of the right part, with the curve and the best blows."""

DUEL, FEW = 2, 4
"""The number of players up to which each has three lines below the name, and up to which each has one."""

CONFETTI: Final[tuple[Colour, ...]] = (BLOW, CREAM, GOLD, (255, 138, 61))


class Medal(Struct, frozen=True):
    """A player's league: its name and how many points were won or lost, and its metal."""

    text: str
    metal: Colour


class Place(Struct, frozen=True):
    """A player in the list: place, name, what they played, sign, tones and score.

    Attributes:
        notes: what else is worth saying of the player.
        medal: the player's league; None for a player who is not rated, and where there is no room for it.
        face: what is shown instead of the sign; None if there is no such picture.
    """

    place: int
    name: str
    role: str
    sign: str
    tones: Tones
    score: str
    notes: tuple[str, ...]
    medal: Medal | None = None
    face: Illustration | None = None


class Feat(Struct, frozen=True):
    """A blow worth remembering: a title, the card, its figure, and who did it when."""

    title: str
    art: Illustration | None
    name: str
    figure: str
    told: str


class Trophy(Struct, frozen=True):
    """Everything that the picture of a match's end shows.

    Attributes:
        headline: the name of the winner, or that nobody won.
        art: a card of the winner's.
        places: everybody, the best first.
        winners: how many share the first place.
        feats: one or two blows.
    """

    headline: str
    art: Illustration | None
    places: tuple[Place, ...]
    winners: int
    curve: Curve
    feats: tuple[Feat, ...]


@drawn_in_process(KEPT)
def draw_trophy(trophy: Trophy) -> bytes:
    """Draw the end of a match, as a PNG."""
    return png(paint(trophy_scene(trophy), WIDE))


def trophy_scene(trophy: Trophy) -> Scene:
    """Return the end of a match as a scene."""
    tones = trophy.places[0].tones
    whole = rounded(0, 0, WIDE, HIGH, 28)
    middle = (212.0, 150.0)
    ground: list[Item] = [
        Path((whole,), tones.base),
        Path(rays(middle, whole), mixed(tones.base, tones.light, 0.2)),
        *_confetti(len(trophy.places)),
    ]
    parts = (
        ground,
        _winners(trophy, middle),
        _places(trophy),
        curve(trophy.curve, (RIGHT[0], 24, RIGHT[1], 296), mixed(tones.dark, INK, 0.25)),
        _feats(trophy),
        [Path((rounded(3, 3, WIDE - 3, HIGH - 3, 25),), stroke=GOLD, width=6)],
    )
    return Scene(WIDE, HIGH, tuple(Group(tuple(part)) for part in parts))


def _confetti(seed: int) -> list[Item]:
    """Scatter scraps of paper over the upper left."""
    found: list[Item] = []
    for number in range(22):
        x = 20 + (number * 97 + seed * 41) % 372
        y = 14 + (number * number * 37 + number * 101 + seed * 23) % 240
        long, high, lean = 8 + number % 3 * 2, 5, (number * 7) % 9 - 4
        scrap = ((x, y), (x + long, y + lean), (x + long - 1, y + lean + high), (x - 1, y + high))
        found.append(Path((scrap,), CONFETTI[number % len(CONFETTI)]))
    return found


def _winners(trophy: Trophy, middle: Point) -> list[Item]:
    """Show the winner's disc, or the discs of all who share the first place, crowned, with the headline below."""
    few = len(trophy.places) <= DUEL
    radius, high = (80.0, 126.0) if few else (60.0, 104.0)
    count = min(trophy.winners, 3)
    items: list[Item] = []
    radius = radius if count == 1 else radius * 0.7
    for number in reversed(range(count)):
        across = middle[0] + (number - (count - 1) / 2) * radius * 1.9
        items += face_disc(trophy.places[number], (across, high), radius)
    if trophy.winners < len(trophy.places):
        crown = radius * 0.8
        for number in range(count):
            across = middle[0] + (number - (count - 1) / 2) * radius * 1.9
            at = (across - crown / 2, high - radius - crown * 0.5)
            items += [
                symbol_at("crown", (at[0] - 4, at[1] - 4), crown + 8, INK, INK),
                symbol_at("crown", at, crown, BLOW, INK),
            ]
    if trophy.art is not None and count == 1:
        card = SmallCard(trophy.art, 8)
        wide = 92 if few else 72
        items.append(Image(card, middle[0] + radius * 0.72, high + radius * 0.1, wide))
    top = high + radius + (38 if few else 30)
    fit = fitted(trophy.headline, LEFT[1] - LEFT[0] - 10, 76 if few else 54, 36, 1, "title")
    if fit.cut:
        fit = fitted(trophy.headline, LEFT[1] - LEFT[0] - 10, 40 if few else 30, 20, 2, "title")
    dark = trophy.places[0].tones.dark
    for number, line in enumerate(fit.lines):
        down = top + (number - (len(fit.lines) - 1) / 2) * fit.size * 0.96
        items.append(Text(line, (middle[0], down), fit.size, CREAM, "mm", "title", dark, 8))
    return items


def _places(trophy: Trophy) -> list[Item]:
    """List everybody with their score; up to four players also with what they did best."""
    count = len(trophy.places)
    room = (288.0 if count <= DUEL else 232.0, HIGH - 24.0)
    gap = 8 if count <= FEW else 4
    high = min(120.0, (room[1] - room[0] - gap * (count - 1)) / count)
    top = room[1] - count * high - gap * (count - 1)
    shapes: list[Item] = []
    writing: list[Item] = []
    for place in trophy.places:
        first, middle = place.place == 1 and trophy.winners < count, top + high / 2
        plate, ink = (GOLD, INK) if first else (mixed(trophy.places[0].tones.dark, INK, 0.25), CREAM)
        shapes.append(Path((rounded(LEFT[0], top, LEFT[1], top + high, min(16, high / 3)),), plate))
        radius = min(30.0, high * 0.36)
        number = LEFT[0] + 24
        writing.append(Text(str(place.place), (number, middle - 2), round(min(40, high * 0.62)), ink, "mm", "title"))
        for item in face_disc(place, (LEFT[0] + 50 + radius, middle), radius):
            (shapes if isinstance(item, Path) else writing).append(item)
        start = LEFT[0] + 64 + 2 * radius
        small = 20 if count <= DUEL else 17
        below = [text for text in (place.role if count <= DUEL else "", *place.notes) if text]
        size = min(34, high * 0.5)
        down = middle - len(below) * small * 0.58 - 1
        score = fitted(place.score, 136, round(size), 15, 1, "title")
        writing.append(Text(score.lines[0], (LEFT[1] - 14, down), score.size, ink, "rm", "title"))
        end = LEFT[1] - 26 - width(score.lines[0], score.size, "title")
        name = fitted(place.name, round(end - start), round(size), 14, 1, "title")
        writing.append(Text(name.lines[0], (start, down), name.size, ink, "lm", "title"))
        down += size * 0.5 + small * 0.62
        end = LEFT[1] - 14.0
        if place.medal is not None:
            end -= _medal(place.medal, (end, down), small, ink, shapes, writing)
        for line in below:
            fit = fitted(line, round(end - start), small, 13)
            writing.append(Text(fit.lines[0], (start, down), fit.size, ink, "lm"))
            down, end = down + small * 1.16, LEFT[1] - 14.0
        top += high + gap
    return [*shapes, *writing]


def _medal(medal: Medal, at: Point, size: float, ink: Colour, shapes: list[Item], writing: list[Item]) -> float:
    """Show a league to the left of a point, and return how much room that takes."""
    text = fitted(medal.text, 140, round(size), 13)
    long = width(text.lines[0], text.size)
    writing.append(Text(text.lines[0], (at[0], at[1]), text.size, ink, "rm"))
    middle, radius = (at[0] - long - 20, at[1] - 1), size * 0.52
    shapes += medal_at(middle, radius, medal.metal)
    return long + 20 + 2 * radius + 6


def _feats(trophy: Trophy) -> list[Item]:
    """Show one or two blows on plates of their own."""
    shapes: list[Item] = []
    others: list[Item] = []
    tones = trophy.places[0].tones
    count = len(trophy.feats)
    wide = (RIGHT[1] - RIGHT[0] - 12 * (count - 1)) / max(1, count)
    for number, feat in enumerate(trophy.feats):
        left = RIGHT[0] + number * (wide + 12)
        shapes.append(Path((rounded(left, 308, left + wide, HIGH - 24, 16),), mixed(tones.dark, INK, 0.25)))
        title = fitted(feat.title, round(wide - 36), 24, 15)
        others.append(Text(title.lines[0], (left + 18, 334), title.size, GOLD, "lm"))
        card = 96.0 if feat.art is not None else 0
        if feat.art is not None:
            others.append(Image(SmallCard(feat.art, -5), left + 18, 354, card))
        middle = left + 18 + card + (wide - 36 - card) / 2
        figure = fitted(feat.figure, round(wide - 44 - card), 84, 26, 1, "title")
        others.append(Text(figure.lines[0], (middle, 414), figure.size, CREAM, "mm", "title", tones.dark, 6))
        name = fitted(feat.name, round(wide - 36), 31, 19, 1, "title")
        if name.cut:
            name = fitted(feat.name, round(wide - 36), 22, 15, 2, "title")
        for line, text in enumerate(name.lines):
            down = 494 + (line - (len(name.lines) - 1) / 2) * name.size
            others.append(Text(text, (left + wide / 2, down), name.size, CREAM, "mm", "title"))
        told = fitted(feat.told, round(wide - 36), 20, 14)
        others.append(Text(told.lines[0], (left + wide / 2, 520), told.size, tones.tint))
    return [*shapes, *others]
