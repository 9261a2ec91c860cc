"""The events of an Art Bot match, in their public and secret forms.

The events of drawing, returning, stealing and dealing cards have a secret form; everything that is played, revealed or
discarded is public (rules, R18 and R19).
"""

from engine.contract import CardRef, Fact, Seat
from engine.kit.facts import CardFact, CardsFact, SeatFact


class Began(Fact, frozen=True, tag="began"):
    """The turn order was drawn by lot (rules, 3.2)."""

    order: tuple[Seat, ...]


class StarterDiscarded(CardFact, frozen=True, tag="starter discarded"):
    """The starting player discarded the top card of the Inactive Deck, as a table option requires."""


class TurnBegan(Fact, frozen=True, tag="turn began"):
    """A player's turn began."""

    turn: int
    round: int
    seat: Seat


class Returned(CardFact, frozen=True, tag="returned"):
    """A card went from the Active Deck to the bottom of the Inactive Deck, as seen by its owner."""


class ReturnedUnseen(SeatFact, frozen=True, tag="returned unseen"):
    """A card was returned, as seen by everybody else."""


class Played(CardFact, frozen=True, tag="played"):
    """A card was played, on `target` if its power needs a target."""

    target: Seat | None


class Revealed(CardsFact, frozen=True, tag="revealed"):
    """A victim's cards were revealed.

    `cards` come from the top of the Inactive Deck, and `spilled` from the Active Deck if the Inactive Deck ran short
    (rules, R1). `pp` is the hit's Power Points, `rp` the Rarity Points of all revealed cards, `net` the difference, and
    `discards` the number of cards to discard. A `net` below 0 is a backfire.
    """

    spilled: tuple[CardRef, ...]
    pp: int
    rp: int
    net: int
    discards: int


class Discarded(CardsFact, frozen=True, tag="discarded"):
    """The victim's revealed cards were put away.

    `cards` went to the Discard Pile, `under` to the bottom of the Inactive Deck, `back` to the Active Deck.
    """

    under: tuple[CardRef, ...]
    back: tuple[CardRef, ...]


class Recovered(CardsFact, frozen=True, tag="recovered"):
    """Cards went from a player's Discard Pile to the bottom of the Inactive Deck, because of a Heal or a backfire."""


class Stole(SeatFact, frozen=True, tag="stole"):
    """Cards went from a victim's Inactive Deck to the bottom of the thief's, as seen by those two players."""

    target: Seat
    cards: tuple[CardRef, ...]


class StoleUnseen(SeatFact, frozen=True, tag="stole unseen"):
    """Cards were stolen, as seen by everybody else."""

    target: Seat
    count: int


class Glitched(SeatFact, frozen=True, tag="glitched"):
    """All Active Decks were combined into one pile of `count` cards to be redealt; `target` is dealt a short hand."""

    target: Seat
    count: int


class Dealt(CardsFact, frozen=True, tag="dealt"):
    """A player was dealt a new Active Deck after a Glitch, as seen by that player."""


class DealtUnseen(SeatFact, frozen=True, tag="dealt unseen"):
    """A player was dealt a new Active Deck after a Glitch, as seen by everybody else."""

    count: int


class Fizzled(CardFact, frozen=True, tag="fizzled"):
    """A played card had no effect."""


class Eliminated(Fact, frozen=True, tag="eliminated"):
    """Players were eliminated because they had no cards left in their Active and Inactive Decks."""

    seats: tuple[Seat, ...]


class Turned(Fact, frozen=True, tag="turned"):
    """Toe-to-Toe: both players turned up a card.

    `cards` and `worth` are in seat order; a card's worth is its Power Points plus its Rarity Points.
    """

    draw: int
    cards: tuple[CardRef, ...]
    worth: tuple[int, ...]


class Won(CardsFact, frozen=True, tag="won"):
    """Toe-to-Toe: a player won the cards that the opponent had turned up."""


class Tied(Fact, frozen=True, tag="tied"):
    """Toe-to-Toe: the two cards turned up had the same value; the pot now holds `pot` cards."""

    pot: int


class PotReturned(Fact, frozen=True, tag="pot returned"):
    """Toe-to-Toe: the decks ran out on a tie, and the pot was returned to its owners."""


class SuddenDeath(Fact, frozen=True, tag="sudden death"):
    """Toe-to-Toe: with the cards won level, both players keep drawing, each from `count` of their own cards."""

    count: tuple[int, ...]
