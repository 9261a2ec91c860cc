"""How much processor time pictures take: another board or hand each time, and one that was drawn before."""

import random
import time
from collections.abc import Callable
from typing import Any, Final

from bot.ui.games.varia import hand
from bot.ui.games.varia.face import face
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


HAND: Final = 7
HAND_AIM: Final = 60
"""How many cards a hand has, and how many milliseconds of processor time it may take."""

HANDS: Final = 16
"""How many hands are drawn: together they hold nearly all actions that there are, each in one hand alone."""


def hands() -> list[hand.Scene]:
    """Return hands of seven different actions of all sets."""
    game = GAMES["varia"]
    cards: Any = game.cards(shipped_sets(game))
    words = Words(None, (), cards)
    actions = [card for card in cards.by_id.values() if card.kind == "action"]
    random.Random(1).shuffle(actions)
    dealt = [actions[start : start + HAND] for start in range(0, HAND * HANDS, HAND)]
    return [hand.Scene(tuple((face(card, cards, words), 1) for card in each), ()) for each in dealt]


def spent(draw: Callable[..., object], *what: Any) -> float:
    """Return how many milliseconds of processor time drawing takes."""
    start = time.process_time()
    draw(*what)
    return 1000 * (time.process_time() - start)


def boards_speed() -> None:
    """Print how long boards of 5 by 5 and of 9 by 9 take."""
    print(f"pictures of Zarcana's board, milliseconds of processor time (aim: 5 by 5 in {AIM}):")
    for side in (5, 9):
        boards = [full_board(side, turn) for turn in range(BOARDS)]
        first, *others = [spent(picture, *board) for board in boards]
        again = sorted(spent(picture, *board) for board in boards)[BOARDS // 2]
        another = sorted(others)[len(others) // 2]
        print(f"  {side} by {side}: the first {first:5.1f}, another {another:5.1f}, one drawn before {again:5.2f}")


def hands_speed() -> None:
    """Print how long hands of cards that were never drawn take, hands of known cards, and hands drawn before."""
    print(f"pictures of a hand of {HAND} in Varia, milliseconds of processor time (aim: {HAND_AIM}):")
    dealt = hands()
    first, *new = [spent(hand.drawn, each) for each in dealt]
    cached = sorted(spent(hand.drawn, each) for each in dealt)
    hand.drawn.cache_clear()
    known = sorted(spent(hand.drawn, each) for each in dealt)
    for what, times in (("cards never drawn before", sorted(new)), ("known cards", known), ("drawn before", cached)):
        print(f"  {what}: the median {times[len(times) // 2]:6.3f}, the slowest {times[-1]:6.3f}")
    print(f"  the first picture of a process: {first:5.1f}")


def picture_speed() -> None:
    """Print how long pictures take."""
    boards_speed()
    hands_speed()


if __name__ == "__main__":
    picture_speed()
