"""A bracket as people see it: with numbered matches, without those that nobody plays, in pages that suit a phone."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Final, TypeAlias

from msgspec import Struct

from bot.host.tournament.rules import course
from bot.host.tournament.rules.bracket import From, Node, NodePlayers, Seed, Source, Stage
from bot.host.tournament.rules.knockout import KnockoutStanding
from bot.host.tournament.rules.standings import Player
from bot.host.tournament.tournament import Tournament
from bot.ui.texts.words import Rendered, Words

SLOTS: Final = 8
"""The maximum number of matches one below another."""

ROUNDS: Final = 4
"""How many rounds of a winners' bracket fit in a picture: the fourth is between the two matches that lead to it."""

LOSING_ROUNDS: Final = 3
"""How many rounds of a losers' bracket are side by side."""


class BracketTree(Struct, frozen=True):
    """A bracket and its results so far.

    Attributes:
        nodes: the bracket's matches, as returned by `single` or `double`.
        seeds: the players, best seed first.
        seats: the players in each match, as returned by `seated`.
        games: how many games the first and the second player have won, for each match with a series.
        standings: the players' lines, best first.
    """

    nodes: Sequence[Node]
    seeds: Sequence[Player]
    seats: Sequence[NodePlayers]
    games: Mapping[int, tuple[int, int]]
    standings: Sequence[KnockoutStanding] = ()

    @property
    def is_double(self) -> bool:
        """Whether players are eliminated only after losing twice (double elimination)."""
        return self.nodes[-1].stage == "again"

    @property
    def champion(self) -> Player | None:
        """The winner of the bracket, or None while the winner is undecided."""
        return next((each.player for each in self.standings if each.state == "champion"), None)


def tree_of(shown: Tournament) -> BracketTree | None:
    """Return the bracket, or None if there is none yet."""
    played = shown.course
    if not played.knockout or shown.row.status in ("draft", "open"):
        return None
    games = {each.node: shown.games_won(each) for each in shown.series if each.node is not None}
    players, standings = played.cut or played.seeds, course.knockout_table(played)
    return BracketTree(course.nodes(played), players, course.seats(played), games, standings)


class BracketMatch(Struct, frozen=True):
    """A match in a bracket: where its two players come from, skipping byes, and its number among the real matches.

    A bye has no number, and only one source, or none if nobody reaches it.
    """

    number: int | None
    first: Source | None
    second: Source | None


def forks(tree: BracketTree) -> list[BracketMatch]:
    """Return, for each match, its number and where its players come from."""
    found: list[BracketMatch] = []
    count = 0
    for node in tree.nodes:
        first, second = (_past_byes(source, found, len(tree.seeds)) for source in (node.first, node.second))
        if first is not None and second is not None:
            count += 1
            found.append(BracketMatch(count, first, second))
        else:
            found.append(BracketMatch(None, first if second is None else second, None))
    return found


def _past_byes(source: Source, found: Sequence[BracketMatch], players: int) -> Source | None:
    """Return the source from which a player really comes, skipping byes, or None if no player can come from there."""
    if isinstance(source, Seed):
        return source if source.seed < players else None
    before = found[source.match]
    if before.number is not None:
        return source
    return None if source.loses else before.first


def comer(tree: BracketTree, source: Source) -> Player | None:
    """Return the player who comes from a source, or None while that player is undecided."""
    if isinstance(source, Seed):
        return tree.seeds[source.seed]
    before = tree.seats[source.match]
    if not before.decided:
        return None
    return before.loser if source.loses else before.winner


def is_needless(tree: BracketTree, node: int) -> bool:
    """Whether a match is the second final and will not be played, because the unbeaten player has won the first."""
    final = tree.seats[node - 1]
    return tree.nodes[node].stage == "again" and final.decided and final.winner == final.first


def is_out(tree: BracketTree, node: int) -> bool:
    """Whether the losers of a match are eliminated: there is no second chance for two who both lose."""
    stage, seats = tree.nodes[node].stage, tree.seats[node]
    if seats.decided and seats.winner is None:
        return True
    if stage == "final":
        return is_needless(tree, node + 1)
    return stage != "winners" or not tree.is_double


def is_shown(tree: BracketTree, node: int, fork: BracketMatch) -> bool:
    """Whether a match is shown. A second final that will not be played is hidden.

    Byes in the winners' bracket are shown if a player gets them, because players look for their own names there. Other
    byes are hidden.
    """
    if is_needless(tree, node):
        return False
    return fork.number is not None or (tree.nodes[node].stage == "winners" and fork.first is not None)


