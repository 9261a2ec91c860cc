"""Zarcana's board as a picture: the same for all, of what lies open, cropped, small, and described in words."""

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace
from PIL import Image, ImageChops

from bot.host.match.players import Player
from bot.ui.games import RENDERERS
from bot.ui.games.card_pages import card_picture, page_of
from bot.ui.games.zarcana import cards
from bot.ui.games.zarcana.cards import RULINGS
from bot.ui.games.zarcana.model import board_model, hand_model
from bot.ui.games.zarcana.need_icons import ICONS
from bot.ui.games.zarcana.picture import BOARD as NAME
from bot.ui.games.zarcana.picture import board_drawing, board_picture, draw_board, lay_board
from bot.ui.pictures.colours import GLOW
from bot.ui.pictures.painter import paint
from bot.ui.pictures.picture import DESCRIPTION, Picture
from bot.ui.pictures.scene import Group, Scene
from bot.ui.pictures.shapes import BUTTON
from bot.ui.pictures.strip import WIDE
from bot.ui.pictures.symbols import strokes_at
from bot.ui.texts.words import Words
from cardsdb.sets import shipped_sets
from engine.contract import EVERYTHING, SPECTATOR, CardRef, Decision, Seating, Viewer
from engine.dice import FairDice
from engine.games.zarcana.board import at, name
from engine.registry import GAMES
from tests.ui.picture_laws import SLACK, Ink, marks_of, text_faults, texts_of
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


@pytest.mark.parametrize(("side", "kilobytes"), [(1, 40), (3, 100), (5, 140), (9, 200)])
def test_a_board_is_in_landscape_and_small(side: int, kilobytes: int) -> None:
    """Discord shows it 550 by 350 pixels large at a desk."""
    made = board_picture(square(side), WORDS)
    image = opened(made.content)
    assert image.size == (WIDE, 686)
    assert len(made.content) < kilobytes * 1000


def test_a_board_without_cards_and_one_far_apart_can_be_drawn() -> None:
    assert opened(board_picture(view(board={}, seats={}), WORDS).content).width == WIDE
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
    assert len(made.content) < 300_000
    drawn = board_drawing(shown, WORDS)
    assert text_faults(drawn, round(drawn.width)) == []


def said(scene: Scene) -> list[Ink]:
    """What a picture says, with the size in which a phone shows it, 318 pixels wide."""
    return [replace(ink, size=ink.size * 318 / WIDE) for ink in texts_of(scene, WIDE)]


def test_every_space_has_its_name() -> None:
    drawn = board_drawing(square(5), WORDS)
    named = [
        item.id.removeprefix("space ") for item in drawn.items if isinstance(item, Group) and item.id[:5] == "space"
    ]
    assert len(named) == 45
    assert {*named} <= {ink.text for ink in said(drawn)}


@pytest.mark.parametrize(("side", "names", "least"), [(3, 9, 8), (4, 16, 7), (5, 0, 6)])
def test_a_board_can_be_read_on_a_phone(side: int, names: int, least: float) -> None:
    """A card's name is at least as large as given, or is left out; its value and its space's name never are."""
    shown: Any = square(side)
    inks = said(board_drawing(shown, WORDS))
    tops = [CARDS.name(space.stack[-1].card) for space in shown.board.values()]
    assert sum(ink.text in tops for ink in inks) == names
    assert all(ink.size >= least for ink in inks if ink.text in tops)
    spaces = {ink.text: ink.size for ink in inks if ink.text in shown.board}
    assert {*spaces} == {*shown.board}
    assert min(spaces.values()) >= least
    worth = [ink.size for ink in inks if ink.text == cards.worth(CARDS.find("World"), CARDS)]
    assert all(size >= 8 for size in worth)


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
        "- Star",
        "- Queen of Cups",
        "- 7 of Wands",
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


# Panels


