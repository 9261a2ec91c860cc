"""The end of a tournament: how it was won, and its story, which people tell the next day."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Final, TypeAlias

from msgspec import Struct

from bot.host.tournament.rules import course
from bot.host.tournament.rules.standings import Player, Series
from bot.host.tournament.tournament import Tournament
from bot.ui.games.trophies import MatchRecord
from bot.ui.messages.buttons import Item, button
from bot.ui.messages.components import Part, action_row, unframed
from bot.ui.messages.outgoing import Outgoing, attached, attached_all, gallery
from bot.ui.pictures.picture import Picture
from bot.ui.texts.words import Rendered, Words, day
from bot.ui.tournaments import texts
from bot.ui.tournaments.tournament_view import Highlight, TournamentView, mention, score

UPSET: Final = 2
"""By how many places in the end the winner of a match was behind the loser, at least, for an upset."""

SECOND: Final = 2

LUCKY: Final = 3
"""By how many pips dice were above average, at least, for the luckiest."""


Added: TypeAlias = tuple[Sequence[str], Sequence[Item]]
"""Texts and buttons that are added to a post."""


class PlayedGame(Struct, frozen=True):
    """A game of which one tells: what its facts say of each seat, and the players in the order of the seats."""

    record: MatchRecord
    players: tuple[Player, ...]

    @property
    def turns(self) -> int:
        """How many turns it had."""
        return len(self.record.values[0]) - 1


class Told(Struct, frozen=True):
    """What there is to tell of a tournament.

    Attributes:
        places: the places of all players who have one.
        played: all series that two players have played.
        games: the games of which one tells.
        final: how many games the winner and the loser of the final have won; None without a final that was played.
        best: the best turn of the final.
    """

    places: Mapping[Player, int]
    played: Sequence[Series]
    games: Sequence[PlayedGame]
    final: tuple[int, int] | None = None
    best: Highlight | None = None


def story(tournament: TournamentView, told: Told, words: Words) -> list[Rendered]:
    """Return the story in lines: first how the tournament was won, and then what its games tell."""
    places, games = told.places, told.games
    upsets = [
        (places[winner] - places[loser], winner, loser)
        for each in told.played
        for winner, loser in ((each.first, each.second), (each.second, each.first))
        if winner is not None and winner == each.winner and winner in places and loser is not None and loser in places
    ]
    done = [
        (deed, player, game.record.deed)
        for game in games
        for player, deed in zip(game.players, game.record.deeds, strict=True)
        if deed is not None
    ]
    lucky = [(luck, player) for game in games for luck, player in zip(game.record.luck, game.players, strict=False)]
    named = {player: mention(tournament, player, words) for player in tournament.entrants}
    return [
        *_won(tournament, told, words),
        *(
            words("story.upset", player=named[winner], other=named[loser], place=places[winner], before=places[loser])
            for behind, winner, loser in sorted(upsets)[-1:]
            if behind >= UPSET
        ),
        *(
            words("story.longest", players=Rendered(" – ".join(map(named.__getitem__, game.players))), count=game.turns)
            for game in sorted(games, key=lambda each: -each.turns)[:1]
        ),
        *(
            words("story.best", title=title, name=deed.name, figure=deed.figure, player=named[player])
            for deed, player, title in sorted(done, key=lambda each: -each[0].size)[:1]
        ),
        *(
            words("story.luck", player=named[player], count=above)
            for above, player in sorted(lucky)[-1:]
            if above >= LUCKY
        ),
    ]


def over_post(
    shown: Tournament,
    tournament: TournamentView,
    told: Told,
    words: Words,
    pictures: Sequence[Picture | None] = (),
    kind: str = "",
    added: Added = ((), ()),
    *,
    worded: bool = True,
) -> Outgoing:
    """Return the one post about the end of a tournament: how it was won, its story, and its pictures.

    Args:
        shown: the tournament.
        tournament: its players, as they are named.
        told: what there is to tell.
        words: the reader's words.
        pictures: the podium, and the last turn of the deciding game, as far as they are drawn.
        kind: ".corrected" if it takes the place of an earlier post, ".evening" for one evening of several, or empty.
        added: the texts and buttons that the season adds, in which an evening counts.
        worded: whether words say what the first picture shows.
    """
    row, files, (texts_added, buttons) = shown.row, attached_all(pictures), added
    key, when = kind and f"podium.title{kind}", Rendered(day(row.begun or row.opened))
    title = words(key or tournament.named("podium.title"), title=row.title, when=when)
    shows, lines = not worded and any(pictures[:1]), story(tournament, told, words)
    podium = texts.podium(tournament, course.places(shown.course), words, told.best, lines, worded=not shows)
    export = [button(row.id, "texport", words)] if row.closes is None else []
    look = action_row(button(row.id, "tstandings", words), *export, *buttons)
    said = "\n".join(filter(None, [title, podium, texts.provisional(row.closes, words)]))
    shots: list[list[Part]] = [[] if each is None else [gallery(attached(each))] for each in pictures]
    last = [words("story.last"), *chain(*shots[1:])] if any(shots[1:]) else []
    return unframed([said, *texts_added, *chain(*shots[:1]), *last, look], files, silent=True)


def _won(tournament: TournamentView, told: Told, words: Words) -> Iterator[Rendered]:
    """Yield how the champion has won: over whom in the final or, without one, ahead of whom."""
    champion, second = tournament.champion, next((each for each, at in told.places.items() if at == SECOND), None)
    own = [each for each in told.played if champion in (each.first, each.second)]
    key = "story.winner" if second is None else "story.winner.ahead" if told.final is None else "story.winner.final"
    if champion is not None:
        yield words(
            key if own else "podium.first",
            player=mention(tournament, champion, words),
            other="" if second is None else mention(tournament, second, words),
            won=sum(each.winner == champion for each in own),
            count=len(own),
            score=Rendered(score(told.final or (0, 0))),
        )
