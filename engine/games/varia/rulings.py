"""Varia's figures, each with its source, and the rulings that are figures.

Sources: "seed" is the publisher's rules guide; "rules" is this project's own page of rulings beside it. A ruling
that is a course of action stands as a comment where it acts, under the name that the rules page gives it.
"""

from typing import Final

DECK_SIZE: Final = 30
"""Actions in a deck (seed, What You Will Need)."""

ITEM_GOLD: Final = 30
"""The most that a player's items may be worth together (seed, What You Will Need)."""

MOST_COPIES: Final = 3
"""Copies of one card in Level Constructed (rules, section 3)."""

LEVEL_CAP: Final = 10
"""The highest deck level in Level Constructed (rules, section 3)."""

CLASS_LEVEL: Final = 7
"""The level of every class deck (rules, section 3)."""

STARTING_HP: Final = 30
"""Health points at the start, never exceeded after (seed, Health & Action Points)."""

STARTING_AP: Final = 10
"""Action points at the start of every turn, never exceeded (seed, Step One)."""

FIRST_DRAW: Final = 6
"""Cards drawn on the first turn, instead of two; they trigger nothing (seed, Drawing)."""

DRAW: Final = 2
"""Cards drawn at the start of every other turn (seed, Step One)."""

ITEM_USES: Final = 5
"""How often an item may be planned in one turn. The seed sets no limit to an item that keeps coming back by being
replaced; this one keeps two Fast items from replacing each other for ever, and is ours."""

LONGEST_LINE: Final = 40
"""How many actions a player's timeline and queue hold before no more tokens are created. The seed sets no limit; this
one keeps tokens that create tokens harmless, and is ours."""

TRIGGERS_A_TURN: Final = 500
"""How many triggers come to be in one turn, waiting ones counted. The seed sets no limit; this one ends triggers that
set each other off for ever, and is ours (rules, further rulings)."""

MOST_CHANGES: Final = 40
"""How many effects change one action for a time before no more do; ours, for the same reason."""

LARGEST_COMBO: Final = 40
"""How many cards an action has before no token joins it any more; ours, for the same reason."""

MOST_INSTANCES: Final = 4_000
"""How many cards and tokens a match has had before no more tokens are created; ours, for the same reason."""

TALLEST_PILE: Final = 99
"""How many stacks of one name a player can have; ours, for the same reason."""

MOST_DICE: Final = 20
"""How many dice one roll has at most; ours, for the same reason."""

MOST_ROLLS: Final = 5
"""How often one roll is made again at most for Improved or Impaired; ours, for the same reason."""

POWER_SIDES: Final = 6
"""Power is the number in the square plus a d6 (seed, What You Will Need)."""

FOCUS_SIDES: Final = 4
"""Focus is the number in the triangle plus a d4 (seed, What You Will Need)."""
