"""The sizes of boards for phones, which show a picture `WIDE` pixels wide at a width of about 350 to 550."""

from typing import Final

WIDE: Final = 1080
"""The width of a board, in pixels."""

MARGIN, GAP = 18, 14
"""The margin around everything and the gap between things, in pixels."""

LEAST_NAME: Final = 32
"""The smallest size of a player's name, in pixels: it can be read on a phone."""

LEAST: Final = 18
"""The smallest size of text beside cards, in pixels."""
