"""The beginning of a match: the first territories and the hands."""

from collections.abc import Iterable
from typing import Final

from engine.games.zarcana import events
from engine.games.zarcana.board import CENTRE, WIDTH, Space
from engine.games.zarcana.pieces import ZarcanaOptions
from engine.games.zarcana.play import ZarcanaPlay
from engine.games.zarcana.rulings import FIRST_HAND
from engine.games.zarcana.turn import advance, begin_turn

FIRST_BOARDS: Final[dict[int, tuple[str, ...]]] = {
    2: ("##", "##"),
    3: ("###", "###", "###"),
    5: ("..#..", ".###.", "#####", ".###.", "..#.."),
}
"""The first territories, by the smallest number of seats they are for; nine cards is the default (rules, section 4)."""


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
    begin_turn(play, state.active)
    advance(play)


def first_spaces(options: ZarcanaOptions, seats: int) -> Iterable[Space]:
    """Return the first territories' spaces, row by row, in the middle of the spaces with ordinary names."""
    usual = options.board_size == "3x3"
    rows = FIRST_BOARDS[3 if usual else max(fewest for fewest in FIRST_BOARDS if fewest <= seats)]
    corner = CENTRE - (len(rows) // 2) * (WIDTH + 1)
    return [
        corner + WIDTH * down + across
        for down, row in enumerate(rows)
        for across, sign in enumerate(row)
        if sign == "#"
    ]
