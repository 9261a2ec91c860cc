"""The law of order: what the data of a picture say first stands first in it, and gold belongs to whom they say.

A picture's data claim rows of texts, from top to bottom, and within a row from left to right. A text may also claim the
colour of its letters and of the plate below it; bars claim what was there before and what is there now; curves claim
their values; and faces claim to be the largest.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise, zip_longest
from typing import Any, Final, TypeAlias

from msgspec import Struct

from bot.ui.fonts.written_text import written
from bot.ui.pictures.colours import GLOW, Colour
from bot.ui.pictures.colours import INK as BLACK
from bot.ui.pictures.mistake_sheet import MistakeSheet, draw_mistakes
from bot.ui.pictures.profile_card import ProfileCard, draw_profile
from bot.ui.pictures.ranking import Ranking, draw_ranking
from bot.ui.pictures.scene import Point, Scene
from bot.ui.pictures.strip import HEAD, WIDE, Beat, Strip
from bot.ui.pictures.strip_moment import draw_moment
from bot.ui.pictures.strip_motion import draw_motion
from bot.ui.pictures.strip_scene import draw_strip
from bot.ui.pictures.table_card import TableCard, draw_table
from bot.ui.pictures.tones import BLOW, CREAM, GOLD, HEAL, INK
from bot.ui.pictures.trophy import MOST_DISCS, NAMED, Trophy, draw_trophy
from bot.ui.seasons.picture import SeasonModel, draw_season
from bot.ui.tournaments.pictures.bracket import (
    BracketModel,
    MatchSide,
    column_edges,
    draw_bracket,
    match_rectangles,
)
from bot.ui.tournaments.pictures.entry import EntryModel, draw_entry
from bot.ui.tournaments.pictures.final import FinalModel, draw_final
from bot.ui.tournaments.pictures.knockout import KnockoutModel, draw_knockout
from bot.ui.tournaments.pictures.pairings import Meeting, PairingsModel, draw_pairings
from bot.ui.tournaments.pictures.podium import PodiumModel, draw_podium
from bot.ui.tournaments.pictures.standings import StandingsModel, draw_standings
from tests.ui.picture_laws import Box, Ink, Shape, marks_of

BRIGHT: Final = (GLOW, GOLD)
"""The colours that only the best have below their places, and only open matches as letters."""

METALS: Final[Sequence[Colour]] = ((255, 200, 61), (206, 212, 222), (212, 138, 76))
"""Gold, silver and bronze."""


class Told(Struct, frozen=True):
    """A text of a row, which may be cut or broken in the picture.

    Attributes:
        colour: the colour of its letters; None for any.
        bright: whether the plate below it is bright; None for either.
        plate: the colour of the plate below it; None for any.
        metal: the place, from 0, whose metal the plate below it has; None for any plate.
        medal: the metal of a medal before it in its row; None for any or none.
    """

    text: str
    colour: Colour | None = None
    bright: bool | None = None
    plate: Colour | None = None
    metal: int | None = None
    medal: Colour | None = None


Row: TypeAlias = Sequence[Told]


class Rows(Struct, frozen=True):
    """Rows that follow each other from top to bottom, or in a row of the picture from left to right.

    Attributes:
        within: the part of the picture in which they are; None for all of it.
        piece: the piece in which they are; empty for any.
        across: whether they follow each other from left to right, at any height.
    """

    rows: Sequence[Row]
    within: Box | None = None
    piece: str = ""
    across: bool = False


class Bars(Struct, frozen=True):
    """Bars of points, in reading order: the share of a whole that each had before, and the share that it has now."""

    shares: Sequence[tuple[float, float]]


class Course(Struct, frozen=True):
    """A curve in a colour, which goes from left to right, higher for larger values."""

    values: Sequence[int]
    colour: Colour


class Pieces(Struct, frozen=True):
    """Pieces that follow each other from top to bottom."""

    names: Sequence[str]


class Largest(Struct, frozen=True):
    """The faces that are larger than all others, by the colours of their discs; and the colours of all faces."""

    discs: Sequence[Colour]
    among: Sequence[Colour]


Claim: TypeAlias = Rows | Bars | Course | Pieces | Largest


def order_faults(drawing: Callable[..., object], data: Sequence[Any], scene: Scene) -> list[str]:
    """Return what a scene has in another order or colour than the data from which a function drew it."""
    claims = CLAIMS.get(drawing)
    if claims is None:
        return []
    drawn = Drawn(scene)
    return [fault for claim in claims(*data) for fault in drawn.faults(claim)]


class Drawn:
    """A scene's texts and shapes where they are drawn."""

    def __init__(self, scene: Scene) -> None:
        self.inks, self.shapes = marks_of(scene, round(scene.width))

    def faults(self, claim: Claim) -> Iterator[str]:
        """Yield what is not as claimed."""
        match claim:
            case Rows():
                yield from self.rows(claim)
            case Bars():
                yield from self.bars(claim)
            case Course():
                yield from self.course(claim)
            case Pieces():
                yield from self.pieces(claim)
            case Largest():
                yield from self.largest(claim)

    def rows(self, claim: Rows) -> Iterator[str]:
        """Yield the rows that do not follow the one before, each with what it should say."""
        inks = [ink for ink in self.inks if _is_in(ink, claim)]
        before: Ink | None = None
        for row in claim.rows:
            after = [ink for ink in inks if before is None or _follows(ink, before, across=claim.across)]
            found = self.found(row, after, across=claim.across)
            if found is None:
                said = " | ".join(told.text for told in row)
                plain = self.found([Told(told.text) for told in row], after, across=claim.across)
                yield f"{said!r} has other colours" if plain is not None else f"{said!r} does not stand in its place"
                continue
            before = found

    def found(self, row: Row, inks: Sequence[Ink], *, across: bool) -> Ink | None:
        """Return the first text of the first place at which a row can be read; None if there is none."""
        starts = [ink for ink in inks if self.is_told(row[0], ink) and self.goes_on(row[1:], ink, inks)]
        top = min(starts, key=lambda ink: ink.middle[1], default=None)
        level = [ink for ink in starts if across or (top is not None and _is_level(ink, top))]
        return min(level, key=lambda ink: ink.middle[0], default=None)

    def goes_on(self, row: Row, start: Ink, inks: Sequence[Ink]) -> bool:
        """Whether the other texts of a row stand beside its first one, from left to right."""
        last = start
        for told in row:
            beside = [ink for ink in inks if _is_beside(ink, last) and self.is_told(told, ink)]
            if not beside:
                return False
            last = min(beside, key=lambda ink: ink.box[0])
        return True

    def is_told(self, told: Told, ink: Ink) -> bool:
        """Whether a text is the one that is told, with its colours."""
        if not is_shown(told.text, ink.text) or told.colour not in (None, ink.colour):
            return False
        if told.medal is not None and not self.has_medal(ink, told.medal):
            return False
        if told.bright is None and told.plate is None and told.metal is None:
            return True
        plate = self.plate(ink)
        return (
            told.bright in (None, plate in BRIGHT)
            and told.plate in (None, plate)
            and (told.metal is None or (plate is not None and told.metal == nearest(plate)))
        )

    def plate(self, ink: Ink) -> Colour | None:
        """Return the colour of the topmost shape on which a text stands."""
        x, y = ink.middle
        below = [
            shape
            for shape in self.shapes
            if shape.fill is not None
            and shape.order < ink.order
            and shape.box[0] <= x <= shape.box[2]
            and shape.box[1] <= y <= shape.box[3]
        ]
        return below[-1].fill if below else None

    def has_medal(self, ink: Ink, metal: Colour) -> bool:
        """Whether a medal of this metal, and of no other, stands before a text in its row."""
        left, middle = ink.box[0], ink.middle[1]
        near = [
            shape
            for shape in self.shapes
            if shape.fill is not None
            and shape.box[0] > left - MEDAL
            and shape.box[2] <= left
            and shape.box[1] < middle < shape.box[3]
        ]
        return any(shape.fill == metal for shape in near)

    def bars(self, claim: Bars) -> Iterator[str]:
        """Yield the bars that show other points before or now than claimed."""
        shown = sorted(
            (bar for bar in _bars(self.shapes) if len(bar) > 1), key=lambda bar: (round(bar[0].box[1]), bar[0].box[0])
        )
        claimed = [shares for shares in claim.shares if any(shares)]
        for number, (bar, shares) in enumerate(zip_longest(shown, claimed)):
            if bar is None or shares is None:
                yield f"{len(shown)} bars instead of {len(claimed)}"
                return
            had, has = (max(0.0, min(1.0, share)) for share in shares)
            whole, *parts = bar
            least = (whole.box[3] - whole.box[1]) / (whole.box[2] - whole.box[0])
            lengths = {part.fill: (part.box[2] - part.box[0]) / (whole.box[2] - whole.box[0]) for part in parts}
            lost, gained = lengths.pop(BLOW, 0.0), lengths.pop(HEAL, 0.0)
            right = _is_long(max(lengths.values(), default=0.0), min(had, has), least)
            right &= _is_long(lost, had if had > has else 0, least)
            right &= had == has or _is_long(gained, has if has > had else 0, least)
            if not right:
                yield f"bar {number + 1} does not show {had:.2f} before and {has:.2f} now"

    def course(self, claim: Course) -> Iterator[str]:
        """Yield a curve that goes another way than its values."""
        lines = [shape.outlines[0] for shape in self.shapes if shape.stroke == claim.colour and shape.outlines]
        if len(claim.values) > 1 and not any(_goes(line, claim.values) for line in lines):
            yield f"no curve goes as {list(claim.values)}"

    def pieces(self, claim: Pieces) -> Iterator[str]:
        """Yield pieces that do not stand below the one before."""
        tops = {name: [shape.box[1] for shape in self.shapes if shape.piece == name] for name in claim.names}
        for above, below in pairwise(claim.names):
            if min(tops[above], default=0) >= min(tops[below], default=0):
                yield f"{below!r} does not stand below {above!r}"

    def largest(self, claim: Largest) -> Iterator[str]:
        """Yield the largest faces, if they are others than claimed."""
        discs = [shape for shape in self.shapes if shape.fill in claim.among and _is_round(shape)]
        most = max(_width(disc) for disc in discs)
        found = [disc.fill for disc in discs if disc.fill is not None and _width(disc) >= most - 1]
        if sorted(found) != sorted(claim.discs):
            yield f"the largest faces are on {found} instead of {list(claim.discs)}"


