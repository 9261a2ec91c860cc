"""What every match consists of: pieces of cardboard, and who knows what each of them is."""

from collections.abc import Iterable
from typing import Any, Self

from msgspec.structs import replace

from engine.contract import EVERYBODY, EVERYTHING, CardRef, Decision, Outcome, Seat, Viewer, mark
from engine.dice import Dice


class Instance:
    """One piece of cardboard. Each game has its own kind, a frozen struct with its fields in the order of its dumps.

    Attributes:
        card: the definition's id.
        known_to: the seats that know what it is, a bit a seat.
        owner: whose it is, or from which pile it came. What a viewer does not know of one owner's cards may have
            changed places among these; a game without such a field has one common deck.
    """

    __slots__ = ()

    card: str
    known_to: int
    owner: int = 0


class CardState:
    """A match in progress. Each game has its own kind, a struct with its fields in the order of its dumps.

    Attributes:
        instances: all pieces of cardboard, by their numbers.
        players: what each seat has; a player's `answered` is the counter in the ids of its decisions.
        open: the open decisions, once they were asked for; not part of a dump.
        outcome: how the match ended, or None.
    """

    __slots__ = ()

    instances: list[Any]
    players: list[Any]
    open: tuple[Decision, ...] | None
    outcome: Outcome | None

    def copy(self) -> Self:
        """Return a state of its own: its lists are copied, what is in them is frozen or copies itself."""
        raise NotImplementedError

    def ask_anew(self, seat: Seat) -> None:
        """Let a seat's next decision have a new id, and forget what was open."""
        self.players[seat].answered += 1
        self.open = None  # type: ignore[misc] # a slot of each game's own kind

    def card(self, number: int) -> str:
        """Return the definition's id of an instance."""
        card: str = self.instances[number].card
        return card

    def ref(self, number: int) -> CardRef:
        """Return an instance for those who may know what it is."""
        return CardRef(self.instances[number].card, number)

    def refs(self, numbers: Iterable[int]) -> tuple[CardRef, ...]:
        """Return instances for those who may know what they are."""
        instances = self.instances
        return tuple([CardRef(instances[number].card, number) for number in numbers])

    def knows(self, viewer: Viewer, number: int) -> bool:
        """Whether a viewer knows what an instance is."""
        return viewer == EVERYTHING or bool(self.instances[number].known_to & mark(viewer))

    def show(self, numbers: Iterable[int], known_to: int = EVERYBODY) -> None:
        """Let some seats know what some instances are, a bit a seat."""
        instances = self.instances
        for number in numbers:
            before = instances[number]
            if known_to & ~before.known_to:
                instances[number] = replace(before, known_to=before.known_to | known_to)

    def hide(self, numbers: Iterable[int], known_to: int = 0) -> None:
        """Let nobody but some seats know any longer what some instances are, a bit a seat."""
        instances = self.instances
        for number in numbers:
            before = instances[number]
            if before.known_to & ~known_to:
                instances[number] = replace(before, known_to=before.known_to & known_to)

    def deal_anew(self, viewer: Viewer, dice: Dice, owner: int = 0, purpose: str = "determinize") -> None:
        """Let those cards of an owner change places that a viewer does not know; who knows what lies there stays."""
        known, instances = mark(viewer), self.instances
        unknown = [number for number, card in enumerate(instances) if card.owner == owner and not card.known_to & known]
        dealt = dice.shuffle(purpose, sorted(instances[number].card for number in unknown))
        for number, card in zip(unknown, dealt, strict=True):
            instances[number] = replace(instances[number], card=card)
