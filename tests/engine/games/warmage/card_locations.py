"""Where every piece of a match is."""

from collections import Counter
from typing import Any

from engine.contract import EVERYBODY


def check(state: Any) -> None:
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
