"""Pictures of standings, with sixteen players each, which suits a phone."""

from collections import Counter
from collections.abc import Collection, Sequence
from fractions import Fraction
from typing import Final

from msgspec import Struct

from bot.host.tournament.rules.standings import Player, Standing
from bot.ui.pictures.badges import PLATE
from bot.ui.pictures.colours import CHALK, FAINT, GLOW, INK, TABLE, Colour, mixed
from bot.ui.pictures.drawn_scene import DrawnScene
from bot.ui.pictures.layout import Label, Plate, Space, Stack, column, row
from bot.ui.pictures.parts import face, rule, sign
from bot.ui.pictures.picture import Picture
from bot.ui.pictures.scene import Scene
from bot.ui.pictures.seat_faces import PlayerFace
from bot.ui.pictures.sizes import LINE
from bot.ui.pictures.tones import CREAM
from bot.ui.texts.words import Rendered, Words, shortened
from bot.ui.tournaments.pictures.sheet import DARK, WIDE, Head, fit_description, sheet_scene
from bot.ui.tournaments.tournament_view import TournamentView, drawable_name, faced, spoken_name

ROWS: Final = 16
"""The number of players in a picture."""

ROW: Final = 54
GAP: Final = 4
TITLES: Final = 40
"""The height of the column titles."""

CUT: Final = 42
"""The height of the line below the players who advance."""

LEGEND: Final = 30
"""The height of a line that explains a column, or the sign for players who have left."""

SMALL: Final = 21
NONE: Final = "–"
"""What stands for a figure, or a place, that a player does not have."""

COLUMNS: Final = (("points", 86), ("buchholz", 72), ("opponents", 86), ("direct", 78), ("byes", 66))
"""The columns of figures and their widths; the last column appears only if somebody has had a bye."""


class StandingsLine(Struct, frozen=True):
    """A player's line: place, face, name, figures, and whether the player advances or has left."""

    place: str
    player: PlayerFace
    name: str
    figures: tuple[str, ...]
    on: bool
    left: bool


class StandingsModel(Struct, frozen=True):
    """Everything that a picture of standings shows.

    Attributes:
        cut: the text below the last of `lines` who advances; empty if all or none of the players advance, or if that
            player is on another page.
        legend: explanations of the columns and signs.
    """

    head: Head
    titles: tuple[str, ...]
    lines: tuple[StandingsLine, ...]
    cut: str
    legend: tuple[str, ...]