def asked_at(kind: str, card: str = "", **position: Any) -> tuple[Any, Decision, Words]:
    """Use a card, or else do what comes first, until one kind of question is asked."""
    state, wanted = ZARCANA.position(position, CARDS), CARDS.find(card) if card else ""
    while (asked := ZARCANA.decisions(state)[0]).kind != kind:
        named = [(each.key, each.label.args.get("card")) for each in asked.options]
        keys = [key for key, ref in named if isinstance(ref, CardRef) and ref.card == wanted]
        ZARCANA.apply(state, asked.id, [*keys, asked.options[0].key][:1], FairDice.seeded("asked"))
    players = [Player(user=seat + 1, name=NAMES[seat]) for seat in range(len(state.players))]
    return state, asked, Words("en", players, CARDS, asked.seat)


def situation(state: Any, asked: Decision, words: Words) -> Any:
    return board_model(seen(state, asked.seat), words, asked.seat, asked, ZARCANA.forecast(state, asked.seat))


MOVE: dict[str, Any] = {
    "board": {"E5": "Fool", "F5": "King of Swords", "E6": "Chariot", "F6": "World"},
    "seats": {"A": {"minions": [{"at": "E6"}]}, "B": {"hand": ["Sun"], "minions": [{"at": "F6"}]}},
}


def plated(model: Any) -> set[str]:
    """Return the texts of a board that are on the colour of buttons."""
    image = opened(draw_board(model)).convert("RGB")
    left_of = {ink.text: (round(ink.box[0]) - 4, round(ink.middle[1])) for ink in texts_of(lay_board(model), WIDE)}
    apart: Any = {
        text: ImageChops.difference(image.crop((x, y, x + 1, y + 1)), Image.new("RGB", (1, 1), BUTTON)).getextrema()
        for text, (x, y) in left_of.items()
    }
    return {text for text, bands in apart.items() if max(most for _, most in bands) < 12}


def test_a_space_that_can_be_chosen_has_its_name_on_a_plate_and_its_buttons_label_begins_with_it() -> None:
    state, asked, words = asked_at("move", "Chariot", **MOVE)
    renderer, shown = RENDERERS["zarcana"], seen(state, 0)
    assert renderer.option_numbers(shown, 0, asked, words) == {}, "the hand's numbers stay its own"
    model = situation(state, asked, words)
    chosen = [tile.name for tile in model.tiles if tile.chosen]
    assert sorted(chosen) == ["D6", "E5", "E7", "F6"]
    assert plated(model) == {*chosen}
    assert {renderer.label(shown, asked, option, words).split()[0] for option in asked.options} == {*chosen}
    assert (model.start, [tile.name for tile in model.tiles if tile.lit]) == ("E6", ["E6"])


def arrows_of(model: Any) -> set[Any]:
    """Return the boxes of a board's arrows, which are its only shapes with seven corners."""
    shapes = marks_of(lay_board(model), WIDE)[1]
    return {shape.box for shape in shapes if [len(outline) for outline in shape.outlines] == [7]}


def covered(model: Any, marks: Sequence[str]) -> list[str]:
    """Return the texts of a board that arrows cover, apart from the signs of minions."""
    return [
        ink.text
        for left, top, right, bottom in arrows_of(model)
        for ink in texts_of(lay_board(model), WIDE)
        if min(ink.box[2] - left, right - ink.box[0], ink.box[3] - top, bottom - ink.box[1]) > SLACK
        if ink.text not in marks
    ]


@pytest.mark.parametrize(
    "board", [MOVE["board"], {**MOVE["board"], "D6": "Sun", "E7": "Moon"}, {"E6": "Chariot", "E7": "World"}]
)
def test_arrows_lead_from_the_minion_that_acts_to_its_neighbours_and_cover_no_text(board: dict[str, Any]) -> None:
    state, asked, words = asked_at("move", "Chariot", board=board, seats={"A": {"minions": [{"at": "E6"}]}, "B": {}})
    model = situation(state, asked, words)
    arrows = arrows_of(model)
    assert len(arrows) == len([tile for tile in model.tiles if tile.chosen]) == 4
    assert covered(model, words.marks(2)) == []


def test_no_arrow_leads_to_a_space_far_away() -> None:
    board = {"E5": "Fool", "F5": "Gateway", "G5": "Moon"}
    far = {"board": {**board, "G6": "Sun", "H6": "World"}, "seats": {"A": {"minions": [{"at": "F5"}]}, "B": {}}}
    state, asked, words = asked_at("space", "Gateway", **far)
    model = situation(state, asked, words)
    assert {tile.name for tile in model.tiles if tile.chosen} == {"E5", "G5", "G6", "H6"}
    assert len(arrows_of(model)) == 2


