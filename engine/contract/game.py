"""The contract between a game and its callers.

A game is a deterministic state machine. It asks its seats for *decisions*, takes *picks* as answers, reports what
happened as *events*, and shows each viewer a *view*. Nothing outside a game's own package knows its rules, and nothing
inside it knows about Discord, clocks, languages or databases.

The laws that every game obeys are written as tests: tests/engine/laws.py.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from msgspec import Struct
from pydantic import BaseModel

from engine.budget import StrictBudget
from engine.contract.cards import CardSet, Deck
from engine.contract.decisions import Decision, Key, Option
from engine.contract.decks import DeckCard, DeckFormat
from engine.contract.definitions import Cards
from engine.contract.events import Event, Fact
from engine.contract.forecasts import Forecast
from engine.contract.messages import Message
from engine.contract.puzzles import Puzzles
from engine.contract.seats import Seat, Viewer
from engine.contract.spec import Length, Spec
from engine.dice import Dice
from engine.draws import Draw

JSON: TypeAlias = dict[str, Any]
"""A JSON object, as `dump` returns it and `load` takes it."""


class Outcome(Struct, frozen=True):
    """How a match ended: the seats from best to worst, grouped by rank; a single rank means a draw.

    `reason` is a catalogue id.
    """

    ranking: tuple[tuple[Seat, ...], ...]
    reason: str

    @property
    def drawn(self) -> bool:
        """Whether all seats share one rank."""
        return len(self.ranking) == 1


class View(Struct, frozen=True, kw_only=True):
    """A match as one viewer sees it. Each game derives its own; panels, pictures and logs use only views."""

    viewer: Viewer


class Seating(Struct, frozen=True):
    """One seat at the start of a match. Seats in games with a common deck bring no deck."""

    deck: Deck | None = None


S = TypeVar("S")
"""A game's state."""

C = TypeVar("C", bound=Cards)
"""A game's card definitions."""


