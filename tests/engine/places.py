"""Law 5, game by game: where every piece of a match is."""

from collections import Counter
from typing import Any

from engine.varia.state import Land


def varia(state: Any) -> None:
    held: Counter[int] = Counter()
    for player in state.players:
        for zone in (player.deck, player.hand, player.items, player.discard, player.forgotten):
            held.update(zone)
            assert not [number for number in zone if state.instances[number].token], "a token is where none may be"
        for action in (*player.plan, *player.queue):
            held.update(action.cards if action else ())
        assert all(player.stacks.values())
    if isinstance(state.prompt, Land):
        held[state.prompt.token] += 1
    assert set(held.values()) <= {1}
    missing = [number for number, card in enumerate(state.instances) if number not in held and not card.token]
    assert not missing
    for seat, player in enumerate(state.players):
        for number in (*player.deck, *player.hand, *player.items, *player.discard, *player.forgotten):
            assert state.instances[number].owner == seat


def probe(state: Any) -> None:
    held = Counter([*state.deck, *(number for hand in state.hands for number in hand), *state.shown])
    assert held == Counter(range(len(state.instances)))


def zarcana(state: Any) -> None:
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


PLACES = {"varia": varia, "probe": probe, "zarcana": zarcana}
