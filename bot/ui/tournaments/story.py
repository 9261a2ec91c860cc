"""The story of a tournament that is over: what one tells of it the next day."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct

from bot.host.tournament.rules.standings import Player, Series
from bot.ui.games.trophies import MatchRecord
from bot.ui.messages.buttons import button
from bot.ui.messages.outgoing import Outgoing, attached, rows
from bot.ui.pictures.picture import Picture
from bot.ui.texts.words import Rendered, Words
from bot.ui.tournaments.tournament_view import TournamentView, mention

UPSET: Final = 2
"""By how many places in the end the winner of a match was behind the loser, at least, for an upset."""

LUCKY: Final = 3
"""By how many pips dice were above average, at least, for the luckiest."""


class PlayedGame(Struct, frozen=True):
    """A game of which one tells: what its facts say of each seat, and the players in the order of the seats."""

    record: MatchRecord
    players: tuple[Player, ...]

    @property
    def turns(self) -> int:
        """How many turns it had."""
        return len(self.record.values[0]) - 1


def story_post(
    tournament: TournamentView,
    number: int,
    places: Mapping[Player, int],
    played: Sequence[Series],
    games: Sequence[PlayedGame],
    words: Words,
    picture: Picture | None = None,
) -> Outgoing | None:
    """Return the story as a post, with the last turn of the deciding game as its picture; None if there is none.

    Args:
        tournament: the tournament, with its players.
        number: its number.
        places: the places of all players who have one.
        played: all series that two players have played.
        games: the games of which one tells.
        words: the reader's words.
        picture: the last turn of the deciding game.
    """
    lines = [
        *_winner(tournament, played, words),
        *_upset(tournament, places, played, words),
        *_longest(tournament, games, words),
        *_best(tournament, games, words),
        *_luckiest(tournament, games, words),
    ]
    if not games or not lines:
        return None
    title = words("story.title", title=tournament.title)
    view = rows([button(number, "tstandings", words)])
    return Outgoing(content="\n".join([title, *lines]), view=view, files=attached(picture), silent=True)


def _winner(tournament: TournamentView, played: Iterable[Series], words: Words) -> Iterator[Rendered]:
    champion = tournament.champion
    if champion is not None:
        own = [each for each in played if champion in (each.first, each.second)]
        won = sum(each.winner == champion for each in own)
        yield words("story.winner", player=mention(tournament, champion, words), won=won, count=len(own))


def _upset(
    tournament: TournamentView, places: Mapping[Player, int], played: Iterable[Series], words: Words
) -> Iterator[Rendered]:
    """Yield the match whose winner came furthest behind its loser in the end."""
    beaten = [
        (places[winner] - places[loser], winner, loser)
        for each in played
        for winner, loser in ((each.first, each.second), (each.second, each.first))
        if winner is not None and winner == each.winner and winner in places and loser is not None and loser in places
    ]
    behind, winner, loser = max(beaten, default=(0, 0, 0))
    if behind >= UPSET:
        two = {"player": mention(tournament, winner, words), "other": mention(tournament, loser, words)}
        yield words("story.upset", **two, place=places[winner], before=places[loser])


def _longest(tournament: TournamentView, games: Iterable[PlayedGame], words: Words) -> Iterator[Rendered]:
    game = max(games, key=lambda each: each.turns, default=None)
    if game is not None:
        players = " – ".join(mention(tournament, player, words) for player in game.players)
        yield words("story.longest", players=Rendered(players), count=game.turns)


def _best(tournament: TournamentView, games: Iterable[PlayedGame], words: Words) -> Iterator[Rendered]:
    done = [
        (deed, player, game.record.deed)
        for game in games
        for player, deed in zip(game.players, game.record.deeds, strict=True)
        if deed is not None
    ]
    if done:
        deed, player, title = max(done, key=lambda each: each[0].size)
        by = mention(tournament, player, words)
        yield words("story.best", title=title, name=deed.name, figure=deed.figure, player=by)


def _luckiest(tournament: TournamentView, games: Iterable[PlayedGame], words: Words) -> Iterator[Rendered]:
    lucky = [(luck, player) for game in games for luck, player in zip(game.record.luck, game.players, strict=False)]
    above, player = max(lucky, default=(0, 0))
    if above >= LUCKY:
        yield words("story.luck", player=mention(tournament, player, words), count=above)
