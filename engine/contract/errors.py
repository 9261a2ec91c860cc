"""What the rules of a game refuse.

Illegal
├── IllegalPick       an answer that is not legal now: `reason`
├── IllegalDeck       a deck that may not be played: `reasons`
├── IllegalSet        a card set that is not sound: `faults`
└── IllegalPosition   a scenario's position that cannot be: `field` and `why`
"""

from collections.abc import Sequence

from engine.contract.cards import CardFault
from engine.contract.messages import Message


class Illegal(Exception):
    """The rules of a game refuse something."""


class IllegalPick(Illegal):
    """A pick was refused; the state is as it was. `reason` says why, for the player."""

    def __init__(self, reason: Message) -> None:
        super().__init__(reason.id, reason.args)
        self.reason = reason


class IllegalDeck(Illegal):
    """A deck may not be played; `reasons` are all the reasons at once."""

    def __init__(self, reasons: Sequence[Message]) -> None:
        super().__init__(*(reason.id for reason in reasons))
        self.reasons = tuple(reasons)


class IllegalSet(Illegal):
    """A card set is not sound; `faults` are all that were found."""

    def __init__(self, faults: Sequence[CardFault]) -> None:
        super().__init__(*(f"{fault.card}: {fault.field}: {fault.why}" for fault in faults))
        self.faults = tuple(faults)


class IllegalPosition(Illegal):
    """A scenario's position cannot be: `field` is the path of what is wrong with it, `why` says what."""

    def __init__(self, field: str, why: str) -> None:
        super().__init__(f"{field}: {why}")
        self.field = field
        self.why = why
