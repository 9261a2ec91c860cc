"""What can happen in a WarMage match, in the forms in which it is told.

Draws from the deck and stolen cards have a secret form; a sealed answer is told to nobody, and what came of it
privately to whom another Spell came first. Everything else lies open on the table.
"""

from typing import Literal

from engine.contract import CardRef, Fact, Seat
from engine.games.warmage.cards import Moment


class Started(Fact, frozen=True, tag="started"):
    """Hands are dealt and the Row lies open; a player begins."""

    seat: Seat
    row: tuple[CardRef, ...]


class TurnBegan(Fact, frozen=True, tag="turn began"):
    """A new turn."""

    turn: int
    active: Seat


class Dealt(Fact, frozen=True, tag="dealt"):
    """The cards of a first hand, told to their player alone."""

    seat: Seat
    cards: tuple[CardRef, ...]


class TookFromRow(Fact, frozen=True, tag="took from row"):
    """A card drawn from the Row."""

    seat: Seat
    card: CardRef


class Revealed(Fact, frozen=True, tag="revealed"):
    """Cards put from the deck into the Row."""

    cards: tuple[CardRef, ...]


class Reshuffled(Fact, frozen=True, tag="reshuffled"):
    """The deck was empty: the Discard became a new deck of `count` cards."""

    count: int


class Cast(Fact, frozen=True, tag="cast"):
    """A Spell was put on the Chain, with its targets and what was paid for it."""

    seat: Seat
    card: CardRef
    target: Seat | None
    spell: CardRef | None
    aimed: CardRef | None
    paid: tuple[CardRef, ...]
    response: bool


class CameSecond(Fact, frozen=True, tag="came second"):
    """A sealed answer stayed in its player's hand, because another Spell came first. Told to that player alone."""

    seat: Seat
    card: CardRef


class Rewound(Fact, frozen=True, tag="rewound"):
    """The table voted to take the last move back; the deck was shuffled again where something of it was shown."""

    shuffled: bool


class ChainClosed(Fact, frozen=True, tag="chain closed"):
    """Nobody adds to the Chain any more; it resolves from the top."""

    links: int


class Resolved(Fact, frozen=True, tag="resolved"):
    """A Spell came to its turn in the Chain: it is successfully cast, or its target is gone."""

    seat: Seat
    card: CardRef
    how: Literal["success", "fizzled"]


class Countered(Fact, frozen=True, tag="countered"):
    """A Spell was cancelled, and where it went."""

    seat: Seat
    card: CardRef
    to: Literal["discard", "hand"]


class CounterFailed(Fact, frozen=True, tag="counter failed"):
    """A Spell would have been countered, but cannot be."""

    seat: Seat
    card: CardRef


class Protected(Fact, frozen=True, tag="protected"):
    """A Spell cannot be countered until this Chain ends."""

    seat: Seat
    card: CardRef


class Redirected(Fact, frozen=True, tag="redirected"):
    """A Spell has a new target."""

    seat: Seat
    card: CardRef
    target: Seat


class Removed(Fact, frozen=True, tag="removed"):
    """A Spell left the Chain, because its caster left the match."""

    seat: Seat
    card: CardRef


class Used(Fact, frozen=True, tag="used"):
    """An activated effect is carried out."""

    seat: Seat
    card: CardRef
    on: Moment
    target: Seat | None
    paid: tuple[CardRef, ...]


class CameIntoPlay(Fact, frozen=True, tag="came into play"):
    """A Lingering Spell lies in front of a player from now on."""

    seat: Seat
    card: CardRef


class LeftPlay(Fact, frozen=True, tag="left play"):
    """A Lingering card was discarded from in front of a player."""

    seat: Seat
    card: CardRef


class Discarded(Fact, frozen=True, tag="discarded"):
    """Cards were discarded from a hand."""

    seat: Seat
    cards: tuple[CardRef, ...]


class Stole(Fact, frozen=True, tag="stole"):
    """A card was taken from a hand, as the two players see it."""

    seat: Seat
    target: Seat
    card: CardRef


class StoleUnseen(Fact, frozen=True, tag="stole unseen"):
    """A card was taken from a hand, as everybody else sees it."""

    seat: Seat
    target: Seat


class RowSwept(Fact, frozen=True, tag="row swept"):
    """The Row was discarded."""

    seat: Seat
    cards: tuple[CardRef, ...]


class Wounded(Fact, frozen=True, tag="wounded"):
    """A player took a Wound; `left` is how many more it takes until all are Mortal."""

    seat: Seat
    to: Literal["flesh", "mortal"]
    card: CardRef
    left: int


class Prevented(Fact, frozen=True, tag="prevented"):
    """A Wound was not dealt after all."""

    seat: Seat
    card: CardRef


class Healed(Fact, frozen=True, tag="healed"):
    """A Flesh Wound was set aside, or a Mortal Wound turned into a Flesh Wound."""

    seat: Seat
    wound: Literal["flesh", "mortal"]
    left: int


class Eliminated(Fact, frozen=True, tag="eliminated"):
    """Players whose Wounds are all Mortal are out."""

    seats: tuple[Seat, ...]


class CutShort(Fact, frozen=True, tag="cut short"):
    """The pick's budget of work is spent: no more effects are carried out and no more Wounds dealt in it."""