def test_labels_say_where_an_option_leads_and_whose_points_it_changes() -> None:
    state, asked, words = asked_at("move", "Chariot", **MOVE)
    renderer, shown = RENDERERS["zarcana"], seen(state, 0)
    labels = {renderer.label(shown, asked, option, words) for option in asked.options}
    assert labels == {"E5 Fool, 0 pts", "F6 World, 21 pts", "D6 wasteland", "E7 wasteland"}
    lines = ZARCANA.outlooks(state, asked)
    keyed = {option.key: option for option in asked.options}
    told = {key: renderer.outcome(shown, asked, keyed[key], line, (), words) for key, line in lines.items()}
    assert told["sE5"] == "7\u00a0▸\u00a00"
    assert told["sF6"] == "7\u00a0▸\u00a00, Ben\u00a021\u00a0▸\u00a00", "lines break only between players"
    assert renderer.outcome(shown, asked, keyed["sE5"], (), (), words) == ""


def test_every_option_that_is_compared_has_its_points_also_if_they_stay_as_they_are() -> None:
    even = {"E5": "7 of Cups", "E6": "Chariot", "F6": "World"}
    seats = {"A": {"minions": [{"at": "E6"}]}, "B": {}}
    state, asked, words = asked_at("move", "Chariot", board=even, seats=seats)
    renderer, shown, lines = RENDERERS["zarcana"], seen(state, 0), ZARCANA.outlooks(state, asked)
    told = {
        option.key: renderer.outcome(shown, asked, option, lines[option.key], (), words).replace("\u00a0", " ")
        for option in asked.options
    }
    assert told == {"sE5": "7 ▸ 7", "sF6": "7 ▸ 21", "sD6": "7 ▸ 0", "sE7": "7 ▸ 0"}
    even_lines, facing = lines["sE5"], replace(asked, kind="facing")
    assert renderer.outcome(shown, facing, asked.options[0], even_lines, (), words) == "", "it never changes points"


def test_the_way_that_a_minion_may_point_is_marked_where_it_leads() -> None:
    state, asked, words = asked_at("facing", board={"E5": "Fool", "F5": "Sun"}, seats={"A": {}, "B": {}})
    model, renderer = situation(state, asked, words), RENDERERS["zarcana"]
    labels = [renderer.label(seen(state, 0), asked, option, words) for option in asked.options]
    assert labels == [
        "▲ Standing",
        "↑ North: E4",
        "→ East: F5 Sun, 19 pts",
        "↓ South: E6",
        "← West: D5",
    ]
    assert {tile.name for tile in model.tiles if tile.chosen} == {"E5", "E4", "F5", "E6", "D5"}


def test_each_minion_that_can_be_chosen_has_a_number_after_those_of_the_hand() -> None:
    minions = [{"at": "F5"}, {"at": "F5", "facing": "west"}, {"at": "E5", "size": "medium"}]
    seats = {"A": {"hand": ["7 of Cups"], "minions": minions}, "B": {}}
    state, asked, words = asked_at("minion", "7 of Cups", board={"E5": "Fool", "F5": "Sun"}, seats=seats)
    model = situation(state, asked, words)
    assert {tile.name: tile.numbers for tile in model.tiles if any(tile.numbers)} == {"E5": (3,), "F5": (2, 0)}
    assert not any(tile.chosen for tile in model.tiles)
    labels = [RENDERERS["zarcana"].label(seen(state, 0), asked, option, words) for option in asked.options]
    assert labels == ["F5: your small minion ▲", "E5: your medium minion ▲"]


