"""The picture of how things stand shows what its description says, large enough for a phone."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import pytest

from bot.host.match.panel_actions import Panel
from bot.host.match.players import Player
from bot.ui.games import RENDERERS
from bot.ui.games.artbot import situation_picture as artbot
from bot.ui.games.card_numbers import numbers_of_options
from bot.ui.games.varia.situation_picture import lay_situation, situation_model
from bot.ui.games.warmage import situation_picture as warmage
from bot.ui.match.panel import panel
from bot.ui.match.panel_texts import texts
from bot.ui.pictures.picture import Picture
from bot.ui.pictures.scene import Frame, Group, Item, Text
from bot.ui.pictures.strip import WIDE
from bot.ui.texts.words import Words
from cardsdb.sets import shipped_sets
from engine.contract import Decision
from engine.dice import FairDice
from engine.registry import GAMES
from tests.ui.picture_laws import text_faults
from tests.ui.picture_laws import texts_of as texts_of_scene
from tests.ui.picture_reader import NAMES
from tests.ui.test_longest_names import ALPHABETS, positions
from tests.ui.test_longest_names import WIDE as WIDE_LETTERS
from tests.ui.test_panel import texts_of
from tests.ui.test_panel_texts import texts_at

CARDS: Any = {key: GAMES[key].cards(shipped_sets(GAMES[key])) for key in ("varia", "artbot", "warmage")}


def shown(key: str, position: Any) -> tuple[Panel, Words, tuple[Picture, ...]]:
    """The first seat's panel in a position, its reader's words, and its pictures."""
    _, match = texts_at(GAMES[key], GAMES[key].position(position, CARDS[key]), CARDS[key])
    words = Words("en", match.seats, CARDS[key], 0)
    asks = match.view, 0, words, match.question, match.forecast
    return match, words, RENDERERS[key].panel_pictures(*asks)


def duel(distance: str = "engaged", hp: int = 17) -> Any:
    items = ["Scout's Buckler", "Banner of the Hearth"]
    seats = {
        "A": {"timeline": ["Ashwood Mace"], "hand": ["Quick Jab"], "deck": ["Late Parry"] * 3},
        "B": {"hp": hp, "hand": ["Late Parry"] * 6, "items": items, "deck": ["Late Parry"] * 3},
    }
    return {"step": "action", "distance": distance, "seats": seats}


def flat(items: Iterable[Item]) -> Iterator[Item]:
    """All things of a scene, with those of its groups."""
    for item in items:
        yield from flat(item.items) if isinstance(item, Group) else (item,)


def lines(items: Iterable[Item]) -> list[Text]:
    """All texts that a scene has by itself."""
    return [item for item in flat(items) if isinstance(item, Text)]


def situations(key: str, position: Any) -> tuple[Any, list[str], Picture]:
    """The model of the situation of the first seat in a position, the texts of its scene, and its picture."""
    match, words, pictures = shown(key, position)
    view: Any = match.view
    model: Any = MODELS[key](view, 0, words, RENDERERS[key].numbers(view, 0, match.question or NOTHING, words))
    return model, [each.text for each in texts_of_scene(LAID[key](model), WIDE)], pictures[-1]


NOTHING = Decision("", 0, "", ())
"""A question without options."""

MODELS: dict[str, Any] = {"artbot": artbot.situation_model, "warmage": warmage.situation_model}
LAID: dict[str, Any] = {"artbot": artbot.lay_situation, "warmage": warmage.lay_situation}


@pytest.mark.parametrize("distance", ["engaged", "disengaged"])
def test_a_duel_shows_who_has_what_and_how_far_apart_they_are(distance: str) -> None:
    match, words, pictures = shown("varia", duel(distance))
    told = pictures[-1].description.splitlines()
    assert {
        f"{NAMES[1]} · ❤️ 17 HP · ✴️ 10 AP · 6 cards",
        "items: Scout's Buckler, Banner of the Hearth",
        "You · ❤️ 30 HP · ✴️ 7 AP",
    } <= {*told}
    view: Any = match.view
    written = [each.text for each in lines(lay_situation(situation_model(view, 0, words)).items)]
    assert {NAMES[1], "17", "10", "6", "You", "30", "7", {"engaged": "engaged"}.get(distance, "apart")} <= {*written}


def test_what_a_situation_shows_is_not_in_the_text() -> None:
    match, words, pictures = shown("varia", duel())
    beside = texts(match, words, RENDERERS["varia"], None, pictured=True)
    assert beside.situation == ""
    told = texts(match, words, RENDERERS["varia"], None, pictured=False).situation
    assert "**17** HP" in told
    assert "Scout's Buckler" in told
    made = panel(match, words, RENDERERS["varia"], pictures)
    assert made.view is not None
    head, question, *_ = texts_of(made.view.to_components())
    assert head.startswith("-# Varia · match ")
    assert question.splitlines()[-1].startswith("**Moment 2: your plan?**")


def mages(**seats: Any) -> Any:
    return {"deck": ["Squall"] * 6, "row": ["Salve", "Swerve", "Salve"], "step": "cast", "seats": seats}


def test_wounds_are_shown_by_kind_and_the_reader_comes_first() -> None:
    seats = {"A": {"hand": ["Salve"]}, "B": {"flesh": 1, "mortal": 2, "hand": ["Salve"] * 3}, "C": {"out": True}}
    model, said, picture = situations("warmage", mages(**seats))
    assert [each.player.name for each in model.wizards] == ["You", NAMES[1], "player 3"]
    assert [each.hand for each in model.wizards] == [None, 3, 0]
    assert {"6 Wounds until out", "1 Wound until out", "out"} <= {*said}
    wounded = model.wizards[1].player
    assert (wounded.flesh, wounded.mortal) == (1, 2)
    assert "Wounds until out: 1. Flesh Wounds: 1. Mortal Wounds: 2." in picture.description


def test_cards_in_play_have_their_names_until_they_are_many() -> None:
    for count, named in ((2, True), (12, False)):
        play = [{"card": "Barkskin", "seat": "B"}] * count
        _, said, _ = situations("warmage", mages(A={"hand": ["Salve"]}, B={"play": play}))
        assert said.count("Barkskin") == count * named


@pytest.mark.parametrize("owner", ["A", "B", "E"])
@pytest.mark.parametrize("count", [2, 3, 5])
def test_plates_end_at_the_same_height_whoever_has_many_cards(count: int, owner: str) -> None:
    lying = {"play": [{"card": "Barkskin", "seat": "A"}] * 9}
    seats = {seat: lying if seat == owner else {} for seat in "ABCDE"[:count]}
    model, _, _ = situations("warmage", mages(**{**seats, "A": {**seats["A"], "hand": ["Salve"]}}))
    tones = {each.player.seated.tones.base for each in model.wizards}
    plates = [item for item in flat(warmage.lay_situation(model).items) if isinstance(item, Frame)]
    found = [plate for plate in plates if plate.fill in tones]
    ends = {round(plate.at[1] + plate.size[1]) for plate in found}
    assert len(found) == count
    assert len(ends) == (1 if count < 5 else 2)
    assert round(found[0].at[1] + found[0].size[1]) == max(ends)


def test_the_row_has_its_rules_if_the_reader_draws_from_it() -> None:
    for step in ("draw", "cast"):
        position = {**mages(A={"hand": ["Salve"]}, B={}), "step": step}
        model, said, picture = situations("warmage", position)
        assert [(each.name, each.copies, bool(each.text)) for each in model.row] == [
            ("Salve", 2, step == "draw"),
            ("Swerve", 1, step == "draw"),
        ]
        assert {"Salve ×2", "Swerve"} <= {*said}
        assert ("Salve ×2 · " in picture.description) == (step == "draw")


def test_what_a_question_offers_has_the_number_of_its_button() -> None:
    """Numbers of a hand stay; the Row's go on from there, and so do those of players and of cards in play."""
    drawing = {**mages(A={"hand": ["Salve", "Undertow", "Salve"]}, B={}), "step": "draw"}
    model, _, _ = situations("warmage", drawing)
    assert [each.number for each in model.row] == [3, 4]
    lying = [{"card": "Star Lantern", "seat": "A"}]
    model, _, _ = situations("warmage", mages(A={"hand": ["Salve", "Squall"], "play": lying}, B={}))
    assert [each.card.number for each in model.wizards[0].play] == [3]
    assert [each.number for each in model.row] == [0, 0]
    hands = {seat: {"active": ["Halo Iron"], "inactive": ["Gesso Nurse"] * 4} for seat in "ABC"}
    state = GAMES["artbot"].position({"seats": hands}, CARDS["artbot"])
    asked = GAMES["artbot"].decisions(state)[0]
    GAMES["artbot"].apply(state, asked.id, [asked.options[0].key], FairDice.seeded("aim"))
    asked = GAMES["artbot"].decisions(state)[0]
    assert asked.kind == "hit"
    view: Any = GAMES["artbot"].view(state, 0)
    words = Words("en", (), CARDS["artbot"], 0)
    numbers = RENDERERS["artbot"].numbers(view, 0, asked, words)
    model = artbot.situation_model(view, 0, words, numbers)
    assert [number for _, number in model.artists] == [0, 2, 3]
    assert {"2", "3"} <= {each.text for each in lines(artbot.lay_situation(model).items)}


