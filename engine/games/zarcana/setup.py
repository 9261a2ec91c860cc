"""The beginning of a match: the first territories and the hands."""

from collections.abc import Iterable
from typing import Final

from engine.games.zarcana import events
from engine.games.zarcana.board import Space, first_territories
from engine.games.zarcana.pieces import ZarcanaOptions
from engine.games.zarcana.play import ZarcanaPlay
from engine.games.zarcana.rulings import FIRST_HAND
from engine.games.zarcana.turn import advance, begin_turn

FEWEST: Final = {2: 4, 3: 9, 5: 13}
"""The number of first territories, by the smallest number of seats it is for (rules, section 4)."""


def deal(play: ZarcanaPlay) -> None:
    """Lay out the board from the draw pile, deal the hands, and begin the first turn (rules, section 4)."""
    state = play.state
    for space in first_spaces(state.options, len(state.players)):
        card = state.deck.pop()
        state.show((card,))
        state.stacks[space] = (card,)
    play.tell(events.BoardLaid(play.refs(stack[0] for stack in state.stacks.values()), state.active))
    for seat in range(len(state.players)):
        play.draw(seat, FIRST_HAND)
    play.stand()
    begin_turn(play, state.active)
    advance(play)


def first_spaces(options: ZarcanaOptions, seats: int) -> Iterable[Space]:
    """Return the first territories' spaces, row by row, in the middle of the spaces with ordinary names."""
    usual = options.board_size == "3x3"
    return first_territories(FEWEST[3 if usual else max(fewest for fewest in FEWEST if fewest <= seats)])
