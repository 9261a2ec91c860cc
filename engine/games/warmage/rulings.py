"""WarMage's constants, each with its source, including the rulings that are numbers.

Sources: "seed" is the publisher's rules sheet; "rules" is this project's own page of rulings. A ruling about procedure
is cited in the code that implements it, under the name or number that the rules page gives it.
"""

from typing import Final

LEAST_SEATS: Final = 2
MOST_SEATS: Final = 6
"""The maximum number of players (seed, head; more are refused: rules, R25)."""

WOUND_CARDS: Final = 3
"""Wound Cards per player with up to four players (seed, Setup)."""

WOUND_CARDS_IN_A_CROWD: Final = 2
"""Wound Cards per player with five or six players (seed, Setup)."""

CROWD: Final = 5
"""The smallest number of players with fewer Wound Cards each (seed, Setup)."""

HAND: Final = 3
"""The number of cards dealt to each player, and the hand size that the third way to draw fills up to (seed, Setup,
Draw)."""

ROW: Final = 3
"""The number of face-up cards in the Row (seed, Setup)."""

FILLED_BY_DEFAULT: Final = 1
"""The largest hand that is filled up when an absent player draws (rules, time-outs)."""

ACTS: Final = 60
"""The limit per turn on the number of Chains opened plus effects used of cards in play. The seed has no such limit; it
is this project's own and stops two Spells that draw each other out of an empty deck from doing so for ever. Effects
that protect a player from a Wound or from elimination are exempt."""

NESTING: Final = 50
"""The maximum depth to which activated effects may interrupt each other (rules, interrupt points)."""


def wound_cards(seats: int) -> int:
    """Return the number of Wound Cards per player (seed, Setup)."""
    return WOUND_CARDS_IN_A_CROWD if seats >= CROWD else WOUND_CARDS
