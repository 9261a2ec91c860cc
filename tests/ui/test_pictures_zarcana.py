"""Zarcana's board as a picture: the same for all, of what lies open, cropped, small, and described in words."""

from typing import Any

import pytest
from PIL import Image, ImageChops

from bot.host.match.players import Player
from bot.ui.games import RENDERERS
from bot.ui.games.card_pages import card_picture, page_of
from bot.ui.games.zarcana import cards
from bot.ui.games.zarcana.card_picture import ICONS
from bot.ui.games.zarcana.cards import RULINGS
from bot.ui.games.zarcana.model import board_model
from bot.ui.games.zarcana.picture import BOARD as NAME
from bot.ui.games.zarcana.picture import WIDEST, board_drawing, board_picture, draw_board
from bot.ui.pictures.colours import GLOW
from bot.ui.pictures.painter import paint, texts
from bot.ui.pictures.picture import DESCRIPTION, Picture
from bot.ui.pictures.scene import Group, Scene
from bot.ui.pictures.symbols import strokes_at
from bot.ui.texts.words import Words
from cardsdb.sets import shipped_sets
from engine.contract import EVERYTHING, SPECTATOR, Seating, Viewer
from engine.dice import FairDice
from engine.games.zarcana.board import at, name
from engine.registry import GAMES
from tests.ui.picture_laws import text_faults
from tests.ui.picture_reader import NAMES, opened

ZARCANA = GAMES["zarcana"]
CARDS = ZARCANA.cards(shipped_sets(ZARCANA))
WORDS = Words(None, [Player(user=seat + 1, name=NAMES[seat]) for seat in range(2)], CARDS)

BOARD: dict[str, Any] = {"E5": "Fool", "F5": ["7 of Cups", "King of Swords"], "E6": "Doppelganger"}
SEATS: dict[str, Any] = {"A": {"minions": [{"at": "E5"}]}, "B": {"minions": [{"at": "F6", "size": "large"}]}}


def view(viewer: Viewer = SPECTATOR, **changed: Any) -> Any:
    """Return a view of a small board, with some fields of the position changed."""
    return seen(ZARCANA.position({"board": BOARD, "seats": SEATS, **changed}, CARDS), viewer)


def seen(state: Any, viewer: Viewer = SPECTATOR) -> Any:
    return ZARCANA.view(state, viewer)


def square(side: int) -> Any:
    """Return a view of a square board, or of as much of it as the pack is enough for."""
    spaces = [name(at(column, row)) for row in range(side) for column in range(side)]
    pack = [CARDS.name(card) for card in CARDS.pack(extras=True)]
    return view(board=dict(zip(spaces, pack, strict=False)), seats={})


def glowing(content: bytes) -> int:
    """Return how many pixels are as bright as what was changed last."""
    image = opened(content)
    off = ImageChops.difference(image, Image.new("RGB", image.size, GLOW)).convert("L")
    return sum(off.histogram()[:12])


def one_of_each(state: Any) -> list[Any]:
    return [board_model(seen(state, viewer), WORDS) for viewer in (EVERYTHING, SPECTATOR, 0, 1)]


@pytest.mark.parametrize("seed", range(4))
def test_everybody_sees_the_same_picture(seed: int) -> None:
    """What one viewer alone knows, hands and cards lying face-down, is in no picture."""
    dice = FairDice.seeded("pictures", seed)
    state, _ = ZARCANA.new(ZARCANA.spec.options(), [Seating(None)] * 2, CARDS, dice)
    for number in range(150):
        if not (asked := ZARCANA.decisions(state)):
            break
        options = dice.shuffle("pick", asked[0].options)[: max(1, asked[0].least)]
        ZARCANA.apply(state, asked[0].id, [option.key for option in options], dice)
        if number % 10 == 0:
            assert len(set(one_of_each(state))) == 1


def test_a_card_lying_face_down_looks_like_any_other() -> None:
    one = view(EVERYTHING, board={"E5": {"cards": ["Fool"], "face_down": ["Fool"]}, "E6": "Moon", "F6": "Sun"})
    other = view(EVERYTHING, board={"E5": {"cards": ["World"], "face_down": ["World"]}, "E6": "Moon", "F6": "Sun"})
    assert board_picture(one, WORDS) == board_picture(other, WORDS)


