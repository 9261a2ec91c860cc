"""The host's own randomness: secrets for dice, and delays that reveal nothing. A game's only randomness is its dice."""

import hashlib
import hmac
import secrets
from typing import Protocol


class Chance(Protocol):
    """A source of unpredictable values."""

    def secret(self) -> bytes:
        """Return 32 bytes that nobody can guess."""
        ...


class SystemChance:
    """The operating system's randomness."""

    def secret(self) -> bytes:
        """Return 32 bytes that nobody can guess."""
        return secrets.token_bytes(32)


def fraction(secret: bytes, about: str) -> float:
    """Return a number from 0 to less than 1, derived only from a match's secret and the subject `about`."""
    digest = hmac.digest(secret, about.encode(), hashlib.sha256)
    return int.from_bytes(digest[:8], "big") / 2**64


def wait(secret: bytes, about: str, least: float, most: float) -> float:
    """Return a delay within a range, in seconds, derived only from a match's secret and the subject `about`.

    The delay does not depend on anyone's hand, so it reveals nothing about one.
    """
    return least + (most - least) * fraction(secret, f"wait {about}")
