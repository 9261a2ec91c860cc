"""Draws the pictures of docs/pictures that need no browser. Run by `make pictures`, then look at them."""

from pathlib import Path
from typing import Any, Final

from bot.storage.matches import SeatRow
from bot.ui.games.varia import contents, hand, timeline
from bot.ui.games.zarcana.picture import picture
from bot.ui.pictures.picture import Picture
from bot.ui.words import Words
from cardsdb.sets import deck_of, shipped_sets
from engine.contract import SPECTATOR, Seating
from engine.dice import FairDice
from engine.players.house import GreedyPlayer, own_decision
from engine.registry import GAMES
from engine.zarcana.view import ZarcanaView

PICTURES: Final = Path(__file__).parents[2] / "docs" / "pictures"

ZARCANA: Final = GAMES["zarcana"]
CARDS: Final = ZARCANA.cards(shipped_sets(ZARCANA))

VARIA: Any = GAMES["varia"]
VARIA_CARDS: Final = VARIA.cards(shipped_sets(VARIA))
DUEL: Final = ("Wyrmblooded", "Evenlight Pilgrim")
DUEL_SEED: Final = 3
PICKS: Final = 60
"""How many decisions of a duel are played at random; the fullest timeline among them is drawn."""

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


def duel() -> tuple[Any, Any]:
    """Play the beginning of a duel at random; return what a player sees first, and the timeline at its fullest."""
    decks = {deck.name: deck_of(deck, VARIA_CARDS) for each in shipped_sets(VARIA) for deck in each.decks}
    dice = FairDice.seeded("duel", DUEL_SEED)
    state, _ = VARIA.new(VARIA.spec.options(), [Seating(decks[name]) for name in DUEL], VARIA_CARDS, dice)
    first = fullest = VARIA.view(state, 0)
    for _ in range(PICKS):
        asked = VARIA.decisions(state)[0]
        options = [each for each in asked.options if not each.passes] or list(asked.options)
        keys = [option.key for option in dice.shuffle("pick", options)[: max(1, asked.least)]]
        VARIA.apply(state, asked.id, keys, dice)
        view = VARIA.view(state, SPECTATOR)
        fullest = max(fullest, view, key=_actions)
    return first, fullest


def _actions(view: Any) -> int:
    return sum(action is not None for seat in view.seats.values() for action in seat.plan)


def keep(name: str, drawn: Picture | None) -> None:
    """Keep a picture for the docs."""
    assert drawn is not None
    (PICTURES / f"{name}.png").write_bytes(drawn.content)


def main() -> None:
    """Draw an opening, a middle and an end on Zarcana's board; a hand, a timeline and a class of Varia."""
    views = match(SEATS, SEED)
    for name, view in (("opening", views[OPENING]), ("middle", views[len(views) // 2]), ("end", views[-1])):
        keep(f"zarcana-{name}", picture(view, words(SEATS)))
    said = Words(None, [SeatRow(1, seat, user=seat + 1) for seat in range(2)], VARIA_CARDS)
    first, fullest = duel()
    keep("varia-hand", hand.picture(first, 0, said))
    keep("varia-timeline", timeline.picture(fullest, said))
    ready = next(deck for each in shipped_sets(VARIA) for deck in each.decks if deck.name == DUEL[0])
    keep("varia-class", contents.picture(deck_of(ready, VARIA_CARDS).cards, VARIA_CARDS, said))


if __name__ == "__main__":
    main()
