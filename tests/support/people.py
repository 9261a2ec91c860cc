"""The people of end-to-end tests, who have display names from every day, although tests know them by short ones."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import cycle
from typing import Final

from sandbox.description import DEFAULT_WORLD, EVERYDAY_NAMES


def named(people: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Return display names for people, in turn: of more than a few, some have the same."""
    return tuple(zip(people, cycle(EVERYDAY_NAMES.values()), strict=False))


PEOPLE: Final = (*DEFAULT_WORLD.people, "Eve", "Finn", "Gus")
"""As many as there are names, so Eve and Finn have the same."""

PLAYED_WORLD: Final = replace(DEFAULT_WORLD, display_names=named(DEFAULT_WORLD.people))
PHOTOGRAPHED_WORLD: Final = replace(DEFAULT_WORLD, people=PEOPLE, display_names=named(PEOPLE))
