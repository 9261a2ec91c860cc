"""A game's rules as pages: each fits a message, and the last is an example turn that was really played."""

from typing import Any

import pytest

from bot.ui.games import RENDERERS
from bot.ui.games.rules import all_sections
from bot.ui.match import rules
from bot.ui.match.rules import RulesPage
from bot.ui.texts.words import Words
from cardsdb.lesson_files import shipped_lessons
from engine.registry import GAMES

WORDS = Words(None)
MOST = 4000
"""The most characters in the texts of a message made of components."""


@pytest.mark.parametrize("game", GAMES)
def test_every_page_fits_and_the_last_one_is_an_example(game: str) -> None:
    lesson = shipped_lessons()[f"{game}-1"]
    pages = rules.sections(RENDERERS[game], lesson.example(), lesson.cards(), WORDS)
    shown = [rules.rules(game, pages, number, WORDS).words.content or "" for number in range(len(pages))]
    assert all(0 < len(text) < MOST // 2 for text in shown)
    assert len(set(shown)) == len(pages)
    assert "Pip" in shown[-1]
    assert "Hob" in shown[-1]


@pytest.mark.parametrize(("game", "figure"), [("varia", "30 health points"), ("artbot", "10 health points")])
def test_the_first_page_and_its_picture_agree_about_points(game: str, figure: str) -> None:
    """In Varia, the rules once said 30 HP beside a player with 14."""
    view: Any = shipped_lessons()[f"{game}-1"].example().before
    seats = view.seats.values()
    assert figure in all_sections(RENDERERS[game], WORDS)[0][1]
    if game == "varia":
        assert [each.hp for each in seats] == [30, 30]
    else:
        assert all(each.hp == 10 * (each.active_size + each.inactive_size) for each in seats)


def test_the_wounds_beside_warmages_first_page_are_as_many_as_it_says() -> None:
    view: Any = shipped_lessons()["warmage-1"].example().before
    text = all_sections(RENDERERS["warmage"], WORDS)[0][1]
    assert "3 Wound Cards" in text
    assert "Each takes 2 Wounds" in text
    assert view.seats["A"].left == 3 * 2


def test_the_first_page_of_varia_has_a_picture_of_its_aim_and_of_nothing_else() -> None:
    """A whole board with its small print once stood there."""
    lesson = shipped_lessons()["varia-1"]
    example = lesson.example()
    words = rules.example_words(example, lesson.cards(), WORDS)
    shown = RENDERERS["varia"].aim_picture(example.before, words)
    board = RENDERERS["varia"].board_picture(example.before, words)
    assert shown is not None
    assert board is not None
    assert shown.content != board.content
    assert shown.description == (
        "Pip attacks with 9. Hob blocks 4 of it and loses the last 5 HP. Pip wins with 12 HP left."
    )


def test_other_games_show_the_board_beside_their_aim() -> None:
    for game in ("artbot", "warmage", "zarcana"):
        lesson = shipped_lessons()[f"{game}-1"]
        example = lesson.example()
        words = rules.example_words(example, lesson.cards(), WORDS)
        renderer = RENDERERS[game]
        assert renderer.aim_picture(example.before, words) == renderer.board_picture(example.before, words)


def test_a_page_beyond_the_last_is_the_last() -> None:
    pages = rules.sections(RENDERERS["varia"], None, None, WORDS)
    last = rules.rules("varia", pages, len(pages) - 1, WORDS)
    assert rules.rules("varia", pages, 99, WORDS).digest == last.digest


def test_an_argument_is_read_as_it_was_written() -> None:
    page = RulesPage(3, "varia")
    assert RulesPage.parse(str(page)) == page
