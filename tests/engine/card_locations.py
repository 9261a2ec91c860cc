"""The location of every piece of a match (law 5), and the pieces that may have been exchanged (law 4), by game."""

from collections import Counter
from collections.abc import Callable, Iterable
from importlib import import_module
from random import Random
from typing import Any

from msgspec.structs import replace

from engine.contract import Viewer, mark
from engine.registry import EXAMPLES, GAMES


def probe(state: Any) -> None:
    held = Counter([*state.deck, *(number for hand in state.hands for number in hand), *state.shown])
    assert held == Counter(range(len(state.instances)))


_CHECKS = {key: import_module(f"tests.engine.games.{key}.card_locations").check for key in (*GAMES, *EXAMPLES)}
PLACES: dict[str, Callable[[Any], None]] = {**_CHECKS, "probe": probe}
"""The functions that fail unless every piece is in exactly one place, each in its game's folder."""


def pools_by_owner(state: Any, viewer: Viewer) -> Iterable[set[int]]:
    """Yield each owner's pieces: any that the viewer does not know may have been exchanged."""
    for owner in {card.owner for card in state.instances}:
        yield {number for number, card in enumerate(state.instances) if card.owner == owner}


def artbot_pools(state: Any, viewer: Viewer) -> Iterable[set[int]]:
    """Yield each owner's deck, then each pile whose mixing the viewer could not follow, without the cards that the
    viewer knew then or later."""
    later: list[set[int]] = []
    known: set[int] = set()
    for mixed in reversed([mixed for mixed in state.mixes if not mixed.followed & mark(viewer)]):
        later.insert(0, set(mixed.cards) - known)
        known |= {card for card, knew in zip(mixed.cards, mixed.known_to, strict=True) if knew & mark(viewer)}
    yield from (pool - known for pool in pools_by_owner(state, viewer))
    yield from later


POOLS = {"artbot": artbot_pools}
"""The pools for games in which more than the owner determines which pieces may have been exchanged."""


def leave_as_it_is(state: Any, chance: Random) -> None:
    """Leave the state unchanged: most games hide enough by themselves."""


def turn_down_territories(state: Any, chance: Random) -> None:
    """Turn a third of the territories face-down, which few random matches reach.

    While a card is being used, the board stays as it is: the card was offered because of what lies there.
    """
    if state.uses:
        return
    for stack in state.stacks.values():
        if stack[-1] not in state.face_down and chance.random() < 1 / 3:
            state.face_down += (stack[-1],)
            state.instances[stack[-1]] = replace(state.instances[stack[-1]], known_to=0)
    state.open = None


HIDES = {"zarcana": turn_down_territories}
"""The functions that hide cards before drafts are tried, for games in which they are seldom hidden."""
