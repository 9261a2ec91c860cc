"""What is shown of a tournament: who takes part, and what is played."""

from collections.abc import Mapping
from typing import Literal, TypeAlias

from msgspec import Struct

from bot.host.tournament.rules.standings import Player, Series
from bot.host.tournament.rules.swiss import Reason
from bot.ui.pictures.text import written
from bot.ui.words import Rendered, Words, inert

Why: TypeAlias = Reason | Literal["everybody", "rest"]
"""Why a pairing was made: Swiss gives its reasons; in a round robin everybody meets everybody, and rests once where
their number is odd."""


class Entrant(Struct, frozen=True):
    """Somebody who takes part.

    Attributes:
        name: as the server shows it; for pictures and for what is read aloud.
        user: the person's id; None when their data was deleted, and then the name is not shown either.
        left: whether they have dropped out or were taken out.
    """

    name: str
    user: int | None
    left: bool = False


class TournamentView(Struct, frozen=True):
    """A tournament.

    Attributes:
        title: what its organiser called it.
        entrants: everybody who has ever been in it.
        over: whether all is played.
    """

    title: str
    entrants: Mapping[Player, Entrant]
    over: bool = False


class Meeting(Struct, frozen=True):
    """A series as people see it.

    Attributes:
        series: who meets whom in which round, and what came of it.
        table: the number of its table in the round, from 1; None for a bye.
        games: how many games the first and the second have won.
        why: why they meet; None in a tree, where the matches before it say that.
        points: the match points that both had when they were paired; zero for a bye's nobody.
    """

    series: Series
    table: int | None
    why: Why | None = None
    games: tuple[int, int] = (0, 0)
    points: tuple[int, int] = (0, 0)


def spoken_name(tournament: TournamentView, player: Player, words: Words) -> str:
    """Return a player's name, as it is read aloud."""
    entrant = tournament.entrants[player]
    return words.plain("player.gone") if entrant.user is None else entrant.name


def drawable_name(tournament: TournamentView, player: Player, words: Words) -> str:
    """Return a player's name as it can be drawn: their number where the font has no letter of it."""
    name = spoken_name(tournament, player, words)
    return name if written(name).strip("? ") else words.plain("standings.nameless", number=player + 1)


def mention(tournament: TournamentView, player: Player, words: Words) -> Rendered:
    """Return a player for a message: Discord shows a mention as the name of today."""
    user = tournament.entrants[player].user
    return inert(spoken_name(tournament, player, words)) if user is None else Rendered(f"<@{user}>")


def score(games: tuple[int, int]) -> str:
    """Return the games that both have won."""
    return f"{games[0]}–{games[1]}"
