"""Draws the pictures of docs/pictures that need no browser. Run by `make pictures`, then look at them."""

from pathlib import Path
from typing import Any, Final

from bot.storage.matches import SeatRow
from bot.ui.games.zarcana.picture import picture
from bot.ui.words import Words
from cardsdb.sets import shipped_sets
from engine.contract import SPECTATOR, Seating
from engine.dice import FairDice
from engine.players.house import GreedyPlayer, own_decision
from engine.registry import GAMES
from engine.zarcana.view import ZarcanaView

PICTURES: Final = Path(__file__).parents[2] / "docs" / "pictures"

ZARCANA: Final = GAMES["zarcana"]
CARDS: Final = ZARCANA.cards(shipped_sets(ZARCANA))

SEATS: Final = 3
SEED: Final = 5

OPENING: Final = 8
"""The turn after which the opening is drawn: everybody has been on the board."""


def words(seats: int) -> Words:
    """Return the words of a match of people."""
    return Words(None, [SeatRow(1, seat, user=seat + 1) for seat in range(seats)], CARDS)


def match(seats: int, seed: int) -> list[ZarcanaView]:
    """Let house players play a match; return what a spectator sees after each turn."""
    player, dice = GreedyPlayer(24, 1, 12), FairDice.seeded("match", seed)
    own = [FairDice.seeded("player", seed, seat) for seat in range(seats)]
    state, _ = ZARCANA.new(ZARCANA.spec.options(), [Seating(None)] * seats, CARDS, dice)
    views: list[Any] = [ZARCANA.view(state, SPECTATOR)]
    while asked := ZARCANA.decisions(state):
        seat = asked[0].seat
        for decision, keys in player.line(ZARCANA, ZARCANA.determinize(state, seat, own[seat]), seat, own[seat]):
            ZARCANA.apply(state, decision, keys, dice)
            if own_decision(ZARCANA, state, seat) is None:
                break
        shown: Any = ZARCANA.view(state, SPECTATOR)
        if shown.turn != views[-1].turn or shown.outcome:
            views.append(shown)
    return views


def main() -> None:
    """Draw an opening, a middle and an end."""
    views = match(SEATS, SEED)
    for name, view in (("opening", views[OPENING]), ("middle", views[len(views) // 2]), ("end", views[-1])):
        (PICTURES / f"zarcana-{name}.png").write_bytes(picture(view, words(SEATS)).content)


if __name__ == "__main__":
    main()
