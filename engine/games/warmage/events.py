"""What can happen in a WarMage match, in the forms in which it is told.

Draws from the deck and stolen cards have a secret form; a sealed answer is told to nobody, and what came of it
privately to whom another Spell came first. Everything else lies open on the table.
"""

from typing import Literal

from engine.contract import CardRef, Fact, Seat
from engine.games.warmage.cards import Moment
from engine.kit.facts import CardFact, CardsFact, SeatFact


class Started(SeatFact, frozen=True, tag="started"):
    """Hands are dealt and the Row lies open; a player begins."""

    row: tuple[CardRef, ...]


class TurnBegan(Fact, frozen=True, tag="turn began"):
    """A new turn."""

    turn: int
    active: Seat


class Dealt(CardsFact, frozen=True, tag="dealt"):
    """The cards of a first hand, told to their player alone."""


class TookFromRow(CardFact, frozen=True, tag="took from row"):
    """A card drawn from the Row."""


class Revealed(Fact, frozen=True, tag="revealed"):
    """Cards put from the deck into the Row."""

    cards: tuple[CardRef, ...]


class Reshuffled(Fact, frozen=True, tag="reshuffled"):
    """The deck was empty: the Discard became a new deck of `count` cards."""

    count: int


class Cast(CardFact, frozen=True, tag="cast"):
    """A Spell was put on the Chain, with its targets and what was paid for it."""

    target: Seat | None
    spell: CardRef | None
    aimed: CardRef | None
    paid: tuple[CardRef, ...]
    response: bool


class CameSecond(CardFact, frozen=True, tag="came second"):
    """A sealed answer stayed in its player's hand, because another Spell came first. Told to that player alone."""


class Rewound(Fact, frozen=True, tag="rewound"):
    """The table voted to take the last move back; the deck was shuffled again where something of it was shown."""

    shuffled: bool


class ChainClosed(Fact, frozen=True, tag="chain closed"):
    """Nobody adds to the Chain any more; it resolves from the top."""

    links: int


class Resolved(CardFact, frozen=True, tag="resolved"):
    """A Spell came to its turn in the Chain: it is successfully cast, or its target is gone."""

    how: Literal["success", "fizzled"]


class Countered(CardFact, frozen=True, tag="countered"):
    """A Spell was cancelled, and where it went."""

    to: Literal["discard", "hand"]


class CounterFailed(CardFact, frozen=True, tag="counter failed"):
    """A Spell would have been countered, but cannot be."""


class Protected(CardFact, frozen=True, tag="protected"):
    """A Spell cannot be countered until this Chain ends."""


class Redirected(CardFact, frozen=True, tag="redirected"):
    """A Spell has a new target."""

    target: Seat


class Removed(CardFact, frozen=True, tag="removed"):
    """A Spell left the Chain, because its caster left the match."""


class Used(CardFact, frozen=True, tag="used"):
    """An activated effect is carried out."""

    on: Moment
    target: Seat | None
    paid: tuple[CardRef, ...]


class CameIntoPlay(CardFact, frozen=True, tag="came into play"):
    """A Lingering Spell lies in front of a player from now on."""


class LeftPlay(CardFact, frozen=True, tag="left play"):
    """A Lingering card was discarded from in front of a player."""


class Discarded(CardsFact, frozen=True, tag="discarded"):
    """Cards were discarded from a hand."""


class Stole(SeatFact, frozen=True, tag="stole"):
    """A card was taken from a hand, as the two players see it."""

    target: Seat
    card: CardRef


class StoleUnseen(SeatFact, frozen=True, tag="stole unseen"):
    """A card was taken from a hand, as everybody else sees it."""

    target: Seat


class RowSwept(CardsFact, frozen=True, tag="row swept"):
    """The Row was discarded."""


class Wounded(SeatFact, frozen=True, tag="wounded"):
    """A player took a Wound; `left` is how many more it takes until all are Mortal."""

    to: Literal["flesh", "mortal"]
    card: CardRef
    left: int


class Prevented(CardFact, frozen=True, tag="prevented"):
    """A Wound was not dealt after all."""


class Healed(SeatFact, frozen=True, tag="healed"):
    """A Flesh Wound was set aside, or a Mortal Wound turned into a Flesh Wound."""

    wound: Literal["flesh", "mortal"]
    left: int


class Eliminated(Fact, frozen=True, tag="eliminated"):
    """Players whose Wounds are all Mortal are out."""

    seats: tuple[Seat, ...]


class CutShort(Fact, frozen=True, tag="cut short"):
    """The pick's budget of work is spent: no more effects are carried out and no more Wounds dealt in it."""