CHANGES: dict[str, dict[str, Any]] = {
    "another card": {"board": {**BOARD, "E5": "World"}},
    "a card lying face-down": {"board": {**BOARD, "E5": {"cards": ["Fool"], "face_down": ["Fool"]}}},
    "one card fewer below": {"board": {**BOARD, "F5": "King of Swords"}},
    "a card elsewhere": {"board": {"E5": "Fool", "F5": ["7 of Cups", "King of Swords"], "F6": "Doppelganger"}},
    "another size": {"seats": {**SEATS, "A": {"minions": [{"at": "E5", "size": "medium"}]}}},
    "another facing": {"seats": {**SEATS, "A": {"minions": [{"at": "E5", "facing": "west"}]}}},
    "another seat": {"seats": {"B": {"minions": [{"at": "E5"}, {"at": "F6", "size": "large"}]}}},
    "another minion": {"seats": {**SEATS, "A": {"minions": [{"at": "E5"}, {"at": "E5"}]}}},
    "another turn": {"active": "B"},
}


@pytest.mark.parametrize("changed", CHANGES)
def test_every_difference_is_seen(changed: str) -> None:
    before, after = (
        opened(board_picture(view(), WORDS).content),
        opened(board_picture(view(**CHANGES[changed]), WORDS).content),
    )
    assert (before.size, before.tobytes()) != (after.size, after.tobytes())


def test_what_a_turn_changed_is_framed() -> None:
    state = ZARCANA.position({"board": BOARD, "seats": {"B": {}}}, CARDS)
    before = board_picture(seen(state), WORDS).content
    dice = FairDice.seeded("touched")
    while not seen(state).touched:
        asked = ZARCANA.decisions(state)[0]
        key = next((each.key for each in asked.options if each.key == "place"), asked.options[0].key)
        ZARCANA.apply(state, asked.id, [key], dice)
    assert glowing(board_picture(seen(state), WORDS).content) > glowing(before) + 4000


def test_a_picture_is_drawn_once_and_always_the_same() -> None:
    first = board_picture(view(), WORDS)
    assert board_picture(view(0), Words(None, WORDS.seats, CARDS)).content is first.content
    draw_board.cache_clear()
    assert board_picture(view(), WORDS) == first
    assert first.name == NAME


@pytest.mark.parametrize(("side", "kilobytes"), [(1, 20), (3, 100), (5, 240), (9, 400)])
def test_a_board_is_cropped_scaled_and_small(side: int, kilobytes: int) -> None:
    made = board_picture(square(side), WORDS)
    image = opened(made.content)
    assert max(image.size) <= WIDEST
    assert len(made.content) < kilobytes * 1000
    assert side == 1 or image.width > opened(board_picture(square(side - 1), WORDS).content).width or side > 5


def test_a_board_without_cards_and_one_far_apart_can_be_drawn() -> None:
    assert opened(board_picture(view(board={}, seats={}), WORDS).content).width <= WIDEST
    apart = opened(board_picture(view(board={"-C-12": "Fool", "AB140": "World"}, seats={}), WORDS).content)
    near = opened(board_picture(view(board={"E5": "Fool", "I9": "World"}, seats={}), WORDS).content)
    assert apart.size == near.size


def test_a_crowd_beyond_the_limit_is_drawn() -> None:
    """Empress and Hermit ignore the limit of three."""
    minions = [{"at": "E5", "size": size} for size in ("small", "medium", "large") for _ in range(5)]
    crowd = board_picture(view(seats={"A": {"minions": minions}, "B": {}}), WORDS)
    assert crowd.content != board_picture(view(seats={"A": {"minions": minions[1:]}, "B": {}}), WORDS).content


