"""Where every piece of a match is."""

from collections import Counter
from typing import Any


def check(state: Any) -> None:
    """Check that every card belongs to a player, and that cards revealed by an open hit still lie with its victim."""
    zones = ("inactive", "active", "discard", "in_play", "aside", "won")
    held = Counter(number for player in state.players for zone in zones for number in getattr(player, zone))
    assert held == Counter(range(len(state.instances)))
    assert len(held) == state.options.size * len(state.players)
    if state.hit is not None:
        victim = state.players[state.hit.victim]
        assert set(state.hit.revealed) <= {*victim.inactive, *victim.active}
    for player in state.players:
        assert state.options.duel or not player.aside + player.won
        assert state.options.duel or len(player.in_play) <= 1
