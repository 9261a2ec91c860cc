"""Law 5, game by game: where every piece of a match is."""

from collections import Counter
from typing import Any

from engine.contract import EVERYBODY
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


def warmage(state: Any) -> None:
    held = Counter([*state.deck, *state.row, *state.discard, *(link.card for link in state.chain)])
    for player in state.players:
        held.update([*player.hand, *(lying.card for lying in player.play)])
        assert player.flesh >= 0
        assert player.mortal >= 0
        assert player.flesh + player.mortal <= state.wounds
        assert not (player.out and (player.hand or player.play))
    assert held == Counter(range(len(state.instances)))
    public = [*state.row, *state.discard, *(link.card for link in state.chain)]
    public += [lying.card for player in state.players for lying in player.play]
    assert all(state.instances[number].known_to == EVERYBODY for number in public)
    assert not (state.discard and not state.deck), "the Discard becomes the deck at once"
    assert len(state.row) == 3 or not state.deck, "the Row is filled at once"


PLACES = {"varia": varia, "warmage": warmage, "probe": probe}
