"""The state common to all matches: physical cards, and which seats know what each of them is."""

from collections.abc import Iterable
from typing import Any, Self

from msgspec.structs import replace
from mypy_extensions import mypyc_attr

from engine.contract import EVERYBODY, EVERYTHING, CardRef, Decision, Outcome, Seat, Viewer, mark
from engine.dice import Dice


@mypyc_attr(allow_interpreted_subclasses=True)
class CardState:
    """A match in progress. Each game has its own type, a dataclass whose fields are in the order of its dumps.

    A game's type repeats the fields below with its own types. Those without a default say `field()`, because a compiled
    base would otherwise look like their default. A type that is not compiled has no plain defaults for them, only
    factories, because a default of its class would hide the compiled field.

    Attributes:
        instances: all physical cards, by number.
        players: each seat's own part of the state; a player's `answered` is the counter in the ids of its decisions.
        open: the open decisions, once they have been requested; not part of a dump.
        outcome: how the match ended, or None.
    """

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
        self.open = None

    @property
    def points(self) -> tuple[int, ...]:
        """Each seat's points, as everybody can count them; empty if the game counts none."""
        return ()

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


def keep_types(kind: type, **types: Any) -> None:
    """Repeat the types of some fields of a state or of a player, each as in its annotation.

    Annotations say how to read a dump. A compiled class keeps only those that are plain classes; this restores the
    others.
    """
    kind.__annotations__.update(types)
