"""Processor time for pictures: a new board or hand each time, and one that has been drawn before."""

import random
import time
from collections.abc import Callable
from typing import Any, Final

from bot.host.tournament.rules import bracket
from bot.host.tournament.rules.standings import Series, standings
from bot.ui.games import RENDERERS
from bot.ui.games.trophies import seat_tones
from bot.ui.games.varia.faces import action_face
from bot.ui.games.varia.hand_picture import draw_action_hand
from bot.ui.games.varia.scene import VariaHandScene
from bot.ui.games.zarcana.picture import board_picture
from bot.ui.pictures.mistake_sheet import MistakeRow, MistakeSheet, Side, draw_mistakes
from bot.ui.pictures.painter import paint
from bot.ui.tournaments.bracket import BracketTree
from bot.ui.tournaments.pictures.bracket import bracket_picture
from bot.ui.tournaments.pictures.standings import standings_picture
from bot.ui.tournaments.tournament_view import Entrant, TournamentView
from bot.ui.words import Words
from cardsdb.sets import deck_of, shipped_sets
from engine.contract import SPECTATOR, Cards, Deck, Fact, letter
from engine.games.zarcana.board import at, name
from engine.registry import GAMES
from tests.ui.test_emblems import HOMEBREW, art_of, random_cards
from tests.ui.test_turn_strips import PLAYED, turns_of
from tests.ui.test_turn_strips import words as turn_words

AIM: Final = 100
"""The target for a board of 5 by 5, in milliseconds of processor time."""

BOARDS: Final = 15
"""The number of boards drawn per size; the median counts."""

FACINGS: Final = ("up", "north", "east", "south", "west")
SIZES: Final = ("small", "medium", "large")


def full_board(side: int, turn: int) -> tuple[Any, Words]:
    """Return a view of a square board with a minion on every other card: different cards and minions every turn."""
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
"""The number of cards in a hand, and the target for drawing it, in milliseconds of processor time."""

HOMEBREW_AIM: Final = 60
"""The target for the picture on a card that somebody has just made, in milliseconds of processor time."""

HANDS: Final = 16
"""The number of hands drawn: together they contain nearly all actions, each in only one hand."""


def hands() -> list[VariaHandScene]:
    """Return hands of seven different actions from all sets."""
    game = GAMES["varia"]
    cards: Any = game.cards(shipped_sets(game))
    words = Words(None, (), cards)
    actions = [card for card in cards.by_id.values() if card.kind == "action"]
    random.Random(1).shuffle(actions)
    dealt = [actions[start : start + HAND] for start in range(0, HAND * HANDS, HAND)]
    return [VariaHandScene(tuple((action_face(card, cards, words), 1) for card in each), ()) for each in dealt]


def spent(draw: Callable[..., object], *what: Any) -> float:
    """Return the processor time of drawing, in milliseconds."""
    start = time.process_time()
    draw(*what)
    return 1000 * (time.process_time() - start)


