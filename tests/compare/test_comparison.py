"""What a comparison finds: in recordings written here, and in matches with faults planted in them."""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from msgspec import json
from msgspec.structs import replace

from tests.compare import report
from tests.compare.__main__ import main
from tests.compare.comparison import Comparison, Difference
from tests.compare.recording import Drawn, Line, Reach, Recording, Surface
from tests.compare.scenes import Layout, NoSeam, Piece, Writing, seam

ROOT = Path(__file__).parents[2]
NAMES = {"Ada": "Ada", "<@101>": "Ada", "Ben": "Ben"}
TURN = "Ada hits Ben with Ember Fox for 12."
BOARD = Layout(900, 400, (Writing("Ada", 10, 20, 30), Writing("Ben", 500, 20, 30)), (Piece("rect", (0, 0, 900, 400)),))


def told(*texts: str, layout: Layout = BOARD, match: str = "as ever") -> Recording:
    """Return a recording of one message with a picture."""
    lines: list[Line] = [("embeds description", text) for text in texts]
    sent = Surface("varia 1", "step 1, post events", tuple(lines), (Drawn("board.png", ("it",)),))
    return Recording(NAMES, ["Ember Fox", "Fox"], {"varia 1": match}, [sent], {"it": layout})


def found(before: Recording, after: Recording) -> list[tuple[str, str]]:
    after = replace(after, layouts={"new": after.layouts["it"]})
    after.surfaces = [
        replace(each, pictures=tuple(replace(picture, layouts=("new",)) for picture in each.pictures))
        for each in after.surfaces
    ]
    return [(each.kind, each.what) for each in Comparison(before, after).differences()]


def test_equal_recordings_have_no_differences() -> None:
    assert found(told(TURN), told(TURN)) == []


@pytest.mark.parametrize(
    ("now", "gone"),
    [
        ("Ada hits with Ember Fox for 12.", "name Ben"),
        ("Ada hits Ben for 12.", "card Ember Fox"),
        ("Ada hits Ben with Ember Fox.", "figure 12"),
    ],
)
def test_a_fact_that_is_no_longer_told_is_named(now: str, gone: str) -> None:
    assert ("facts", f"gone: {gone}") in found(told(TURN, "Ben draws."), told(now, "Ben draws."))


def test_a_sign_belongs_to_its_figure() -> None:
    assert ("facts", "gone: figure -3; new: figure +3") in found(told("Ada: -3"), told("Ada: +3"))


def test_two_names_that_change_places_are_a_difference_although_all_are_told() -> None:
    kinds = {kind for kind, _ in found(told(TURN), told("Ben hits Ada with Ember Fox for 12."))}
    assert kinds == {"facts", "outcome"}


def test_the_outcome_is_the_last_line_above_the_small_print() -> None:
    before, after = told("Ben draws.", "Ada wins.", "-# 7"), told("Ada wins.", "Ben draws.", "-# 7")
    assert ("outcome", "Ada → Ben") in found(before, after)


def test_other_words_for_the_same_facts_are_words_alone_and_grouped_by_their_gaps() -> None:
    before, after = told("Ada hits Ben for 12."), told("Ada strikes Ben for 12.")
    assert {kind for kind, _ in found(before, after)} == {"words"}
    assert found(told("Ben hits Ada for 3."), told("Ben strikes Ada for 3.")) == found(before, after)


def test_words_around_more_cards_are_the_same_words() -> None:
    two, three = "Ada wins Fox, Ember Fox.", "Ada wins Fox, Fox, Ember Fox."
    assert found(told(two), told(two.replace("wins", "takes"))) == found(
        told(three), told(three.replace("wins", "takes"))
    )


def test_a_line_that_moves_within_a_message_says_where_from_and_where_to() -> None:
    moved = told(TURN)
    moved.surfaces = [replace(each, lines=(("content", TURN),)) for each in moved.surfaces]
    what = next(what for kind, what in found(told(TURN), moved) if kind == "words")
    assert "embeds description: " in what
    assert "→ content: " in what


def test_a_mention_is_the_name_of_whom_it_mentions() -> None:
    assert {kind for kind, _ in found(told("Ada wins."), told("<@101> wins."))} <= {"words"}


def test_a_match_that_went_another_way_is_named_and_nothing_else_of_it() -> None:
    assert [kind for kind, _ in found(told(TURN), told("Ben wins.", match="otherwise"))] == ["matches"]


def test_a_message_that_is_not_sent_is_named() -> None:
    silent = told(TURN)
    silent.surfaces = []
    assert found(told(TURN), silent) == [("sent", "no longer sent")]
    assert found(silent, told(TURN)) == [("sent", "newly sent")]


@pytest.mark.parametrize(
    ("texts", "what"),
    [
        ((Writing("Ada", 210, 20, 30), Writing("Ben", 500, 20, 30)), ["board.png: “Ada” moved by 200 pixels"]),
        ((Writing("Ada", 17, 26, 30), Writing("Ben", 500, 20, 30)), []),
        ((Writing("Ada", 10, 20, 30),), ["board.png: texts gone: Ben"]),
        (
            (Writing("Ben", 500, 20, 30), Writing("Ada", 10, 20, 30)),
            ["board.png: the order of texts: “Ada” → “Ben”"],
        ),
    ],
    ids=["moved far", "moved a little", "left out", "in another order"],
)
def test_texts_of_pictures_have_their_order_and_places(texts: Sequence[Writing], what: list[str]) -> None:
    other = replace(BOARD, texts=tuple(texts))
    assert found(told(TURN), told(TURN, layout=other)) == [("pictures", each) for each in what]


def test_other_words_pass_only_if_they_are_allowed_and_nothing_else_ever_does() -> None:
    words, facts = Difference("words", "this → that", "here"), Difference("facts", "gone: name Ada", "here")
    assert report.passes([words], allow_words=True)
    assert not report.passes([words], allow_words=False)
    assert not report.passes([words, facts], allow_words=True)


def test_a_report_lists_what_was_not_reached() -> None:
    reaches = [Reach({"log", "hint"}, {"log"}, {"play", "card"}, {"card"}, {"incident: board_picture"}), Reach()]
    lines = "\n".join(report.lines([], reaches))
    assert "buttons hint\n" in lines
    assert "commands play\n" in lines
    assert "board_picture" in lines


def test_a_tree_that_draws_elsewhere_is_refused_with_what_to_mend() -> None:
    with pytest.raises(NoSeam, match="no module"):
        seam("bot.ui.nowhere", "paint")
    with pytest.raises(NoSeam, match="has no brush"):
        seam("bot.ui.messages.outgoing", "brush")


def test_a_tree_without_an_environment_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([str(tmp_path)])
    assert "needs an environment of its own" in capsys.readouterr().err


def test_planted_faults_are_named_and_without_one_there_is_no_difference() -> None:
    """In a process of its own: what was drawn before is forgotten there."""
    how = [sys.executable, "-m", "tests.compare.planted_faults"]
    printed = subprocess.run(how, cwd=ROOT, check=True, capture_output=True).stdout  # noqa: S603 - our own
    by_fault = json.decode(printed, type=dict[str, list[Difference]])
    assert by_fault.pop("none") == []
    kinds = {fault: {each.kind for each in differences} for fault, differences in by_fault.items()}
    assert "facts" in kinds["a fact left out"]
    assert kinds["two seats swapped"] == kinds["a name moved"] == {"pictures"}
    assert any("the order of texts" in each.what for each in by_fault["two seats swapped"])
    assert any("moved by 200 pixels" in each.what for each in by_fault["a name moved"])
