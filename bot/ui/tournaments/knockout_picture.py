"""Pictures of the standings of a knockout, with twelve players each, which suits a phone."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from bot.host.tournament.rules.knockout import KnockoutStanding
from bot.ui.pictures.badges import PLATE
from bot.ui.pictures.colours import CHALK, FAINT, GLOW, INK, Colour
from bot.ui.pictures.drawing_process import drawn_in_process
from bot.ui.pictures.impacts import face_disc
from bot.ui.pictures.painter import paint
from bot.ui.pictures.picture import Picture, png
from bot.ui.pictures.scene import Frame, Item, Scene, Text
from bot.ui.pictures.shapes import line_at
from bot.ui.pictures.symbols import symbol_at
from bot.ui.pictures.tones import CREAM
from bot.ui.tournaments.picture_sheet import DARK, MARGIN, WIDE, Head, fit_description, sheet_scene
from bot.ui.tournaments.standings_picture import NONE, paged, place_text, winner
from bot.ui.tournaments.tournament_view import Faced, TournamentView, drawable_name, faced, spoken_name
from bot.ui.words import Words, shortened

ROWS: Final = 12
"""The number of players in a picture."""

ROW, GAP = 80, 6
TITLES: Final = 44
"""The height of the column titles."""

PLACE: Final = 66
"""The width of a player's place."""

RADIUS: Final = 31
"""The radius of a face."""

NAMED: Final = PLACE + 2 * RADIUS + 18
"""How far from the margin a name begins."""

NAME: Final = (42, 24)
"""The largest and smallest size of a name."""

WON, LOST = 452, 526
"""The middles of the two columns of figures."""

STATE: Final = 572
"""Where a player's state begins."""

SIGN: Final = 34
"""The side of the sign before a state."""

SIGNS: Final = {
    "champion": "crown",
    "playing": "sword",
    "in": "check",
    "out": "barred",
    "left": "barred",
    "disqualified": "barred",
}
"""The sign before each state."""


class KnockoutLine(Struct, frozen=True):
    """A player's line: place, face, name, the matches won and lost, and what has become of them.

    Attributes:
        sign: the symbol before `about`.
        about: the player's state in words.
        bright: whether the player plays now or has won.
        gone: whether the player is out or has left.
    """

    place: str
    player: Faced
    name: str
    won: str
    lost: str
    sign: str
    about: str
    bright: bool
    gone: bool


class KnockoutScene(Struct, frozen=True):
    """Everything that a picture of a knockout's standings shows."""

    head: Head
    won: str
    lost: str
    lines: tuple[KnockoutLine, ...]


def knockout_pages(table: Sequence[KnockoutStanding]) -> int:
    """Return the number of pictures that the standings take up, at least one."""
    return max(1, -(-len(table) // ROWS))


def knockout_picture(tournament: TournamentView, table: Sequence[KnockoutStanding], page: int, words: Words) -> Picture:
    """Return a picture of a page of the standings, counted from 0."""
    return Picture(
        "standings.png",
        draw_knockout(knockout_scene(tournament, table, page, words)),
        fit_description(lambda longest: _told(tournament, table, page, words, longest)),
    )


def state_text(tournament: TournamentView, row: KnockoutStanding, words: Words) -> str:
    """Return what has become of a player; a tournament that was cancelled is no longer played by anybody."""
    stopped = tournament.cancelled and row.state in ("playing", "in")
    state = row.state if row.reached is None else f"lost.{row.reached}"
    return words.plain(f"knockout.state.{'stopped' if stopped else state}", round=row.round or 0)


def knockout_scene(
    tournament: TournamentView, table: Sequence[KnockoutStanding], page: int, words: Words
) -> KnockoutScene:
    """Return the scene of a page of the standings."""
    return KnockoutScene(
        Head(tournament.title, paged(page, knockout_pages(table), words), winner(tournament, words)),
        words.plain("knockout.won"),
        words.plain("knockout.lost"),
        tuple(_line(tournament, each, words) for each in table[page * ROWS :][:ROWS]),
    )


def _line(tournament: TournamentView, row: KnockoutStanding, words: Words) -> KnockoutLine:
    stopped = tournament.cancelled and row.state == "playing"
    return KnockoutLine(
        str(row.place or NONE),
        faced(tournament, row.player, words),
        drawable_name(tournament, row.player, words),
        str(row.won),
        str(row.lost),
        SIGNS["in" if stopped else row.state],
        state_text(tournament, row, words),
        bright=row.state in ("champion", "playing") and not stopped,
        gone=row.state in ("out", "left", "disqualified"),
    )


def _told(tournament: TournamentView, table: Sequence[KnockoutStanding], page: int, words: Words, longest: int) -> str:
    """Return a picture's description to be read aloud, with names of at most `longest` characters."""
    told = [words.plain("standings.described", title=shortened(tournament.title, 2 * longest))]
    told += filter(None, [paged(page, knockout_pages(table), words)])
    for each in table[page * ROWS :][:ROWS]:
        player = shortened(spoken_name(tournament, each.player, words), longest)
        done = words.plain(
            "knockout.told", place=place_text(each.place, words), player=player, won=each.won, lost=each.lost
        )
        told.append(f"{done} · {state_text(tournament, each, words)}")
    return "\n".join(told)


@drawn_in_process
def draw_knockout(scene: KnockoutScene) -> bytes:
    """Draw the standings of a knockout, as a PNG."""
    return png(paint(knockout_sheet(scene), WIDE))


def knockout_sheet(scene: KnockoutScene) -> Scene:
    """Return a page of the standings as it is drawn."""
    middle = scene.head.high + TITLES / 2 - 2
    items: list[Item] = [
        line_at((across, middle), title, LOST - WON - 6, (26, 20), CHALK)[0]
        for across, title in ((WON, scene.won), (LOST, scene.lost))
    ]
    for number, line in enumerate(scene.lines):
        items += _line_items(line, scene.head.high + TITLES + number * (ROW + GAP))
    return sheet_scene(scene.head, TITLES + len(scene.lines) * (ROW + GAP) - GAP + MARGIN, items)


def _line_items(line: KnockoutLine, down: float) -> list[Item]:
    paper = DARK if line.gone else PLATE
    ink: Colour = FAINT if line.gone else CREAM
    lit: Colour = GLOW if line.bright else ink
    middle, right = down + ROW / 2, WIDE - MARGIN
    items: list[Item] = [Frame((MARGIN, down), (right - MARGIN, ROW), 12, paper, paper, 1)]
    if line.bright:
        items.append(Frame((MARGIN, down), (PLACE - 10, ROW), 12, GLOW, GLOW, 1))
    at = (MARGIN + (PLACE - 10) / 2, middle - 2)
    items.append(Text(line.place, at, 38, INK if line.bright else ink, "mm", "title"))
    items += face_disc(line.player, (MARGIN + PLACE + RADIUS, middle), RADIUS)
    start = MARGIN + NAMED
    items.append(line_at((start, middle), line.name, WON - 44 - start, NAME, ink, "lm")[0])
    items += [
        Text(figure, (across, middle - 2), 40, ink, "mm", "title")
        for figure, across in ((line.won, WON), (line.lost, LOST))
    ]
    items.append(symbol_at(line.sign, (STATE, middle - SIGN / 2), SIGN, lit, paper))
    begin = STATE + SIGN + 10
    items.append(line_at((begin, middle), line.about, right - 12 - begin, (32, 20), lit, "lm")[0])
    return items
