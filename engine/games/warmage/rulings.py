"""WarMage's figures, each with its source, and the rulings that are figures.

Sources: "seed" is the publisher's rules sheet; "rules" is this project's own page of rulings beside it. A ruling
that is a course of action stands as a comment where it acts, under the name or number that the rules page gives it.
"""

from typing import Final

LEAST_SEATS: Final = 2
MOST_SEATS: Final = 6
"""Two to six players (seed, head; more are refused: rules, R25)."""

WOUND_CARDS: Final = 3
"""Wound Cards of each player with up to four players (seed, Setup)."""

WOUND_CARDS_IN_A_CROWD: Final = 2
"""Wound Cards of each player with five or six players (seed, Setup)."""

CROWD: Final = 5
"""From how many players on there are fewer Wound Cards (seed, Setup)."""

HAND: Final = 3
"""Cards dealt to each player, and the number up to which the third way to draw fills a hand (seed, Setup, Draw)."""

ROW: Final = 3
"""Face-up cards in the Row (seed, Setup)."""

FILLED_BY_DEFAULT: Final = 1
"""With at most this many cards in hand an absent player's draw fills the hand (rules, time-outs)."""

ACTS: Final = 60
"""How many Chains one player may open in a turn, and effects of cards in play be carried out in it. The seed sets no
limit; this one keeps two Spells that draw each other out of an empty deck from doing so for ever, and is ours. It does
not stop effects that protect a player from a Wound or from elimination."""

NESTING: Final = 50
"""How deep activated effects may answer each other (rules, interrupt points)."""


def wound_cards(seats: int) -> int:
    """Return how many Wound Cards each player has (seed, Setup)."""
    return WOUND_CARDS_IN_A_CROWD if seats >= CROWD else WOUND_CARDS
