"""The scoreboard at the top of a panel shows what its description says, large enough for a phone."""

from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from bot.host.match.panel_actions import Panel
from bot.ui.games import RENDERERS
from bot.ui.games.artbot import scoreboard as artbot
from bot.ui.games.varia.situation_picture import lay_situation, situation_model
from bot.ui.games.warmage import scoreboard as warmage
from bot.ui.match.panel import panel
from bot.ui.match.panel_texts import texts
from bot.ui.pictures.picture import Picture
from bot.ui.pictures.scene import Group, Image, Item, Text
from bot.ui.pictures.scoreboard import LEAST, SIGN, ScoreboardModel, lay_scoreboard
from bot.ui.texts.words import Words
from cardsdb.sets import shipped_sets
from engine.registry import GAMES
from tests.ui.picture_reader import NAMES
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


def board(key: str, position: Any) -> tuple[ScoreboardModel, Picture]:
    """The scoreboard in a position, and its picture."""
    match, words, pictures = shown(key, position)
    view: Any = match.view
    scenes: Any = {
        "artbot": lambda: artbot.scoreboard_model(view, 0, words),
        "warmage": lambda: warmage.scoreboard_model(view, 0, words),
    }
    return scenes[key](), next(each for each in pictures if "scores" in each.name)


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


def test_what_the_scoreboard_shows_is_not_in_the_text() -> None:
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
    assert question.splitlines()[-1].startswith("**Plan moment 2.**")


def test_wounds_are_shown_by_kind_and_a_player_who_is_out_has_none_left() -> None:
    seats = {"A": {"hand": ["Salve"]}, "B": {"flesh": 1, "mortal": 2, "hand": ["Salve"] * 3}, "C": {"out": True}}
    scene, picture = board("warmage", {"deck": ["Squall"] * 6, "row": ["Salve"] * 3, "seats": seats})
    assert [each.name for each in scene.players] == [NAMES[1], "player 3", "You"]
    assert [(each.figure, each.unit) for each in scene.players] == [
        ("1", "Wound left"),
        ("", "out"),
        ("6", "Wounds left"),
    ]
    assert [note.text for note in scene.players[0].notes] == ["1 Flesh", "2 Mortal", "3 cards"]
    assert "1 Wound left · 🩹 1 Flesh · 💔 2 Mortal · 3 cards" in picture.description
    assert picture.description.splitlines()[-1] == "You · 6 Wounds left"


def test_each_note_stands_right_behind_its_sign() -> None:
    wounded = {"A": {"hand": ["Salve"]}, "B": {"flesh": 1, "mortal": 2, "hand": ["Salve"] * 3}}
    warmage_board = {"deck": ["Squall"] * 6, "row": ["Salve"] * 3, "seats": wounded}
    model, _ = board("warmage", warmage_board)
    items = [*flat(lay_scoreboard(model).items)]
    notes = [note for player in model.players for note in player.notes]
    assert notes
    for note in notes:
        places = [item.at for item in items if isinstance(item, Text) and item.text == note.text]
        signs = [item for item in items if isinstance(item, Image) and item.source == note.sign]
        assert any(
            0 < x - sign.left - sign.width < NEAR and abs(y - sign.top - SIGN / 2) < NEAR
            for x, y in places
            for sign in signs
        ), note.text


NEAR = 20
"""How far apart a sign and its text are, at most, in pixels."""


def test_an_unusual_hand_is_shown_and_a_usual_one_is_not() -> None:
    hands = {"A": {"active": ["Gesso Nurse"] * 4}, "B": {"active": ["Gesso Nurse"] * 2}}
    scene, picture = board("artbot", {"seats": hands})
    assert [[note.text for note in each.notes] for each in scene.players] == [[], ["2 in hand"]]
    assert picture.description.splitlines() == ["You · ❤️ 40 HP", f"{NAMES[1]} · ❤️ 20 HP · 2 in hand"]


def test_cards_won_stand_in_place_of_points_in_toe_to_toe() -> None:
    seats = {"A": {"won": ["Gesso Nurse"], "inactive": ["Gesso Nurse"] * 3}, "B": {"inactive": ["Gesso Nurse"] * 4}}
    scene, picture = board("artbot", {"options": {"mode": "toe-to-toe"}, "seats": seats})
    assert [(each.figure, each.unit) for each in scene.players] == [("1", "card won"), ("0", "cards won")]
    assert [[note.text for note in each.notes] for each in scene.players] == [["3 left"], ["4 left"]]
    assert "1 card won · 3 left" in picture.description


def test_a_scoreboard_is_drawn_anew_only_when_what_it_shows_has_changed() -> None:
    _, _, (*_, first) = shown("varia", duel())
    longer = duel()
    longer["seats"]["A"]["deck"].append("Kite Guard")
    assert shown("varia", longer)[2][-1].content is first.content
    assert shown("varia", duel(hp=16))[2][-1].content != first.content


@pytest.mark.parametrize("count", range(2, 9))
def test_everything_can_be_read_on_a_phone(count: int) -> None:
    """A phone shows the 1,080 pixels of the width on some 280: 11 pixels there are 42 here."""
    hands = {"ABCDEFGH"[seat]: {"active": ["Gesso Nurse"] * 2} for seat in range(count)}
    laid = lay_scoreboard(board("artbot", {"seats": hands})[0])
    assert min(each.size for each in lines(laid.items)) >= LEAST
    assert laid.height <= laid.width * 0.9
