"""The host's own chance: secrets for dice, and waits that tell nothing. A game's chance is the engine's dice alone."""

import secrets
from random import SystemRandom
from typing import Protocol


class Chance(Protocol):
    """Gives what nobody can foresee."""

    def secret(self) -> bytes:
        """Return 32 bytes that nobody can guess."""
        ...

    def between(self, least: float, most: float) -> float:
        """Return a number from a range, each as likely as the next."""
        ...


class SystemChance:
    """The operating system's chance."""

    def secret(self) -> bytes:
        """Return 32 bytes that nobody can guess."""
        return secrets.token_bytes(32)

    def between(self, least: float, most: float) -> float:
        """Return a number from a range, each as likely as the next."""
        return SystemRandom().uniform(least, most)
