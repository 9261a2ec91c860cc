"""Pictures of the standings of a knockout, with twelve players each, which suits a phone."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from bot.host.tournament.rules.knockout import KnockoutStanding
from bot.ui.pictures.badges import PLATE
from bot.ui.pictures.colours import CHALK, FAINT, GLOW, INK, Colour
from bot.ui.pictures.drawn_scene import DrawnScene
from bot.ui.pictures.layout import Label, Plate, Space, Stack, column, row
from bot.ui.pictures.parts import face, sign
from bot.ui.pictures.picture import Picture
from bot.ui.pictures.scene import Scene
from bot.ui.pictures.seat_faces import PlayerFace
from bot.ui.pictures.tones import CREAM
from bot.ui.texts.words import Words, shortened
from bot.ui.tournaments.pictures.sheet import DARK, WIDE, Head, fit_description, sheet_scene
from bot.ui.tournaments.pictures.standings import NONE, paged, place_text, winner
from bot.ui.tournaments.tournament_view import TournamentView, drawable_name, faced, spoken_name

ROWS: Final = 12
"""The number of players in a picture."""

ROW, GAP = 80, 6
TITLES: Final = 44
"""The height of the column titles."""

FIGURE: Final = 74
"""The width of a column of figures."""

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
    player: PlayerFace
    name: str
    won: str
    lost: str
    sign: str
    about: str
    bright: bool
    gone: bool


class KnockoutModel(Struct, frozen=True):
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
        draw_knockout(knockout_model(tournament, table, page, words)),
        fit_description(lambda longest: _told(tournament, table, page, words, longest)),
    )


def state_text(tournament: TournamentView, row: KnockoutStanding, words: Words) -> str:
    """Return what has become of a player; a tournament that was cancelled is no longer played by anybody."""
    stopped = tournament.cancelled and row.state in ("playing", "in")
    state = row.state if row.reached is None else f"lost.{row.reached}"
    return words.plain(f"knockout.state.{'stopped' if stopped else state}", round=row.round or 0)


def knockout_model(
    tournament: TournamentView, table: Sequence[KnockoutStanding], page: int, words: Words
) -> KnockoutModel:
    """Return the model of a page of the standings."""
    return KnockoutModel(
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


def knockout_sheet(model: KnockoutModel) -> Scene:
    """Return a page of the standings as it is drawn."""
    won, lost = (Label(title, (26, 20), CHALK, side="middle", width=FIGURE) for title in (model.won, model.lost))
    titles = row(Space(grow=1), won, lost, Space(314), height=TITLES)
    return sheet_scene(model.head, titles, column(*map(_row, model.lines), gap=GAP))


def _row(line: KnockoutLine) -> Stack:
    """Return a player's line; the place of a player who plays now or has won is golden."""
    paper: Colour = DARK if line.gone else PLATE
    ink: Colour = FAINT if line.gone else CREAM
    lit: Colour = GLOW if line.bright else ink
    place = Label(line.place, (38, 38), INK if line.bright else ink, "title", "middle", width=56)
    figures = [Label(each, (40, 40), ink, "title", "middle", width=FIGURE) for each in (line.won, line.lost)]
    return row(
        row(place, plate=Plate(GLOW if line.bright else paper, 12)),
        row(face(line.player, 31), pad=(2, 0)),
        Label(line.name, (42, 24), ink, grow=1),
        row(*figures),
        sign(line.sign, 34, lit, paper),
        row(Label(line.about, (32, 20), lit, grow=1), width=248),
        Space(2),
        gap=10,
        height=ROW,
        plate=Plate(paper, 12),
    )


draw_knockout = DrawnScene(knockout_sheet, WIDE)
