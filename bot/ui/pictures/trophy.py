"""The end of a match as a trophy: one player large, how everybody ended, the curve of the match, and the best blow."""

from typing import Final

from msgspec import Struct

from bot.ui.pictures.colours import Colour, mixed
from bot.ui.pictures.drawing_process import drawn_in_process
from bot.ui.pictures.impacts import face_disc
from bot.ui.pictures.medals import medal_at
from bot.ui.pictures.painter import paint
from bot.ui.pictures.picture import png
from bot.ui.pictures.scene import (
    Group,
    Illustration,
    Image,
    Item,
    Path,
    Point,
    Scene,
    Text,
    ellipse,
    rounded,
    shapes_first,
)
from bot.ui.pictures.small_card import SmallCard
from bot.ui.pictures.strip_end import rays
from bot.ui.pictures.symbols import symbol_at
from bot.ui.pictures.text import fitted, parted, width
from bot.ui.pictures.tones import BLOW, CREAM, GOLD, INK, Tones
from bot.ui.pictures.trophy_curve import LETTER, Curve, curve

WIDE: Final = 1000
"""The width of the scene; all sizes here are in its units."""

PIXELS: Final = 900
"""The width of the picture, in pixels: nearly three for each pixel of a message's width on a phone."""

MARGIN, GAP = 24, 12

HEAD: Final = 360
"""The height of the part with the large player."""

ALONE: Final = 2
"""The number of other players up to which each has a row alone; more stand in pairs."""

ROW, PAIRED = 104, 88
"""The heights of a row with one player, and with two."""

FOOT: Final = 348
"""The height of the part with the curve and the best blow."""

SPLIT: Final = 606
"""Where the curve ends if there is a best blow."""

MOST_DISCS: Final = 3
"""The number of winners whose faces are shown large."""

CONFETTI: Final[tuple[Colour, ...]] = (BLOW, CREAM, GOLD, (255, 138, 61))


class Medal(Struct, frozen=True):
    """A player's league: its name, which only a description says, and its metal."""

    text: str
    metal: Colour


class Place(Struct, frozen=True):
    """A player: place, name, what they played, sign, tones and score.

    Attributes:
        medal: the player's league; None for a player who is not rated, and where there is no room for it.
        face: what is shown instead of the sign; None if there is no such picture.
    """

    place: int
    name: str
    role: str
    sign: str
    tones: Tones
    score: str
    medal: Medal | None = None
    face: Illustration | None = None


class Feat(Struct, frozen=True):
    """A blow worth remembering: a title, the card, its figure, who did it, and when."""

    title: str
    art: Illustration | None
    name: str
    figure: str
    by: Place
    when: str


class Trophy(Struct, frozen=True):
    """Everything that the picture of a match's end shows, and what is said beside it.

    Attributes:
        headline: the winner, that nobody won, or a kind word to the player who reads it.
        figure: the large player's score or, if nothing is left of it, their place.
        praise: what the large player played or did well; can be empty.
        art: a card of the large player's.
        places: everybody, the best first.
        winners: how many share the first place.
        large: the number of the large player among the places; None if several are large.
        crowned: whether the large player came first, before others.
        feat: the best blow; None if there was none.
        notes: what is worth saying in the text and is not drawn.
    """

    headline: str
    figure: str
    praise: str
    art: Illustration | None
    places: tuple[Place, ...]
    winners: int
    large: int | None
    crowned: bool
    curve: Curve
    feat: Feat | None
    notes: tuple[str, ...]

    @property
    def rows(self) -> tuple[Place, ...]:
        """The players who are listed below the large one."""
        return tuple(place for number, place in enumerate(self.places) if number != self.large)


@drawn_in_process
def draw_trophy(trophy: Trophy) -> bytes:
    """Draw the end of a match, as a PNG."""
    return png(paint(trophy_scene(trophy), PIXELS))


def trophy_scene(trophy: Trophy) -> Scene:
    """Return the end of a match as a scene."""
    tones = trophy.places[trophy.large or 0].tones
    plate = mixed(tones.dark, INK, 0.25)
    foot = MARGIN + HEAD + _rows_height(trophy)
    high = foot + FOOT + MARGIN
    whole = rounded(0, 0, WIDE, high, 28)
    middle = (190.0, 216.0)
    ground: list[Item] = [
        Path((whole,), tones.base),
        Path(rays(middle, whole), mixed(tones.base, tones.light, 0.2)),
        *(_confetti(len(trophy.places)) if trophy.crowned else ()),
    ]
    right = WIDE - MARGIN if trophy.feat is None else SPLIT
    below = [
        *_rows(trophy, plate),
        *curve(trophy.curve, (MARGIN, foot, right, foot + FOOT), plate),
        *([] if trophy.feat is None else _feat(trophy.feat, (SPLIT + GAP, foot), tones, plate)),
        Path((rounded(3, 3, WIDE - 3, high - 3, 25),), stroke=GOLD, width=6),
    ]
    large = _several(trophy) if trophy.large is None else _large(trophy, trophy.places[trophy.large], middle)
    return Scene(WIDE, high, (*ground, *shapes_first(below), Group(tuple(large))))


