"""Every picture that shows a name keeps the laws of pictures with the letters of all people, and with wide ones.

The positions of boards and the kinds of data are fewer than in `test_longest_names.py`; the names are more.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from typing import Any

import pytest

from bot.host.match.players import Player
from bot.ui.games import RENDERERS
from bot.ui.games.strips import in_few_rows
from bot.ui.lobby.picture import table_card
from bot.ui.pictures.mistake_sheet import draw_mistakes, mistakes_scene
from bot.ui.pictures.strip_scene import strip_scene
from bot.ui.pictures.table_card import draw_table, table_scene
from bot.ui.pictures.trophy import draw_trophy, trophy_scene
from bot.ui.texts.words import Spoken, Words, initials
from cardsdb.sets import shipped_sets
from engine.contract import SPECTATOR
from engine.registry import GAMES
from tests.ui.everyday_names import WIDE, with_all_letters
from tests.ui.picture_laws import marks_of
from tests.ui.test_lobby_picture import shown, table
from tests.ui.test_longest_names import judge, judge_ratings, judge_scene, judge_tournament, judge_turn, positions
from tests.ui.test_mistakes import Looked
from tests.ui.test_trophies import MATCHES
from tests.ui.test_turn_strips import turns_of


def groups(size: int) -> Iterator[Sequence[str]]:
    """Yield all names in groups of one size; the last is filled up with the first names."""
    names = (*WIDE, *with_all_letters())
    for start in range(0, len(names), size):
        yield (*names, *names)[start : start + size]


@cache
def seat_words(key: str, names: Sequence[str], reader: int | None = None) -> Words:
    """The words of a match whose players have these names."""
    rows = [Player(user=seat + 1, name=name) for seat, name in enumerate(names)]
    return Words("en", rows, GAMES[key].cards(shipped_sets(GAMES[key])), reader)


@pytest.mark.parametrize("name", ["varia", "artbot, eight", "warmage, five", "zarcana, four"])
def test_the_end_of_a_match(name: str) -> None:
    match = MATCHES[name]
    for names in groups(match.seats):
        words = match.words(names, "en")
        judge(draw_trophy, match.trophy(words), trophy_scene)
        judge_scene(match.last_board(words))


@pytest.mark.parametrize("key", GAMES)
def test_boards_and_hands(key: str) -> None:
    game, renderer = GAMES[key], RENDERERS[key]
    state = list(positions(key, game.spec.most, game.spec.most))[-1]
    for names in groups(game.spec.most):
        words = seat_words(key, names, 0)
        judge_scene(renderer.board_drawing(game.view(state, SPECTATOR), words))
        judge_scene(renderer.hand_drawing(game.view(state, 0), 0, words))


@pytest.mark.parametrize("key", GAMES)
def test_turns(key: str) -> None:
    game, renderer = GAMES[key], RENDERERS[key]
    seats = min(4, game.spec.most)
    turns: list[Any] = [(facts, before) for facts, before, _ in islice(turns_of(key, seats, 1), 1, 2)]
    for names in groups(seats):
        words = seat_words(key, names)
        for facts, before in turns:
            strip = in_few_rows(renderer.turn_strip(facts, before, words), words)
            if strip is not None:
                judge_turn(strip)


def test_tournaments() -> None:
    for names in groups(22):
        judge_tournament(names, len(names), "en")


def test_ratings() -> None:
    for names in groups(8):
        judge_ratings(names, "en")


@pytest.mark.parametrize("key", GAMES)
def test_tables(key: str) -> None:
    game = GAMES[key]
    for names in groups(game.spec.most):
        lobby = table(game, game.spec.most, names)
        lobby, arts, renderer, words = shown(lobby, "en")
        judge(draw_table, table_card(lobby, arts, renderer, Spoken.of(words)), table_scene)


def test_mistakes() -> None:
    looked = Looked("varia")
    for names in groups(2):
        judge(draw_mistakes, looked.sheet(looked.words(tuple(names), "en")), mistakes_scene)


def test_every_name_with_a_letter_has_one_on_its_face() -> None:
    names = [name for name in with_all_letters() if any(letter.isalpha() for letter in name)]
    assert [name for name in names if initials([name])[0].isdecimal()] == []


@pytest.mark.parametrize(
    "names", [("漢字", "漢語"), ("ஔஐ", "ஔஈ"), ("ЩЮ", "ЩЖ"), ("WM", "WÆ"), ("김철", "김수"), ("ஔ", "ﷲﷲ")]
)
def test_the_sign_of_a_player_is_whole_on_every_disc(names: tuple[str, str]) -> None:
    signs = {*initials(names)}
    for name in ("varia", "artbot, toe-to-toe", "warmage", "zarcana"):
        match = MATCHES[name]
        words = match.words(names, "en")
        scenes = [trophy_scene(match.trophy(words)), match.last_board(words)]
        shown = {ink.text for scene in scenes if scene is not None for ink in marks_of(scene, round(scene.width))[0]}
        assert signs <= shown
        assert "…" not in shown
    words = seat_words("varia", names)
    [(facts, before, _)] = islice(turns_of("varia", 2, 1), 1, 2)
    strip = RENDERERS["varia"].turn_strip(facts, before, words)
    assert strip is not None
    assert signs <= {ink.text for ink in marks_of(strip_scene(strip), 1080)[0]}
