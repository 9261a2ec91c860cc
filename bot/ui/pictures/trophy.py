"""The end of a match as a trophy: one player large, how everybody ended, the curve of the match, and the best blow."""

from typing import Final

from msgspec import Struct

from bot.ui.pictures.colours import Colour
from bot.ui.pictures.drawn_scene import DrawnScene
from bot.ui.pictures.layout import Art, Box, Label, Plate, Room, Space, Stack, column, row
from bot.ui.pictures.parts import card, disc, face, medal, on_rays, piece, plate_colour
from bot.ui.pictures.scene import Illustration, Item, Names, Path, Scene
from bot.ui.pictures.text import parted
from bot.ui.pictures.tones import BLOW, CREAM, GOLD, INK, Tones
from bot.ui.pictures.trophy_curve import LETTER, Curve, curve

WIDE: Final = 1000
"""The width of the scene; all sizes here are in its units."""

PIXELS: Final = 900
"""The width of the picture, in pixels: nearly three for each pixel of a message's width on a phone."""

MARGIN, GAP = 24, 12

HEAD: Final = 384
"""The height of the part with the large player."""

ALONE: Final = 2
"""The number of other players up to which each has a row alone; more stand in pairs."""

ROW, PAIRED = 104, 88
"""The heights of a row with one player, and with two."""

FOOT: Final = 348
"""The height of the part with the curve and the best blow."""

LAST: Final = 132
"""The height of the part with the last cards."""

NAMED: Final = 2
"""The number of last cards up to which each has its name beside it."""

MOST_DISCS: Final = 3
"""The number of winners whose faces are shown large."""

LIGHT: Final = (190.0, 216.0)
"""The middle of the large player's face."""

CONFETTI: Final[tuple[Colour, ...]] = (BLOW, CREAM, GOLD, (255, 138, 61))


class Medal(Struct, frozen=True):
    """A player's league: its name, which only a description says, and its metal."""

    text: str
    metal: Colour


class TrophyPlace(Struct, frozen=True):
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
    by: TrophyPlace
    when: str


class LastCard(Struct, frozen=True):
    """A card of the end: its art, its name, and whose it is; None if the title says so."""

    art: Illustration
    name: str
    by: TrophyPlace | None = None


