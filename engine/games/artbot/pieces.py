"""What an Art Bot match consists of: its options, cards and hits. All of it is frozen."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Struct
from pydantic import BaseModel, Field

from engine.contract import Seat
from engine.contract.decks import by_name
from engine.games.artbot.decks import FORMATS, STANDARD, ArtBotFormat
from engine.games.artbot.rulings import LEAST_DUEL_DECK, MOST_DECK, ROUND_CAP, USUAL_DECK
from engine.kit import pieces as kit

Step: TypeAlias = Literal["choose", "discard", "recover", "draw", "over"]
"""The step of a match: the active player chooses, a hit's victim chooses cards to discard or to recover, both players
draw in Toe-to-Toe, or the match is over."""


_READ, _WRITE = by_name(FORMATS)


class ArtBotOptions(BaseModel, frozen=True, extra="forbid"):
    """The table options.

    `rules` names one of the two versions of the rules: `classic` follows the seed, `quick` the makers' newer sheet. The
    three switches after it can each be set independently (rules, 3.11). `starter_discards` makes the starting player
    discard the top card of the Inactive Deck; this rule is in neither sheet (docs/lab/balance.md gives its purpose).
    """

    mode: Literal["battle", "toe-to-toe"] = "battle"
    rules: Literal["classic", "quick"] = "classic"
    played_card: Literal["by the rules", "under the deck", "discarded"] = "by the rules"
    steal: Literal["by the rules", "one card", "by points"] = "by the rules"
    glitch_draw: Literal["by the rules", "next turn", "at once"] = "by the rules"
    starter_discards: bool = False
    open_hands: bool = False
    format: Annotated[ArtBotFormat, FORMATS, _READ, _WRITE] = STANDARD
    deck_size: int = Field(USUAL_DECK, ge=LEAST_DUEL_DECK, le=MOST_DECK)
    round_cap: int = Field(ROUND_CAP, ge=1, le=200)

    @property
    def duel(self) -> bool:
        """Whether the match is Toe-to-Toe."""
        return self.mode == "toe-to-toe"

    @property
    def size(self) -> int:
        """The number of cards in each deck: the format's size if it sets one, or else the size chosen for the table."""
        return self.format.size or self.deck_size

    @property
    def discards_played(self) -> bool:
        """Whether a played card goes to the Discard Pile rather than the bottom of the Inactive Deck."""
        return self._set(self.played_card, "discarded")

    @property
    def steals_by_points(self) -> bool:
        """Whether a Steal takes one card per ten Power Points rather than a single card."""
        return self._set(self.steal, "by points")

    @property
    def short_draws_at_once(self) -> bool:
        """Whether the player left short by a Glitch draws in that turn rather than at the end of their next turn."""
        return self._set(self.glitch_draw, "at once")

    def _set(self, switch: str, wanted: str) -> bool:
        """Whether a switch is set as in `quick`, explicitly or through the chosen rules."""
        return switch == wanted or (switch == "by the rules" and self.rules == "quick")


class ArtBotInstance(kit.Instance, Struct, frozen=True):
    """One physical card.

    Attributes:
        card: the definition's id.
        owner: the seat that brought the card to the match.
        known_to: the seats that know which card it is, one bit per seat.
        taken: the last power by which the card came to a new holder; empty if its owner has held it throughout.
    """

    card: str
    owner: Seat
    known_to: int
    taken: Literal["", "steal", "glitch", "duel"] = ""


class Mix(Struct, frozen=True):
    """Cards that were mixed so that most or all players lost track of which is which.

    Attributes:
        cards: the instances.
        known_to: for each card, the seats that knew it before the mix, one bit per seat.
        followed: the seats that saw where each card went, one bit per seat.
    """

    cards: tuple[int, ...]
    known_to: tuple[int, ...]
    followed: int = 0


class Hit(Struct, frozen=True):
    """A hit that its victim has yet to answer. The revealed cards stay in place until then.

    Attributes:
        seat: the attacker.
        victim: the player who has to answer.
        pp: its Power Points.
        rp: the Rarity Points of all revealed cards, subtracted from the hit.
        revealed: the victim's revealed cards, in the order in which they were revealed.
        count: the number of revealed cards to discard; in a backfire, the number to recover from the Discard Pile.
    """

    seat: Seat
    victim: Seat
    pp: int
    rp: int
    revealed: tuple[int, ...]
    count: int

    @property
    def net(self) -> int:
        """The Power Points left after the Rarity Points have been subtracted."""
        return self.pp - self.rp

    @property
    def backfires(self) -> bool:
        """Whether the Rarity Points exceed the Power Points."""
        return self.net < 0


class Glitch(Struct, frozen=True):
    """A Glitch that was played: its turn, its player, and the player left short."""

    turn: int
    seat: Seat
    short: Seat