def test_a_hand_is_the_same_picture_while_its_card_is_used() -> None:
    seats = {"A": {"hand": ["Sun", "Queen of Cups", "7 of Wands"], "minions": [{"at": "E5"}, {"at": "F5"}]}, "B": {}}
    before, asked, words = asked_at("turn", board={"E5": "Fool", "F5": "Moon"}, seats=seats)
    after, then, _ = asked_at("suit", "Queen of Cups", board={"E5": "Fool", "F5": "Moon"}, seats=seats)
    renderer = RENDERERS["zarcana"]
    hands = [
        renderer.panel_pictures(seen(state, 0), 0, words, question)[0]
        for state, question in ((before, asked), (after, then))
    ]
    assert seen(after, 0).resolving
    assert hands[0] == hands[1]
    numbers = renderer.option_numbers(seen(before, 0), 0, asked, words)
    listed = {card.card: card.number for card in hand_model(seen(before, 0), 0, words)}
    options = {option.key: option.label.args["card"] for option in asked.options if option.key in numbers}
    held = {ref.card: numbers[key] for key, ref in options.items() if isinstance(ref, CardRef) and key[:4] == "play"}
    assert held
    assert held.items() <= listed.items()
    uses = {str(option.label.args["space"]) for option in asked.options if option.key[:3] == "use"}
    assert uses
    assert plated(situation(before, asked, words)) == uses, "the board has none of the hand's numbers"


def test_points_before_and_after_a_draft_stand_side_by_side_and_in_the_description() -> None:
    state, asked, words = asked_at("move", "Chariot", **MOVE)
    key = next(option.key for option in asked.options if option.key == "sF6")
    ZARCANA.apply(state, asked.id, [key], FairDice.seeded("asked"))
    (asked,) = ZARCANA.decisions(state)
    own, other = situation(state, asked, words).players
    assert (own.name, own.points, own.after, own.gains) == ("You", "7", "0 points", False)
    assert (other.points, other.after, other.hand) == ("21", "0 points", 1)
    forecast = ZARCANA.forecast(state, 0)
    *_, board = RENDERERS["zarcana"].panel_pictures(seen(state, 0), 0, words, asked, forecast)
    assert "Your points fall: 7 → 0." in board.description
    assert "Ben's points fall: 21 → 0." in board.description


def test_the_reader_is_the_first_one_and_the_others_follow_in_their_order() -> None:
    state = ZARCANA.position({"board": BOARD, "active": "B", "seats": {"A": {}, "B": {}, "C": {}}}, CARDS)
    words = Words("en", [Player(user=seat + 1, name=NAMES[seat]) for seat in range(3)], CARDS, 1)
    model = board_model(seen(state, 1), words, 1)
    assert [player.seat for player in model.players] == [1, 2, 0]
    assert [player.active for player in model.players] == [True, False, False]
    everybody = board_model(seen(state), WORDS)
    assert [player.seat for player in everybody.players] == [0, 1, 2]


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_all_texts_of_a_panel_are_in_their_places_and_say_nothing_that_is_hidden(seats: int) -> None:
    dice, guesses = FairDice.seeded("panels", seats), FairDice.seeded("guesses", seats)
    options = ZARCANA.spec.options(board_size="scaled" if seats > 2 else "3x3")
    state, _ = ZARCANA.new(options, [Seating(None)] * seats, CARDS, dice)
    players = [Player(user=seat + 1, name=NAMES[seat]) for seat in range(seats)]
    for number in range(160):
        if not (questions := ZARCANA.decisions(state)):
            break
        asked = questions[0]
        if number % 3 == 0:
            words = Words("en", players, CARDS, asked.seat)
            model = situation(state, asked, words)
            assert text_faults(lay_board(model), WIDE) == []
            assert covered(model, words.marks(seats)) == []
            guess = ZARCANA.determinize(state, asked.seat, guesses)
            assert situation(guess, ZARCANA.decisions(guess)[0], words) == model
            shown = sorted(
                {*RENDERERS["zarcana"].option_numbers(seen(state, asked.seat), asked.seat, asked, words).values()}
            )
            marked = [each for tile in model.tiles for each in tile.numbers if each]
            held = {card.number for card in hand_model(seen(state, asked.seat), asked.seat, words)}
            assert held.isdisjoint(marked)
            assert len(marked) == len({*marked})
            assert {*marked} <= {*shown}
        picks = [each for each in asked.options if not each.passes] or list(asked.options)
        keys = [each.key for each in dice.shuffle("pick", picks)[: max(1, asked.least)]]
        ZARCANA.apply(state, asked.id, keys, dice)
