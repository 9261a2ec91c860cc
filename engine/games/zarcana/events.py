"""What can happen in a Zarcana match, in the forms in which it is told.

Secret forms exist for cards that are drawn, traded, given and built face-down. Spaces are told by their names. `size`
is 1, 2 or 3; `facing` is "up", "north", "east", "south" or "west"; `seat` acts, and `target` is whose minion it is done
to.
"""

from typing import Literal

from engine.contract import CardRef, Fact, Seat
from engine.kit.facts import CardFact, CardsFact, SeatFact


class BoardLaid(Fact, frozen=True, tag="board laid"):
    """The first territories lie face-up; `active` has the first turn."""

    cards: tuple[CardRef, ...]
    active: Seat


class TurnBegan(SeatFact, frozen=True, tag="turn began"):
    """Somebody's turn began; `extra` tells an extra turn, `final` one of the final round."""

    turn: int
    extra: bool
    final: bool


class Reshuffled(Fact, frozen=True, tag="reshuffled"):
    """The draw pile was used up: the discard pile became a new one of `count` cards."""

    count: int


class Played(CardFact, frozen=True, tag="played"):
    """A card is used from the hand."""


class Used(CardFact, frozen=True, tag="used"):
    """A territory's power is used."""

    space: str


class Copied(CardFact, frozen=True, tag="copied"):
    """A power is that of another card."""

    of: CardRef


class TookSuit(SeatFact, frozen=True, tag="took suit"):
    """A power that may be any suit's is used as one suit's."""

    suit: str


class FoolDrew(CardFact, frozen=True, tag="fool drew"):
    """The Fool's card; `played` tells whether it can be used and so must be."""

    played: bool


class MinionEntered(SeatFact, frozen=True, tag="minion entered"):
    """A minion came from the stash onto the board."""

    size: int
    space: str
    facing: str
    why: Literal["placed", "cloned", "created"]


class Grew(SeatFact, frozen=True, tag="grew"):
    """A minion grew to a size."""

    size: int
    space: str


class MinionMoved(SeatFact, frozen=True, tag="minion moved"):
    """A minion moved, and stands."""

    size: int
    start: str
    space: str


class Shrank(SeatFact, frozen=True, tag="shrank"):
    """An attack reduced a minion to a size."""

    target: Seat
    size: int
    space: str


class Destroyed(Fact, frozen=True, tag="destroyed"):
    """A minion went back to its owner's stash: attacked, with its territory, or left in the void."""

    target: Seat
    size: int
    space: str
    why: Literal["attack", "hanged", "void"]


class Converted(SeatFact, frozen=True, tag="converted"):
    """A minion of `target` was replaced by one of `seat`, which stands."""

    target: Seat
    size: int
    replacement: int
    space: str


class Reoriented(SeatFact, frozen=True, tag="reoriented"):
    """A minion was turned."""

    target: Seat
    size: int
    space: str
    facing: str


class TerritoryLost(CardFact, frozen=True, tag="territory lost"):
    """The top card of a space went to the discard pile."""

    space: str


class Built(CardFact, frozen=True, tag="built"):
    """A card became the top of a space."""

    space: str


class BuiltFaceDown(SeatFact, frozen=True, tag="built face-down"):
    """A card that nobody may look at became the top of a space."""

    space: str


class Looked(CardFact, frozen=True, tag="looked"):
    """The card that is about to be built face-down, shown to its builder this one time."""

    space: str


class Transported(SeatFact, frozen=True, tag="transported"):
    """The top card of a space was moved with all minions there, which stand now; `card` is None face-down."""

    card: CardRef | None
    start: str
    space: str
    minions: int


class HandsTraded(SeatFact, frozen=True, tag="hands traded"):
    """Two players traded hands of so many cards: the first's came from the other."""

    to: Seat
    cards: int
    others: int


class HandSeen(CardsFact, frozen=True, tag="hand seen"):
    """The cards that somebody received in a trade of hands."""


class Demanded(SeatFact, frozen=True, tag="demanded"):
    """Cards are demanded of a player's hand."""

    to: Seat
    count: int


class Gave(SeatFact, frozen=True, tag="gave"):
    """Cards given, as the two players see them."""

    to: Seat
    cards: tuple[CardRef, ...]


class GaveUnseen(SeatFact, frozen=True, tag="gave unseen"):
    """Cards given, as everybody else sees them."""

    to: Seat
    count: int


class TookDiscards(CardsFact, frozen=True, tag="took discards"):
    """Cards were taken from the top of the discard pile into the hand."""


class HandDiscarded(CardsFact, frozen=True, tag="hand discarded"):
    """A whole hand went to the discard pile, the last card on top."""


class GoesAgain(SeatFact, frozen=True, tag="goes again"):
    """An extra turn will follow."""


class Passed(SeatFact, frozen=True, tag="passed"):
    """A turn was passed."""


class Declared(SeatFact, frozen=True, tag="declared"):
    """Somebody declared the final round."""


class FinalRoundOpened(Fact, frozen=True, tag="final round opened"):
    """The final round opens by itself: the turn cap is reached, or everybody passed for two rounds."""

    why: Literal["turn cap", "passes"]


class TurnedUp(Fact, frozen=True, tag="turned up"):
    """A face-down card is turned up for scoring."""

    card: CardRef
    space: str


class Scored(Fact, frozen=True, tag="scored"):
    """The final scores, in seat order."""

    scores: tuple[int, ...]