def test_health_points_and_piles_are_shown_and_described() -> None:
    hands = {"A": {"active": ["Gesso Nurse"] * 4}, "B": {"active": ["Gesso Nurse"] * 2}}
    model, said, picture = situations("artbot", {"seats": hands})
    assert [artist.name for artist, _ in model.artists] == ["You", NAMES[1]]
    assert {"40 HP", "20 HP"} <= {*said}
    assert f"{NAMES[1]}: 20 HP. Cards: hand 2" in picture.description


def test_cards_won_stand_in_place_of_points_in_toe_to_toe_and_a_tie_shows_its_pot() -> None:
    seats = {"A": {"won": ["Gesso Nurse"], "inactive": ["Gesso Nurse"] * 3}, "B": {"inactive": ["Gesso Nurse"] * 4}}
    position: Any = {"options": {"mode": "toe-to-toe"}, "seats": seats}
    model, said, _ = situations("artbot", position)
    assert {"1 card won", "0 cards won"} <= {*said}
    assert not model.pot
    for seat, card in (("A", "Halo Iron"), ("B", "Kiln Kicker")):
        position["seats"][seat]["in_play"] = [card]
    model, said, _ = situations("artbot", position)
    assert {model.pot, "Halo Iron", "Kiln Kicker"} <= {*said}
    assert [[card.name for card in cards] for cards in model.tied] == [["Halo Iron"], ["Kiln Kicker"]]


