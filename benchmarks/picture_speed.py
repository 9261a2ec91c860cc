"""How much processor time a picture takes: another each time, and one that was drawn before."""

import time
from collections.abc import Callable, Sequence
from typing import Any, Final

from bot.ui.games import RENDERERS
from bot.ui.words import Words
from cardsdb.sets import shipped_sets
from engine.contract import SPECTATOR, Cards, letter
from engine.registry import GAMES
from engine.zarcana.board import at, name

AIM: Final = 100
"""How many milliseconds of processor time a picture may take: Zarcana's board of 5 by 5, a full table, a hand."""

BOARDS: Final = 15
"""How many pictures of a kind are drawn; the median counts."""

FACINGS: Final = ("up", "north", "east", "south", "west")
SIZES: Final = ("small", "medium", "large")


def zarcana(side: int, turn: int) -> dict[str, Any]:
    """Return a square board with a minion on every other card: other cards and minions every turn."""
    cards: Any = cards_of("zarcana")
    pack = sorted(cards.name(card) for card in cards.pack(extras=True))
    spaces = [name(at(column, row)) for row in range(side) for column in range(side)][: len(pack)]
    seats: dict[str, Any] = {letter(seat): {"minions": []} for seat in range(6)}
    for number, space in enumerate(spaces[::2]):
        minion = {"at": space, "size": SIZES[(number // 6 + turn) % 3], "facing": FACINGS[(number + turn) % 5]}
        seats[letter(number % 6)]["minions"].append(minion)
    return {"board": dict(zip(spaces, pack[turn:] + pack[:turn], strict=False)), "seats": seats}


def artbot(turn: int) -> dict[str, Any]:
    """Return a table of eight: other cards and health points every turn."""
    names = RENDERERS["artbot"].card_names(cards_of("artbot"))
    cards = names[turn:] + names[:turn]
    zones = [
        {"active": cards[seat : seat + 4], "inactive": cards[: seat + 9], "discard": cards[: seat + turn]}
        for seat in range(8)
    ]
    return {"seats": {letter(seat): each for seat, each in enumerate(zones)}}


def warmage(turn: int) -> dict[str, Any]:
    """Return a table of six, a card or two in play before each: other cards every turn."""
    names = RENDERERS["warmage"].card_names(cards_of("warmage"))
    lingering = ("Weathervane", "Star Lantern", "Barkskin", "Kiln Heart", "Last Laugh", "Second Bloom")
    seats = {
        letter(seat): {
            "hand": [names[(turn + seat + number) % len(names)] for number in range(3)],
            "flesh": (turn + seat) % 2,
            "play": [lingering[(turn + seat) % 6], "Mirror Sigil"][: 1 + (seat + turn) % 2],
        }
        for seat in range(6)
    }
    return {"seats": seats, "row": [], "deck": [], "discard": names[: turn + 1]}


def cards_of(game: str) -> Cards:
    """Return a game's shipped cards."""
    cards: Cards = GAMES[game].cards(shipped_sets(GAMES[game]))
    return cards


def pictures(game: str, positions: Sequence[dict[str, Any]], seat: int | None = None) -> list[Callable[[], Any]]:
    """Return what draws the table of each position, or a seat's hand."""
    cards, renderer = cards_of(game), RENDERERS[game]
    words = Words(None, (), cards)

    def one(position: dict[str, Any]) -> Callable[[], Any]:
        view = GAMES[game].view(GAMES[game].position(position, cards), SPECTATOR if seat is None else seat)
        return (lambda: renderer.picture(view, words)) if seat is None else (lambda: renderer.hand(view, seat, words))

    return [one(position) for position in positions]


def spent(draw: Callable[[], Any]) -> float:
    """Return how many milliseconds of processor time a picture takes."""
    start = time.process_time()
    draw()
    return 1000 * (time.process_time() - start)


def picture_speed() -> None:
    """Print how long boards, tables and hands take."""
    turns = range(BOARDS)
    kinds = {
        "Zarcana, 5 by 5": pictures("zarcana", [zarcana(5, turn) for turn in turns]),
        "Zarcana, 9 by 9": pictures("zarcana", [zarcana(9, turn) for turn in turns]),
        "Art Bot, eight seats": pictures("artbot", [artbot(turn) for turn in turns]),
        "Art Bot, a hand": pictures("artbot", [artbot(turn) for turn in turns], 0),
        "WarMage, six seats": pictures("warmage", [warmage(turn) for turn in turns]),
        "WarMage, a hand": pictures("warmage", [warmage(turn) for turn in turns], 0),
    }
    print(f"pictures, milliseconds of processor time (aim: {AIM}, but for 9 by 9):")
    for kind, draws in kinds.items():
        first, *others = [spent(draw) for draw in draws]
        again = sorted(spent(draw) for draw in draws)[BOARDS // 2]
        another = sorted(others)[len(others) // 2]
        print(f"  {kind}: the first {first:5.1f}, another {another:5.1f}, one drawn before {again:5.2f}")


if __name__ == "__main__":
    picture_speed()
