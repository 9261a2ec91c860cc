"""The last board of a match: who has won, large, everybody's score, what ended it, and nothing that is left over."""

import re
from collections import Counter
from collections.abc import Sequence

import pytest

from bot.locale.catalogue import PSEUDO
from bot.ui.match import posts as match_ui
from bot.ui.pictures.painter import texts
from bot.ui.pictures.picture import DESCRIPTION
from bot.ui.pictures.scene import Group, Scene
from bot.ui.texts.words import Spoken, Words
from engine.contract import EVERYTHING, letter
from tests.ui.picture_reader import NAMES, opened
from tests.ui.test_pictures_varia import all_texts, assert_within
from tests.ui.test_trophies import LONG, MATCHES, Match

EACH = pytest.mark.parametrize("match", MATCHES.values(), ids=MATCHES)

LEAST = 24 / 1080
"""The smallest size of a name or a score, as a share of the width, that can be read on a phone."""


def scene_of(match: Match, words: Words) -> Scene:
    scene = match.renderer.board_drawing(match.view, words)
    assert scene is not None
    return scene


@EACH
def test_the_last_board_shows_everybody_with_their_score_and_says_it(match: Match) -> None:
    words = match.words()
    made = match.renderer.board_picture(match.view, words)
    assert made is not None
    assert len(made.description) <= DESCRIPTION
    lines = made.description.splitlines()
    shown = list(texts(scene_of(match, words).items))
    for place, rank in enumerate(match.view.outcome.ranking, 1):
        for seat in rank:
            score = match.renderer.score(match.view, seat, Spoken.of(words))
            assert shown.count(NAMES[seat]) == 1
            assert score in shown
            assert f"{place}. {NAMES[seat]}: {score}" in lines
    assert lines[0] in shown


@EACH
def test_places_in_words_are_no_list_that_discord_numbers_itself(match: Match) -> None:
    """Discord counts on from "1. " by itself, past places that are shared."""
    words = match.words()
    said = match.renderer.board(match.view, words)
    assert not re.search(r"^\d+\. ", said, re.MULTILINE)
    assert said.count("**1.** ") == len(match.view.outcome.ranking[0])


@EACH
def test_the_winner_is_the_largest_and_everybody_can_be_read(match: Match) -> None:
    scene, ranking = scene_of(match, match.words()), match.view.outcome.ranking
    sizes = {text.text: text.size for text in all_texts(scene.items) if text.text in NAMES}
    assert min(sizes.values()) >= LEAST * scene.width
    others = [NAMES[seat] for rank in ranking[1:] for seat in rank]
    assert all(sizes[NAMES[ranking[0][0]]] > sizes[name] for name in others)


@EACH
def test_nothing_of_the_game_is_left_over(match: Match) -> None:
    """Piles, points to spend, places for cards and whose turn it is mean nothing any more."""
    words = match.words()
    said = [*texts(scene_of(match, words).items), *match.renderer.board(match.view, words).splitlines()]
    gone = [words.plain(f"picture.pile.{pile}") for pile in ("hand", "deck", "discard")]
    gone += [
        words.plain("varia.picture.ap"),
        words.plain("warmage.picture.row"),
        words.plain("varia.picture.performed"),
    ]
    assert not any(line == word or f"{word} " in line for line in said for word in gone)


@EACH
def test_everybody_is_a_piece_of_the_last_board_once(match: Match) -> None:
    pieces = Counter(item.id for item in scene_of(match, match.words()).items if isinstance(item, Group) and item.id)
    assert max(pieces.values()) == 1
    assert {f"seat {letter(seat)}" for seat in range(match.seats)} <= pieces.keys()


@EACH
def test_everybody_sees_the_same_last_board(match: Match) -> None:
    words = match.words()
    boards = [
        match.renderer.board_picture(match.game.view(match.state, viewer), words) for viewer in (0, 1, EVERYTHING)
    ]
    assert boards[0] == boards[1] == boards[2]


@EACH
@pytest.mark.parametrize(("names", "locale"), [(LONG, None), (NAMES, PSEUDO)], ids=["long names", "pseudo"])
def test_every_last_board_fits(match: Match, names: Sequence[str], locale: str | None) -> None:
    words = match.words(names, locale)
    scene = scene_of(match, words)
    assert_within(scene, "last board")
    made = match.renderer.board_picture(match.view, words)
    assert made is not None
    assert opened(made.content).width == round(scene.width)


@pytest.mark.parametrize("worded", [True, False])
def test_what_stays_of_the_board_says_the_scores_only_where_no_picture_does(*, worded: bool) -> None:
    match = MATCHES["varia"]
    words = Spoken.of(match.words())
    made = match.renderer.board_picture(match.view, words)
    shown = match_ui.last_status(match.table(words), words, match.renderer, made, worded=worded).content or ""
    scores = [str(match.renderer.score(match.view, seat, words)) for seat in (0, 1)]
    assert [score in shown for score in scores] == [worded, worded]
    assert "wins" in shown
