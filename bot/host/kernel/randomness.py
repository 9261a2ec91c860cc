"""The host's own chance: secrets for dice, and waits that tell nothing. A game's chance is the engine's dice alone."""

import hashlib
import hmac
import secrets
from typing import Protocol


class Chance(Protocol):
    """Gives what nobody can foresee."""

    def secret(self) -> bytes:
        """Return 32 bytes that nobody can guess."""
        ...


class SystemChance:
    """The operating system's chance."""

    def secret(self) -> bytes:
        """Return 32 bytes that nobody can guess."""
        return secrets.token_bytes(32)


def wait(secret: bytes, about: str, least: float, most: float) -> float:
    """Return a wait from a range, in seconds, that follows from a match's secret and from what it is about alone.

    It reads no hand, so it tells nothing of one.
    """
    digest = hmac.digest(secret, f"wait {about}".encode(), hashlib.sha256)
    return least + (most - least) * int.from_bytes(digest[:8], "big") / 2**64
