"""A person's profile as a picture: the face, the league and the latest results of each game, and the favourite deck."""

from typing import Final, TypeAlias

from msgspec import Struct

from bot.ui.pictures.colours import Colour, mixed
from bot.ui.pictures.drawing_process import drawn_in_process
from bot.ui.pictures.impacts import face_disc
from bot.ui.pictures.medals import medal_at
from bot.ui.pictures.painter import paint
from bot.ui.pictures.picture import png
from bot.ui.pictures.scene import Illustration, Image, Item, Path, Point, Scene, Text, ellipse, rounded, shapes_first
from bot.ui.pictures.small_card import CARD, SmallCard
from bot.ui.pictures.strip_end import rays
from bot.ui.pictures.symbols import symbol_at
from bot.ui.pictures.text import fitted
from bot.ui.pictures.tones import CREAM, GOLD, INK, MUTED, Tones

WIDE: Final = 900
"""The width of the picture, in pixels."""

LEAST: Final = 31
"""The smallest font size, except of long titles and leagues; a phone shows a third of it."""

MARGIN, GAP = 24, 10
ROWS: Final = 492
"""The height of all games together."""

TALLEST: Final = 116
"""The greatest height of a game."""

CURVE: Final = 190
"""The height of the rating's course."""

LEFT: Final = (MARGIN, 300)
"""The edges of the part with the face and the deck."""

RIGHT: Final = (324, WIDE - MARGIN)
"""The edges of the part with the games."""

Result: TypeAlias = tuple[str, Colour, Colour]
"""The letter of a result, the colour of its disc, and the colour of the letter on it."""


class GameRow(Struct, frozen=True):
    """A game in a profile.

    Attributes:
        league: the league in words; before there is one, how far the placing matches are.
        points: the rating; empty before the first rated match.
        metal: the metal of the league's medal; None without a league.
        form: the latest results, the newest last.
        chosen: whether the profile is about this game.
    """

    name: str
    art: Illustration | None
    tones: Tones
    league: str
    points: str
    metal: Colour | None
    form: tuple[Result, ...]
    chosen: bool


class Border(Struct, frozen=True):
    """The points from which a league begins, and the league's name and metal."""

    points: int
    league: str
    metal: Colour


class Course(Struct, frozen=True):
    """How a rating went: a title, the rating after each match, and the leagues that begin in between."""

    title: str
    values: tuple[int, ...]
    borders: tuple[Border, ...]


class Profile(Struct, frozen=True):
    """Everything that the picture of a profile shows.

    Attributes:
        sign: what is shown on the disc of a person without a `face`.
        tones: the tones of the game that the profile is about.
        deck: the favourite deck's name and art; None if there is no such deck.
        course: how the rating went; None if there is too little to show.
    """

    name: str
    sign: str
    face: Illustration | None
    tones: Tones
    rows: tuple[GameRow, ...]
    deck: tuple[str, Illustration] | None
    course: Course | None


@drawn_in_process
def draw_profile(profile: Profile) -> bytes:
    """Draw a profile, as a PNG."""
    return png(paint(profile_scene(profile), WIDE))


def profile_scene(profile: Profile) -> Scene:
    """Return a profile as a scene."""
    high = MARGIN * 2 + ROWS + (0 if profile.course is None else CURVE + GAP)
    tones, whole = profile.tones, rounded(0, 0, WIDE, high, 28)
    shown = [*_person(profile), *_rows(profile)]
    if profile.course is not None:
        shown += _course(profile.course, MARGIN + ROWS + GAP, mixed(tones.dark, INK, 0.25))
    ground: tuple[Item, ...] = (
        Path((whole,), tones.base),
        Path(rays((162, 130), whole), mixed(tones.base, tones.light, 0.2)),
        Path((rounded(3, 3, WIDE - 3, high - 3, 25),), stroke=GOLD, width=6),
    )
    return Scene(WIDE, high, (*ground, *shapes_first(shown)))


