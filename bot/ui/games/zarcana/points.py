"""Everybody's points in the course of a Zarcana match: the board before each fact, and what it is worth."""

from collections import Counter, defaultdict
from collections.abc import Sequence

from engine.contract import CardRef, Fact, Seat
from engine.games.zarcana import events as e
from engine.games.zarcana.pool import ZarcanaCards
from engine.games.zarcana.view import ZarcanaView
from engine.kit.facts import Left


class PointCount:
    """Counts points fact by fact, from the first to the last.

    The points are those that everybody sees: without face-down cards. A card that takes the last discard's value counts
    as it did in the end: facts do not tell when a card that was used reaches the discard pile.
    """

    def __init__(self, facts: Sequence[Fact], view: ZarcanaView, pool: ZarcanaCards) -> None:
        """Find the board before the first fact; `view` is of the position that the facts led to."""
        self._pool = pool
        self._last = view.discard[0].card if view.discard else None
        self._left: set[Seat] = set()
        self._stacks: dict[str, list[str | None]] = defaultdict(list)
        self._minions: dict[str, Counter[Seat]] = defaultdict(Counter)
        for name, space in view.board.items():
            self._stacks[name] = [
                ref.card if isinstance(ref, CardRef) and place not in space.face_down else None
                for place, ref in enumerate(space.stack)
            ]
            self._minions[name] = Counter(minion.seat for minion in space.minions)
        for fact in reversed(facts):
            self._step(fact, -1)
        self._left.clear()

    def count(self, fact: Fact, points: list[int]) -> None:
        """Keep everybody's points, which a fact may change."""
        self._step(fact, 1)
        points[:] = fact.scores if isinstance(fact, e.Scored) else self.points(len(points))

    def points(self, seats: int) -> list[int]:
        """Return everybody's points on the present board."""
        points = [0] * seats
        for space, minions in self._minions.items():
            owners = [seat for seat, count in minions.items() if count]
            top = self._stacks[space][-1] if self._stacks[space] else None
            if top is not None and len(owners) == 1 and owners[0] not in self._left:
                points[owners[0]] += self._value(top)
        return points

    def _value(self, card: str) -> int:
        known = self._pool.value_of
        return known[card] if card in known else known.get(self._last or "", 0)

    def _step(self, fact: Fact, way: int) -> None:
        """Change the board by a fact if `way` is 1; take the change back if it is -1."""
        match fact:
            case e.MinionEntered():
                self._minions[fact.space][fact.seat] += way
            case e.MinionMoved():
                self._minions[fact.start][fact.seat] -= way
                self._minions[fact.space][fact.seat] += way
            case e.Destroyed():
                self._minions[fact.space][fact.target] -= way
            case e.Converted():
                self._minions[fact.space][fact.target] -= way
                self._minions[fact.space][fact.seat] += way
            case e.Built():
                self._put(fact.space, fact.card.card, way)
            case e.BuiltFaceDown():
                self._put(fact.space, None, way)
            case e.TerritoryLost():
                self._put(fact.space, fact.card.card, -way)
            case e.Transported():
                start, space = (fact.start, fact.space) if way > 0 else (fact.space, fact.start)
                self._stacks[space].append(self._stacks[start].pop())
                self._minions[space] += self._minions.pop(start, Counter())
            case Left():
                self._left.add(fact.seat)
            case _:
                pass

    def _put(self, space: str, card: str | None, way: int) -> None:
        """Put a card on a space, or take the top one away."""
        if way > 0:
            self._stacks[space].append(card)
        else:
            self._stacks[space].pop()
