"""The execution of one pick."""

from collections.abc import Iterable
from typing import ClassVar, Generic, TypeVar

from mypy_extensions import mypyc_attr

from engine.budget import Budget
from engine.contract import CardRef, Event, Fact, Outcome, Seat
from engine.dice import Dice
from engine.kit.facts import Ended, Standing
from engine.kit.state import CardState

S = TypeVar("S", bound=CardState)


@mypyc_attr(allow_interpreted_subclasses=True)
class Play(Generic[S]):
    """A pick as it is carried out: the state that it changes, the dice that it uses, and the events that it causes.

    Attributes:
        cut_short: the fact that announces that the pick's work budget is spent; None if no pick of the game can spend
            it.
        closing: the kinds of facts with which a post ends.
    """

    __slots__ = ("budget", "dice", "events", "state")
    cut_short: ClassVar[Fact | None] = None
    closing: ClassVar[tuple[type[Fact], ...]] = (Ended,)

    def __init__(self, state: S, dice: Dice) -> None:
        self.state = state
        self.dice = dice
        self.budget = dice.budget = Budget()
        self.events: list[Event] = []

    def tell(self, fact: Fact, audience: tuple[Seat, ...] | None = None, others: Fact | None = None) -> None:
        """Record an event for everyone, or for some seats only, with another form or nothing for everyone else."""
        self.events.append(Event(fact, audience, others, closes=isinstance(fact, self.closing)))

    def tell_once(self, fact: Fact, seat: Seat) -> None:
        """Record an event that one seat sees only once; it appears nowhere else while the match is running."""
        self.events.append(Event(fact, (seat,), once=True))

    def stand(self) -> None:
        """Record everybody's points."""
        self.tell(Standing(self.state.points))

    def end(self, outcome: Outcome) -> None:
        """End the match, with the last points."""
        self.state.outcome = outcome
        self.stand()
        self.tell(Ended(outcome))

    def told(self) -> tuple[Event, ...]:
        """End the pick and return its events."""
        if self.state.outcome is None:
            self.exhausted()
        return tuple(self.events)

    def exhausted(self) -> bool:
        """Whether the pick's work budget is spent; the first call that finds it spent announces it to the table."""
        if self.cut_short is None or not self.budget.spent:
            return False
        if not self.budget.told:
            self.budget.told = True
            self.tell(self.cut_short)
        return True

    def ref(self, number: int) -> CardRef:
        """Return a reference to an instance for viewers who may know it."""
        return self.state.ref(number)

    def refs(self, numbers: Iterable[int]) -> tuple[CardRef, ...]:
        """Return references to instances for viewers who may know them."""
        return self.state.refs(numbers)