MEDAL: Final = 90
"""How far before a text its medal begins, at most, in pixels."""

NEAR: Final = 0.6
"""How far apart the middles of texts in one row are, at most, as a multiple of the larger one's size."""

EXACT: Final = 0.02
"""How much of a bar may be missing or too much."""

ROUND: Final = 20
"""How many corners a disc has, at least."""

ASIDE: Final = 40
"""How far a curve is moved aside, at most, so that others can be seen, in pixels."""


SEEN: Final = 0.1
"""How much of its points a curve has to lose or gain to be seen going down or up, although it is moved aside."""


def is_shown(text: str, shown: str) -> bool:
    """Whether what is shown is a text, its beginning and an ellipsis, or the first words of it."""
    text = " ".join(written(text).split())
    if shown.endswith("…") and text.startswith(shown[:-1].rstrip()):
        return True
    return text == shown or (text.startswith(f"{shown} ") and bool(shown))


def nearest(colour: Colour) -> int:
    """Return the place, from 0, whose metal a colour is nearest to."""
    apart = [sum((one - other) ** 2 for one, other in zip(colour, metal, strict=True)) for metal in METALS]
    return apart.index(min(apart))


def _is_in(ink: Ink, claim: Rows) -> bool:
    if claim.piece and ink.piece != claim.piece:
        return False
    if claim.within is None:
        return True
    left, top, right, bottom = claim.within
    x, y = ink.middle
    return left <= x <= right and top <= y <= bottom


