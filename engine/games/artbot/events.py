"""What can happen in an Art Bot match, in the forms in which it is told.

Drawing, returning, stealing and dealing have a secret form; everything that is played, revealed or discarded is
public (rules, R18 and R19).
"""

from engine.contract import CardRef, Fact, Seat
from engine.kit.facts import CardFact, CardsFact, SeatFact


class Began(Fact, frozen=True, tag="began"):
    """The order of turns was drawn (rules, 3.2)."""

    order: tuple[Seat, ...]


class StarterDiscarded(CardFact, frozen=True, tag="starter discarded"):
    """Who begins discarded the top card of the Inactive Deck, where the table wants that."""


class TurnBegan(Fact, frozen=True, tag="turn began"):
    """A player's turn began."""

    turn: int
    round: int
    seat: Seat


class Returned(CardFact, frozen=True, tag="returned"):
    """A card went from the Active Deck to the bottom of the Inactive Deck, as its owner sees it."""


class ReturnedUnseen(SeatFact, frozen=True, tag="returned unseen"):
    """A card was returned, as everybody else sees it."""


class Played(CardFact, frozen=True, tag="played"):
    """A card was played, at `target` where its power needs somebody."""

    target: Seat | None


class Revealed(CardsFact, frozen=True, tag="revealed"):
    """A victim's cards were revealed.

    `cards` are the top of the Inactive Deck; `spilled` are those that had to come from the Active Deck (rules, R1).
    `pp` and `rp` are the hit's Power Points and the Rarity Points of all revealed cards; `net` is what is left of the
    hit, `discards` how many of the cards that costs. A `net` below 0 is a backfire.
    """

    spilled: tuple[CardRef, ...]
    pp: int
    rp: int
    net: int
    discards: int


class Discarded(CardsFact, frozen=True, tag="discarded"):
    """The victim's revealed cards went their ways.

    `cards` to the Discard Pile, `under` to the bottom of the Inactive Deck, `back` to the Active Deck.
    """

    under: tuple[CardRef, ...]
    back: tuple[CardRef, ...]


class Recovered(CardsFact, frozen=True, tag="recovered"):
    """Cards went from a player's Discard Pile to the bottom of the Inactive Deck, by a Heal or by a backfire."""


class Stole(SeatFact, frozen=True, tag="stole"):
    """Cards went from a victim's Inactive Deck to the bottom of the thief's, as both of them see it."""

    target: Seat
    cards: tuple[CardRef, ...]


class StoleUnseen(SeatFact, frozen=True, tag="stole unseen"):
    """Cards were stolen, as everybody else sees it."""

    target: Seat
    count: int


class Glitched(SeatFact, frozen=True, tag="glitched"):
    """All Active Decks went into one pile of `count` cards, to be dealt anew; `target` is the one who is short."""

    target: Seat
    count: int


class Dealt(CardsFact, frozen=True, tag="dealt"):
    """A new Active Deck after a Glitch, as its owner sees it."""


class DealtUnseen(SeatFact, frozen=True, tag="dealt unseen"):
    """A new Active Deck after a Glitch, as everybody else sees it."""

    count: int


class Fizzled(CardFact, frozen=True, tag="fizzled"):
    """A played card found nothing to do."""


class Eliminated(Fact, frozen=True, tag="eliminated"):
    """Players have no cards left in Active and Inactive Deck."""

    seats: tuple[Seat, ...]


class Standing(Fact, frozen=True, tag="standing"):
    """Every seat's health points at the end of a turn, in seat order."""

    hp: tuple[int, ...]


class Turned(Fact, frozen=True, tag="turned"):
    """Toe-to-Toe: both turned a card, in seat order, with what each is worth: Power Points and Rarity Points."""

    draw: int
    cards: tuple[CardRef, ...]
    worth: tuple[int, ...]


class Won(CardsFact, frozen=True, tag="won"):
    """Toe-to-Toe: a player won the opponent's turned cards."""


class Tied(Fact, frozen=True, tag="tied"):
    """Toe-to-Toe: the turned cards are worth the same; `pot` cards lie in the pot now."""

    pot: int


class PotReturned(Fact, frozen=True, tag="pot returned"):
    """Toe-to-Toe: the decks ended in a tie, and the pot went back to its owners."""


class SuddenDeath(Fact, frozen=True, tag="sudden death"):
    """Toe-to-Toe: both have won as much, and draw on from their own cards; `count` cards each have."""

    count: tuple[int, ...]