def test_a_board_as_long_as_the_pack_can_be_drawn() -> None:
    """Eighty cards in a row, fifteen minions on one of them: small, but within Discord's limits and without a fault."""
    pack = [CARDS.name(card) for card in CARDS.pack(extras=True)]
    minions = [{"at": "A1", "size": size} for size in ("small", "medium", "large") for _ in range(5)]
    line = {name(at(column, 1)): card for column, card in enumerate(pack)}
    shown = view(board=line, seats={"A": {"minions": minions}, "B": {}})
    made = board_picture(shown, WORDS)
    assert opened(made.content).width <= 2 * WIDEST
    assert len(made.content) < 300_000
    drawn = board_drawing(shown, WORDS)
    assert text_faults(drawn, round(drawn.width)) == []


def test_every_space_that_is_large_enough_has_its_name() -> None:
    drawn = board_drawing(square(5), WORDS)
    named = [
        item.id.removeprefix("space ") for item in drawn.items if isinstance(item, Group) and item.id[:5] == "space"
    ]
    assert len(named) >= 25
    assert {*named} <= {*texts(drawn.items)}


def test_the_description_says_the_board_in_words() -> None:
    lines = board_picture(view(), WORDS).description.splitlines()
    assert lines[0].startswith("Ada · 0 points")
    assert "F5 King of Swords (11) · 1 card below" in lines
    assert "F6 wasteland · Ben: large standing ▲" in lines


def test_a_long_description_is_shortened() -> None:
    said = board_picture(square(9), WORDS).description
    assert DESCRIPTION - 40 < len(said) <= DESCRIPTION
    assert said.endswith("…")


def picture_of(name: str) -> Picture:
    made = card_picture(RENDERERS["zarcana"], name, CARDS, WORDS)
    assert made is not None
    return made


def test_every_card_can_be_looked_at() -> None:
    """Eighty pictures, no two alike, each with the requirements as icons and in words."""
    made = {card: picture_of(CARDS.name(card)) for card in CARDS.by_id}
    assert len({each.content for each in made.values()}) == 80
    for card, each in made.items():
        page = page_of(RENDERERS["zarcana"], CARDS.name(card), CARDS, WORDS)
        assert page is not None
        assert page.text.splitlines()[-1] in each.description
        assert opened(each.content).width <= 600
        assert len(each.content) < 60_000


def test_requirements_have_icons_that_differ() -> None:
    wanted = {need for power in CARDS.powers for need in cards.needs(power, CARDS)}
    assert wanted == set(ICONS)
    drawn = [Scene(44, 44, (strokes_at(ICONS[need], (0, 0), 44, GLOW),)) for need in ICONS]
    assert len({paint(each, 44).tobytes() for each in drawn}) == len(ICONS)


def test_a_card_that_is_not_there_has_no_picture() -> None:
    assert card_picture(RENDERERS["zarcana"], "nobody's card", CARDS, WORDS) is None


def test_a_hand_is_a_picture_for_its_owner_alone() -> None:
    seats = {"A": {"hand": ["Devil", "Queen of Cups", "7 of Wands", "Star"]}, "B": {"hand": ["World"]}}
    shown, _ = RENDERERS["zarcana"].panel_pictures(view(0, seats=seats), 0, WORDS)
    assert [line.partition(" · ")[0] for line in shown.description.splitlines()] == [
        "- Devil",
        "- Queen of Cups",
        "- 7 of Wands",
        "- Star",
    ]
    assert len(RENDERERS["zarcana"].panel_pictures(view(1, seats=seats), 0, WORDS)) == 1, "only the board"
    fewer = {"A": {"hand": ["Devil", "Queen of Cups"]}, "B": {}}
    other, _ = RENDERERS["zarcana"].panel_pictures(view(0, seats=fewer), 0, WORDS)
    assert opened(other.content).height < opened(shown.content).height


def test_rulings_have_words_and_concern_a_power() -> None:
    said = [each for rulings in RULINGS.values() for each in rulings]
    written = {key for key in WORDS.catalogue.ids if key.startswith("zarcana.ruling.")}
    assert {f"zarcana.ruling.{each}" for each in said} == written
    assert RULINGS.keys() == CARDS.powers.keys()
