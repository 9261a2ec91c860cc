"""The events of a WarMage match, in their public and secret forms.

Draws from the deck and stolen cards have a secret form. A sealed answer is shown to nobody; if another Spell comes
first, only the player who gave it learns the result. Everything else is public.
"""

from typing import Literal

from engine.contract import CardRef, Fact, Seat
from engine.games.warmage.cards import Moment
from engine.kit.facts import CardFact, CardsFact, SeatFact


class Started(SeatFact, frozen=True, tag="started"):
    """The hands were dealt and the Row was revealed; `seat` begins."""

    row: tuple[CardRef, ...]


class TurnBegan(Fact, frozen=True, tag="turn began"):
    """A turn began."""

    turn: int
    active: Seat


class Dealt(CardsFact, frozen=True, tag="dealt"):
    """A first hand was dealt, shown only to its player."""


class TookFromRow(CardFact, frozen=True, tag="took from row"):
    """A card was drawn from the Row."""


class Revealed(Fact, frozen=True, tag="revealed"):
    """Cards from the deck were put into the Row."""

    cards: tuple[CardRef, ...]


class Reshuffled(Fact, frozen=True, tag="reshuffled"):
    """The deck was empty: the Discard became a new deck of `count` cards."""

    count: int


class Cast(CardFact, frozen=True, tag="cast"):
    """A Spell was put on the Chain, with its targets and the cards paid for it."""

    target: Seat | None
    spell: CardRef | None
    aimed: CardRef | None
    paid: tuple[CardRef, ...]
    response: bool


class CameSecond(CardFact, frozen=True, tag="came second"):
    """A sealed answer stayed in its player's hand because another Spell came first. Shown only to that player."""


class Rewound(Fact, frozen=True, tag="rewound"):
    """The table voted to take back the last move; the deck was reshuffled if any of its cards had been shown."""

    shuffled: bool


class ChainClosed(Fact, frozen=True, tag="chain closed"):
    """Nobody added to the Chain; it resolves from the top."""

    links: int


class Resolved(CardFact, frozen=True, tag="resolved"):
    """A Spell in the Chain resolved: it was successfully cast, or its target was gone."""

    how: Literal["success", "fizzled"]


class Countered(CardFact, frozen=True, tag="countered"):
    """A Spell was cancelled, and went to the Discard or to its caster's hand."""

    to: Literal["discard", "hand"]


class CounterFailed(CardFact, frozen=True, tag="counter failed"):
    """A Spell was not countered, because it cannot be countered."""


class Protected(CardFact, frozen=True, tag="protected"):
    """A Spell cannot be countered until this Chain ends."""


class Redirected(CardFact, frozen=True, tag="redirected"):
    """A Spell has a new target."""

    target: Seat


class Removed(CardFact, frozen=True, tag="removed"):
    """A Spell left the Chain because its caster had left the match."""


class Used(CardFact, frozen=True, tag="used"):
    """An activated effect was used."""

    on: Moment
    target: Seat | None
    paid: tuple[CardRef, ...]


class CameIntoPlay(CardFact, frozen=True, tag="came into play"):
    """A Lingering Spell came into play in front of a player."""


class LeftPlay(CardFact, frozen=True, tag="left play"):
    """A Lingering card was discarded from play in front of a player."""


class Discarded(CardsFact, frozen=True, tag="discarded"):
    """Cards were discarded from a hand."""


class Stole(SeatFact, frozen=True, tag="stole"):
    """A card was taken from a hand, as seen by the two players."""

    target: Seat
    card: CardRef


class StoleUnseen(SeatFact, frozen=True, tag="stole unseen"):
    """A card was taken from a hand, as seen by everybody else."""

    target: Seat


class RowSwept(CardsFact, frozen=True, tag="row swept"):
    """The Row was discarded."""


class Wounded(SeatFact, frozen=True, tag="wounded"):
    """A player took a Wound; `left` is the number of further Wounds until all are Mortal."""

    to: Literal["flesh", "mortal"]
    card: CardRef
    left: int


class Prevented(CardFact, frozen=True, tag="prevented"):
    """A Wound was prevented."""


class Healed(SeatFact, frozen=True, tag="healed"):
    """A Flesh Wound was set aside, or a Mortal Wound was turned into a Flesh Wound."""

    wound: Literal["flesh", "mortal"]
    left: int


class Eliminated(Fact, frozen=True, tag="eliminated"):
    """Players whose Wounds were all Mortal were eliminated."""

    seats: tuple[Seat, ...]


class CutShort(Fact, frozen=True, tag="cut short"):
    """The pick's work budget is spent: the pick carries out no more effects and deals no more Wounds."""
