"""Draws the pictures of docs/pictures that need no browser. Run by `make pictures`, then look at them."""

from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, Final

from bot.host.match.players import Player
from bot.ui.cards.lookup import CARDS
from bot.ui.games import RENDERERS
from bot.ui.games.card_pages import cards_picture
from bot.ui.games.deck_pictures import deck_picture, deck_spread
from bot.ui.pictures.picture import Picture
from bot.ui.texts.words import Words
from bot.ui.tournaments.pictures.bracket import bracket_picture
from bot.ui.tournaments.pictures.standings import standings_picture
from cardsdb.sets import deck_of, shipped_sets
from engine.contract import SPECTATOR, Cards, Deck, Seat, Seating, letter
from engine.dice import FairDice
from engine.players.lines import own_decision
from engine.players.players import GreedyPlayer
from engine.registry import GAMES
from tests.ui.picture_reader import NAMES
from tests.ui.tournament_examples import advancing, event, grown, rounds

PICTURES: Final = Path(__file__).parents[2] / "docs" / "pictures"

VIEWS: Final = 60
"""After how many answers of Varia's duel the fullest timeline so far is drawn."""

OPENING: Final = 8
"""The turn after which Zarcana's opening is drawn: everybody has been on the board."""


class Match:
    """A match of house players, to be drawn."""

    def __init__(self, game: str, seats: int, seed: int) -> None:
        self.game, self.renderer = GAMES[game], RENDERERS[game]
        sets = shipped_sets(self.game)
        self.cards: Cards = self.game.cards(sets)
        decks = [deck_of(ready, self.cards) for each in sets for ready in each.decks]
        self.seatings = [Seating(decks[seat % len(decks)] if decks else None) for seat in range(seats)]
        self.words = Words(None, [Player(user=seat + 1, name=NAMES[seat]) for seat in range(seats)], self.cards)
        self.seed = seed
        self.state: Any = None

    def states(self) -> Iterator[Any]:
        """Play the match to its end, and give a spectator's view after each answer."""
        game, player, dice = self.game, GreedyPlayer(24, 1, 12), FairDice.seeded("match", self.seed)
        own = [FairDice.seeded("player", self.seed, seat) for seat in range(len(self.seatings))]
        self.state, _ = game.new(game.spec.options(), self.seatings, self.cards, dice)
        yield self.view()
        while asked := game.decisions(self.state):
            seat = asked[0].seat
            guess = game.determinize(self.state, seat, own[seat])
            for decision, keys in player.line(game, guess, seat, own[seat]):
                game.apply(self.state, decision, keys, dice)
                yield self.view()
                if own_decision(game, self.state, seat) is None:
                    break

    def view(self) -> Any:
        """Return what a spectator sees now."""
        return self.game.view(self.state, SPECTATOR)

    def until(self, wanted: Callable[[Any], bool]) -> Any:
        """Play on from the beginning until a spectator sees what is wanted, and return the view."""
        return next(view for view in self.states() if wanted(view))

    def save(self, name: str, view: Any, seat: Seat | None = None) -> None:
        """Draw a table, or a seat's hand."""
        keep(name, self.renderer.board_picture(view, self.words) if seat is None else self.hand(seat))

    def hand(self, seat: Seat) -> Picture | None:
        """Return a seat's hand as it is now."""
        pictures = self.renderer.panel_pictures(self.game.view(self.state, seat), seat, self.words)
        return next((each for each in pictures if "hand" in each.name), None)


def keep(name: str, drawn: Picture | None) -> None:
    """Keep a picture for the docs."""
    assert drawn is not None
    (PICTURES / f"{name}.png").write_bytes(drawn.content)


def zarcana() -> None:
    """Draw an opening, a middle and an end."""
    match = Match("zarcana", 3, 5)
    turns: dict[int, Any] = {}
    for view in match.states():
        turns.setdefault(view.turn, view)
    views = list(turns.values())
    for name, view in (("opening", views[OPENING]), ("middle", views[len(views) // 2]), ("end", match.view())):
        match.save(f"zarcana-{name}", view)


def artbot() -> None:
    """Draw a victim's choice, and a Glitch."""
    match = Match("artbot", 4, 2)
    match.save("artbot-hit", match.until(lambda view: view.hit is not None and len(view.hit.revealed) > 3 < view.turn))
    match.save("artbot-glitch", match.until(lambda view: view.glitch is not None and view.hit is None))


def warmage() -> None:
    """Draw a Chain of three Spells, and a hand."""
    match = Match("warmage", 4, 4)
    view = match.until(lambda view: len(view.chain) > 2 and view.turn > 6)
    match.save("warmage-chain", view)
    match.save("warmage-hand", view, max(range(4), key=lambda seat: view.seats[letter(seat)].hand_size))


def varia() -> None:
    """Draw a hand, a timeline at its fullest, a class, and a deck."""
    match = Match("varia", 2, 3)
    decks = {deck.name: deck_of(deck, match.cards) for each in shipped_sets(match.game) for deck in each.decks}
    match.seatings = [Seating(decks["Wyrmblooded"]), Seating(decks["Evenlight Pilgrim"])]
    match.save("varia-hand", next(match.states()), 0)
    fullest = max(islice(match.states(), VIEWS), key=_actions)
    match.save("varia-timeline", fullest)
    ready = [
        (each, deck_of(each, match.cards).cards) for card_set in shipped_sets(match.game) for each in card_set.decks
    ]
    wyrm, deck = next(each for each in ready if each[0].name == "Wyrmblooded")
    built, wanted = Deck("My Wyrmblooded", deck), match.game.spec.formats[0]
    head, *tiles = deck_spread(match.renderer, built, deck, match.cards, wanted, "", match.words)
    keep("varia-deck", head)
    keep("varia-deck-cards", tiles[0])
    keep("varia-class", deck_picture(match.renderer, wyrm, deck, match.cards, match.words))
    held = [(card, deck.get(card, 1)) for card in match.renderer.deck_cards(deck, match.cards)]
    keep("varia-class-cards", cards_picture(match.renderer, held[-CARDS:], match.cards, match.words))


def _actions(view: Any) -> int:
    return sum(action is not None for seat in view.seats.values() for action in seat.plan)


def tournaments() -> None:
    """Draw standings with a cut, a tree of sixteen in the middle of its play, and one of eight for two losses."""
    table, _ = rounds(27, 5, 1, (5, 11))
    on = advancing(table, (5, 11), 8)
    keep("tournament-standings", standings_picture(event(27, (5, 11)), table, 0, Words(None), on))
    keep("tournament-bracket", bracket_picture(event(16), grown(16, "single", 2, 11), 0, Words(None)))
    keep("tournament-double", bracket_picture(event(8, over=True), grown(8, "double", 3), 0, Words(None)))


if __name__ == "__main__":
    tournaments()
    zarcana()
    artbot()
    warmage()
    varia()