def boards_speed() -> None:
    """Print the times for boards of 5 by 5 and of 9 by 9."""
    print(f"pictures of Zarcana's board, milliseconds of processor time (aim: 5 by 5 in {AIM}):")
    for side in (5, 9):
        boards = [full_board(side, turn) for turn in range(BOARDS)]
        first, *others = [spent(board_picture, *board) for board in boards]
        again = sorted(spent(board_picture, *board) for board in boards)[BOARDS // 2]
        another = sorted(others)[len(others) // 2]
        print(f"  {side} by {side}: the first {first:5.1f}, another {another:5.1f}, one drawn before {again:5.2f}")


def hands_speed() -> None:
    """Print the times for hands of cards never drawn before, hands of known cards, and hands drawn before."""
    print(f"pictures of a hand of {HAND} in Varia, milliseconds of processor time (aim: {HAND_AIM}):")
    dealt = hands()
    first, *new = [spent(draw_action_hand, each) for each in dealt]
    cached = sorted(spent(draw_action_hand, each) for each in dealt)
    draw_action_hand.cache_clear()
    known = sorted(spent(draw_action_hand, each) for each in dealt)
    for what, times in (("cards never drawn before", sorted(new)), ("known cards", known), ("drawn before", cached)):
        print(f"  {what}: the median {times[len(times) // 2]:6.3f}, the slowest {times[-1]:6.3f}")
    print(f"  the first picture of a process: {first:5.1f}")


STRIP_AIM: Final = 150
"""The target for a turn's strip, and for each large picture of a moment, in milliseconds of processor time."""

TABLE: Final = 3
"""How many players sit at a table whose turns are drawn, except in Varia."""


def played_turns(key: str) -> list[tuple[list[Fact], list[Fact], Words]]:
    """Return the turns of some matches that have a picture: their facts, those from before, and the words for them."""
    if key == "varia":
        return [(facts, before, turn_words()) for facts, before in PLAYED]
    turns = [turn for seed in range(4) for turn in turns_of(key, TABLE, seed)]
    return [turn for turn in turns if RENDERERS[key].turn_strip(*turn) is not None]


def strips_speed() -> None:
    """Print the times for the strips of whole turns, with everything that is made before they are drawn."""
    print(f"pictures of a turn, milliseconds of processor time (aim: {STRIP_AIM}):")
    for key in STRIPPED:
        first, *others = [spent(RENDERERS[key].turn_picture, *turn) for turn in played_turns(key)]
        another = sorted(others)
        median, slowest = another[len(others) // 2], another[-1]
        print(f"  {key}: the first {first:5.1f}, the median {median:5.1f}, the slowest {slowest:5.1f}")
    print(f"large pictures of a moment, milliseconds of processor time (aim: {STRIP_AIM}):")
    for key in STRIPPED:
        times = []
        for facts, before, words in played_turns(key):
            rows = {part.row for part in RENDERERS[key].blows(facts, words) if part.row is not None}
            times += [spent(RENDERERS[key].blow_pictures, facts, before, {each}, words) for each in sorted(rows)]
        median, slowest = sorted(times)[len(times) // 2], max(times)
        print(f"  {key}: the first {times[0]:5.1f}, the median {median:5.1f}, the slowest {slowest:5.1f}")


STRIPPED: Final = ("varia", "artbot", "warmage", "zarcana")
"""The games whose turns are drawn."""

MOTION_AIM: Final = 1000
"""The target for a turn's moving picture, in milliseconds of processor time."""


def motion_speed() -> None:
    """Print the times for the moving pictures of whole turns, and the size of the largest file."""
    print(f"moving pictures of a turn, milliseconds of processor time (aim: {MOTION_AIM}):")
    for key in STRIPPED:
        draw, turns = RENDERERS[key].turn_in_motion, played_turns(key)
        first, *others = [spent(draw, *turn) for turn in turns]
        another = sorted(others)
        median, slowest = another[len(others) // 2], another[-1]
        print(f"  {key}: the first {first:5.1f}, the median {median:5.1f}, the slowest {slowest:5.1f}")
        sizes = [len(picture.content) for turn in turns if (picture := draw(*turn)) is not None]
        print(f"    the largest of {len(sizes)} files: {max(sizes) / 1000:.0f} kB")


MISTAKES_AIM: Final = 150
"""The target for the picture of a look back, in milliseconds of processor time."""

MISTAKES: Final = 3
"""The number of rows in such a picture."""


def mistakes_speed() -> None:
    """Print the times for look backs with six cards that were never drawn before."""
    print(f"pictures of a look back, milliseconds of processor time (aim: {MISTAKES_AIM}):")
    for game in GAMES:
        cards, renderer = cards_of(game), RENDERERS[game]
        words = Words(None, (), cards)
        known = [*renderer.definitions(cards)]
        sides = [Side(words.card(card), renderer.card_art(card, words)) for card in known]
        pairs = [
            MistakeRow("1", "Turn 7", played, better, "+8 HP", "for you")
            for played, better in zip(sides[::2], sides[1::2], strict=False)
        ]
        sheets = [
            MistakeSheet(tuple(pairs[at : at + MISTAKES]), None, (), seat_tones(1)[0])
            for at in range(0, len(pairs), MISTAKES)
        ]
        first, *others = [spent(draw_mistakes, sheet) for sheet in sheets]
        another = sorted(others)
        median, slowest = another[len(others) // 2], another[-1]
        print(f"  {game}: the first {first:5.1f}, the median {median:5.1f}, the slowest {slowest:5.1f}")


def artbot(turn: int) -> dict[str, Any]:
    """Return a position for eight players, with different cards and health points every turn."""
    names = RENDERERS["artbot"].card_names(cards_of("artbot"))
    cards = names[turn:] + names[:turn]
    zones = [
        {"active": cards[seat : seat + 4], "inactive": cards[: seat + 9], "discard": cards[: seat + turn]}
        for seat in range(8)
    ]
    return {"seats": {letter(seat): each for seat, each in enumerate(zones)}}


def warmage(turn: int) -> dict[str, Any]:
    """Return a position for six players, each with a card or two in play, with different cards every turn."""
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


def tables_speed() -> None:
    """Print the times for full tables of Art Bot and WarMage, and for panels at them."""
    print(f"pictures of tables and panels, milliseconds of processor time (aim: {AIM}):")
    for game, position in (("artbot", artbot), ("warmage", warmage)):
        cards, renderer = cards_of(game), RENDERERS[game]
        words = Words(None, (), cards)
        states = [GAMES[game].position(position(turn), cards) for turn in range(BOARDS)]
        tables = [GAMES[game].view(state, SPECTATOR) for state in states]
        first, *others = [spent(renderer.board_picture, view, words) for view in tables]
        held = sorted(spent(renderer.panel_pictures, GAMES[game].view(state, 0), 0, words) for state in states)
        another = sorted(others)[len(others) // 2]
        print(f"  {game}: the first {first:5.1f}, another {another:5.1f}, a panel {held[len(held) // 2]:5.1f}")


def tournaments_speed() -> None:
    """Print the times for a full page of standings and a full page of a bracket: different players every time."""
    print(f"pictures of tournaments, milliseconds of processor time (aim: {AIM}):")
    words, seeds = Words(None), list(range(16))
    nodes = bracket.single(16)
    winners: dict[int, int] = {}
    for number in range(len(nodes)):
        winners[number] = bracket.seated(nodes, seeds, winners, ())[number].first or 0
    tree = BracketTree(nodes, seeds, bracket.seated(nodes, seeds, winners, ()), dict.fromkeys(winners, (2, 1)))
    table = standings(seeds, [Series(0, seed, seed + 8, "won", seed) for seed in range(8)])
    events = [
        TournamentView(
            "Autumn Cup", {seed: Entrant(f"Somebody {turn} of many {seed}", seed + 1) for seed in seeds}, over=True
        )
        for turn in range(BOARDS)
    ]
    for what, draw, shown in (("standings", standings_picture, table), ("tree", bracket_picture, tree)):
        first, *others = [spent(draw, event, shown, 0, words) for event in events]
        again = sorted(spent(draw, event, shown, 0, words) for event in events)[BOARDS // 2]
        another = sorted(others)[len(others) // 2]
        print(f"  {what}: the first {first:5.1f}, another {another:5.1f}, one drawn before {again:5.2f}")


DECK_AIM: Final = 25
"""The target for the pictures of a deck after one of its cards has changed, in milliseconds of processor time."""


def decks_speed() -> None:
    """Print the times for the pictures of whole decks, at first and after the copies of a card have changed."""
    print(f"pictures of a deck, milliseconds of processor time (aim: {DECK_AIM} after a change):")
    for key in ("varia", "artbot"):
        game, cards, words = GAMES[key], cards_of(key), Words(None, (), cards_of(key))
        first, again, beside = [], [], []
        for ready in (deck for each in shipped_sets(game) for deck in each.decks):
            deck, wanted = deck_of(ready, cards), game.spec.formats[0]
            changed = Deck(deck.name, {**deck.cards, next(iter(deck.cards)): 9})
            show, read = RENDERERS[key].deck_spread, RENDERERS[key].deck_beside
            first.append(spent(show, deck, deck.cards, cards, wanted, "", words))
            again.append(spent(show, changed, changed.cards, cards, wanted, "", words))
            beside.append(spent(read, deck, cards, wanted, next(reversed(deck.cards)), "", words))
        medians = [sorted(times)[len(times) // 2] for times in (first, again, beside)]
        print(
            f"  {key}: at first {medians[0]:5.1f}, after a change {medians[1]:5.1f}, a card beside it {medians[2]:5.1f}"
        )


def homebrew_speed() -> None:
    """Print the slowest time for the picture on a card that somebody has just made, of two tries for each card."""
    print(f"pictures on random homebrew cards, milliseconds of processor time (aim: {HOMEBREW_AIM}):")
    for game in HOMEBREW:
        made = list(random_cards(game, 70))
        _draw_art(*made[0])  # what is read once for all cards
        slowest = max(min(spent(_draw_art, *each), spent(_draw_art, *each)) for each in made)
        print(f"  {game}: the slowest of {len(made)} {slowest:5.1f}")


def _draw_art(card: Any, card_set: Any) -> None:
    paint(art_of(card, card_set).scene(), 320)


def picture_speed() -> None:
    """Print the times for all pictures."""
    boards_speed()
    tournaments_speed()
    tables_speed()
    hands_speed()
    strips_speed()
    motion_speed()
    mistakes_speed()
    homebrew_speed()
    decks_speed()


if __name__ == "__main__":
    picture_speed()
