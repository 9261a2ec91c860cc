"""The contract between a game and whoever plays it.

A game is a deterministic state machine. It asks *decisions* of its seats, takes *picks* as answers, tells what
happened as *events*, and shows each viewer a *view*. Nothing outside a game's own room knows its rules, and
nothing inside a game's room knows Discord, a clock, a language or a database.

The laws that every game keeps are tests: tests/engine/laws.py.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Annotated, Any, ClassVar, Final, Generic, Literal, TypeAlias, TypeVar

from msgspec import Struct
from pydantic import BaseModel, ConfigDict, Field

from engine.contract.decks import DeckCard, DeckFormat
from engine.contract.spec import Length, Spec
from engine.dice import Dice, Draw
from engine.text import Name, Words

Seat: TypeAlias = int
"""A place at the table, 0 for the first. A seat is never a person: who sits there is the host's business."""

Viewer: TypeAlias = int
"""Whose eyes: a seat, `SPECTATOR` or `EVERYTHING`."""

SPECTATOR: Final[Viewer] = -1
"""Sees what is public."""

EVERYTHING: Final[Viewer] = -2
"""Sees all: for finished matches and for scenarios."""

EVERYBODY: Final = -1
"""The `known_to` of a card that is public."""


def mark(viewer: Viewer) -> int:
    """Return a viewer's bit in a card's `known_to`; spectators share one, set for public cards alone."""
    return 1 << (viewer if viewer >= 0 else 31)


Key: TypeAlias = str
"""Names one option of one decision."""

JSON: TypeAlias = dict[str, Any]
"""What `dump` gives and `load` takes: an object of JSON values."""


def letter(seat: Seat) -> str:
    """Return the name of a seat in scenarios, dice purposes and decision ids: A for seat 0."""
    return "ABCDEFGH"[seat]


class SeatRef(Struct, frozen=True, tag="seat"):
    """A seat as an argument of a message: whoever renders the text puts the player's name there."""

    seat: Seat


class CardRef(Struct, frozen=True, tag="card"):
    """A card as an argument of a message or a part of a view.

    `card` is the definition's id in the pinned sets; `instance` is the piece of cardboard, where there is one.
    """

    card: str
    instance: int | None = None


Arg: TypeAlias = int | str | SeatRef | CardRef | tuple[CardRef, ...]


class Message(Struct, frozen=True):
    """A text to be: an id of the catalogue and what its gaps are filled with."""

    id: str
    args: dict[str, Arg] = {}


class Option(Struct, frozen=True):
    """One thing that a seat may choose.

    Attributes:
        key: stable name, at most 40 characters, tells nothing that the seat does not know.
        label: what it says.
        group: options of one group belong together on a panel; the group's own id of the catalogue.
        final: uses chance, shows hidden cards or hands over to somebody else. All others can be undone.
        passes: declines to act. A seat that can choose nothing else has no legal answer, and a race is not closed
            by it.
        warning: what choosing it brings about that nobody can want; a panel asks once more.
    """

    key: Key
    label: Message
    group: str | None = None
    final: bool = False
    passes: bool = False
    warning: Message | None = None


class Blocked(Struct, frozen=True):
    """Something a player would look for and cannot have now, with the refusal that says why."""

    label: Message
    reason: Message


class Window(Struct, frozen=True):
    """Decisions asked of several seats together.

    A race closes shortly after the first answer that is no pass; the host then plays `default` for the rest.
    """

    id: str
    race: bool = False


class Decision(Struct, frozen=True):
    """A question to one seat: any `least` to `most` different options answer it.

    Attributes:
        id: new for each question whose meaning is new; a seat's letter and a counter of that seat, so that what
            others do meanwhile never renames it.
        seat: who is asked.
        kind: what is asked; with the game's key it names the question's text in the catalogue.
        options: what can be chosen, in the order to show.
        least: the fewest options that answer it.
        most: the most options that answer it.
        ordered: whether the order of the chosen keys means something.
        tempo: a seat's own "turn", or a "response" asked inside somebody else's.
        clock: decisions with the same clock share one deadline.
        window: set where several seats are asked together.
        topic: what the question is about; a seat may pass ahead on a topic.
        ahead: the topic of questions to come on which the seat may pass ahead along with a final answer to this one.
        begun: this answer finishes an act that an earlier pick of the draft began; a deadline drops such an act.
        concerns: whether what it is about touches the seat; a person may want to be asked in windows only then.
        about: arguments of the question's text.
        blocked: what cannot be chosen now, and why.
    """

    id: str
    seat: Seat
    kind: str
    options: tuple[Option, ...]
    least: int = 1
    most: int = 1
    ordered: bool = False
    tempo: Literal["turn", "response"] = "turn"
    clock: str = ""
    window: Window | None = None
    topic: str | None = None
    ahead: str | None = None
    begun: bool = False
    concerns: bool = True
    about: dict[str, Arg] = {}
    blocked: tuple[Blocked, ...] = ()

    @property
    def answerable(self) -> bool:
        """Whether the seat can do anything but pass."""
        return not all(option.passes for option in self.options)

    def commits(self, keys: Sequence[Key]) -> bool:
        """Whether an answer is final: one of its options is, or it chooses nothing where everything else is final."""
        chosen = [option for option in self.options if option.key in keys] or self.options
        return any(option.final for option in chosen) if keys else all(option.final for option in chosen)