def rounds(tree: BracketTree, stage: Stage) -> list[list[int]]:
    """Return the matches in each round of a stage, leaving out rounds in which nobody plays."""
    played = forks(tree)
    numbered = [(node.round, number) for number, node in enumerate(tree.nodes) if node.stage == stage]
    found = [[number for _, number in each] for _, each in groupby(numbered, key=lambda pair: pair[0])]
    return [each for each in found if any(played[number].number is not None for number in each)]


class BracketSection(Struct, frozen=True):
    """A part of a bracket that is drawn as a unit: some of the matches from a few rounds, from top to bottom."""

    stage: Stage
    columns: tuple[tuple[int, ...], ...]

    @property
    def slots(self) -> int:
        """The number of matches one below another."""
        return len(self.columns[0])

    @property
    def nodes(self) -> list[int]:
        """All the matches in this part."""
        return [node for column in self.columns for node in column]


Page: TypeAlias = tuple[BracketSection, ...]


def pages(tree: BracketTree) -> list[Page]:
    """Return a bracket's pages. Each has as many parts, one below another, as fit in a picture."""
    found: list[Page] = []
    room = 0
    for panel in _panels(tree):
        if panel.slots > room:
            found.append(())
            room = SLOTS
        found[-1] = (*found[-1], panel)
        room -= panel.slots
    return found


def page_of(tree: BracketTree, player: Player) -> int:
    """Return the page, counted from 0, that shows a player's latest match."""
    drawn = {node: at for at, page in reversed([*enumerate(pages(tree))]) for panel in page for node in panel.nodes}
    return drawn[max(node for node in drawn if player in (tree.seats[node].first, tree.seats[node].second))]


def _panels(tree: BracketTree) -> list[BracketSection]:
    winners = rounds(tree, "winners")
    # The last picture starts as early as possible, because everybody wants to see how the finalists got there.
    begins = [*range(0, len(winners) - ROUNDS, ROUNDS), max(0, len(winners) - ROUNDS)]
    found = [panel for at in begins for panel in _cut("winners", winners[at : at + ROUNDS])]
    if not tree.is_double:
        return found
    losers = rounds(tree, "losers")
    bands = -(-len(losers) // LOSING_ROUNDS)
    for band in range(bands):
        begin, end = (len(losers) * each // bands for each in (band, band + 1))
        found += _cut("losers", losers[begin:end])
    last = len(tree.nodes) - 1
    finals = ((last - 1,),) if is_needless(tree, last) else ((last - 1,), (last,))
    return [*found, BracketSection("final", finals)]


def _cut(stage: Stage, columns: Sequence[Sequence[int]]) -> list[BracketSection]:
    """Cut rounds into parts that fit the available slots, keeping each match together with those that lead to it."""
    roots = max(1, SLOTS * len(columns[-1]) // len(columns[0]))
    parts = -(-len(columns[-1]) // roots)
    shares = [[len(column) // parts for column in columns] for _ in range(parts)]
    return [
        BracketSection(
            stage,
            tuple(tuple(column[part * size : (part + 1) * size]) for column, size in zip(columns, share, strict=True)),
        )
        for part, share in enumerate(shares)
    ]


def round_name(tree: BracketTree, node: int, words: Words) -> Rendered:
    """Return the name of a match's round within its stage."""
    stage, number = tree.nodes[node].stage, tree.nodes[node].round
    if stage == "final":
        return words("bracket.round.final")
    if stage == "again":
        return words("bracket.round.again")
    if tree.is_double:
        first = tree.nodes[rounds(tree, stage)[0][0]].round
        return words("bracket.round.number", number=number - first + 1)
    matches = sum(other.round == number for other in tree.nodes)
    if matches in _LAST:
        return words(f"bracket.round.{_LAST[matches]}")
    return words("bracket.round.last", players=2 * matches)


def round_after(tree: BracketTree, node: int) -> str:
    """Return the round to which the winner of a match advances, as text ids name it; "next" if it has no name."""
    after = next(each for each in tree.nodes if From(node) in (each.first, each.second))
    if tree.is_double:
        return "next"
    return _LAST.get(sum(other.round == after.round for other in tree.nodes), "next")


_LAST: Final = {1: "final", 2: "semifinals", 4: "quarterfinals"}


def source_name(source: Source, played: Sequence[BracketMatch], words: Words) -> Rendered:
    """Return the name of a source, for when its player is not known yet."""
    if isinstance(source, Seed):
        return words("bracket.from.seed", seed=source.seed + 1)
    number = played[source.match].number or 0
    return words("bracket.from.loser" if source.loses else "bracket.from.winner", number=number)
