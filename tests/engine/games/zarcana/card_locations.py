"""Where every piece of a match is."""

from collections import Counter
from typing import Any


def check(state: Any) -> None:
    stacked = [card for stack in state.stacks.values() for card in stack]
    hands = [card for player in state.players for card in player.hand]
    resolving = [use.card for use in state.uses if use.source in ("hand", "fool")]
    held = Counter([*state.deck, *state.discard, *stacked, *hands, *resolving])
    assert held == Counter(range(len(state.instances)))
    assert set(state.face_down) <= set(stacked)
    assert all(state.stacks.values())
    assert bool(state.deck) or not state.discard
    for seat, player in enumerate(state.players):
        out = Counter(minion.size for minion in state.minions.values() if minion.seat == seat)
        assert player.minions == tuple(number for number, minion in state.minions.items() if minion.seat == seat)
        assert [out[size] + player.stash[size - 1] for size in (1, 2, 3)] == [5, 5, 5]
    assert min(min(player.stash) for player in state.players) >= 0
    assert {number: minion.space for number, minion in state.minions.items()} == {
        number: space for space, crowd in state.occupants.items() for number in crowd
    }
    lifeless = [space for space in state.occupants if not state.land(space)]
    assert not lifeless, "a minion stands in the void"
