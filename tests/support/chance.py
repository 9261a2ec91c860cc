"""Reproducible randomness."""

from random import Random


class SeededChance:
    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def secret(self) -> bytes:
        return self._random.randbytes(32)