def _is_level(ink: Ink, other: Ink) -> bool:
    return abs(ink.middle[1] - other.middle[1]) <= NEAR * max(ink.size, other.size)


def _is_beside(ink: Ink, before: Ink) -> bool:
    return _is_level(ink, before) and ink.box[0] >= before.box[0] and ink is not before


def _follows(ink: Ink, before: Ink, *, across: bool) -> bool:
    """Whether a text comes after another one for somebody who reads."""
    if ink is before:
        return False
    if across or _is_level(ink, before):
        return ink.middle[0] > before.middle[0]
    return ink.middle[1] > before.middle[1]


def _bars(shapes: Sequence[Shape]) -> Iterator[list[Shape]]:
    """Yield the bars of a picture: an empty one, and what fills it, which have the same height."""
    number = 0
    while number < len(shapes):
        bar = [shapes[number]]
        while number + len(bar) < len(shapes) and _fills(shapes[number + len(bar)], bar[0]):
            bar.append(shapes[number + len(bar)])
        if bar[0].fill == INK and _is_lying(bar[0].box):
            yield bar
        number += len(bar)


def _width(shape: Shape) -> float:
    return shape.box[2] - shape.box[0]


def _is_round(shape: Shape) -> bool:
    """Whether a shape is as wide as high, and has more corners than a star."""
    height = shape.box[3] - shape.box[1]
    return abs(_width(shape) - height) < 1 and any(len(outline) >= ROUND for outline in shape.outlines)


