"""What an account's id tells."""

from typing import Final

DISCORDS_EPOCH: Final = 1420070400.0
"""The epoch of Discord's ids, in seconds since 1970."""


def account_made(user: int) -> float:
    """Return when an account was created, which Discord encodes in the account's id."""
    return DISCORDS_EPOCH + (user >> 22) / 1000
