"""Pictures of pairings: two faces a match, with the score between them."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from bot.host.tournament.meetings import SeriesView
from bot.ui.pictures.colours import CHALK, GLOW, INK, Colour, ink_on, mixed
from bot.ui.pictures.drawn_scene import DrawnScene
from bot.ui.pictures.layout import Label, Plate, Space, Stack, column, row
from bot.ui.pictures.parts import face, sign
from bot.ui.pictures.picture import Picture
from bot.ui.pictures.scene import Scene
from bot.ui.pictures.seat_faces import PlayerFace
from bot.ui.pictures.tones import CREAM
from bot.ui.texts.words import Words, shortened
from bot.ui.tournaments.pictures.sheet import WIDE, Head, fit_description, sheet_scene
from bot.ui.tournaments.tournament_view import TournamentView, drawable_name, faced, score, spoken_name

MOST: Final = 8
"""The most matches in a picture; the words have all of them."""

ROW: Final = 96
GAP: Final = 10

BETWEEN: Final = 150
"""The width of the score in the middle."""

DIMMED: Final = 0.45
"""The share of ink in the plate of a player who has lost, beside the darkest tone of the player's colour."""


class Meeting(Struct, frozen=True):
    """A match: the players' faces and names, and what stands between them.

    Attributes:
        players: the two players, or one who has a bye.
        middle: the score, or that the match is still to be played; for a bye, that it is one.
        winner: the index of the winner among the players; None if there is none.
        decided: whether the match is over.
    """

    players: tuple[tuple[PlayerFace, str], ...]
    middle: str
    winner: int | None
    decided: bool


class PairingsModel(Struct, frozen=True):
    """Everything that a picture of pairings shows; `more` says how many matches it leaves out, if any."""

    head: Head
    meetings: tuple[Meeting, ...]
    more: str


def pairings_picture(tournament: TournamentView, number: int, meetings: Sequence[SeriesView], words: Words) -> Picture:
    """Return a picture of the pairings of a round, which is counted from 0."""
    shown = in_order(meetings)
    return Picture(
        "pairings.png",
        draw_pairings(pairings_model(tournament, number, meetings, words)),
        fit_description(lambda longest: _told(tournament, number, shown, words, longest)),
    )


def in_order(meetings: Sequence[SeriesView]) -> list[SeriesView]:
    """Return the matches that a picture shows, in the order of their tables."""
    return sorted(meetings, key=lambda each: (each.table is None, each.table or 0))[:MOST]


def pairings_model(
    tournament: TournamentView, number: int, meetings: Sequence[SeriesView], words: Words
) -> PairingsModel:
    """Return the model of the pairings of a round, which is counted from 0."""
    shown, left = in_order(meetings), max(0, len(meetings) - MOST)
    return PairingsModel(
        Head(tournament.title, words.plain("bracket.round.number", number=number + 1), ""),
        tuple(_meeting(tournament, each, words) for each in shown),
        words.plain("pairings.more", count=left) if left else "",
    )


def _meeting(tournament: TournamentView, shown: SeriesView, words: Words) -> Meeting:
    series = shown.series
    sides = [player for player in (series.first, series.second) if player is not None]
    players = tuple((faced(tournament, player, words), drawable_name(tournament, player, words)) for player in sides)
    if len(sides) == 1:
        return Meeting(players, words.plain("bracket.bye"), None, decided=True)
    begun = any(shown.games) or series.state in ("drawn", "lost")
    winner = None if series.winner is None else sides.index(series.winner)
    middle = score(shown.games) if begun else words.plain("pairings.versus")
    return Meeting(players, middle, winner, decided=series.state != "open")


def _told(tournament: TournamentView, number: int, meetings: Sequence[SeriesView], words: Words, longest: int) -> str:
    """Return a picture's description to be read aloud, with names of at most `longest` characters."""
    told = [words.plain("pairings.described", title=shortened(tournament.title, 2 * longest), number=number + 1)]
    for each in meetings:
        first, second = (
            "" if player is None else shortened(spoken_name(tournament, player, words), longest)
            for player in (each.series.first, each.series.second)
        )
        if not second:
            told.append(words.plain("bracket.told.bye", player=first))
        elif any(each.games) or each.series.state in ("drawn", "lost"):
            told.append(words.plain("pairings.told.score", first=first, second=second, score=score(each.games)))
        elif each.series.winner is not None:
            winner = first if each.series.winner == each.series.first else second
            told.append(words.plain("pairings.told.unplayed", first=first, second=second, winner=winner))
        else:
            told.append(words.plain("pairings.told.open", first=first, second=second))
    return "\n".join(told)


def pairings_sheet(model: PairingsModel) -> Scene:
    """Return pairings as they are drawn."""
    more = Label(model.more, (30, 30), CHALK, side="middle") if model.more else None
    return sheet_scene(model.head, Space(height=4), column(*map(_row, model.meetings), more, gap=GAP))


def _row(meeting: Meeting) -> Stack:
    """Return a match: the first player on the left, the second on the right; nobody is beside a player with a bye."""
    second = _side(meeting, 1) if len(meeting.players) > 1 else Space(grow=1)
    ink = CREAM if meeting.decided else GLOW
    middle = Label(meeting.middle, (48, 24), ink, "title", "middle", width=BETWEEN - 20)
    return row(_side(meeting, 0), middle, second, gap=10, height=ROW)


def _side(meeting: Meeting, number: int) -> Stack:
    """Return one of the players, with the face at the outer edge; the winner has a crown and the brightest plate."""
    player, name = meeting.players[number]
    won, lost = meeting.winner == number, meeting.winner not in (None, number)
    dimmed = mixed(player.tones.dark, INK, DIMMED)
    paper = player.tones.light if won else dimmed if lost else player.tones.base
    ink: Colour = ink_on(paper) if won else CHALK if lost else CREAM
    shown = [
        face(player, 36),
        Label(name, (44, 24), ink, "title", "left" if number == 0 else "right", grow=1),
        sign("crown", 40, ink, paper) if won else None,
    ]
    return row(*(shown if number == 0 else reversed(shown)), gap=12, pad=(14, 0), plate=Plate(paper, 14), grow=1)


draw_pairings = DrawnScene(pairings_sheet, WIDE)
