"""A person's profile as a picture: the face, the league and the latest results of each game, and the favourite deck."""

from typing import Final, TypeAlias

from msgspec import Struct

from bot.ui.pictures.colours import Colour, mixed
from bot.ui.pictures.drawn_scene import DrawnScene
from bot.ui.pictures.layout import Art, Label, Plate, Room, Space, Stack, column, row
from bot.ui.pictures.parts import card, disc, face, image, medal, on_rays, plate_colour, sign
from bot.ui.pictures.scene import Illustration, Item, Path, Scene, box, ellipse
from bot.ui.pictures.small_card import CARD
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

SPOT: Final = 54
"""The width of a character's face."""

Result: TypeAlias = tuple[str, Colour, Colour]
"""The letter of a result, the colour of its disc, and the colour of the letter on it."""


class ProfileRow(Struct, frozen=True):
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


class RatingCourse(Struct, frozen=True):
    """How a rating went: a title, the rating after each match, and the leagues that begin in between."""

    title: str
    values: tuple[int, ...]
    borders: tuple[Border, ...]


class CrownShelf(Struct, frozen=True):
    """The characters of a level, who are there to be beaten.

    Attributes:
        title: the level, and how many of its characters were beaten.
        metal: the colour of their crowns.
        faces: the characters' faces; None for those who are still to be beaten.
        names: the names of those who were beaten, for people who cannot see them.
    """

    title: str
    metal: Colour
    faces: tuple[Illustration | None, ...]
    names: str


class ProfileCard(Struct, frozen=True):
    """Everything that the picture of a profile shows.

    Attributes:
        sign: what is shown on the disc of a person without a `face`.
        tones: the tones of the game that the profile is about.
        deck: the favourite deck's name and art; None if there is no such deck.
        course: how the rating went; None if there is too little to show.
        shelves: the characters of each level; none before the first was beaten.
        frame: the colour of the frame around the face; None without one.
    """

    name: str
    sign: str
    face: Illustration | None
    tones: Tones
    rows: tuple[ProfileRow, ...]
    deck: tuple[str, Illustration] | None
    course: RatingCourse | None
    shelves: tuple[CrownShelf, ...] = ()
    frame: Colour | None = None


def profile_scene(profile: ProfileCard) -> Scene:
    """Return a profile as a scene."""
    games = row(_person(profile), _games(profile), gap=MARGIN)
    course = None if profile.course is None else _course(profile.course, plate_colour(profile.tones))
    width, plate = (WIDE - 2 * MARGIN - GAP * 2) / 3, plate_colour(profile.tones)
    shelves = row(*(_shelf(each, width, plate) for each in profile.shelves), gap=GAP) if profile.shelves else None
    whole = column(games, shelves, course, gap=GAP, pad=(MARGIN, MARGIN), width=WIDE)
    return on_rays(whole, profile.tones, (162, 130))


def _person(profile: ProfileCard) -> Stack:
    """Return the face with the name below it, and the favourite deck with a heart."""
    rim, (deck, art) = (profile.tones.dark, 8), profile.deck or ("", None)
    radius = 120 if art is None else 100
    return column(
        row(face(profile, radius, frame=profile.frame), height=2 * radius + 36),
        Label(profile.name, (64, LEAST), CREAM, "title", "middle", rim, height=56),
        _favourite(art) if art else None,
        Label(deck, (38, LEAST), CREAM, "title", "middle", rim, height=36) if deck else None,
        width=276,
        height=ROWS,
    )


def _shelf(shelf: CrownShelf, width: float, plate: Colour) -> Stack:
    """Return a level's characters in two rows: faces, and empty places for those who are still to be beaten."""
    empty = disc(SPOT / 2, mixed(plate, INK, 0.5), INK, 3)
    places = [empty if each is None else image(each, SPOT, SPOT) for each in shelf.faces]
    half = (len(places) + 1) // 2
    title = row(sign("crown", 34, shelf.metal, INK, 3), Label(shelf.title, (34, 26), shelf.metal, grow=1), gap=12)
    rows = (row(*places[:half], gap=GAP), row(*places[half:], gap=GAP))
    return column(title, *rows, gap=GAP, pad=(14, 12), width=width, plate=Plate(plate, 16))


def _favourite(art: Illustration) -> Stack:
    """Return the face of the favourite deck, with a heart at its corner."""
    heart = column(Space(grow=1), sign("heart", 48, GOLD, INK, 4))
    return row(Space(48), card(art, 112, -4), heart, gap=-22, height=164)


def _games(profile: ProfileCard) -> Stack:
    """Return all games, one below the other."""
    count = len(profile.rows)
    height = min(TALLEST, (ROWS - GAP * (count - 1)) / count)
    return column(*(_game(each, height) for each in profile.rows), gap=GAP, height=ROWS, grow=1)


def _game(game: ProfileRow, height: float) -> Stack:
    """Return a game: its art, its name, the league and the latest results."""
    plate, width = plate_colour(game.tones), (height - 26) * CARD[0] / CARD[1]
    name = row(
        Label(game.name, (46, LEAST), CREAM, "title", grow=1),
        Label(game.points, (34, 34), CREAM, "title", "right"),
        grow=1,
    )
    league = row(
        medal(game.metal, 20) if game.metal else None,
        Label(game.league, (34, 26), game.metal or MUTED, grow=1),
        row(*map(_result, game.form), gap=4) if game.form else None,
        gap=10,
        grow=1,
    )
    return row(
        card(game.art, width) or Space(width),
        column(name, league, pad=(0, 0.12 * height), grow=1),
        gap=16,
        pad=(20, 0),
        height=height,
        plate=Plate(plate, 19, GOLD if game.chosen else plate, 6),
    )


def _result(result: Result) -> Art:
    letter, fill, ink = result
    return disc(21, fill, INK, 2, Label(letter, (LEAST, LEAST), ink, "title", "middle"))


def _course(course: RatingCourse, plate: Colour) -> Stack:
    """Return how a rating went, between the lines at which leagues begin."""
    return column(
        Label(course.title, (34, 26), GOLD, height=60),
        Art(lambda room: _lines(course, room, plate), (0, CURVE - 60)),
        pad=(20, 0),
        plate=Plate(plate, 16),
    )


def _lines(course: RatingCourse, room: Room, plate: Colour) -> list[Item]:
    """Draw the course with the lines and the names of leagues behind it."""
    levels = [*course.values, *(border.points for border in course.borders)]
    least, most, end = min(levels), max(levels), room.left + room.width - 140
    step, high = (end - room.left - 52) / (len(course.values) - 1), room.height - 36

    def y(value: int) -> float:
        return room.top + 6 + high * (most - value) / max(1, most - least)

    items: list[Item] = []
    for border in course.borders:
        down = y(border.points)
        items.append(Path((box(room.left + 4, down - 1.5, end - 10, down + 1.5),), mixed(plate, border.metal, 0.6)))
        items += Label(border.league, (LEAST, LEAST), border.metal).items(Room(end, down - 20, 142, 40))
    points = tuple((room.left + 16 + number * step, y(value)) for number, value in enumerate(course.values))
    return [
        *items,
        Path((points,), stroke=INK, width=12, closed=False),
        Path((points,), stroke=CREAM, width=7, closed=False),
        Path((ellipse(points[-1], 13),), INK),
        Path((ellipse(points[-1], 9),), GOLD),
    ]


draw_profile = DrawnScene(profile_scene, WIDE)
