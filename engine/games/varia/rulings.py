"""Varia's constants, each with its source, including the rulings that are numbers.

Sources: "seed" is the publisher's rules guide; "rules" is this project's own page of rulings. Rulings about procedure
are cited in the code that applies them, under their names on the rules page.
"""

from typing import Final

DECK_SIZE: Final = 30
"""The number of actions in a deck (seed, What You Will Need)."""

ITEM_GOLD: Final = 30
"""The maximum total value of a player's items (seed, What You Will Need)."""

MOST_COPIES: Final = 3
"""The maximum number of copies of one card in Level Constructed (rules, section 3)."""

LEVEL_CAP: Final = 10
"""The highest deck level in Level Constructed (rules, section 3)."""

CLASS_LEVEL: Final = 7
"""The level of every class deck (rules, section 3)."""

STARTING_HP: Final = 30
"""Health points at the start, which are never exceeded afterwards (seed, Health & Action Points)."""

STARTING_AP: Final = 10
"""Action points at the start of every turn, which are never exceeded (seed, Step One)."""

FIRST_DRAW: Final = 6
"""Cards drawn on the first turn, instead of two; they trigger nothing (seed, Drawing)."""

DRAW: Final = 2
"""Cards drawn at the start of every other turn (seed, Step One)."""

ITEM_USES: Final = 5
"""The number of times an item may be planned in one turn. The seed sets no limit for an item that keeps coming back by
being replaced; ours keeps two Fast items from replacing each other forever."""

LONGEST_LINE: Final = 40
"""The number of actions in a player's timeline and queue at which no more tokens are created. The seed sets no limit;
ours keeps tokens that create tokens harmless."""

TRIGGERS_A_TURN: Final = 500
"""The maximum number of triggers in one turn, including waiting ones. The seed sets no limit; ours ends triggers that
set each other off forever (rules, further rulings)."""

MOST_CHANGES: Final = 40
"""The maximum number of temporary changes to one action; ours, for the same reason."""

LARGEST_COMBO: Final = 40
"""The number of cards in an action at which no more tokens can join it; ours, for the same reason."""

MOST_INSTANCES: Final = 4_000
"""The number of cards and tokens in a match at which no more tokens are created; ours, for the same reason."""

TALLEST_PILE: Final = 99
"""The maximum number of stacks of one name that a player can have; ours, for the same reason."""

MOST_DICE: Final = 20
"""The maximum number of dice in one roll; ours, for the same reason."""

MOST_ROLLS: Final = 5
"""The maximum number of extra throws of one roll for Improved or Impaired; ours, for the same reason."""

POWER_SIDES: Final = 6
"""Power is the number in the square plus a d6 (seed, What You Will Need)."""

FOCUS_SIDES: Final = 4
"""Focus is the number in the triangle plus a d4 (seed, What You Will Need)."""