def test_a_situation_is_drawn_anew_only_when_what_it_shows_has_changed() -> None:
    _, _, (*_, first) = shown("varia", duel())
    longer = duel()
    longer["seats"]["A"]["deck"].append("Kite Guard")
    assert shown("varia", longer)[2][-1].content is first.content
    assert shown("varia", duel(hp=16))[2][-1].content != first.content


WIDE_NAMES = 2 * WIDE_LETTERS
SIGN = 2
"""The most letters of the sign on a player's disc."""

MAGES = tuple(("warmage", seats) for seats in range(2, 6))


@pytest.mark.parametrize("names", [WIDE_NAMES, ALPHABETS], ids=["wide", "alphabets"])
@pytest.mark.parametrize(("key", "count"), [*(("artbot", seats) for seats in range(2, 9)), *MAGES])
def test_all_of_a_situation_can_be_read_and_is_in_its_place(key: str, count: int, names: Sequence[str]) -> None:
    """A phone shows the picture 318 pixels wide: rules are 11 pixels high there, and nothing is below 7.

    The picture of a duel is landscape, and nobody's name or points leave the plate.
    """
    game, renderer = GAMES[key], RENDERERS[key]
    for state in positions(key, count, 3):
        for seat in (0, count - 1):
            people = [Player(user=each + 1, name=names[each]) for each in range(count)]
            words, view = Words("en", people, CARDS[key], seat), game.view(state, seat)
            asked = next((each for each in game.decisions(state) if each.seat == seat), NOTHING)
            model = MODELS[key](view, seat, words, renderer.numbers(view, seat, asked, words))
            scene = LAID[key](model)
            assert text_faults(scene, WIDE) == []
            assert min(each.size for each in lines(scene.items) if len(each.text) > SIGN) * 318 / WIDE >= 7
            assert scene.width == WIDE
            assert scene.height <= WIDE


@pytest.mark.parametrize("key", ["artbot", "warmage"])
def test_what_is_hidden_does_not_change_a_situation(key: str) -> None:
    game = GAMES[key]
    for state in positions(key, 3, 5):
        guess = game.determinize(state, 0, FairDice.seeded("guess"))
        words = Words("en", (), CARDS[key], 0)
        models = [MODELS[key](game.view(each, 0), 0, words, {}) for each in (state, guess)]
        assert models[0] == models[1]


def asked_at(key: str) -> Iterator[tuple[Any, Decision, Words]]:
    """Views of players in random positions, with the questions that they are asked."""
    for state in (each for seed in range(3) for each in positions(key, 3, seed)):
        for asked in GAMES[key].decisions(state):
            yield GAMES[key].view(state, asked.seat), asked, Words("en", (), CARDS[key], asked.seat)


def numbers_missing(key: str, view: Any, asked: Decision, words: Words, marked: Any) -> set[str]:
    """The numbers on the buttons of a question that neither picture has; `marked` are those that the situation has."""
    scenes = [RENDERERS[key].hand_drawing(view, asked.seat, words)]
    scenes.append(LAID[key](MODELS[key](view, asked.seat, words, marked)))
    told = {each.text for scene in scenes if scene is not None for each in texts_of_scene(scene, WIDE)}
    numbers = RENDERERS[key].numbers(view, asked.seat, asked, words)
    return {str(number) for number in numbers_of_options(asked, numbers).values()} - told


@pytest.mark.parametrize("key", ["artbot", "warmage"])
def test_every_number_on_a_button_is_on_one_of_the_pictures(key: str) -> None:
    unmarked: set[str] = set()
    for view, asked, words in asked_at(key):
        numbers = RENDERERS[key].numbers(view, asked.seat, asked, words)
        assert numbers_missing(key, view, asked, words, numbers) == set()
        unmarked |= numbers_missing(key, view, asked, words, {})
    assert unmarked, "a situation without numbers is noticed"


@pytest.mark.parametrize("key", ["artbot", "warmage"])
def test_the_picture_of_a_hand_does_not_depend_on_the_question(key: str) -> None:
    kinds = set()
    for view, asked, words in asked_at(key):
        first, *_ = RENDERERS[key].panel_pictures(view, asked.seat, words)
        then, *_ = RENDERERS[key].panel_pictures(view, asked.seat, words, asked)
        assert then.content is first.content or "situation" in first.name
        kinds.add(asked.kind)
    assert len(kinds) > 1
