"""Averages in the form in which people read them."""

from typing import Final

SMALL: Final = 2
"""The number below which an average is shown with a decimal place, unless that is 0."""


def whole(number: float) -> int:
    """Return an average as a whole number; halves are rounded away from 0, so that gains and losses look alike."""
    return int(abs(number) + 0.5) * (1 if number > 0 else -1)


def signed(number: float) -> str:
    """Return an average as a whole number with its sign, such as "+2", "−7" or "±0"."""  # noqa: RUF002 - a minus sign
    rounded = whole(number)
    return f"{rounded:+}".replace("-", "−") if rounded else "±0"  # noqa: RUF001 - a minus sign


def average(number: float) -> str:
    """Return an average that is not negative as a whole number or, if it is small, with at most one decimal place."""
    return str(whole(number)) if number >= SMALL else f"{number:.1f}".removesuffix(".0")
