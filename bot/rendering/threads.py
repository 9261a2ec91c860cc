"""Names of the threads in which matches are played."""

from typing import Final

from bot.host.tournament.rules.course import final_at
from bot.host.tournament.tournament import Tournament
from bot.storage.matches import MatchRow
from bot.storage.tournaments import SeriesRow
from bot.ui.texts.words import Words, shortened
from bot.ui.tournaments.bracket import tree_of

LONGEST: Final = 100
"""The maximum length of a thread's name."""

NAME: Final = 36
"""The maximum length of a player's name in it: two of them fit beside every game and round."""


def match_thread(row: MatchRow, words: Words) -> str:
    """Return the name of a match's thread: the game, and as many of its players as fit."""
    game, names = words.plain(f"{row.game}.name"), _names(words)
    name = game
    for shown in range(len(names) - 1, 0, -1):
        first, left = ", ".join(names[:shown]), len(names) - shown
        key = "thread.name" if left == 1 else "thread.name.more"
        name = words.plain(key, game=game, first=first, last=names[-1], count=left)
        if len(name) <= LONGEST:
            break
    return shortened(name, LONGEST)


def series_thread(shown: Tournament, series: SeriesRow, words: Words) -> str:
    """Return the name of the thread of a tournament's series: the round, and the two players."""
    tree = tree_of(shown)
    if tree is not None and series.node is not None and final_at(tree.nodes, series.node) == "final":
        played = words.plain("bracket.round.final")
    else:
        played = words.plain("thread.round", round=series.round)
    first, second = _names(words)
    return shortened(words.plain("thread.series", round=played, first=first, second=second), LONGEST)


def _names(words: Words) -> list[str]:
    return [shortened(words.name(seat), NAME) for seat in range(len(words.seats))]
