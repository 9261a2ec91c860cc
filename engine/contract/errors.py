"""The errors raised when a game's rules refuse something.

Illegal
├── IllegalPick       an answer that is not legal now: `reason`
├── IllegalDeck       a deck that may not be played: `reasons`
├── IllegalSet        a card set that is not valid: `faults`
└── IllegalPosition   an impossible position in a scenario: `field` and `why`
"""

from collections.abc import Sequence

from engine.contract.cards import CardFault
from engine.contract.messages import Message


class Illegal(Exception):
    """Raised when the rules of a game refuse something."""


class IllegalPick(Illegal):
    """Raised when a pick is refused; the state is unchanged. `reason` says why, for the player."""

    def __init__(self, reason: Message) -> None:
        super().__init__(reason.id, reason.args)
        self.reason = reason


class IllegalDeck(Illegal):
    """Raised when a deck may not be played; `reasons` lists all reasons."""

    def __init__(self, reasons: Sequence[Message]) -> None:
        super().__init__(*(reason.id for reason in reasons))
        self.reasons = tuple(reasons)


class IllegalSet(Illegal):
    """Raised when a card set is not valid; `faults` lists all faults found."""

    def __init__(self, faults: Sequence[CardFault]) -> None:
        super().__init__(*(f"{fault.card}: {fault.field}: {fault.why}" for fault in faults))
        self.faults = tuple(faults)


class IllegalPosition(Illegal):
    """Raised when a scenario's position is impossible: `field` is the path of the faulty part, `why` explains it."""

    def __init__(self, field: str, why: str) -> None:
        super().__init__(f"{field}: {why}")
        self.field = field
        self.why = why
