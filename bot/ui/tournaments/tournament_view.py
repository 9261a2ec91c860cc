"""The data about a tournament that is displayed: its players and its series."""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from bot.host.tournament.meetings import meetings_of
from bot.host.tournament.rules import course
from bot.host.tournament.rules.standings import Player
from bot.host.tournament.tournament import Tournament
from bot.ui.fonts.written_text import written
from bot.ui.people.time_zones import date_name
from bot.ui.pictures.colours import INK, PAPER, SEATS
from bot.ui.pictures.seat_faces import PlayerFace, avatar_of
from bot.ui.pictures.tones import tones_of
from bot.ui.pictures.trophy import Feat
from bot.ui.texts.words import Rendered, Words, inert, initials, namesakes


class Entrant(Struct, frozen=True):
    """A participant in a tournament.

    Attributes:
        name: the person's name on the server, for pictures and for texts read aloud.
        user: the person's id; None if their data has been deleted, in which case the name is not shown either.
        left: whether the person has dropped out or been removed.
        disqualified: whether the person was removed for good, and so has no place.
        namesake: whether somebody else in the tournament has the same name.
        letter: what distinguishes a namesake instead of the number in the tournament; empty if the number does.
    """

    name: str
    user: int | None
    left: bool = False
    disqualified: bool = False
    namesake: bool = False
    letter: str = ""


class TournamentView(Struct, frozen=True):
    """A tournament, as far as it is displayed.

    Attributes:
        title: the title that the organiser chose.
        entrants: everybody who has ever taken part.
        over: whether the tournament is over.
        cancelled: whether it was cancelled, so that nothing more is played.
        champion: the winner of a tournament that is over.
        is_league: whether it is a league, with a round a week.
        dates: when the current and the coming rounds of a league begin, by their numbers.
    """

    title: str
    entrants: Mapping[Player, Entrant]
    over: bool = False
    cancelled: bool = False
    champion: Player | None = None
    is_league: bool = False
    dates: Mapping[int, float] = {}

    def named(self, key: str) -> str:
        """Return the id of a text about the tournament: a league is called one, which takes a text of its own."""
        return f"{key}.league" if self.is_league else key


class Highlight(Struct, frozen=True):
    """The best turn of a final: what its trophy says of it, whose it was, and the thread of the game, if it had one."""

    feat: Feat
    player: Player
    thread: int | None


def view_of(shown: Tournament, letters: Mapping[int, str] = {}) -> TournamentView:
    """Return a tournament with its entrants; the `letters` of namesakes are those of their season, by their ids."""
    same = namesakes({each.number: each.name for each in shown.entrants if not shown.is_gone(each)})
    entrants = {
        each.number: Entrant(
            each.name,
            None if shown.is_gone(each) else each.user,
            left=each.status != "in",
            disqualified=each.status == "disqualified",
            namesake=each.number in same,
            letter=letters.get(each.user, ""),
        )
        for each in shown.entrants
        if each.status != "invited"
    }
    status = shown.row.status
    champion = next((each.player for each in course.places(shown.course) if each.place == 1), None)
    return TournamentView(
        shown.row.title,
        entrants,
        over=status == "over",
        cancelled=status == "cancelled",
        champion=champion if status == "over" else None,
        is_league=shown.row.weekly,
        dates=shown.dates,
    )


def evening_of(shown: Tournament, words: Words) -> TournamentView:
    """Return a tournament that is one evening of several: its title has the date on the server's clocks."""
    date = date_name(shown.row.begun or shown.row.opened, shown.zone, words)
    return replace(view_of(shown), title=words.plain("tournament.evening", title=shown.row.title, date=date))


def awaits_first_result(shown: Tournament) -> bool:
    """Whether a tournament has begun and nobody has won or lost a game yet, so that all standings are equal."""
    results = (any(each.games) or each.series.state != "open" for each in meetings_of(shown) if each.table is not None)
    return shown.row.status == "running" and shown.row.round > 0 and not any(results)


def spoken_name(tournament: TournamentView, player: Player, words: Words) -> str:
    """Return a player's name without markdown; a number distinguishes namesakes in the tournament."""
    entrant = tournament.entrants[player]
    if entrant.user is None:
        return words.plain("player.gone")
    return str(_told_apart(entrant, Rendered(entrant.name), player, words))


def drawable_name(tournament: TournamentView, player: Player, words: Words) -> str:
    """Return a player's name for pictures, or the player's number if no font has any of the name's letters."""
    name = spoken_name(tournament, player, words)
    return name if written(name).strip() else words.plain("player.number", number=player + 1)


def faced(tournament: TournamentView, player: Player, words: Words) -> PlayerFace:
    """Return a player's face for pictures."""
    [sign] = initials([drawable_name(tournament, player, words)])
    return PlayerFace(sign, TONES[player % len(TONES)], avatar_of(words, player))


TONES: Final = tuple(tones_of(INK, colour, PAPER) for colour in SEATS)
"""The tones of the discs of players without an avatar."""


def mention(tournament: TournamentView, player: Player, words: Words) -> Rendered:
    """Return a mention of a player for messages, with the current name; a number distinguishes namesakes."""
    entrant = tournament.entrants[player]
    if entrant.user is None:
        return inert(spoken_name(tournament, player, words))
    return _told_apart(entrant, Rendered(f"<@{entrant.user}>"), player, words)


def _told_apart(entrant: Entrant, name: Rendered, player: Player, words: Words) -> Rendered:
    if entrant.letter:
        return words("player.namesake", name=name, number=entrant.letter)
    return words.namesake(name, player) if entrant.namesake else name


def score(games: tuple[int, int]) -> str:
    """Return the number of games won by each player, as text."""
    return f"{games[0]}–{games[1]}"
