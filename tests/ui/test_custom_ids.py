"""Custom ids: one text form, read back as it was written; anything else is unreadable."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.host.kernel.errors import Unreadable
from bot.ui.cards.sets import SetPage
from bot.ui.decks.personal import CardCount, CardPlace
from bot.ui.messages.custom_ids import LONGEST, MOST_SMALL, Argument, CustomId, OptionRange, parse
from bot.ui.tournaments.setup import DraftSetting

ACTIONS = st.text("abcdefghijklmnopqrstuvwxyz", min_size=1, max_size=12)
ARGUMENTS = st.text(st.characters(exclude_categories=("Cc", "Cs")), max_size=40)
DECISIONS = st.one_of(
    st.just(""), st.builds(lambda a, n: f"{a}{n}", st.sampled_from("ABCDEFGH"), st.integers(0, 10**8))
)


@given(ACTIONS, st.none() | st.integers(1, 10**12), DECISIONS, st.integers(0, 10**9), ARGUMENTS)
def test_parse_reads_what_str_writes(
    action: str, subject: int | None, decision: str, revision: int, argument: str
) -> None:
    wanted = CustomId(action, subject, decision, revision, argument)
    assert parse(str(wanted)) == wanted
    assert len(str(wanted)) <= LONGEST


PARTS = st.text("abc._~0", max_size=12)
NUMBERS = st.integers(0, MOST_SMALL)


@given(
    st.one_of(
        st.builds(OptionRange, PARTS, NUMBERS, NUMBERS),
        st.builds(DraftSetting, NUMBERS, PARTS),
        st.builds(SetPage, NUMBERS, NUMBERS),
        st.builds(CardPlace, NUMBERS, PARTS),
        st.builds(CardCount, NUMBERS, PARTS, NUMBERS),
    )
)
def test_an_argument_of_several_parts_is_read_as_it_was_written(argument: Argument) -> None:
    assert type(argument).parse(str(argument)) == argument


@pytest.mark.parametrize("text", ["", "1", "1.", "1.x", "-1.0", "01.0", "1.2.3", "1 2", f"1.{MOST_SMALL + 1}"])
def test_an_argument_with_other_parts_is_unreadable(text: str) -> None:
    with pytest.raises(Unreadable):
        SetPage.parse(text)


@given(st.text(max_size=120))
def test_garbage_is_unreadable_or_canonical(text: str) -> None:
    with suppress(Unreadable):
        assert str(parse(text)) == text


@pytest.mark.parametrize(
    "text",
    ["", "1", "1.pick.1.A0.0", "2.pick.1.A0.0.stay", "1.pick.01.A0.0.stay", "1.PICK.1.A0.0.stay", "1.pick.-1.A0.0.x"],
)
def test_truncated_and_foreign_ids_are_unreadable(text: str) -> None:
    with pytest.raises(Unreadable):
        parse(text)


def test_what_is_about_no_row_has_no_number() -> None:
    assert str(CustomId("decks")) == "1.decks.0..0."
    assert parse("1.decks.0..0.") == CustomId("decks")
    with pytest.raises(Unreadable):
        _ = CustomId("tjoin").number
