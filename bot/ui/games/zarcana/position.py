"""The board of a Zarcana match as it stood at any moment, made from the facts that everybody knows."""

from collections.abc import Iterable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from engine.contract import CardRef, Fact, Seat
from engine.games.zarcana import events as e
from engine.games.zarcana.board import first_territories, name


class MapPiece(Struct, frozen=True):
    """A minion on the board.

    Attributes:
        size: from 1 to 3.
        facing: where it points, or "up"; empty if the facts do not tell which of several equal minions did something.
    """

    seat: Seat
    size: int
    space: str
    facing: str = ""


class MapPosition:
    """A board, which changes with each fact.

    Attributes:
        stacks: the cards on each space, the top one last; None for a face-down card.
        pieces: the minions, in the order in which they came to their spaces.
    """

    def __init__(self, stacks: Mapping[str, Iterable[CardRef | None]], pieces: Iterable[MapPiece] = ()) -> None:
        self.stacks = {space: [*stack] for space, stack in stacks.items()}
        self.pieces = [*pieces]

    def copy(self) -> "MapPosition":
        """Return the same board, which no longer changes with this one."""
        return MapPosition(self.stacks, self.pieces)

    def at(self, space: str) -> list[MapPiece]:
        """Return the minions on a space."""
        return [piece for piece in self.pieces if piece.space == space]

    def worth(self, space: str, seat: Seat, values: Mapping[str, int]) -> int:
        """Return what a space brings a player: its card's value if only that player's minions are there."""
        card = self.stacks.get(space, [None])[-1]
        return 0 if card is None or {piece.seat for piece in self.at(space)} != {seat} else values.get(card.card, 0)

    def note(self, fact: Fact) -> None:  # noqa: C901 - a case for each kind of fact
        """Change the board by a fact."""
        match fact:
            case e.MinionEntered():
                self.pieces.append(MapPiece(fact.seat, fact.size, fact.space, fact.facing))
            case e.Grew():
                facing = self._take(MapPiece(fact.seat, fact.size - 1, fact.space))
                self.pieces.append(MapPiece(fact.seat, fact.size, fact.space, facing))
            case e.Shrank():
                facing = self._take(MapPiece(fact.target, fact.size + 1, fact.space))
                self.pieces.append(MapPiece(fact.target, fact.size, fact.space, facing))
            case e.MinionMoved():
                self._take(MapPiece(fact.seat, fact.size, fact.start))
                self.pieces.append(MapPiece(fact.seat, fact.size, fact.space, "up"))
            case e.Destroyed():
                self._take(MapPiece(fact.target, fact.size, fact.space))
            case e.Converted():
                self._take(MapPiece(fact.target, fact.size, fact.space))
                self.pieces.append(MapPiece(fact.seat, fact.replacement, fact.space, "up"))
            case e.Reoriented():
                self._take(MapPiece(fact.target, fact.size, fact.space))
                self.pieces.append(MapPiece(fact.target, fact.size, fact.space, fact.facing))
            case e.TerritoryLost():
                self._lift(fact.space)
            case e.Built():
                self.stacks.setdefault(fact.space, []).append(fact.card)
            case e.BuiltFaceDown():
                self.stacks.setdefault(fact.space, []).append(None)
            case e.TurnedUp():
                stack = self.stacks[fact.space]
                stack[stack.index(None)] = fact.card
            case e.Transported():
                self.stacks.setdefault(fact.space, []).append(self._lift(fact.start))
                carried = self.at(fact.start)
                self.pieces = [piece for piece in self.pieces if piece.space != fact.start]
                self.pieces += [replace(piece, space=fact.space, facing="up") for piece in carried]

    def _take(self, like: MapPiece) -> str:
        """Take one minion of that player, size and space, and return where it points, as far as that is known."""
        same = [piece for piece in self.pieces if replace(piece, facing="") == like]
        facings = {piece.facing for piece in same}
        facing = facings.pop() if len(facings) == 1 else ""
        kept = [replace(like, facing=facing)] * (len(same) - 1)
        self.pieces = [piece for piece in self.pieces if replace(piece, facing="") != like] + kept
        return facing

    def _lift(self, space: str) -> CardRef | None:
        """Take the top card off a space."""
        card = self.stacks[space].pop()
        if not self.stacks[space]:
            del self.stacks[space]
        return card


def position_after(facts: Iterable[Fact]) -> MapPosition | None:
    """Return the board after all facts of a match so far; None if these do not begin with the first territories."""
    position: MapPosition | None = None
    for fact in facts:
        if isinstance(fact, e.BoardLaid):
            spaces = map(name, first_territories(len(fact.cards)))
            position = MapPosition({space: [card] for space, card in zip(spaces, fact.cards, strict=True)})
        elif position is not None:
            position.note(fact)
    return position
