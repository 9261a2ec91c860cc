"""What a Zarcana match consists of: its options, cards, minions and powers in use. All of it is frozen."""

from typing import Literal, TypeAlias

from msgspec import Struct
from pydantic import BaseModel, Field

from engine.contract import Arg, Blocked, Option, Seat
from engine.games.zarcana.board import AHEAD, Facing, Space
from engine.kit import pieces as kit


class ZarcanaOptions(BaseModel, frozen=True, extra="forbid"):
    """The table options: the switches on the rules page, and its open questions with the rulings as defaults.

    Attributes:
        extras: whether the Doppelganger and the Gateway are in the deck (rules, section 2).
        board_size: nine cards in every match, or a number that depends on the number of seats (rules, section 4 and
            Q10).
        discs: whether any minion may build, or only a lying one (rules, Q2).
        hanged_man: whether the Hanged Man may also be used in the wasteland, where there is no card to take (rules,
            Q3).
        emperor: whether the hand limit caps a demand (rules, Q5).
        unshrinkable: whether a minion that cannot shrink for lack of a piece is safe or destroyed (rules, Q7).
        declarer_last_turn: whether the player who declares the final round also plays in it, last (rules, Q1).
        ties: whether ties are shared, or broken by the number of minions on the board (rules, Q23).
        turn_cap: the number of turns per player before the final round opens automatically (rules, section 7).
    """

    extras: bool = True
    board_size: Literal["3x3", "scaled"] = "3x3"
    discs: Literal["any minion", "lying minions"] = "any minion"
    hanged_man: Literal["on territory", "anywhere"] = "on territory"
    emperor: Literal["within the hand limit", "beyond the hand limit"] = "within the hand limit"
    unshrinkable: Literal["safe", "destroyed"] = "safe"
    declarer_last_turn: bool = True
    ties: Literal["shared", "most minions"] = "shared"
    turn_cap: int = Field(40, ge=1, le=200)


class ZarcanaInstance(kit.Instance, Struct, frozen=True):
    """One physical card.

    Its `owner` is the number of the last shuffle that included the card. The deck is shared, but everybody knows which
    cards went into each shuffle, so guesses never mix up cards from different shuffles.
    """

    card: str
    known_to: int
    owner: int = 0


class Minion(Struct, frozen=True):
    """A pyramid on the board: its owner, size (1 to 3), orientation and space."""

    seat: Seat
    size: int
    facing: Facing
    space: Space

    @property
    def target(self) -> Space:
        """The target space: the minion's own if it stands, or else the one that it points at (rules, section 3)."""
        return self.space + AHEAD[self.facing]


Source: TypeAlias = Literal["turn", "hand", "territory", "fool"]
"""The source of a power: a turn option that needs no card, the hand, the board, or a card that the Fool drew."""


class Use(Struct, frozen=True):
    """A power being used, or a turn option that takes several picks.

    Attributes:
        power: the power's name among the definitions' powers; for a turn option, "place", "reorient" or "discard".
        source: the source of the power.
        step: the kind of the next question, or "deed" for an act that uses chance, shows hidden cards or passes the
            move to another player, and so waits until the draft is locked in.
        card: the instance that invokes the power.
        chain: the instances of all cards that led to this power, its own last; none may be copied again.
        actor: the acting minion, or 0 if there is none.
        times: the number of times that the power has been carried out.
        picked: the last pick, if the next question depends on it: a minion, a size, a number or a seat.
        noted: data kept for longer: the minions already turned, or a demand's victim and the number of cards.
    """

    power: str
    source: Source
    step: str = ""
    card: int = -1
    chain: tuple[int, ...] = ()
    actor: int = 0
    times: int = 0
    picked: int = 0
    noted: tuple[int, ...] = ()


class Question(Struct, frozen=True):
    """The next question, which becomes a decision.

    Attributes:
        kind: as in a decision.
        options: as in a decision; none means that there is nothing left to do.
        seat: the seat that is asked, if it is not the active player.
        count: the number of options that an answer consists of.
        ordered: whether their order matters.
        optional: whether earlier picks stand even without an answer to this question.
        about: the arguments for the question's text.
        blocked: as in a decision.
    """

    kind: str
    options: list[Option]
    seat: Seat | None = None
    count: int = 1
    ordered: bool = False
    optional: bool = False
    about: dict[str, Arg] = {}
    blocked: list[Blocked] = []