def _is_lying(box: Box) -> bool:
    return box[2] - box[0] > 3 * (box[3] - box[1])


def _fills(shape: Shape, bar: Shape) -> bool:
    level = abs(shape.box[1] - bar.box[1]) + abs(shape.box[3] - bar.box[3]) < 1
    return level and shape.fill is not None and shape.box[0] >= bar.box[0] - 1 and shape.box[2] <= bar.box[2] + 1


def _is_long(length: float, share: float, least: float) -> bool:
    """Whether a part of a bar has its length; a short one is as long as it is high."""
    return abs(length - (max(least, share) if share else 0)) <= EXACT


def _goes(line: Sequence[Point], values: Sequence[int]) -> bool:
    """Whether a line has a point for each value, from left to right, and a higher one for a larger value."""
    if len(line) != len(values) or any(right[0] <= left[0] for left, right in pairwise(line)):
        return False
    heights = sorted((value, -y) for value, (_, y) in zip(values, line, strict=True))
    if any(lower[1] > higher[1] + ASIDE for lower, higher in pairwise(heights)):
        return False
    least, most = heights[0][0], heights[-1][0]
    lowest, highest = (max(y for value, y in heights if value == end) for end in (least, most))
    return most - least <= SEEN * most or lowest < highest


# What pictures claim


def _each(texts: Iterable[str]) -> list[Row]:
    """Return texts as rows of their own, without empty ones."""
    return [(Told(text),) for text in texts if text]


def _standings(model: StandingsModel) -> Iterator[Claim]:
    rows: list[Row] = []
    last = max((number for number, line in enumerate(model.lines) if line.on), default=-1)
    for number, line in enumerate(model.lines):
        figures = [Told(figure) for figure in line.figures]
        rows.append((Told(line.place, bright=line.on), Told(line.name), *figures))
        if model.cut and number == last:
            rows.append((Told(model.cut, colour=GLOW),))
    yield Rows([*rows, *_each(model.legend)])
    yield Rows(_each(model.titles), across=True)


def _knockout(model: KnockoutModel) -> Iterator[Claim]:
    yield Rows(
        [
            (Told(line.place, bright=line.bright), *map(Told, (line.name, line.won, line.lost, line.about)))
            for line in model.lines
        ]
    )


def _season(model: SeasonModel) -> Iterator[Claim]:
    """The leaders' places are on a light plate, and only evenings that somebody has won are golden."""
    lines = [
        (
            Told(str(line.place), plate=CREAM if line.place == 1 else None),
            Told(line.name),
            *(Told(text, bright=won) for text, _, won in line.evenings),
            Told(line.points),
        )
        for line in model.lines
    ]
    yield Rows([*lines, *_each(model.legend)])
    yield Rows(_each(model.titles), across=True)


def _pairings(model: PairingsModel) -> Iterator[Claim]:
    yield Rows([*map(_pairing, model.meetings), *_each([model.more])])


def _pairing(meeting: Meeting) -> Row:
    """Return a match: the winner stands on the brightest plate, and the score glows while the match is open."""
    sides = [
        Told(name, plate=player.tones.light if number == meeting.winner else None)
        for number, (player, name) in enumerate(meeting.players)
    ]
    return (sides[0], Told(meeting.middle, colour=CREAM if meeting.decided else GLOW), *sides[1:])


