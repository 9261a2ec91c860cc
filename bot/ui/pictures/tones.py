"""The five tones in which everything of one player is printed, made from the two inks and the paper of their cards."""

from colorsys import hls_to_rgb, rgb_to_hls
from typing import Final

from msgspec import Struct

from bot.ui.pictures.colours import Colour, mixed

INK: Final[Colour] = (23, 18, 31)
CREAM: Final[Colour] = (255, 246, 230)
GOLD: Final[Colour] = (255, 200, 61)
BLOW: Final[Colour] = (255, 224, 74)
"""What hurts: the figure of damage, and the points that were just lost. It is used for nothing else but high dice."""
HEAT: Final[Colour] = (255, 122, 26)
HEAL: Final[Colour] = (79, 208, 138)
SLATE: Final[Colour] = (75, 71, 89)
"""The plate of what nobody did."""
MUTED: Final[Colour] = (196, 190, 208)

LEAST_CONTRAST: Final = 5.2
"""The least contrast between the base and the cream on it."""

TURN: Final = -0.13
"""How far the second player's hues are turned if both players have the same inks, as a part of a circle."""


class Tones(Struct, frozen=True):
    """The tones of one player, from dark to light; text on the first three is cream, on the last two ink."""

    dark: Colour
    deep: Colour
    base: Colour
    light: Colour
    tint: Colour


def tones_of(key: Colour, second: Colour, paper: Colour) -> Tones:
    """Return the tones made from a key ink, a second ink and a paper; cream can be read on the base."""
    shares = [share / 20 for share in range(15, 3, -1)]
    bases = [mixed(key, second, share) for share in shares]
    base = next((each for each in bases if contrast(each, CREAM) >= LEAST_CONTRAST), bases[-1])
    return Tones(mixed(key, base, 0.35), mixed(key, base, 0.7), base, mixed(second, paper, 0.12), paper)


def contrast(one: Colour, other: Colour) -> float:
    """Return the contrast between two colours, from 1 to 21 (WCAG 2.2, contrast ratio)."""
    dark, bright = sorted((_luminance(one), _luminance(other)))
    return (bright + 0.05) / (dark + 0.05)


def _luminance(colour: Colour) -> float:
    red, green, blue = (part / 255 / 12.92 if part <= 10 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in colour)  # noqa: PLR2004
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def turned(colour: Colour) -> Colour:
    """Return an ink in another hue, for a second player with the same inks."""
    hue, light, full = rgb_to_hls(*(part / 255 for part in colour))
    red, green, blue = (round(255 * part) for part in hls_to_rgb((hue + TURN) % 1, light, full))
    return (red, green, blue)