def _confetti(seed: int) -> list[Item]:
    """Scatter scraps of paper around the face, and above everything that can be read."""
    found: list[Item] = []
    for number in range(44):
        x = 20 + (number * 197 + seed * 41) % (950 if number % 2 else 340)
        y = 14 + (number * number * 37 + number * 101 + seed * 23) % (28 if number % 2 else 320)
        long, high, lean = 12 + number % 3 * 3, 7, (number * 7) % 9 - 4
        scrap = ((x, y), (x + long, y + lean), (x + long - 1, y + lean + high), (x - 1, y + high))
        found.append(Path((scrap,), CONFETTI[number % len(CONFETTI)]))
    return found


def _large(trophy: Trophy, player: Place, at: Point) -> list[Item]:
    """Show one player large: the face with a crown or the place, a card, the headline and the score."""
    radius, start, end = 122.0, 372.0, WIDE - MARGIN - 12.0
    middle = (start + end) / 2
    items = face_disc(player, at, radius)
    if trophy.crowned:
        items += _crown(at, radius)
    elif trophy.figure == player.score:
        items += _place_badge(player, (at[0] - 96, at[1] - 96))
    if trophy.art is not None:
        items.append(Image(SmallCard(trophy.art, 8), at[0] + radius * 0.5, at[1] - 10, 128))
    if player.medal is not None:
        items += medal_at((at[0] - 92, at[1] + 92), 36, player.medal.metal)
    items += _praise(trophy.praise, (middle, 174), end - start, player.tones.tint)
    down, bottom = 204 if trophy.praise else 150, MARGIN + HEAD - 6
    largest = min(190 if trophy.crowned else 120, round((bottom - down) * 1.15))
    return [
        *items,
        *_title(trophy.headline, (middle, 90), end - start, 116, player.tones.dark),
        *_figure(trophy.figure, (middle, (down + bottom) / 2), end - start, largest, player.tones),
    ]


def _several(trophy: Trophy) -> list[Item]:
    """Show all who share the first place, with the headline beside them."""
    count = min(trophy.winners, MOST_DISCS)
    radius, apart = (96.0, 210.0) if count < MOST_DISCS else (72.0, 156.0)
    items: list[Item] = []
    for number in range(count):
        at = (MARGIN + radius + 20 + number * apart, 210.0)
        items += [*face_disc(trophy.places[number], at, radius), *(_crown(at, radius) if trophy.crowned else ())]
    start = MARGIN + 2 * radius + 52 + (count - 1) * apart
    middle = (start + WIDE - MARGIN) / 2
    dark = trophy.places[0].tones.dark
    return [*items, *_title(trophy.headline, (middle, 200), WIDE - MARGIN - start - 16, 120, dark)]


def _crown(at: Point, radius: float) -> list[Item]:
    """Show a crown on a face."""
    side = radius * 0.86
    left, top = at[0] - side / 2, at[1] - radius - side * 0.56
    return [
        symbol_at("crown", (left - 5, top - 5), side + 10, INK, INK),
        symbol_at("crown", (left, top), side, BLOW, INK),
    ]


def _place_badge(player: Place, at: Point) -> list[Item]:
    """Show the place of a player who has not won."""
    return [
        Path((ellipse(at, 44),), INK),
        Path((ellipse(at, 38),), CREAM),
        Text(str(player.place), (at[0], at[1] - 2), 60, INK, "mm", "title"),
    ]


def _title(text: str, at: Point, room: float, largest: int, dark: Colour) -> list[Item]:
    """Write a headline, in two lines if it is long."""
    fit = fitted(text, round(room), largest, 70, 1, "title")
    if fit.cut:
        fit = fitted(text, round(room), 64, LETTER, 2, "title")
    top = at[1] - (len(fit.lines) - 1) * fit.size * 0.48
    return [
        Text(line, (at[0], top + number * fit.size * 0.96), fit.size, CREAM, "mm", "title", dark, 10)
        for number, line in enumerate(fit.lines)
    ]


def _praise(praise: str, at: Point, room: float, ink: Colour) -> list[Item]:
    """Write what a player played or did well below the headline, if there is anything."""
    text = fitted(praise, round(room), 44, LETTER)
    return [Text(text.lines[0], at, text.size, ink)] if praise else []


