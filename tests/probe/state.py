"""What a probe match consists of, and what happens in it."""

from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from msgspec import Struct
from pydantic import BaseModel, ConfigDict, Field

from engine.contract import CardRef, Cards, CardSet, Decision, Fact, Outcome, Seat, View
from engine.kit import pieces
from engine.kit import state as kit

Phase: TypeAlias = Literal["turn", "challenge", "gather", "order", "sealed", "race", "over"]


class ProbeOptions(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    turn_cap: int = Field(6, ge=1, le=12)
    race: bool = True


class ProbeSet(CardSet):
    game: Literal["probe"] = "probe"
    cards: tuple[str, ...]


class ProbeCards(Cards):
    def __init__(self, names: tuple[str, ...]) -> None:
        self.names = names

    def name(self, card: str) -> str:
        return card.capitalize() if card in self.names else self._missing(card)

    def find(self, name: str) -> str:
        return name.lower() if name.lower() in self.names else self._missing(name)

    def _missing(self, name: str) -> str:
        raise KeyError(name)


class Instance(pieces.Instance, Struct, frozen=True):
    card: str
    known_to: int
    owner: Seat = 0
    """One common deck: what nobody knows may lie anywhere."""


@dataclass
class State(kit.CardState):
    """`sealed` holds answers that are in and not yet shown; `asked` counts each seat's answered decisions."""

    cards: ProbeCards
    options: ProbeOptions
    instances: list[Instance] = field()
    deck: list[int]
    hands: list[list[int]]
    scores: list[int]
    asked: list[int]
    left: list[bool]
    shown: list[int] = field(default_factory=list)
    turn: int = 1
    active: Seat = 0
    phase: Phase = "turn"
    marks: int = 0
    challenged: Seat = 0
    sealed: dict[int, str] = field(default_factory=dict)
    outcome: Outcome | None = field(default_factory=lambda: None)
    open: tuple[Decision, ...] | None = field(default_factory=lambda: None)

    def copy(self) -> "State":
        state = replace(self)
        state.instances, state.deck, state.shown = self.instances[:], self.deck[:], self.shown[:]
        state.hands = [hand[:] for hand in self.hands]
        state.scores, state.asked, state.left = self.scores[:], self.asked[:], self.left[:]
        state.sealed = self.sealed.copy()
        return state

    def ask_anew(self, seat: Seat) -> None:
        self.asked[seat] += 1
        self.open = None


class ProbeView(View, frozen=True, kw_only=True):
    turn: int
    active: Seat
    phase: Phase
    marks: int
    scores: tuple[int, ...]
    left: tuple[bool, ...]
    hands: tuple[tuple[CardRef | None, ...], ...]
    deck: tuple[CardRef | None, ...]
    shown: tuple[CardRef, ...]
    own_answer: str | None
    sealed: dict[int, str] | None


class Peeked(Fact, frozen=True, tag="peeked"):
    seat: Seat
    card: CardRef


class PeekedUnseen(Fact, frozen=True, tag="peeked unseen"):
    seat: Seat


class Shared(Fact, frozen=True, tag="shared"):
    seat: Seat
    to: Seat
    card: CardRef


class SharedUnseen(Fact, frozen=True, tag="shared unseen"):
    seat: Seat
    to: Seat


class Marked(Fact, frozen=True, tag="marked"):
    seat: Seat
    marks: int


class Challenged(Fact, frozen=True, tag="challenged"):
    seat: Seat
    target: Seat


class Answered(Fact, frozen=True, tag="answered"):
    seat: Seat
    accepts: bool


class Gathered(Fact, frozen=True, tag="gathered"):
    seat: Seat
    stones: tuple[int, ...]


class Ordered(Fact, frozen=True, tag="ordered"):
    seat: Seat


class SealedIn(Fact, frozen=True, tag="sealed in"):
    """The public form of a sealed answer says nothing, not even whose it was: it has no public form at all."""

    seat: Seat
    card: CardRef


class Revealed(Fact, frozen=True, tag="revealed"):
    cards: tuple[CardRef, ...]
    winner: Seat | None


class Raced(Fact, frozen=True, tag="raced"):
    winner: Seat | None


class TurnEnded(Fact, frozen=True, tag="turn ended"):
    turn: int


class Gone(Fact, frozen=True, tag="gone"):
    seat: Seat


class Rewound(Fact, frozen=True, tag="rewound"):
    shuffled: bool
