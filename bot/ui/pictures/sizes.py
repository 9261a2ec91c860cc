"""Font sizes that a phone can read, which shows a picture at about a third: the largest one and the smallest one.

A text is written at the largest size that fits in its room. One that fits at none of them is cut.
"""

from typing import Final

from bot.ui.pictures.layout import Sizes

HUGE: Final[Sizes] = (104, 56)
"""The name of a game above a picture of its own."""

NAME: Final[Sizes] = (46, 26)
"""A player's name in a list."""

PLACE: Final[Sizes] = (50, 24)
"""A place in a list."""

POINTS: Final[Sizes] = (40, 40)
"""Points in a list: they are never long."""

ABOUT: Final[Sizes] = (34, 22)
"""A line about something, which is longer than a name."""

CHAIR: Final[Sizes] = (50, 28)
"""The name of a player who sits at a table."""

NOTE: Final[Sizes] = (30, 20)
"""What stands below a name."""

LINE: Final[Sizes] = (34, 20)
"""A name in a picture of many."""
