"""Where every piece of a match is."""

from typing import Any


def check(state: Any) -> None:
    assert 0 <= state.open_from <= state.turned <= len(state.instances)
    assert all(player.bid is None or player.bid in player.hand for player in state.players)