def part_tops(model: BracketModel) -> list[int]:
    """Return the y coordinate of each part in a picture, and where the last part ends."""
    found = [model.head.high]
    for part in model.parts:
        found.append(found[-1] + part.above + part.slots * part.slot)
    return found


def _bracket(model: BracketModel) -> Iterator[Claim]:
    for part, top in zip(model.parts, part_tops(model), strict=False):
        boxes = list(zip(part.boxes, match_rectangles(part, top), strict=True))
        yield Rows(_each(part.rounds), within=(0, top, WIDE, top + part.above), across=True)
        for box, room in boxes:
            yield Rows([_side(side) for side in box.sides if side.name], within=room)
        for column, (left, right) in enumerate(column_edges(part)):
            inside = sorted((box.middle, box) for box in part.boxes if box.column == column)
            names = [side.name for _, box in inside for side in box.sides]
            yield Rows(_each(names), within=(left, top + part.above, right, part_tops(model)[-1]))


def _side(side: MatchSide) -> Row:
    """Return a side of a match: only who has won it is written in ink, as on white."""
    score = [Told(side.score)] if side.score else []
    return (Told(side.name, colour=BLACK if side.state == "won" else None), *score)


def _podium(model: PodiumModel) -> Iterator[Claim]:
    names = [[name for _, name in players] for players in model.steps]
    abreast = [step for step in (1, 0, 2) if names[step]]
    yield Rows([(Told(str(step + 1), metal=step),) for step in abreast], across=True)
    yield Rows([(Told(names[step][0], metal=step),) for step in abreast], across=True)
    best = [] if model.best is None else _each([model.best.title, model.best.name, model.best.by])
    yield Rows([*((Told(name, metal=step),) for step, players in enumerate(names) for name in players), *best])
    if model.points:
        yield Rows([(Told(model.points[step], metal=step),) for step in abreast], across=True)
    if model.best is not None:
        yield Rows([(Told(model.best.name), Told(model.best.figure, colour=GLOW))])


def _final(model: FinalModel) -> Iterator[Claim]:
    yield Rows(_each([model.title, model.heading, model.versus, model.players[0][1], model.about]))
    yield Rows(_each([model.players[0][1], model.versus, model.players[1][1]]), across=True)


def _entry(model: EntryModel) -> Iterator[Claim]:
    yield Rows(_each(name for _, name in model.players))


def _ranking(ranking: Ranking) -> Iterator[Claim]:
    yield Rows(
        [
            (
                Told(str(player.place)),
                Told(player.name),
                Told(player.league, colour=player.metal, medal=player.metal),
                Told(player.points),
            )
            for player in ranking.players
        ]
    )


def _profile(profile: ProfileCard) -> Iterator[Claim]:
    rows: list[Row] = []
    for game in profile.rows:
        rows.append((Told(game.name), *([Told(game.points)] if game.metal else [])))
        form = [Told(letter, colour=ink, plate=disc) for letter, disc, ink in game.form]
        rows.append((Told(game.league, medal=game.metal), *form))
    yield Rows(rows)
    if profile.course is not None:
        yield Course(profile.course.values, CREAM)


def _trophy(trophy: Trophy) -> Iterator[Claim]:
    rows: list[Row] = _each([trophy.headline])
    for place in trophy.rows:
        medal = None if place.medal is None else place.medal.metal
        rows.append((Told(str(place.place)), Told(place.name), Told(place.score, medal=medal)))
    if trophy.last is not None and len(trophy.last.cards) <= NAMED:
        rows.append(tuple(Told(card.name) for card in trophy.last.cards))
    yield Rows(rows)
    best = trophy.places[: min(trophy.winners, MOST_DISCS)] if trophy.large is None else [trophy.places[trophy.large]]
    yield Largest([place.tones.light for place in best], [place.tones.light for place in trophy.places])
    for line in trophy.curve.lines:
        yield Course(line.values, line.tones.light)


