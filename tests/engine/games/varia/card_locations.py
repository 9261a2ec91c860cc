"""Where every piece of a match is."""

from collections import Counter
from typing import Any

from engine.games.varia.pieces import LandPrompt


def check(state: Any) -> None:
    held: Counter[int] = Counter()
    for player in state.players:
        for zone in (player.deck, player.hand, player.items, player.discard, player.forgotten):
            held.update(zone)
            assert not [number for number in zone if state.instances[number].token], "a token is where none may be"
        for action in (*player.plan, *player.queue):
            held.update(action.cards if action else ())
        assert all(player.stacks.values())
    if isinstance(state.prompt, LandPrompt):
        held[state.prompt.token] += 1
    assert set(held.values()) <= {1}
    missing = [number for number, card in enumerate(state.instances) if number not in held and not card.token]
    assert not missing
    for seat, player in enumerate(state.players):
        for number in (*player.deck, *player.hand, *player.items, *player.discard, *player.forgotten):
            assert state.instances[number].owner == seat
