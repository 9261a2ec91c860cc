"""The contract between a game and whoever plays it.

A game is a deterministic state machine. It asks *decisions* of its seats, takes *picks* as answers, tells what
happened as *events*, and shows each viewer a *view*. Nothing outside a game's own room knows its rules, and
nothing inside a game's room knows Discord, a clock, a language or a database.

The laws that every game keeps are tests: tests/engine/laws.py.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from msgspec import Struct
from pydantic import BaseModel

from engine.contract.cards import Cards, CardSet, Deck
from engine.contract.decisions import Decision, Key
from engine.contract.decks import DeckCard, DeckFormat
from engine.contract.errors import IllegalPick
from engine.contract.events import Event, Fact
from engine.contract.messages import Message
from engine.contract.seats import Seat, Viewer
from engine.contract.spec import Length, Spec
from engine.dice import Dice, Draw

JSON: TypeAlias = dict[str, Any]
"""What `dump` gives and `load` takes: an object of JSON values."""


class Outcome(Struct, frozen=True):
    """How a match ended: seats best first, those of one rank together; all in one rank is a draw.

    `reason` is an id of the catalogue.
    """

    ranking: tuple[tuple[Seat, ...], ...]
    reason: str

    @property
    def drawn(self) -> bool:
        """Whether nobody stands above anybody."""
        return len(self.ranking) == 1


class View(Struct, frozen=True, kw_only=True):
    """What one viewer sees. Each game derives its own; panels, pictures and logs are made from views alone."""

    viewer: Viewer


class Seating(Struct, frozen=True):
    """One seat as a match begins. Games with a common deck take no deck."""

    deck: Deck | None = None


S = TypeVar("S")
"""A game's state."""

C = TypeVar("C", bound=Cards)
"""A game's card definitions."""


class Game(ABC, Generic[S, C]):
    """One game's rules. Games hold no state of their own: every method is a function of its arguments."""

    spec: ClassVar[Spec]
    card_set: ClassVar[type[CardSet]]
    """The shape of a card set of this game."""
    state_version: ClassVar[int]
    """The version that `dump` writes; `load` reads every one that was ever released."""
    plays: ClassVar[tuple[type[Fact], ...]] = ()
    """The facts that say that a card came into use, of a game whose cards people write."""

    @abstractmethod
    def cards(self, sets: Iterable[CardSet]) -> C:
        """Return the definitions of some sets together. Raises IllegalSet where they do not fit together."""

    def deck_format(self, options: BaseModel) -> DeckFormat:
        """Return what the decks of a table of these options have to be. Raises LookupError where seats bring none."""
        raise LookupError(self.spec.key)

    def deck_cards(self, cards: C) -> tuple[DeckCard, ...]:
        """Return every card that a deck may hold, in the order in which people look through them."""
        return ()

    def deck_faults(self, deck: Deck, cards: C, wanted: DeckFormat) -> tuple[Message, ...]:
        """Return every reason at once why a format refuses a deck; none for one that may be played."""
        raise LookupError(self.spec.key)

    def table_faults(self, options: BaseModel, seats: int) -> tuple[Message, ...]:
        """Return every reason why so many seats cannot play with these options; most games take any."""
        return ()

    def ready_deck(self, deck: Deck, cards: C, wanted: DeckFormat) -> Deck:
        """Return a ready deck as a table of a format takes it."""
        return deck

    @abstractmethod
    def length(self, options: BaseModel, seats: int) -> Length:
        """Return how long a match of these options usually is."""

    @abstractmethod
    def bound(self, options: BaseModel, seats: int) -> int:
        """Return a number of picks that no match of these options exceeds, however it is played."""

    @abstractmethod
    def new(self, options: BaseModel, seats: Sequence[Seating], cards: C, dice: Dice) -> tuple[S, tuple[Event, ...]]:
        """Begin a match: the state in which the first decision is open, and what happened up to there.

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
        """Answer a decision by its id and return what happened; `dice.budget` then holds the work that it took.

        Raises IllegalPick, and then the state and the dice are as they were.
        """

    @abstractmethod
    def default(self, state: S, decision: str, dice: Dice) -> tuple[Key, ...]:
        """Return what the clock plays for an absent seat: legal, and drawn from nothing but that seat's view."""

    @abstractmethod
    def leave(self, state: S, seat: Seat, dice: Dice) -> tuple[Event, ...]:
        """Take a seat out of the match, at any moment. Leaving twice changes nothing."""

    def thrown(self, draw: Draw) -> Seat | None:
        """Return whose die a draw was, where more is better for who throws it; None for any other draw."""
        return None

    def undoable(self, asked: Decision, keys: Sequence[Key]) -> bool:
        """Whether an answer is a move that a table may vote to take back; what was chosen first of it decides."""
        return False

    def rewound(self, state: S, undone: S, dice: Dice) -> tuple[Event, ...]:
        """Make an earlier state of a match ready to be played on from, and return what everybody is told of it.

        `undone` is how the match stood last. What was shown since stays known; a hidden zone of which something was
        shown is shuffled again; and no question has an id that was used before. Raises LookupError for a game whose
        spec says that it has no `rewinds`.
        """
        raise LookupError(self.spec.key)

    @abstractmethod
    def stop(self, state: S) -> Outcome:
        """Return the ranking if play stopped now."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """Return how the match ended, or None while it runs."""

    @abstractmethod
    def view(self, state: S, viewer: Viewer) -> View:
        """Return what a viewer sees."""

    @abstractmethod
    def determinize(self, state: S, viewer: Viewer, dice: Dice) -> S:
        """Return a full state that nothing the viewer has been shown tells from the real one."""

    @abstractmethod
    def worth(self, state: S, seat: Seat) -> float:
        """Return how good a state is for a seat, from -1 (lost) to 1 (won): what house players steer by."""

    @abstractmethod
    def copy(self, state: S) -> S:
        """Return a state of its own: nothing done to it is seen in the original."""

    @abstractmethod
    def dump(self, state: S) -> JSON:
        """Return the state as JSON values, in the present `state_version`."""

    @abstractmethod
    def load(self, data: JSON, version: int, cards: C) -> S:
        """Return the state that `dump` wrote, in any version ever released."""

    @abstractmethod
    def fact(self, data: JSON) -> Fact:
        """Return a fact of this game from its JSON form."""


AnyGame: TypeAlias = Game[Any, Any]
"""A game whose state and cards are nobody's business but its own."""


def find_open(decisions: Iterable[Decision], decision: str) -> Decision:
    """Return the open decision of this id. Raises IllegalPick where there is none."""
    for asked in decisions:
        if asked.id == decision:
            return asked
    raise IllegalPick(Message("refusal.not_open"))


def check_pick(decisions: Iterable[Decision], decision: str, keys: Sequence[Key]) -> Decision:
    """Return the open decision that a pick legally answers.

    Raises IllegalPick: the one check of every game's picks, so that every game refuses alike.
    """
    asked = find_open(decisions, decision)
    offered = {option.key for option in asked.options}
    chosen = set(keys)
    if not chosen <= offered:
        raise IllegalPick(Message("refusal.not_offered"))
    if len(chosen) < len(keys):
        raise IllegalPick(Message("refusal.twice"))
    if len(keys) < asked.least:
        raise IllegalPick(Message("refusal.too_few", {"least": asked.least}))
    if len(keys) > asked.most:
        raise IllegalPick(Message("refusal.too_many", {"most": asked.most}))
    return asked
