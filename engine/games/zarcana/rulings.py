"""Zarcana's constants, each with its source.

Sources: "seed" is the game's one-sheet summary; "rules" is this project's own page of rulings. A ruling about procedure
is cited in the code that implements it, under the number that the rules page gives it.
"""

from typing import Final

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
