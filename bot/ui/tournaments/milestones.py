"""Posts about rounds that everybody waits for, in words: the final, and the round with which a knockout begins."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from bot.host.tournament.rules.course import Milestone
from bot.host.tournament.rules.standings import Player, standings
from bot.host.tournament.tournament import Tournament
from bot.ui.texts.words import Rendered, Words
from bot.ui.tournaments.bracket import BracketTree, tree_of
from bot.ui.tournaments.tournament_view import TournamentView, mention, score, view_of

NAMED: Final = 16
"""The most players of a list who are named; the others are counted."""


def milestone_of(content: Mapping[str, Any]) -> Milestone | None:
    """Return what a round's post says about the round; None if it is like any other."""
    return msgspec.convert(content.get("milestone"), Milestone | None)


def heading(shown: Tournament, milestone: Milestone, words: Words) -> Rendered:
    """Return the lines with which the post begins: what begins, and who plays the final."""
    if milestone.final is None:
        return words("milestone.cut", title=shown.row.title, count=len(milestone.advancing))
    first, second = (mention(view_of(shown), player, words) for player in milestone.advancing)
    return words(f"milestone.{milestone.final}", title=shown.row.title, first=first, second=second)


def situation(shown: Tournament, milestone: Milestone, words: Words) -> Rendered:
    """Return how the two of a final came there, or who goes on, and who is out."""
    event, tree = view_of(shown), tree_of(shown)
    lines: list[str] = []
    if milestone.final is None:
        lines.append(words("milestone.in", players=_listed(event, milestone.advancing, words)))
    elif milestone.final == "final" and tree is not None:
        lines += [line for player in milestone.advancing if (line := _way(shown, event, tree, player, words))]
    others = milestone.out
    if others and shown.row.cut == len(milestone.advancing):
        lines.append(words("milestone.missed", player=mention(event, others[0], words)))
        others = others[1:]
    if others:
        lines.append(words("bracket.now.out", players=_listed(event, others, words)))
    return Rendered("\n".join(lines))


def _listed(event: TournamentView, players: Sequence[Player], words: Words) -> Rendered:
    named = Rendered(", ".join(mention(event, player, words) for player in players[:NAMED]))
    left = len(players) - NAMED
    return named if left <= 0 else words("tournament.more", players=named, count=left)


def _way(shown: Tournament, event: TournamentView, tree: BracketTree, player: Player, words: Words) -> str:
    """Return how a player came to the final; empty if the tournament begins with it."""
    name = mention(event, player, words)
    if tree.is_double:
        row = next(each for each in tree.standings if each.player == player)
        return words("milestone.way.back" if row.lost else "milestone.way.unbeaten", player=name, count=row.won)
    before = [node for node, seats in enumerate(tree.seats[:-1]) if player in (seats.first, seats.second)]
    if not before:
        rows = (each for each in standings(shown.course.seeds, shown.course.played) if each.player == player)
        played = [each for each in rows if shown.course.played]
        return words("milestone.way.rounds", player=name, count=played[0].points) if played else ""
    seats, games = tree.seats[before[-1]], tree.games.get(before[-1], (0, 0))
    if seats.loser is None or not any(games):
        return words("milestone.way.free", player=name)
    told = Rendered(score(games if seats.first == player else games[::-1]))
    return words("milestone.way.won", player=name, loser=mention(event, seats.loser, words), score=told)
