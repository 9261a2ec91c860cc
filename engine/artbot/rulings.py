"""Art Bot's figures, each with its source, and the rulings that are figures.

Sources: "seed" is the makers' sheet; "rules" is this project's own page of rulings beside it, with the section or
the number of the ruling. A ruling that is a course of action stands as a comment where it acts, under that number.
"""

from typing import Final

POINTS: Final = 10
"""One card is ten health points, and ten Power Points are one card (seed, Overview and Dealing Damage). What is left
over counts nothing (rules, R22)."""

HAND: Final = 4
"""Cards of an Active Deck: at the start (seed, Setup), and again at the end of a turn (rules, R8)."""

SHORT_HAND: Final = 2
"""What a Glitch deals to the one player who is short (seed, Activate a Glitch)."""

LEAST_HAND: Final = 2
"""Up to so many cards are drawn before a turn, so that one can be played and one returned (rules, 3.4 and R8)."""

GLITCH_DRAW: Final = 2
"""What the short player draws at once under the rules `quick` (rules, 3.4)."""

LEAST_SEATS: Final = 2
MOST_SEATS: Final = 8
"""Two or more players (seed, Overview), at most eight (rules, 3.2)."""

LEAST_DECK: Final = 10
LEAST_DUEL_DECK: Final = 5
MOST_DECK: Final = 60
USUAL_DECK: Final = 20
"""The sizes that a table can agree on (rules, 3.2); a quick duel takes five cards (rules, 3.10)."""

COPIES: Final = {"common": 3, "uncommon": 2, "rare": 1, "super rare": 1}
"""How many copies of a card a deck may hold (rules, 8.3)."""

RARITY_BUDGET: Final = 2
"""How many Rarity Points a deck may hold for each of its cards (rules, 8.3)."""

DAMAGE_SHARE: Final = (8, 20)
"""At least so many damage cards for so many cards of a deck, so that a match can be won (rules, 8.3)."""

GLITCH_SHARE: Final = (3, 20)
"""At most so many Glitch cards for so many cards of a deck (rules, 8.3)."""

ROUND_CAP: Final = 40
"""After so many rounds the most health points win (rules, 3.11)."""

TIED_DRAWS: Final = 20
"""So many tied draws of a sudden death end a duel as a draw (rules, 3.10)."""
