"""Option keys: parsing and printing are inverse, and the texts are those of old states and logs."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.kit.keys import OptionKey, keyed, number_of

NUMBERS = st.integers(0, 10_000)
SPACES = st.from_regex(r"-?[A-Z]{1,3}-?[0-9]{1,3}", fullmatch=True)
WORDS = st.from_regex(r"[a-z][a-z_ ]*[a-z]", fullmatch=True)
LETTERS = st.sampled_from("acfhmst")
KEYS = st.builds(OptionKey, WORDS, st.lists(NUMBERS | SPACES, max_size=3).map(tuple)) | st.builds(
    OptionKey, LETTERS, st.tuples(NUMBERS | SPACES)
)


@given(KEYS)
def test_a_key_is_read_as_it_was_printed(key: OptionKey) -> None:
    assert OptionKey.parse(str(key)) == key


@given(st.text("ab:0123C-_ ", max_size=8))
def test_a_text_is_printed_as_it_was_read_or_not_read_at_all(text: str) -> None:
    try:
        key = OptionKey.parse(text)
    except ValueError:
        return
    assert str(key) == text


@pytest.mark.parametrize(
    ("text", "word", "about"),
    [
        ("pass", "pass", ()),
        ("card:12", "card", (12,)),
        ("use:12:1", "use", (12, 1)),
        ("use:-A-3", "use", ("-A-3",)),
        ("sC4", "s", ("C4",)),
        ("m12", "m", (12,)),
        ("grow or clone", "grow or clone", ()),
    ],
)
def test_texts_of_keys(text: str, word: str, about: tuple[int | str, ...]) -> None:
    assert OptionKey.parse(text) == OptionKey(word, about)
    assert keyed(word, *about) == text


@pytest.mark.parametrize("text", ["", "c:5", "c012", "card:012", "card:٣"])
def test_what_no_key_prints_is_not_read(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - the text is all that it says
        OptionKey.parse(text)


@pytest.mark.parametrize("text", ["pass", "sC4", "use:1:2"])
def test_a_key_without_one_number_has_no_number(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - no message of ours
        number_of(text)
