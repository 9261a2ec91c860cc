"""The table of a season as a picture: each line has its points evening by evening, and where it was before."""

from typing import Final

from msgspec import Struct

from bot.host.seasons.rules import Line
from bot.host.seasons.season import Season
from bot.ui.pictures.badges import PLATE
from bot.ui.pictures.colours import CHALK, FAINT, GLOW, INK, Colour
from bot.ui.pictures.drawn_scene import DrawnScene
from bot.ui.pictures.layout import Label, Plate, Space, Stack, column, row
from bot.ui.pictures.parts import face
from bot.ui.pictures.picture import Picture
from bot.ui.pictures.scene import Scene
from bot.ui.pictures.seat_faces import PlayerFace
from bot.ui.pictures.sizes import LINE
from bot.ui.pictures.tones import CREAM
from bot.ui.seasons.season_view import EVENINGS, columns, event_of, rules
from bot.ui.texts.words import Words, shortened
from bot.ui.tournaments.pictures.podium import PodiumModel, podium_box
from bot.ui.tournaments.pictures.sheet import WIDE, Head, fit_description, heading, sheet_scene
from bot.ui.tournaments.pictures.standings import GAP, LEGEND, ROW, ROWS, SMALL, TITLES, paged, place_text
from bot.ui.tournaments.tournament_view import drawable_name, faced, spoken_name

CHIP: Final = 56
POINTS: Final = 92
"""The widths of the columns of an evening and of the points, in pixels."""

RISEN: Final[Colour] = (116, 214, 128)
FALLEN: Final[Colour] = (255, 138, 120)


class SeasonLine(Struct, frozen=True):
    """A player's line: place, how it has moved in the latest evening, face, name, evenings and points.

    Of an evening it has the text, whether the points count, and whether the player has won it. `own` is whether it is
    the reader's.
    """

    place: int
    move: str
    player: PlayerFace
    name: str
    evenings: tuple[tuple[str, bool, bool], ...]
    points: str
    own: bool = False


class SeasonModel(Struct, frozen=True):
    """Everything that the picture of a season shows.

    Attributes:
        head: the heading of the table.
        note: what is not final yet; empty if nothing is.
        titles: the titles of the columns: all evenings, each of them, and the points.
        legend: the rules, and what the signs mean.
        podium: what is above the table; None if there is nothing.
    """

    head: Head
    note: str
    titles: tuple[str, ...]
    lines: tuple[SeasonLine, ...]
    legend: tuple[str, ...]
    podium: PodiumModel | None = None