def _person(profile: Profile) -> list[Item]:
    """Show the face with the name below it, and the favourite deck with a heart."""
    middle, dark = (LEFT[0] + LEFT[1]) / 2, profile.tones.dark
    radius, high = (100.0, 142.0) if profile.deck is not None else (120.0, 212.0)
    items = face_disc(profile, (middle, high), radius)
    name = fitted(profile.name, LEFT[1] - LEFT[0], 64, LEAST, 1, "title")
    items.append(Text(name.lines[0], (middle, high + radius + 46), name.size, CREAM, "mm", "title", dark, 8))
    if profile.deck is not None:
        deck, art = profile.deck
        wide = 112
        left, top = middle - wide / 2, 322.0
        items.append(Image(SmallCard(art, -4), left, top, wide))
        heart = (left + wide - 22, top + wide * CARD[1] / CARD[0] - 42)
        items += [
            symbol_at("heart", (heart[0] - 4, heart[1] - 4), 56, INK, INK),
            symbol_at("heart", heart, 48, GOLD, INK),
        ]
        text = fitted(deck, LEFT[1] - LEFT[0], 38, LEAST, 1, "title")
        items.append(Text(text.lines[0], (middle, 502), text.size, CREAM, "mm", "title", dark, 6))
    return items


def _rows(profile: Profile) -> list[Item]:
    count = len(profile.rows)
    high = min(TALLEST, (ROWS - GAP * (count - 1)) / count)
    top = MARGIN + (ROWS - count * (high + GAP) + GAP) / 2
    return [item for number, row in enumerate(profile.rows) for item in _row(row, top + number * (high + GAP), high)]


def _row(row: GameRow, top: float, high: float) -> list[Item]:
    """Show a game: its art, its name, the league and the latest results."""
    plate = mixed(row.tones.dark, INK, 0.25)
    edge = GOLD if row.chosen else plate
    outline = rounded(RIGHT[0] + 3, top + 3, RIGHT[1] - 3, top + high - 3, 16)
    items: list[Item] = [Path((outline,), plate, edge, 6)]
    card = (high - 26) * CARD[0] / CARD[1]
    if row.art is not None:
        items.append(Image(SmallCard(row.art, 0), RIGHT[0] + 18, top + 13, card))
    start, end = RIGHT[0] + 34 + card, RIGHT[1] - 22
    upper, lower = top + high * 0.31, top + high * 0.7
    name = fitted(row.name, round(end - start - 100), 46, LEAST, 1, "title")
    items.append(Text(name.lines[0], (start, upper), name.size, CREAM, "lm", "title"))
    if row.points:
        items.append(Text(row.points, (end, upper), 34, CREAM, "rm", "title"))
    if row.metal is not None:
        items += medal_at((start + 20, lower), 20, row.metal)
        start += 54
    for number, result in enumerate(reversed(row.form)):
        items += _disc((end - 20 - number * 46, lower), result)
    league = fitted(row.league, round(end - 46 * len(row.form) - start - 6), 34, 26)
    ink = MUTED if row.metal is None else row.metal
    items.append(Text(league.lines[0], (start, lower), league.size, ink, "lm"))
    return items


def _disc(at: Point, result: Result) -> list[Item]:
    letter, disc, ink = result
    return [
        Path((ellipse(at, 21),), INK),
        Path((ellipse(at, 19),), disc),
        Text(letter, (at[0], at[1] - 1), LEAST, ink, "mm", "title"),
    ]


def _course(course: Course, top: float, plate: Colour) -> list[Item]:
    """Show how a rating went, between the lines at which leagues begin."""
    bottom, left, right = top + CURVE, LEFT[0], RIGHT[1]
    title = fitted(course.title, right - left - 40, 34, 26)
    items: list[Item] = [
        Path((rounded(left, top, right, bottom, 16),), plate),
        Text(title.lines[0], (left + 20, top + 30), title.size, GOLD, "lm"),
    ]
    levels = [*course.values, *(border.points for border in course.borders)]
    least, most = min(levels), max(levels)
    ends = 160.0

    def at(number: int, value: int) -> Point:
        across = left + 36 + (right - left - 72 - ends) * number / (len(course.values) - 1)
        return (across, bottom - 30 - (bottom - top - 96) * (value - least) / max(1, most - least))

    for border in course.borders:
        y = at(0, border.points)[1]
        line = ((left + 24, y - 1.5), (right - ends - 10, y - 1.5), (right - ends - 10, y + 1.5), (left + 24, y + 1.5))
        items.append(Path((line,), mixed(plate, border.metal, 0.6)))
        name = fitted(border.league, round(ends - 18), LEAST, LEAST)
        items.append(Text(name.lines[0], (right - ends, y), name.size, border.metal, "lm"))
    points = tuple(at(number, value) for number, value in enumerate(course.values))
    last = points[-1]
    items += [
        Path((points,), stroke=INK, width=12, closed=False),
        Path((points,), stroke=CREAM, width=7, closed=False),
        Path((ellipse(last, 13),), INK),
        Path((ellipse(last, 9),), GOLD),
    ]
    return items