def standings_pages(table: Sequence[Standing]) -> int:
    """Return the number of pictures that the standings take up, at least one."""
    return max(1, -(-len(table) // ROWS))


def standings_picture(
    tournament: TournamentView, table: Sequence[Standing], page: int, words: Words, on: Collection[Player] = ()
) -> Picture:
    """Return a picture of a page, counted from 0; `on` are the players who advance."""
    model = standings_model(tournament, table, page, words, on)
    return Picture(
        "standings.png",
        draw_standings(model),
        fit_description(lambda longest: _told(tournament, table, page, words, on, longest)),
    )


def last_on(table: Sequence[Standing], on: Collection[Player]) -> Player | None:
    """Return the last player of a table who advances; None if all or none do."""
    listed = [each.player for each in table if each.player in on]
    return listed[-1] if 0 < len(listed) < len(table) else None


def percent(rate: Fraction) -> str:
    """Return a win rate as a percentage."""
    return f"{float(100 * rate):.1f}"


def direct_shown(table: Sequence[Standing], row: Standing) -> str:
    """Return the direct points of a player who is tied with another, and otherwise a dash."""
    ways = Counter((each.points, each.buchholz, each.opponents) for each in table)
    return str(row.direct) if ways[row.points, row.buchholz, row.opponents] > 1 else NONE


def standings_model(
    tournament: TournamentView, table: Sequence[Standing], page: int, words: Words, on: Collection[Player] = ()
) -> StandingsModel:
    """Return the model of a page of standings."""
    shown, last = table[page * ROWS :][:ROWS], last_on(table, on)
    byes = any(each.byes for each in table)
    titles = [key for key, _ in COLUMNS if byes or key != "byes"]
    legend = [f"standings.legend.{key}" for key in ("buchholz", "opponents", "direct")]
    if any(tournament.entrants[each.player].left for each in shown):
        legend.append("standings.legend.left")
    if any(each.place is None for each in shown):
        legend.append("standings.legend.disqualified")
    ends_here = last is not None and any(each.player == last for each in shown)
    return StandingsModel(
        Head(tournament.title, paged(page, standings_pages(table), words), winner(tournament, words)),
        tuple(words.plain(f"standings.short.{key}") for key in titles),
        tuple(_line(tournament, table, each, words, byes=byes, on=each.player in on) for each in shown),
        cut_text(tournament, len(on), words) if ends_here else "",
        tuple(words.plain(key) for key in legend),
    )


def cut_text(tournament: TournamentView, count: int, words: Words) -> str:
    """Return the line below the players who advance, or have advanced if the tournament is over."""
    return words.plain("standings.cut.over" if tournament.over else "standings.cut", count=count)


def place_text(place: int | None, words: Words) -> Rendered:
    """Return a place as it begins a line of standings; a dash for a player who was disqualified."""
    return Rendered(NONE) if place is None else words("standings.place", place=place)


def winner(tournament: TournamentView, words: Words) -> str:
    """Return the winner of a finished tournament, for a picture's heading; empty while the tournament is not over."""
    if tournament.champion is None:
        return ""
    return words.plain("standings.champion", player=drawable_name(tournament, tournament.champion, words))


def paged(page: int, pages: int, words: Words) -> str:
    """Return a page's number and the number of pages; empty if there is only one page."""
    return words.plain("standings.page", page=page + 1, pages=pages) if pages > 1 else ""


def _line(
    tournament: TournamentView, table: Sequence[Standing], row: Standing, words: Words, *, byes: bool, on: bool
) -> StandingsLine:
    figures = [str(row.points), str(row.buchholz), percent(row.opponents), direct_shown(table, row)]
    if byes:
        figures.append(str(row.byes or NONE))
    left = tournament.entrants[row.player].left
    name, face = drawable_name(tournament, row.player, words), faced(tournament, row.player, words)
    return StandingsLine(str(row.place or NONE), face, name, tuple(figures), on, left)


def _told(
    tournament: TournamentView, table: Sequence[Standing], page: int, words: Words, on: Collection[Player], longest: int
) -> str:
    """Return a picture's description to be read aloud, with names of at most `longest` characters."""
    told = [words.plain("standings.described", title=shortened(tournament.title, 2 * longest))]
    told += filter(None, [paged(page, standings_pages(table), words)])
    for each in table[page * ROWS :][:ROWS]:
        state = "left" if tournament.entrants[each.player].left else "here"
        key = f"standings.told.{'disqualified' if each.place is None else state}"
        name = shortened(spoken_name(tournament, each.player, words), longest)
        told.append(words.plain(key, place=place_text(each.place, words), player=name, count=each.points))
        if each.player == last_on(table, on):
            told.append(cut_text(tournament, len(on), words))
    return "\n".join(told)


def standings_sheet(model: StandingsModel) -> Scene:
    """Return a page of standings as it is drawn."""
    last = max((at for at, line in enumerate(model.lines) if line.on), default=-1)
    lines = [
        each
        for at, line in enumerate(model.lines)
        for each in (_row(line), _cut(model.cut) if model.cut and at == last else None)
    ]
    titles = [
        Label(title, (SMALL, 12), CHALK, side="middle", width=width)
        for title, (_, width) in zip(model.titles, COLUMNS, strict=False)
    ]
    return sheet_scene(
        model.head,
        row(Space(grow=1), *titles, Space(10), height=TITLES),
        column(*lines, gap=GAP),
        Space(height=10),
        *(Label(text, (SMALL, 14), CHALK, height=LEGEND) for text in model.legend),
    )


def _row(line: StandingsLine) -> Stack:
    """Return a player's line; the place of a player who advances is golden."""
    paper: Colour = DARK if line.left else PLATE
    ink: Colour = FAINT if line.left else CREAM
    place = Label(line.place, (32, 32), INK if line.on else ink, "title", "middle", width=52)
    figures = [
        Label(figure, (34, 34) if at == 0 else (26, 26), mixed(ink, TABLE, 0.15 * (at > 0)), side="middle", width=width)
        for at, (figure, (_, width)) in enumerate(zip(line.figures, COLUMNS, strict=False))
    ]
    return row(
        row(place, plate=Plate(GLOW if line.on else paper, 10)),
        face(line.player, 22),
        Label(line.name, LINE, ink, grow=1),
        sign("barred", 24, FAINT, DARK) if line.left else None,
        row(*figures, Space(10)),
        gap=10,
        height=ROW,
        plate=Plate(paper, 10),
    )


def _cut(text: str) -> Stack:
    """Return a line across the sheet with a text in its middle."""
    words = Label(text, (SMALL + 2, 14), GLOW, most=WIDE // 2)
    return row(rule(GLOW, 4), words, rule(GLOW, 4), gap=16, height=CUT - GAP)


draw_standings = DrawnScene(standings_sheet, WIDE)
