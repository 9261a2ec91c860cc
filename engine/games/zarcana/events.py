"""The events of a Zarcana match, in their public and secret forms.

Cards that are drawn, traded, given or built face-down have a secret form. Spaces are given by name. `size` is 1, 2 or
3; `facing` is "up", "north", "east", "south" or "west"; `seat` is the acting player, and `target` the owner of the
minion affected.
"""

from typing import Literal

from engine.contract import CardRef, Fact, Seat
from engine.kit.facts import CardFact, CardsFact, SeatFact


class BoardLaid(Fact, frozen=True, tag="board laid"):
    """The first territories were laid out face-up; `active` has the first turn."""

    cards: tuple[CardRef, ...]
    active: Seat


class TurnBegan(SeatFact, frozen=True, tag="turn began"):
    """A turn began; `extra` marks an extra turn, and `final` a turn in the final round."""

    turn: int
    extra: bool
    final: bool


class Reshuffled(Fact, frozen=True, tag="reshuffled"):
    """The draw pile ran out: the discard pile became a new one of `count` cards."""

    count: int


class Played(CardFact, frozen=True, tag="played"):
    """A card was played from the hand."""


class Used(CardFact, frozen=True, tag="used"):
    """A territory's power was used."""

    space: str


class PowerCopied(CardFact, frozen=True, tag="copied"):
    """A card took on the power of another card."""

    of: CardRef


class TookSuit(SeatFact, frozen=True, tag="took suit"):
    """A card with the power of any suit was used as one suit."""

    suit: str


class FoolDrew(CardFact, frozen=True, tag="fool drew"):
    """The Fool drew a card; `played` tells whether the card can be used and therefore must be."""

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
    """A minion moved, and now stands."""

    size: int
    start: str
    space: str


class Shrank(SeatFact, frozen=True, tag="shrank"):
    """An attack reduced a minion to a size."""

    target: Seat
    size: int
    space: str


class Destroyed(Fact, frozen=True, tag="destroyed"):
    """A minion returned to its owner's stash because it was attacked, lost with its territory, or left in the void."""

    target: Seat
    size: int
    space: str
    why: Literal["attack", "hanged", "void"]


class Converted(SeatFact, frozen=True, tag="converted"):
    """A minion that belonged to `target` was replaced by a standing one that belongs to `seat`."""

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
    """A hidden card became the top of a space."""

    space: str


class Looked(CardFact, frozen=True, tag="looked"):
    """The card about to be built face-down was shown to its builder, just this once."""

    space: str


class Transported(SeatFact, frozen=True, tag="transported"):
    """The top card of a space was moved with all minions there, which now stand; `card` is None if face-down."""

    card: CardRef | None
    start: str
    space: str
    minions: int


class HandsTraded(SeatFact, frozen=True, tag="hands traded"):
    """Two players traded hands: the acting player received `cards` cards, and the other player `others`."""

    to: Seat
    cards: int
    others: int


class HandSeen(CardsFact, frozen=True, tag="hand seen"):
    """The cards that a player received in a trade of hands."""


class Demanded(SeatFact, frozen=True, tag="demanded"):
    """Cards were demanded from a player's hand."""

    to: Seat
    count: int


class Gave(SeatFact, frozen=True, tag="gave"):
    """Cards were given, as seen by the two players."""

    to: Seat
    cards: tuple[CardRef, ...]


class GaveUnseen(SeatFact, frozen=True, tag="gave unseen"):
    """Cards were given, as seen by everybody else."""

    to: Seat
    count: int


class TookDiscards(CardsFact, frozen=True, tag="took discards"):
    """Cards were taken from the top of the discard pile into the hand."""


class HandDiscarded(CardsFact, frozen=True, tag="hand discarded"):
    """A player's entire hand went to the discard pile, with the last card on top."""


class GoesAgain(SeatFact, frozen=True, tag="goes again"):
    """An extra turn will follow."""


class Passed(SeatFact, frozen=True, tag="passed"):
    """A turn was passed."""


class Declared(SeatFact, frozen=True, tag="declared"):
    """A player declared the final round."""


class FinalRoundOpened(Fact, frozen=True, tag="final round opened"):
    """The final round opened automatically: the turn cap was reached, or everybody passed for two rounds."""

    why: Literal["turn cap", "passes"]


class TurnedUp(Fact, frozen=True, tag="turned up"):
    """A face-down card was turned up for scoring."""

    card: CardRef
    space: str


class Scored(Fact, frozen=True, tag="scored"):
    """The final scores, in seat order."""

    scores: tuple[int, ...]