def _strip(strip: Strip) -> Iterator[Claim]:
    yield from _strip_head(strip)
    known = [
        (had / strip.most, has / strip.most)
        for had, has in (fighter.way for fighter in strip.fighters if fighter.points is not None)
    ]
    for beat in strip.beats:
        if beat.label:
            piece = f"moment {beat.label}"
            yield from _moment(beat, piece)
            left = [str(has) for _, has in _points(beat)]
            yield Rows(_each(left if beat.size != "last" else ()), piece=piece, across=True)
        known += [(had / strip.most, has / strip.most) for had, has in _points(beat)]
    yield Bars(known)


def _strip_head(strip: Strip) -> Iterator[Claim]:
    yield Rows(_each(fighter.name for fighter in strip.fighters), within=(0, 0, WIDE, HEAD))
    yield Pieces([f"moment {beat.label}" for beat in strip.beats if beat.label])


def _points(beat: Beat) -> list[tuple[int, int]]:
    return [half.points for half in beat.halves if half.points is not None]


def _moment(beat: Beat, piece: str) -> Iterator[Claim]:
    """Yield what the two sides of a moment claim, and what was played."""
    yield Rows(_each(half.name for half in beat.halves), piece=piece, across=True)
    if beat.size != "last":
        yield Rows(_each(f"−{loss}" for loss in beat.losses if loss), piece=piece, across=True)
    if beat.play is not None:
        yield Rows(_each([beat.play.name]), piece=piece)


def _large_moment(strip: Strip) -> Iterator[Claim]:
    [beat, *_] = strip.beats
    yield from _moment(beat, "")
    if beat.play is None:
        yield Rows(_each(strip.fighters[side].name for side in beat.sides), across=True)
        yield Rows(_each(f"{has} {strip.unit}" for _, has in _points(beat)), across=True)
        yield Bars([(had / strip.most, has / strip.most) for had, has in _points(beat)])


def _table(card: TableCard) -> Iterator[Claim]:
    yield Rows(_each(chair.name for chair in card.chairs))


def _mistakes(sheet: MistakeSheet) -> Iterator[Claim]:
    yield Rows([(Told(row.number),) for row in sheet.rows])
    for row in sheet.rows:
        played, better = (side.text[:1].upper() + side.text[1:] for side in (row.played, row.better))
        yield Rows(_each([played, better, row.figure]), across=True)


CLAIMS: Final[Mapping[Callable[..., object], Callable[..., Iterator[Claim]]]] = {
    draw_standings: _standings,
    draw_knockout: _knockout,
    draw_season: _season,
    draw_pairings: _pairings,
    draw_bracket: _bracket,
    draw_podium: _podium,
    draw_final: _final,
    draw_entry: _entry,
    draw_ranking: _ranking,
    draw_profile: _profile,
    draw_trophy: _trophy,
    draw_strip: _strip,
    draw_motion: _strip_head,
    draw_moment: _large_moment,
    draw_table: _table,
    draw_mistakes: _mistakes,
}
"""What the data of each picture claim, by the function that draws it."""

UNORDERED: Final = frozenset(
    f"bot.ui.{name}"
    for name in (
        "games.artbot.picture.lay_board",
        "games.artbot.situation_picture.lay_situation",
        "games.varia.aim_picture.draw_aim",
        "games.varia.picture._draw_readable",
        "games.varia.picture._draw_single",
        "games.varia.picture.draw_board",
        "games.varia.situation_picture.lay_situation",
        "games.warmage.picture.lay_board",
        "games.warmage.situation_picture.lay_situation",
        "games.zarcana.card_picture.lay_tarot_card",
        "games.zarcana.picture.lay_board",
        "pictures.album._sheet",
        "pictures.card_list.lay_list",
        "pictures.cards.draw_card",
        "pictures.cards.draw_pairs",
        "pictures.deck_banner.banner_scene",
        "pictures.deck_spread.beside_scene",
        "pictures.deck_spread.scene",
        "pictures.deck_spread.tiles_scene",
        "pictures.game_banner.banner_scene",
        "pictures.game_banner.fan_scene",
        "pictures.sample_cards.samples_scene",
        "pictures.single_face.draw_face",
    )
)
"""The functions that draw cards and boards: their pieces have names, which other tests compare with the views."""
