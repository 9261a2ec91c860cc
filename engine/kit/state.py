"""The state common to all matches: physical cards, and which seats know what each of them is."""

from collections.abc import Iterable
from typing import Any, Self

from msgspec.structs import replace

from engine.contract import EVERYBODY, EVERYTHING, CardRef, Decision, Outcome, Seat, Viewer, mark
from engine.dice import Dice


class Instance:
    """One physical card. Each game has its own type, a frozen struct with its fields in the order of its dumps.

    Attributes:
        card: the definition's id.
        known_to: the seats that know what it is, one bit per seat.
        owner: the seat it belongs to, or the pile it came from. The cards of one owner that a viewer does not know may
            have changed places with each other; a game without this field has one common deck.
    """

    __slots__ = ()

    card: str
    known_to: int
    owner: int = 0


class CardState:
    """A match in progress. Each game has its own type, a struct whose fields are in the order in which they are dumped.

    Attributes:
        instances: all physical cards, by number.
        players: each seat's own part of the state; a player's `answered` is the counter in the ids of its decisions.
        open: the open decisions, once they have been requested; not part of a dump.
        outcome: how the match ended, or None.
    """

    __slots__ = ()

    instances: list[Any]
    players: list[Any]
    open: tuple[Decision, ...] | None
    outcome: Outcome | None

    def copy(self) -> Self:
        """Return an independent copy: lists are copied, and their items are frozen or copied in turn."""
        raise NotImplementedError

    def ask_anew(self, seat: Seat) -> None:
        """Give a seat's next decision a new id, and discard the cached open decisions."""
        self.players[seat].answered += 1
        self.open = None  # type: ignore[misc] # a slot of each game's own type

    def card(self, number: int) -> str:
        """Return the id of an instance's definition."""
        card: str = self.instances[number].card
        return card

    def ref(self, number: int) -> CardRef:
        """Return a reference to an instance for viewers who may know what it is."""
        return CardRef(self.instances[number].card, number)

    def refs(self, numbers: Iterable[int]) -> tuple[CardRef, ...]:
        """Return references to instances for viewers who may know what they are."""
        instances = self.instances
        return tuple([CardRef(instances[number].card, number) for number in numbers])

    def knows(self, viewer: Viewer, number: int) -> bool:
        """Whether a viewer knows what an instance is."""
        return viewer == EVERYTHING or bool(self.instances[number].known_to & mark(viewer))

    def show(self, numbers: Iterable[int], known_to: int = EVERYBODY) -> None:
        """Reveal some instances to some seats, one bit per seat."""
        instances = self.instances
        for number in numbers:
            before = instances[number]
            if known_to & ~before.known_to:
                instances[number] = replace(before, known_to=before.known_to | known_to)

    def hide(self, numbers: Iterable[int], known_to: int = 0) -> None:
        """Hide some instances from everyone except some seats, one bit per seat."""
        instances = self.instances
        for number in numbers:
            before = instances[number]
            if before.known_to & ~known_to:
                instances[number] = replace(before, known_to=before.known_to & known_to)

    def deal_anew(self, viewer: Viewer, dice: Dice, owner: int = 0, purpose: str = "determinize") -> None:
        """Shuffle the identities of an owner's cards that a viewer does not know; `known_to` stays with the place."""
        known, instances = mark(viewer), self.instances
        unknown = [number for number, card in enumerate(instances) if card.owner == owner and not card.known_to & known]
        dealt = dice.shuffle(purpose, sorted(instances[number].card for number in unknown))
        for number, card in zip(unknown, dealt, strict=True):
            instances[number] = replace(instances[number], card=card)
