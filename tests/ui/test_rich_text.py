"""Passages: paragraphs with emphasis and signs fit a box, or the box grows, or it is seen that they were cut."""

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.ui.fonts.written_text import written
from bot.ui.pictures.rich_text import Paragraph, lay_out
from bot.ui.pictures.text import width

WORDS = st.text(st.characters(codec="latin-1", categories=("L", "N", "P")), min_size=1, max_size=30)
TEXTS = st.lists(WORDS, min_size=1, max_size=14).map(" ".join)
SIGNS = st.sampled_from([None, "start", "end", "bolt"])


def escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("*", "\\*")


@settings(deadline=None)
@given(st.lists(st.tuples(TEXTS, SIGNS), min_size=1, max_size=4), st.integers(90, 300), st.integers(20, 200))
def test_a_passage_keeps_every_letter_and_stays_in_its_width(
    texts: list[tuple[str, str | None]], wide: int, high: int
) -> None:
    laid = lay_out(tuple(Paragraph(escaped(text), sign) for text, sign in texts), wide, high, 24, 9)
    assert 9 <= laid.size <= 24
    assert laid.height <= high or laid.size == 9
    for line in laid.lines:
        assert all(piece.left + width(piece.text, laid.size) <= wide for piece in line.pieces)
        assert 0 < line.middle < laid.height
    shown = "".join(piece.text for line in laid.lines for piece in line.pieces)
    assert shown.replace(" ", "") == written("".join(text for text, _ in texts)).replace(" ", "")
    assert [line.sign for line in laid.lines if line.sign] == [sign for _, sign in texts if sign]


@settings(deadline=None, max_examples=20)
@given(st.lists(WORDS, min_size=120, max_size=200), st.integers(100, 300), st.integers(30, 90))
def test_what_does_not_fit_at_all_ends_with_an_ellipsis(words: list[str], wide: int, most: int) -> None:
    laid = lay_out((Paragraph(escaped(" ".join(words))),), wide, 20, 14, 10, most)
    assert laid.height <= most
    assert laid.lines[-1].pieces[-1].text.endswith("…")
    assert all(piece.left + width(piece.text, laid.size) <= wide for line in laid.lines for piece in line.pieces)


def test_emphasis_is_told_apart_and_punctuation_stays_with_its_word() -> None:
    laid = lay_out((Paragraph("**On-Hit**: draw \\*1\\* card"),), 400, 60, 20, 10)
    assert [(piece.text, piece.strong) for piece in laid.lines[0].pieces] == [
        ("On-Hit:", True),
        ("draw *1* card", False),
    ]


def test_a_letter_that_no_font_has_and_marks_of_direction_are_nothing() -> None:
    assert written("Жa🦊r\u202e ×2\u200b") == "Жar ×2"
