"""One pick being played out."""

from collections.abc import Iterable
from typing import ClassVar, Generic, TypeVar

from engine.budget import Budget
from engine.contract import CardRef, Event, Fact, Seat
from engine.dice import Dice
from engine.kit.state import CardState

S = TypeVar("S", bound=CardState)


class Play(Generic[S]):
    """The state that a pick changes, the dice it uses, and the events it causes.

    Attributes:
        cut_short: what tells the table that the pick's budget of work is spent; None for a game in which no pick can
            spend it.
    """

    __slots__ = ("budget", "dice", "events", "state")
    cut_short: ClassVar[Fact | None] = None

    def __init__(self, state: S, dice: Dice) -> None:
        self.state = state
        self.dice = dice
        self.budget = dice.budget = Budget()
        self.events: list[Event] = []

    def tell(self, fact: Fact, audience: tuple[Seat, ...] | None = None, others: Fact | None = None) -> None:
        """Tell everybody something; or tell some seats, and everybody else another form of it or nothing."""
        self.events.append(Event(fact, audience, others))

    def tell_once(self, fact: Fact, seat: Seat) -> None:
        """Tell one seat something that nobody is told again while the match runs."""
        self.events.append(Event(fact, (seat,), once=True))

    def told(self) -> tuple[Event, ...]:
        """End the pick, and return what happened in it."""
        if self.state.outcome is None:
            self.exhausted()
        return tuple(self.events)

    def exhausted(self) -> bool:
        """Whether the pick's budget of work is spent; the table is told the first time."""
        if self.cut_short is None or not self.budget.spent:
            return False
        if not self.budget.told:
            self.budget.told = True
            self.tell(self.cut_short)
        return True

    def ref(self, number: int) -> CardRef:
        """Return an instance as whoever may know it."""
        return self.state.ref(number)

    def refs(self, numbers: Iterable[int]) -> tuple[CardRef, ...]:
        """Return instances as whoever may know them."""
        return self.state.refs(numbers)