def season_pages(season: Season) -> int:
    """Return the number of pictures that a season's table takes up, at least one."""
    return max(1, -(-len(season.table) // ROWS))


def shown_on(season: Season, page: int) -> tuple[Line, ...]:
    """Return the lines of a page, counted from 0."""
    return season.table[page * ROWS :][:ROWS]


def season_picture(season: Season, page: int, words: Words, reader: int | None = None) -> Picture:
    """Return the picture of a page of a season's table, counted from 0, with the reader's own line marked."""
    drawing = draw_season(season_model(season, page, words, reader))
    return Picture("season.png", drawing, fit_description(lambda longest: season_told(season, page, words, longest)))


def season_model(season: Season, page: int, words: Words, reader: int | None = None) -> SeasonModel:
    """Return the model of a page of a season's table."""
    over = len(season.played)
    titles = [f"1–{over - EVENINGS}"] if over > EVENINGS else []
    titles += map(str, range(max(1, over - EVENINGS + 1), over + 1))
    if season.last is not None:
        titles.append(words.plain("bracket.round.final"))
    moved = [line for line in season.table if line.risen and season.row.status != "over"]
    event, key = event_of(season), "standings.champion" if season.row.status == "over" else "season.leader"
    names = ", ".join(drawable_name(event, season.numbers[line.user], words) for line in season.leaders)
    banner = words.plain(key, player=names, count=season.leaders[0].points)
    signs = {"gold": any(line.wins for line in season.table), "moves": moved}
    return SeasonModel(
        Head(season.row.title, paged(page, season_pages(season), words), banner),
        words.plain("season.note") if season.provisional else "",
        (words.plain("season.short.evening"), *titles, words.plain("standings.short.points")),
        tuple(_line(season, line, words, reader) for line in shown_on(season, page)),
        (
            *rules(season, words),
            " ".join(words.plain(f"season.legend.{sign}") for sign, there in signs.items() if there),
        ),
    )


def _move(season: Season, line: Line, words: Words) -> str:
    """Return how many places a line has risen or fallen in the latest evening, or that its player is new."""
    if season.row.status == "over" or not season.played[1:]:
        return ""
    if line.before is None:
        return words.plain("season.new")
    return f"{'▲' if line.risen > 0 else '▼'}{abs(line.risen)}" if line.risen else ""


def _line(season: Season, line: Line, words: Words, reader: int | None) -> SeasonLine:
    evenings = columns(line)
    if season.last is not None:
        evenings.append((str(place_text(line.last, words)), line.last is not None, line.last == 1))
    event, number = event_of(season), season.numbers[line.user]
    name, player, own = drawable_name(event, number, words), faced(event, number, words), line.user == reader
    name = words.plain("season.you", player=name) if own else name
    return SeasonLine(line.place, _move(season, line, words), player, name, tuple(evenings), str(line.points), own)


def season_told(season: Season, page: int, words: Words, longest: int) -> str:
    """Return a picture's description to be read aloud, with names of at most `longest` characters."""
    told, event = [words.plain("season.described", title=shortened(season.row.title, 2 * longest))], event_of(season)
    for line in shown_on(season, page):
        name = shortened(spoken_name(event, season.numbers[line.user], words), longest)
        place = place_text(line.place, words)
        told.append(words.plain("standings.told.here", place=place, player=name, count=line.points))
    return "\n".join(told)


def season_sheet(model: SeasonModel) -> Scene:
    """Return a page of a season's table as it is drawn, below a podium if there is one.

    The latest evening has the brightest title, and the reader's line has a frame.
    """
    about, *titles, points = model.titles
    evenings = [
        Label(title, (SMALL, 12), CREAM if title == titles[-1] else CHALK, side="middle", width=CHIP)
        for title in titles
    ]
    table = (
        Label(model.note, (SMALL + 2, 14), CREAM, height=LEGEND) if model.note else None,
        row(
            Label(about, (SMALL, 12), CHALK, side="right", grow=1),
            *evenings,
            Label(points, (SMALL, 12), CHALK, side="middle", width=POINTS),
            gap=GAP,
            height=TITLES,
        ),
        column(*map(_row, model.lines), gap=GAP),
        Space(height=10),
        *(Label(text, (SMALL, 14), CHALK, height=LEGEND) for text in model.legend),
    )
    if model.podium is None:
        return sheet_scene(model.head, *table)
    return sheet_scene(model.podium.head, podium_box(model.podium), Space(height=10), heading(model.head), *table)


def _row(line: SeasonLine) -> Stack:
    """Return a player's line; the place of the leader is on a light plate, and evenings that are won are golden."""
    leads = line.place == 1
    return row(
        row(
            Label(str(line.place), (32, 32), INK if leads else CREAM, "title", "middle", width=52),
            plate=Plate(CREAM, 10) if leads else None,
        ),
        Label(
            line.move,
            (26 if line.move[1:].isdecimal() else 21, 20),
            FALLEN if line.move.startswith("▼") else RISEN,
            side="middle",
            width=CHIP,
        ),
        face(line.player, 22),
        Space(8),
        Label(line.name, LINE, CREAM, grow=1),
        *(
            row(
                Label(text, (28, 18), INK if won else CREAM if counts else FAINT, side="middle", width=CHIP),
                height=ROW - 14,
                plate=Plate(GLOW, 10) if won else None,
            )
            for text, counts, won in line.evenings
        ),
        Label(line.points, (36, 30), CREAM, "title", "middle", width=POINTS),
        gap=GAP,
        height=ROW,
        plate=Plate(PLATE, 10, CREAM if line.own else None, 4),
    )


draw_season = DrawnScene(season_sheet, WIDE)