class LastCards(Struct, frozen=True):
    """What is left of the game at its end: a title, and at most four cards."""

    title: str
    cards: tuple[LastCard, ...]


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
        last: the last cards; None if there are none.
        feat: the best blow; None if there was none.
        notes: what is worth saying in the text and is not drawn.
    """

    headline: str
    figure: str
    praise: str
    art: Illustration | None
    places: tuple[TrophyPlace, ...]
    winners: int
    large: int | None
    crowned: bool
    curve: Curve
    last: LastCards | None
    feat: Feat | None
    notes: tuple[str, ...]

    @property
    def rows(self) -> tuple[TrophyPlace, ...]:
        """The players who are listed below the large one."""
        return tuple(place for number, place in enumerate(self.places) if number != self.large)


def trophy_scene(trophy: Trophy) -> Scene:
    """Return the end of a match as a scene."""
    tones = trophy.places[trophy.large or 0].tones
    plate = plate_colour(tones)
    feat = None if trophy.feat is None else _feat(trophy.feat, tones, plate)
    below = column(
        _rows(trophy, plate),
        None if trophy.last is None else _last(trophy.last, plate),
        row(curve(trophy.curve, plate), feat, gap=GAP, height=FOOT),
        gap=GAP,
        pad=(MARGIN, 0),
    )
    large = _several(trophy) if trophy.large is None else _large(trophy, trophy.places[trophy.large])
    confetti = Art(lambda _: _confetti(len(trophy.places)) if trophy.crowned else (), (0, 0))
    return on_rays(column(confetti, large, below, Space(height=MARGIN), width=WIDE), tones, LIGHT)


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


def _large(trophy: Trophy, player: TrophyPlace) -> Stack:
    """Return one player large: the face beside the headline, what they played or did well, and the score."""
    dark = player.tones.dark
    texts = column(
        Space(height=MARGIN),
        Label(trophy.headline, (116, 70), CREAM, "title", "middle", (dark, 10), (64, LETTER, 2), height=132),
        Label(trophy.praise, (44, LETTER), player.tones.tint, side="middle", height=48) if trophy.praise else None,
        _figure(trophy.figure, 190 if trophy.crowned else 120, dark),
        Space(height=6),
        grow=1,
    )
    face_room = Art(lambda _: _portrait(trophy, player), (372, HEAD))
    return row(face_room, texts, Space(36), height=HEAD)


def _portrait(trophy: Trophy, player: TrophyPlace) -> list[Item]:
    """Show the face of the large player, with a crown or the place, a card and the medal of the league around it."""
    place = Label(str(player.place), (60, 60), INK, "title", "middle")
    marks = [
        (face(player, 122, BLOW if trophy.crowned else None), (0, 0)),
        (disc(44, CREAM, INK, 6, place) if not trophy.crowned and trophy.figure == player.score else None, (-96, -96)),
        (card(trophy.art, 128, 8), (125, 85)),
        (None if player.medal is None else medal(player.medal.metal, 36), (-92, 92)),
    ]
    (x, y) = LIGHT
    return [
        item
        for mark, (aside, down) in marks
        if mark is not None
        for item in mark.items(Room(x + aside, y + down, 0, 0))
    ]


def _several(trophy: Trophy) -> Stack:
    """Return all who share the first place, with the headline beside them."""
    shown = trophy.places[: min(trophy.winners, MOST_DISCS)]
    radius, crown = 96 if len(shown) < MOST_DISCS else 72, BLOW if trophy.crowned else None
    rim = (shown[0].tones.dark, 10)
    headline = Label(trophy.headline, (120, 70), CREAM, "title", "middle", rim, (64, LETTER, 2), grow=1)
    faces = row(*(face(each, radius, crown) for each in shown), gap=radius / 6)
    return column(Space(height=MARGIN), row(faces, headline, gap=8, pad=(40, 0), grow=1), height=HEAD)


def _figure(text: str, size: int, dark: Colour) -> Box:
    """Return a score: a large figure, with its unit beside it."""
    figure, unit = parted(text)
    if not unit:
        return Label(figure, (size, 60), CREAM, "title", "middle", (dark, 10), grow=1)
    large, high = Label(figure, (size, size), CREAM, "title", rim=(dark, 10)), round(size * 0.42)
    small = Label(unit, (high, LETTER), CREAM, "title", rim=(dark, 8), most=592 - 24 - large.size[0])
    return row(large, column(Space(height=size * 0.28), small), gap=22, grow=1)


def _rows(trophy: Trophy, plate: Colour) -> Stack | None:
    """Return the players who are not large, each with the score: a few below each other, more in pairs."""
    others, pairs = trophy.rows, len(trophy.rows) > ALONE
    lines = [others[start : start + 1 + pairs] for start in range(0, len(others), 1 + pairs)]
    rows = [row(*(_row(each, plate, len(line), pairs=pairs) for each in line), gap=GAP) for line in lines]
    return column(*rows, gap=GAP) if rows else None


def _row(place: TrophyPlace, plate: Colour, beside: int, *, pairs: bool) -> Stack:
    """Return a player with the place, the face, the name, the league and the score; in pairs, without its unit."""
    height, largest = (PAIRED, 50) if pairs else (ROW, 64)
    radius = 0.37 * height
    room = (WIDE - 2 * MARGIN) / beside - 2 * radius - 106
    score = parted(place.score)[0] if pairs else place.score
    return row(
        Label(str(place.place), (56, 24), CREAM, "title", "middle", width=40),
        face(place, radius),
        Label(place.name, (50 if pairs else 60, LETTER), CREAM, "title", grow=1),
        None if place.medal is None else medal(place.medal.metal, 26),
        Label(score, (largest, LETTER), CREAM, "title", "right", most=room * (0.4 if pairs else 0.5)),
        Space(0),
        gap=14,
        pad=(14, 0),
        height=height,
        plate=Plate(plate, 20),
        grow=1,
    )


def _last(last: LastCards, plate: Colour) -> Stack:
    """Return the last cards beside their title, each a piece of the picture; few have their names and faces."""
    names, few, line = Names(), len(last.cards) <= NAMED, (LETTER, LETTER)
    faces = [None if each.by is None else face(each.by, 30) for each in last.cards]
    shown = [
        row(
            by if few else None,
            piece(small, names("last", each.name), each.name),
            Label(each.name, (44, LETTER), CREAM, "title", wrapped=(*line, 2), grow=1) if few else None,
            gap=12,
            grow=few,
        )
        for each, by in zip(last.cards, faces, strict=True)
        if (small := card(each.art, 84)) is not None
    ]
    title = Label(last.title, line, GOLD, wrapped=(*line, 2), width=230 if few else None, grow=not few)
    return row(None if few else faces[0], title, *shown, gap=20, pad=(20, 0), height=LAST, plate=Plate(plate, 16))


def _feat(feat: Feat, tones: Tones, plate: Colour) -> Stack:
    """Return the best blow: the card with its figure, whose it was, and when."""
    figure, unit = parted(feat.figure)
    beside = column(
        Label(figure, (120, LETTER), BLOW, "title", "middle", height=84 if unit else 110),
        Label(unit, (LETTER, LETTER), CREAM, side="middle", height=44) if unit else None,
        Label(feat.when, (LETTER, LETTER), tones.tint, side="middle", height=48),
        grow=1,
    )
    return column(
        row(Label(feat.title, (LETTER, LETTER), GOLD, grow=1), face(feat.by, 30), gap=14, height=76),
        row(card(feat.art, 140, -5), beside, gap=8, grow=1),
        Label(feat.name, (46, 46), CREAM, "title", "middle", wrapped=(46, LETTER, 2), height=90),
        width=358,
        pad=(16, 0),
        plate=Plate(plate, 16),
    )


draw_trophy = DrawnScene(trophy_scene, PIXELS)
