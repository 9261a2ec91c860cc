"""How much processor time a board's picture takes: another board each time, and one that was drawn before."""

import time
from typing import Any, Final

from bot.ui.games.zarcana.picture import picture
from bot.ui.words import Words
from cardsdb.sets import shipped_sets
from engine.contract import SPECTATOR
from engine.registry import GAMES
from engine.zarcana.board import at, name

AIM: Final = 100
"""How many milliseconds of processor time a board of 5 by 5 may take."""

BOARDS: Final = 15
"""How many boards of a size are drawn; the median counts."""

FACINGS: Final = ("up", "north", "east", "south", "west")
SIZES: Final = ("small", "medium", "large")


def full_board(side: int, turn: int) -> tuple[Any, Words]:
    """Return a view of a square board with a minion on every other card: other cards and minions every turn."""
    game = GAMES["zarcana"]
    cards = game.cards(shipped_sets(game))
    pack = sorted(cards.name(card) for card in cards.pack(extras=True))
    spaces = [name(at(column, row)) for row in range(side) for column in range(side)][: len(pack)]
    seats: dict[str, Any] = {letter: {"minions": []} for letter in "ABCDEF"}
    for number, space in enumerate(spaces[::2]):
        minion = {"at": space, "size": SIZES[(number // 6 + turn) % 3], "facing": FACINGS[(number + turn) % 5]}
        seats["ABCDEF"[number % 6]]["minions"].append(minion)
    board = dict(zip(spaces, pack[turn:] + pack[:turn], strict=False))
    state = game.position({"board": board, "seats": seats}, cards)
    return game.view(state, SPECTATOR), Words(None, (), cards)


def spent(view: Any, words: Words) -> float:
    """Return how many milliseconds of processor time a picture takes."""
    start = time.process_time()
    picture(view, words)
    return 1000 * (time.process_time() - start)


def picture_speed() -> None:
    """Print how long boards of 5 by 5 and of 9 by 9 take."""
    print(f"pictures of Zarcana's board, milliseconds of processor time (aim: 5 by 5 in {AIM}):")
    for side in (5, 9):
        boards = [full_board(side, turn) for turn in range(BOARDS)]
        first, *others = [spent(*board) for board in boards]
        again = sorted(spent(*board) for board in boards)[BOARDS // 2]
        another = sorted(others)[len(others) // 2]
        print(f"  {side} by {side}: the first {first:5.1f}, another {another:5.1f}, one drawn before {again:5.2f}")


if __name__ == "__main__":
    picture_speed()
