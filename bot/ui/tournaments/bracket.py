"""A tree of matches as people see it: numbered, without the matches that nobody plays, in pages that a phone shows."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Final, TypeAlias

from msgspec import Struct

from bot.host.tournament.rules.bracket import Node, Seats, Seed, Source, Stage
from bot.host.tournament.rules.standings import Player
from bot.ui.words import Rendered, Words

SLOTS: Final = 8
"""How many matches stand below each other at the most."""

ROUNDS: Final = 4
"""How many rounds of a tree of winners are in a picture: the fourth stands between the two matches before it."""

LOSING_ROUNDS: Final = 3
"""How many rounds of those who have lost once stand side by side."""


class Tree(Struct, frozen=True):
    """A tree and what has come of it.

    Attributes:
        nodes: its matches, as `single` or `double` gives them.
        seeds: who takes part, the best seed first.
        seats: who has come to each match, as `seated` gives them.
        games: how many games the first and the second of a match have won, where any was played.
    """

    nodes: Sequence[Node]
    seeds: Sequence[Player]
    seats: Sequence[Seats]
    games: Mapping[int, tuple[int, int]]

    @property
    def is_double(self) -> bool:
        """Whether only who has lost twice is out."""
        return self.nodes[-1].stage == "again"

    @property
    def champion(self) -> Player | None:
        """Who has won it all."""
        return self.seats[-1].winner


class Fork(Struct, frozen=True):
    """A match of a tree: where its two come from, past all byes, and its number among those that are played.

    A bye has no number and one source; where nobody comes there is none.
    """

    number: int | None
    first: Source | None
    second: Source | None


def forks(tree: Tree) -> list[Fork]:
    """Return where the two of each match come from."""
    found: list[Fork] = []
    count = 0
    for node in tree.nodes:
        first, second = (_past_byes(source, found, len(tree.seeds)) for source in (node.first, node.second))
        if first is not None and second is not None:
            count += 1
            found.append(Fork(count, first, second))
        else:
            found.append(Fork(None, first if second is None else second, None))
    return found


def _past_byes(source: Source, found: Sequence[Fork], players: int) -> Source | None:
    """Return where somebody really comes from, or None where nobody ever does."""
    if isinstance(source, Seed):
        return source if source.seed < players else None
    before = found[source.match]
    if before.number is not None:
        return source
    return None if source.loses else before.first


def comer(tree: Tree, source: Source) -> Player | None:
    """Return who comes from somewhere, or None while that is open."""
    if isinstance(source, Seed):
        return tree.seeds[source.seed]
    before = tree.seats[source.match]
    if not before.decided:
        return None
    return before.loser if source.loses else before.winner


def is_needless(tree: Tree, node: int) -> bool:
    """Whether the final is not played once more, because who had lost none has won it."""
    final = tree.seats[node - 1]
    return tree.nodes[node].stage == "again" and final.decided and final.winner == final.first


def is_out(tree: Tree, node: int) -> bool:
    """Whether who loses a match has lost for good."""
    stage = tree.nodes[node].stage
    if stage == "final":
        return is_needless(tree, node + 1)
    return stage != "winners" or not tree.is_double


def is_shown(tree: Tree, node: int, fork: Fork) -> bool:
    """Whether a match is shown: no final that is not played once more, and a bye only where a tree begins.

    Everybody looks for themselves there.
    """
    if is_needless(tree, node):
        return False
    return fork.number is not None or (tree.nodes[node].stage == "winners" and fork.first is not None)


def rounds(tree: Tree, stage: Stage) -> list[list[int]]:
    """Return the matches of each round of a stage, without the rounds in which nobody plays."""
    played = forks(tree)
    numbered = [(node.round, number) for number, node in enumerate(tree.nodes) if node.stage == stage]
    found = [[number for _, number in each] for _, each in groupby(numbered, key=lambda pair: pair[0])]
    return [each for each in found if any(played[number].number is not None for number in each)]


class Panel(Struct, frozen=True):
    """A part of a tree that is drawn together: some of the matches of a few rounds of a stage, from top to bottom."""

    stage: Stage
    columns: tuple[tuple[int, ...], ...]

    @property
    def slots(self) -> int:
        """How many matches stand below each other."""
        return len(self.columns[0])

    @property
    def nodes(self) -> list[int]:
        """All its matches."""
        return [node for column in self.columns for node in column]


Page: TypeAlias = tuple[Panel, ...]


def pages(tree: Tree) -> list[Page]:
    """Return the parts of a tree, as many below each other in a picture as have room."""
    found: list[Page] = []
    room = 0
    for panel in _panels(tree):
        if panel.slots > room:
            found.append(())
            room = SLOTS
        found[-1] = (*found[-1], panel)
        room -= panel.slots
    return found


def page_of(tree: Tree, player: Player) -> int:
    """Return the page, from 0, on which a player's latest match is, of those that are drawn."""
    drawn = {node: at for at, page in reversed([*enumerate(pages(tree))]) for panel in page for node in panel.nodes}
    return drawn[max(node for node in drawn if player in (tree.seats[node].first, tree.seats[node].second))]


def _panels(tree: Tree) -> list[Panel]:
    winners = rounds(tree, "winners")
    # The last picture goes back as far as it can: everybody wants to see how the last ones got there.
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
    return [*found, Panel("final", finals)]


def _cut(stage: Stage, columns: Sequence[Sequence[int]]) -> list[Panel]:
    """Cut some rounds into parts of no more slots than there is room for; what leads to a match stays with it."""
    roots = max(1, SLOTS * len(columns[-1]) // len(columns[0]))
    parts = -(-len(columns[-1]) // roots)
    shares = [[len(column) // parts for column in columns] for _ in range(parts)]
    return [
        Panel(
            stage,
            tuple(tuple(column[part * size : (part + 1) * size]) for column, size in zip(columns, share, strict=True)),
        )
        for part, share in enumerate(shares)
    ]


def round_name(tree: Tree, node: int, words: Words) -> Rendered:
    """Return what the round of a match is called within its stage."""
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


_LAST: Final = {1: "final", 2: "semifinals", 4: "quarterfinals"}


def source_name(source: Source, played: Sequence[Fork], words: Words) -> Rendered:
    """Return where somebody comes from, who need not be known yet."""
    if isinstance(source, Seed):
        return words("bracket.from.seed", seed=source.seed + 1)
    number = played[source.match].number or 0
    return words("bracket.from.loser" if source.loses else "bracket.from.winner", number=number)
