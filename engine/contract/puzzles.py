"""What a game can ask in a puzzle: questions about the turn to which the rules alone know the answer."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Literal, TypeAlias

from msgspec import Struct

from engine.contract.decisions import Decision
from engine.contract.forecasts import Forecast
from engine.contract.seats import Seat

Points: TypeAlias = Sequence[float]
"""The points of each seat."""


class PuzzleQuestion(Struct, frozen=True):
    """A question of a puzzle. Its horizon and what the others do are part of it, so that no opinion is needed.

    Attributes:
        key: its name, in lower case with underscores; the text `<game>.puzzle.<key>` asks it.
        counts: what a line brings a seat, from all points before it and at the horizon; the higher, the better. None if
            the line has to win: 1 for a sole first place, or else 0.
        horizon: where the count is taken: "turn" at the first question of another turn, so that what a new turn begins
            with still counts, and "round" at the seat's first question in another turn of its own.
        others: what the other seats answer: "default" what the clock plays for somebody absent, "anything" any legal
            answer, drawn like the dice. The seat itself always gets the clock's answers after its line.
        least: the smallest lead that is worth a puzzle.
        rows: the smallest number of rows, each with another value, that leaves something to think about.
        brings: whether the right answer has to bring at least as much, so that doing nothing is none.
    """

    key: str
    counts: Callable[[Points, Points, Seat], float] | None
    horizon: Literal["turn", "round"] = "turn"
    others: Literal["default", "anything"] = "default"
    least: float = 1
    rows: int = 4
    brings: bool = False


class Puzzles(ABC):
    """The puzzles of a game. Its states have to count turns in a field `turn`.

    Attributes:
        questions: all questions.
        plain: the themes of answers that are too plain for a puzzle.
    """

    questions: ClassVar[tuple[PuzzleQuestion, ...]]
    plain: ClassVar[frozenset[str]] = frozenset()

    @abstractmethod
    def asks(self, state: Any, asked: Decision) -> tuple[PuzzleQuestion, ...]:
        """Return what a puzzle may ask the seat that a decision asks, none if the position has no puzzle."""

    @abstractmethod
    def theme(self, kinds: Sequence[str]) -> str:
        """Return what a line uses, from the kinds of its answers (`Game.kind`); the text is `<game>.theme.<theme>`."""

    def foreseen(self, forecast: Sequence[Forecast], seats: int) -> Points:
        """Return how a forecast changes the points of each seat."""
        return [sum([line.changes.get(seat, 0.0) for line in forecast]) for seat in range(seats)]

    def untold(self, view: Any, before: Any, /) -> Any:
        """Return a seat's view of its draft without what the draft brings: that stays as in the view `before` it.

        By default, the view as it is: most games settle nothing before a final pick.
        """
        return view

    def question(self, key: str) -> PuzzleQuestion:
        """Return the question with a key. Raises KeyError."""
        return {each.key: each for each in self.questions}[key]