class Game(ABC, Generic[S, C]):
    """The rules of one game. A game holds no state: every method is a function of its arguments."""

    spec: ClassVar[Spec]
    card_set: ClassVar[type[CardSet]]
    """The shape of a card set of this game."""
    state_version: ClassVar[int]
    """The version that `dump` writes; `load` reads every version ever released."""
    plays: ClassVar[tuple[type[Fact], ...]] = ()
    """The facts that report the use of a card, for a game whose cards people can write."""
    quiet: ClassVar[tuple[type[Fact], ...]] = ()
    """The facts of turns in which nothing of note happens; several such turns in a row share a post."""
    puzzles: ClassVar[Puzzles | None] = None
    """What puzzles ask, for a game that has them."""

    @abstractmethod
    def cards(self, sets: Iterable[CardSet]) -> C:
        """Return the combined definitions of the given sets. Raises IllegalSet if they do not fit together."""

    def deck_format(self, options: BaseModel) -> DeckFormat:
        """Return the deck format of a table with these options. Raises LookupError if seats bring no decks."""
        raise LookupError(self.spec.key)

    def deck_cards(self, cards: C) -> tuple[DeckCard, ...]:
        """Return every card that a deck may hold, in the order in which people browse them."""
        return ()

    def deck_faults(self, deck: Deck, cards: C, wanted: DeckFormat) -> tuple[Message, ...]:
        """Return all reasons why a format refuses a deck; none if the deck may be played."""
        raise LookupError(self.spec.key)

    def table_faults(self, options: BaseModel, seats: int) -> tuple[Message, ...]:
        """Return all reasons why this number of seats cannot play with these options; most games accept any."""
        return ()

    def ready_deck(self, deck: Deck, cards: C, wanted: DeckFormat) -> Deck:
        """Return a ready deck adapted to a table's format."""
        return deck

    @abstractmethod
    def length(self, options: BaseModel, seats: int) -> Length:
        """Return the usual length of a match with these options."""

    @abstractmethod
    def bound(self, options: BaseModel, seats: int) -> int:
        """Return a number of picks that no match with these options exceeds, however it is played."""

    @abstractmethod
    def new(self, options: BaseModel, seats: Sequence[Seating], cards: C, dice: Dice) -> tuple[S, tuple[Event, ...]]:
        """Begin a match. Return the state in which the first decision is open, and the events up to it.

        Raises IllegalDeck.
        """

    @abstractmethod
    def position(self, data: JSON, cards: C) -> S:
        """Return the state that a scenario describes. Raises IllegalPosition, naming the field."""

    @abstractmethod
    def decisions(self, state: S) -> tuple[Decision, ...]:
        """Return every open decision; none exactly when the match is over."""

    @abstractmethod
    def apply(self, state: S, decision: str, keys: Sequence[Key], dice: Dice) -> tuple[Event, ...]:
        """Answer a decision by its id and return the resulting events; `dice.budget` then holds the work it took.

        Raises IllegalPick, in which case the state and the dice are unchanged.
        """

    @abstractmethod
    def default(self, state: S, decision: str, dice: Dice) -> tuple[Key, ...]:
        """Return what the clock plays for an absent seat: a legal answer, based only on that seat's view."""

    @abstractmethod
    def leave(self, state: S, seat: Seat, dice: Dice) -> tuple[Event, ...]:
        """Remove a seat from the match at any time. Leaving twice changes nothing."""

    def thrown(self, draw: Draw) -> Seat | None:
        """Return the seat that rolled the die if a higher roll is better for it; None for any other draw."""
        return None

    def undoable(self, asked: Decision, keys: Sequence[Key]) -> bool:
        """Whether an answer is, or begins, a move that a table may vote to take back."""
        return False

    def rewound(self, state: S, undone: S, dice: Dice) -> tuple[Event, ...]:
        """Prepare an earlier state of a match for play to resume, and return the events to announce.

        `undone` is the latest state. What has been shown since then stays known; a hidden zone is reshuffled if any of
        it has been shown; and no question reuses an id. Raises LookupError if the game's spec does not allow
        `rewinds`.
        """
        raise LookupError(self.spec.key)

    @abstractmethod
    def stop(self, state: S) -> Outcome:
        """Return the ranking that would apply if play stopped now."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """Return how the match ended, or None while it is running."""

    @abstractmethod
    def view(self, state: S, viewer: Viewer) -> View:
        """Return what a viewer sees."""

    @abstractmethod
    def forecast(self, state: S, viewer: Viewer, budget: StrictBudget | None = None) -> tuple[Forecast, ...]:
        """Return what happens if nobody does anything more, as far as it follows from what a viewer sees.

        Chances and averages are those of the dice and of the cards that the viewer does not know. There is nothing to
        forecast if nothing has been planned, and once the match is over. A forecast that would take more steps than
        `STEPS_A_FORECAST` is left out; `budget` is for callers who want to know how many it took.
        """

    @abstractmethod
    def outlooks(
        self, state: S, asked: Decision, budget: StrictBudget | None = None
    ) -> Mapping[Key, tuple[Forecast, ...]]:
        """Return, for each option of a question, what `forecast` returns to its seat once that option has been chosen.

        Final options are left out: what follows them depends on chance or on others. A question that takes several
        options at once has no outlooks. They are left out as a whole if they would take more than `STEPS_A_ROW` steps
        together; `budget` is for callers who want to know how many they took, or want several questions to share it.
        """

    @abstractmethod
    def determinize(self, state: S, viewer: Viewer, dice: Dice) -> S:
        """Return a full state that a viewer who has seen everything shown so far cannot tell from the real one."""

    @abstractmethod
    def worth(self, state: S, seat: Seat) -> float:
        """Return how good a state is for a seat, from -1 (lost) to 1 (won). House players use this to judge moves."""

    @abstractmethod
    def points(self, state: S) -> tuple[int, ...]:
        """Return each seat's points, as everybody can count them; empty if nothing is counted.

        Analyses explain by them what a move brings.
        """

    @abstractmethod
    def kind(self, state: S, option: Option) -> str:
        """Return what kind of answer an option is, in the words of the tastes of the game's spec."""

    @abstractmethod
    def terms(self, view: Any, asked: Decision, cards: C) -> tuple[str, ...]:
        """Return what a newcomer who sees a view may not know, as message ids, in the order in which to explain it."""

    @abstractmethod
    def copy(self, state: S) -> S:
        """Return an independent copy: changes to it do not affect the original."""

    @abstractmethod
    def dump(self, state: S) -> JSON:
        """Return the state as JSON values, in the current `state_version`."""

    @abstractmethod
    def load(self, data: JSON, version: int, cards: C) -> S:
        """Return the state that `dump` wrote, in any released version."""

    @abstractmethod
    def fact(self, data: JSON) -> Fact:
        """Return a fact of this game from its JSON form."""


AnyGame: TypeAlias = Game[Any, Any]
"""A game whose state and card types do not matter to the caller."""