class Fact(Struct, frozen=True, tag_field="fact"):
    """One thing that happened, in one of its forms. Each game derives its own."""


class Event(Struct, frozen=True):
    """A fact as it is told, written where it happens.

    Attributes:
        fact: the full form.
        audience: the seats that are told the full form; None means everybody.
        others: what everybody else is told; None means nothing.
        once: told a single time, and in no later log or view of the running match.
        posted: worth a post of its own; what is not shows on the board, and waits for something that is.
    """

    fact: Fact
    audience: tuple[Seat, ...] | None = None
    others: Fact | None = None
    once: bool = False
    posted: bool = True

    def seen_by(self, viewer: Viewer) -> Fact | None:
        """Return the form in which a viewer is told this, or None where the viewer is told nothing."""
        if self.audience is None or viewer in self.audience or viewer == EVERYTHING:
            return self.fact
        return self.others


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


class Deck(Struct, frozen=True):
    """What a seat brings: how many of which card, by the definitions' ids."""

    name: str
    cards: dict[str, int]


class Seating(Struct, frozen=True):
    """One seat as a match begins. Games with a common deck take no deck."""

    deck: Deck | None = None


class ReadyDeck(BaseModel):
    """A deck that comes with a card set, for people who have not built their own.

    Attributes:
        difficulty: from 1 to 5.
        plan: how it is played.
        cards: how many of which card, by their names.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: Name
    difficulty: int = Field(ge=1, le=5)
    plan: Words = Field(max_length=300)
    cards: dict[Name, Annotated[int, Field(ge=1, le=30)]] = Field(max_length=60)


class CardSet(BaseModel):
    """A named set of cards and ready decks. Each game derives its own, with its own kinds of card.

    Attributes:
        homebrew: whether servers may write sets of their own. Every field of such a set is bounded.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    homebrew: ClassVar[bool] = False

    game: str
    key: str = Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=40)
    title: Name
    credit: Words = Field(max_length=200)
    decks: tuple[ReadyDeck, ...] = Field((), max_length=10)
    cards: tuple[Any, ...]

    @classmethod
    def reserves(cls, name: str) -> bool:  # noqa: ARG003 - most games reserve none
        """Whether only sets that come with Tableside may give a card this name: a publisher's card has it."""
        return False

    def unplayable(self) -> "Iterable[CardFault]":
        """Return why no table can be played with this set, where each of its cards is sound for itself."""
        return ()


class Cards(ABC):
    """The definitions that a match is pinned to."""

    @abstractmethod
    def name(self, card: str) -> str:
        """Return the printed name of a card. Raises KeyError for an id that is in none of the sets."""

    @abstractmethod
    def find(self, name: str) -> str:
        """Return the id of the card of this name. Raises KeyError where there is none."""


class IllegalPick(Exception):
    """A pick was refused; the state is as it was. `reason` says why, for the player."""

    def __init__(self, reason: Message) -> None:
        super().__init__(reason.id, reason.args)
        self.reason = reason


class IllegalDeck(Exception):
    """A deck may not be played; `reasons` are all the reasons at once."""

    def __init__(self, reasons: Sequence[Message]) -> None:
        super().__init__(*(reason.id for reason in reasons))
        self.reasons = tuple(reasons)


class CardFault(Struct, frozen=True):
    """What is wrong with a card set: which card (or the set itself), the path of the field, and why.

    `reason` is the same for people, where the catalogue has words for it.
    """

    card: str
    field: str
    why: str
    reason: Message | None = None


class IllegalSet(Exception):
    """A card set is not sound; `faults` are all that were found."""

    def __init__(self, faults: Sequence[CardFault]) -> None:
        super().__init__(*(f"{fault.card}: {fault.field}: {fault.why}" for fault in faults))
        self.faults = tuple(faults)


class IllegalPosition(Exception):
    """A scenario's position cannot be: `field` is the path of what is wrong with it, `why` says what."""

    def __init__(self, field: str, why: str) -> None:
        super().__init__(f"{field}: {why}")
        self.field = field
        self.why = why


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


def seen(events: Iterable[Event], viewer: Viewer) -> tuple[Fact, ...]:
    """Return what a viewer is told of some events, in order."""
    return tuple(fact for event in events if (fact := event.seen_by(viewer)) is not None)