def _figure(text: str, at: Point, room: float, largest: int, tones: Tones) -> list[Item]:
    """Write a score: a large figure, with its unit beside it."""
    figure, unit = parted(text)
    if not unit:
        fit = fitted(figure, round(room), largest, 60, 1, "title")
        return [Text(fit.lines[0], at, fit.size, CREAM, "mm", "title", tones.dark, 10)]
    high = round(largest * 0.42)
    beside = fitted(unit, round(room - width(figure, largest, "title") - 24), high, LETTER, 1, "title")
    first, second = width(figure, largest, "title"), width(beside.lines[0], beside.size, "title")
    left = at[0] - (first + 22 + second) / 2
    return [
        Text(figure, (left, at[1]), largest, CREAM, "lm", "title", tones.dark, 10),
        Text(
            beside.lines[0],
            (left + first + 22, at[1] + largest * 0.14),
            beside.size,
            CREAM,
            "lm",
            "title",
            tones.dark,
            8,
        ),
    ]


def _rows_height(trophy: Trophy) -> int:
    """Return the height of the list of players, with the gap below it."""
    count = len(trophy.rows)
    return count * (ROW + GAP) if count <= ALONE else -(-count // 2) * (PAIRED + GAP)


def _rows(trophy: Trophy, plate: Colour) -> list[Item]:
    """List the players who are not large, each with the score."""
    alone, last = len(trophy.rows) <= ALONE, len(trophy.rows) - 1
    whole, high = WIDE - 2 * MARGIN, ROW if alone else PAIRED
    items: list[Item] = []
    for number, place in enumerate(trophy.rows):
        down, across = divmod(number, 1 if alone else 2)
        wide = whole if alone or (number == last and not across) else (whole - GAP) / 2
        corner = (MARGIN + across * (wide + GAP), MARGIN + HEAD + down * (high + GAP))
        items += _row(place, corner, (wide, high), plate, alone=alone)
    return items


def _row(place: Place, corner: Point, size: tuple[float, float], plate: Colour, *, alone: bool) -> list[Item]:
    """Show a player with the place, the face, the name, the league and the score; in a narrow row, without its unit."""
    (left, top), (wide, high) = corner, size
    middle, radius = top + high / 2, high * 0.37
    start, end = left + 82 + 2 * radius, left + wide - 24
    shown = place.score if alone else parted(place.score)[0]
    score = fitted(shown, round((end - start) * (0.5 if alone else 0.4)), 64 if alone else 50, LETTER, 1, "title")
    items: list[Item] = [
        Path((rounded(left, top, left + wide, top + high, 20),), plate),
        Text(str(place.place), (left + 36, middle - 2), 56, CREAM, "mm", "title"),
        *face_disc(place, (left + 66 + radius, middle), radius),
        Text(score.lines[0], (end, middle), score.size, CREAM, "rm", "title"),
    ]
    end -= width(score.lines[0], score.size, "title") + 24
    if place.medal is not None:
        items += medal_at((end - 26, middle - 1), 26, place.medal.metal)
        end -= 76
    name = fitted(place.name, round(end - start), 60 if alone else 50, LETTER, 1, "title")
    return [*items, Text(name.lines[0], (start, middle), name.size, CREAM, "lm", "title")]


def _feat(feat: Feat, corner: Point, tones: Tones, plate: Colour) -> list[Item]:
    """Show the best blow: the card with its figure, whose it was, and when."""
    (left, top), right = corner, WIDE - MARGIN
    wide, card, face = right - left, 140.0, 30.0
    room = round(wide - 36)
    title = fitted(feat.title, round(room - 2 * face - 14), LETTER, LETTER)
    items: list[Item] = [
        Path((rounded(left, top, right, top + FOOT, 16),), plate),
        Text(title.lines[0], (left + 18, top + 38), title.size, GOLD, "lm"),
        *face_disc(feat.by, (right - 18 - face, top + 40), face),
    ]
    beside = left + 18
    if feat.art is not None:
        items.append(Image(SmallCard(feat.art, -5), beside, top + 72, card))
        beside += card + 8
    middle, narrow = (beside + right - 12) / 2, round(right - 16 - beside)
    figure, unit = parted(feat.figure)
    large = fitted(figure, narrow, 120, LETTER, 1, "title")
    items.append(Text(large.lines[0], (middle, top + (118 if unit else 130)), large.size, BLOW, "mm", "title"))
    if unit:
        small = fitted(unit, narrow, LETTER, LETTER)
        items.append(Text(small.lines[0], (middle, top + 182), small.size, CREAM))
    when = fitted(feat.when, narrow, LETTER, LETTER)
    items.append(Text(when.lines[0], (middle, top + (230 if unit else 220)), when.size, tones.tint))
    name = fitted(feat.name, room, 46, LETTER, 2, "title")
    for number, line in enumerate(name.lines):
        down = top + FOOT - 48 + (number - (len(name.lines) - 1) / 2) * 42
        items.append(Text(line, (left + wide / 2, down), name.size, CREAM, "mm", "title"))
    return items
