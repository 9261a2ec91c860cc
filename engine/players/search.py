"""The search player: Monte Carlo tree search over guesses at what is hidden, for any game by its contract alone.

Each playout deals anew what the seat does not know and plays the match on from there. Every seat has a tree of its own
answers, so that what somebody does in secret, or at the same time, never shapes what another may choose; chance and
what others do meet below one node. The idea is multiple-observer information set search (Cowling, Powley, Whitehouse:
Information Set Monte Carlo Tree Search, 2012). Where there are more answers than playouts can try, a node takes up new
ones as its visits grow. A playout does not go to the end of the match: `Game.worth` judges where it stops.
"""

from collections.abc import Callable
from math import inf, log, sqrt
from typing import Any, Final, TypeAlias

from msgspec import Struct, field

from engine.contract import AnyGame, Decision, Key, Seat, letter
from engine.dice import Dice, FairDice, NoDice
from engine.players.house import Pick, is_warned, never, own_decision, random_keys

EXPLORATION: Final = 0.15
"""How much an answer that was seldom tried is preferred to one that did well; worth goes from -1 to 1."""

GROWTH: Final = 0.35
"""After n visits a node has taken up n to this power answers: few, because each has to be tried often to tell."""

SAMPLES: Final = 5
"""How many random answers are drawn to find one that is new, or one that nobody would be warned of."""

Answer: TypeAlias = tuple[str, tuple[Key, ...]]
"""What was asked and the keys that answered it: the same in every playout, whatever the decision's number."""


class Node(Struct):
    """What came of one answer, whatever chance and the others did.

    Attributes:
        visits: how often it was given.
        offered: how often it could have been given since it was taken up.
        total: the sum of what its seat's state was worth where the playouts stopped.
        answers: the answers that were given next.
        tail: how the seat went on to the end of its line in the playout that took this answer up.
    """

    visits: int = 0
    offered: int = 0
    total: float = 0.0
    answers: dict[Answer, "Node"] = field(default_factory=dict)
    tail: list[Pick] = field(default_factory=list)

    @property
    def promise(self) -> float:
        """How much another try is worth: what came of it so far, and how seldom it was tried (UCB1)."""
        if not self.visits:
            return inf
        return self.total / self.visits + EXPLORATION * sqrt(log(self.offered) / self.visits)

    def fitting(self, asked: Decision) -> list[tuple[tuple[Key, ...], "Node"]]:
        """Return the answers taken up that can be given to a question now."""
        offered = {option.key for option in asked.options}
        return [
            (keys, node)
            for (kind, keys), node in self.answers.items()
            if kind == asked.kind and asked.least <= len(keys) <= asked.most and offered.issuperset(keys)
        ]


class SearchPlayer:
    """Plays a number of playouts and answers with what they tried most.

    Args:
        playouts: how many.
        horizon: the most picks of one.
        turns: one stops where the seat's own turn comes for so manieth time again.
    """

    def __init__(self, playouts: int, horizon: int, turns: int) -> None:
        self._playouts = playouts
        self._horizon = horizon
        self._turns = turns

    def line(self, game: AnyGame, guess: Any, seat: Seat, dice: Dice, enough: Callable[[], bool] = never) -> list[Pick]:
        """Return the line that was tried most."""
        asked = own_decision(game, guess, seat)
        if asked is not None and len(asked.options) == 1 == asked.least:
            return [(asked.id, (asked.options[0].key,))]
        seed = dice.roll(f"house.{letter(seat)}", 2**63)
        trees: dict[Seat, Node] = {}
        for number in range(self._playouts):
            if number and enough():
                break
            chance = FairDice.seeded("search", seed, number)
            state = game.determinize(guess, seat, chance)
            for walk in self._play_on(game, state, seat, trees, chance).values():
                walk.learn(game.worth(state, walk.seat))
        return _most_tried(game, game.copy(guess), seat, trees[seat])

    def _play_on(
        self, game: AnyGame, state: Any, seat: Seat, trees: dict[Seat, Node], dice: Dice
    ) -> "dict[Seat, _Walk]":
        """Play a guess on, and return the way that every seat took."""
        walks: dict[Seat, _Walk] = {}
        turns, answering = self._turns, True
        for _ in range(self._horizon):
            asked = own_decision(game, state, seat) if answering else next(iter(game.decisions(state)), None)
            if asked is None:
                break
            if not answering and asked.seat == seat and asked.tempo == "turn":
                turns -= 1
                if not turns:
                    break
            walk = walks.get(asked.seat)
            if walk is None:
                walk = walks[asked.seat] = _Walk(asked.seat, trees.setdefault(asked.seat, Node()))
            keys = walk.answer(asked, dice)
            answering = asked.seat == seat and not asked.commits(keys)
            game.apply(state, asked.id, keys, dice)
        return walks


class _Walk:
    """One seat's way through one playout: down its tree to an answer that is new, and on at random."""

    def __init__(self, seat: Seat, root: Node) -> None:
        self.seat = seat
        self._path = [root]
        self._inside = True
        self._in_line = True

    def answer(self, asked: Decision, dice: Dice) -> tuple[Key, ...]:
        """Answer a question."""
        if self._inside:
            keys, node = _choose(self._path[-1], asked, dice)
            self._path.append(node)
            self._inside = node.visits > 0
            self._in_line = not self._inside and not asked.commits(keys)
            return keys
        keys = _unwarned(asked, dice)
        if self._in_line:
            self._path[-1].tail.append((asked.id, keys))
            self._in_line = not asked.commits(keys)
        return keys

    def learn(self, worth: float) -> None:
        """Let every answer on the way know what came of it."""
        for node in self._path:
            node.visits += 1
            node.total += worth


def _choose(node: Node, asked: Decision, dice: Dice) -> tuple[tuple[Key, ...], Node]:
    """Choose an answer: a new one while there are few for the visits, else the most promising."""
    fitting = node.fitting(asked)
    for _, each in fitting:
        each.offered += 1
    if len(fitting) < (node.visits + 1) ** GROWTH:
        known = {keys for keys, _ in fitting}
        for _ in range(SAMPLES):
            keys = _unwarned(asked, dice)
            if keys not in known:
                fresh = node.answers[asked.kind, keys] = Node(offered=1)
                return keys, fresh
    return max(fitting, key=lambda each: each[1].promise)


def _unwarned(asked: Decision, dice: Dice) -> tuple[Key, ...]:
    """Return a random answer, none that a person would be warned of where that can be helped."""
    keys = random_keys(asked, f"house.{letter(asked.seat)}", dice)
    for _ in range(SAMPLES):
        if not is_warned(asked, keys):
            break
        keys = random_keys(asked, f"house.{letter(asked.seat)}", dice)
    return keys


def _most_tried(game: AnyGame, state: Any, seat: Seat, node: Node) -> list[Pick]:
    """Follow the answers that were tried most, and where they end what was played on from there."""
    line: list[Pick] = []
    while (asked := own_decision(game, state, seat)) is not None and (fitting := node.fitting(asked)):
        keys, node = max(fitting, key=lambda each: (each[1].visits, each[1].total))
        line.append((asked.id, keys))
        if asked.commits(keys):
            return line
        game.apply(state, asked.id, keys, NoDice())
    return [*line, *node.tail]
