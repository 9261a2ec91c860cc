"""Zarcana's constants, each with its source, and the open questions that a table can settle as options.

Sources: "seed" is the game's one-sheet summary; "rules" is this project's own page of rulings. A ruling about procedure
is cited in the code that implements it, under the number that the rules page gives it.
"""

from typing import Final, Literal

from pydantic import BaseModel, Field

STASH: Final = 5
"""The number of minions of each size per player (rules, section 2)."""

LARGE: Final = 3
"""The largest size; 1 is small, 2 is medium (rules, section 2)."""

POPULATION: Final = 3
"""The number of minions in a space, of all colours, at which no more may enter (seed, Icon Definitions)."""

HAND: Final = 6
"""The number of cards in a hand at which the hand may gain no more (seed, Icon Definitions)."""

FIRST_HAND: Final = 3
"""The number of cards dealt to each player (rules, Q10)."""

DRAW: Final = 3
"""The maximum number of cards drawn with the turn option to draw (seed, The Eight Turn Options)."""

QUIET_ROUNDS: Final = 2
"""The number of rounds of nothing but passes after which the final round opens automatically (rules, section 7)."""


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
