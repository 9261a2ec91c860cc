"""Zarcana's figures, each with its source, and the open questions that a table may settle in its own way.

Sources: "seed" is the game's one-sheet summary; "rules" is this project's own page of rulings beside it. A ruling that
is a course of action stands as a comment where it acts, under the number that the rules page gives it.
"""

from typing import Final, Literal

from pydantic import BaseModel, Field

STASH: Final = 5
"""Minions of each size that a player has (rules, section 2)."""

LARGE: Final = 3
"""The largest size; 1 is small, 2 is medium (rules, section 2)."""

POPULATION: Final = 3
"""Minions that a space holds, all colours together, before nobody may enter (seed, Icon Definitions)."""

HAND: Final = 6
"""Cards that a hand holds before it may not gain any (seed, Icon Definitions)."""

FIRST_HAND: Final = 3
"""Cards dealt to each player (rules, Q10)."""

DRAW: Final = 3
"""Cards that a turn may draw (seed, The Eight Turn Options)."""

QUIET_ROUNDS: Final = 2
"""Rounds of nothing but passes after which the final round opens by itself (rules, section 7)."""


class ZarcanaOptions(BaseModel, frozen=True, extra="forbid"):
    """The table options: the switches of the rules page, and its open questions with the ruling as default.

    Attributes:
        extras: whether the Doppelganger and the Gateway are in the deck (rules, section 2).
        board_size: nine cards for everybody, or more and fewer by the number of seats (rules, section 4 and Q10).
        discs: whether any minion may build, or a lying one alone (rules, Q2).
        hanged_man: whether it may be used in the wasteland too, where there is no card to take (rules, Q3).
        emperor: whether the hand limit caps what may be demanded (rules, Q5).
        unshrinkable: whether a minion that cannot shrink for want of a piece is safe or destroyed (rules, Q7).
        declarer_last_turn: whether who declares the final round plays in it, last of all (rules, Q1).
        ties: shared, or broken by how many minions stand on the board (rules, Q23).
        turn_cap: how many turns a player has before the final round opens by itself (rules, section 7).
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
