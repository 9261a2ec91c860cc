"""What the features register: a handler for each kind of timer, once; and the text forms of what timers are about."""

import re
from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.host.collections import trades
from bot.host.features import HOOKS
from bot.host.lobby import lobby
from bot.host.match import timer_handlers
from bot.host.match.seals import SEALED
from bot.host.operations import grace
from bot.host.puzzles import daily_posts
from bot.host.seasons import counting
from bot.host.tournament import absence, corrections, games, rounds
from bot.host.tournament.timers import ABSENT, PAIRING, WARNING, Expected, RoundOf
from bot.storage import matches, timers
from bot.storage.database import Database
from bot.storage.timers import TimerKey, TimerRow
from tests.storage.test_database import MATCH

numbers = st.integers(0, 2**63 - 1)


def test_every_kind_of_timer_is_handled_by_one_feature_or_by_a_worker_of_its_own() -> None:
    events = (corrections.TIMERS, rounds.TIMERS, games.TIMERS, absence.TIMERS, grace.TIMERS, counting.TIMERS)
    others = (timer_handlers.TIMERS, lobby.TIMERS, [SEALED.kind], trades.TIMERS, daily_posts.TIMERS)
    kinds = list(chain(*others, *events))
    assert sorted(kinds) == sorted(HOOKS.timers)
    assert not set(HOOKS.timers) & set(HOOKS.worked)
    assert set(HOOKS.running) <= set(HOOKS.timers)


def test_the_kinds_are_the_ones_that_databases_hold() -> None:
    assert {*HOOKS.timers, *HOOKS.worked} == {
        *("deadline", "bank", "reminder", "pass", "race", "back", "untold", "vote", "lobby", "idle", "sealed", "trade"),
        *(
            "starting",
            "checking",
            "closing",
            "opening",
            "judging",
            "forfeit",
            "again",
            "missed",
            "absent",
            "warning",
            "stranded",
            "ending",
            "counting",
            "finishing",
            "puzzle",
            "solution",
        ),
        *("house", "pairing", "call", "check", "watch", "tidy", "return", "lock", "recur", "crown", "ping"),
    }


@given(numbers, numbers)
def test_what_a_timer_is_about_is_read_as_it_was_written(first: int, second: int) -> None:
    assert str(RoundOf(first, second)) == f"{first} {second}"
    assert PAIRING.parse(str(RoundOf(first, second))) == RoundOf(first, second)
    assert WARNING.parse(str(RoundOf(first, second))) == RoundOf(first, second)
    assert str(Expected(first, second)) == f"{first} {second}"
    assert ABSENT.parse(str(Expected(first, second))) == Expected(first, second)


@pytest.mark.parametrize("text", ["", "1", "1 2 3", "a b", "1 "])
def test_no_other_text_is_about_anything(text: str) -> None:
    for kind in (PAIRING, ABSENT):
        with pytest.raises(ValueError, match=re.compile(".")):
            kind.parse(text)


async def test_a_key_is_read_from_the_database_as_it_was_written(database: Database) -> None:
    keys = {TimerKey("vote"), TimerKey("race", subject="W1"), TimerKey("pass", 0, "A1"), TimerKey("back", 2)}
    async with database.transaction() as tx:
        match = await matches.create(tx, MATCH)
        await timers.set_all(tx, match, dict.fromkeys(keys, 1.0))
        await timers.put_apart(tx, PAIRING, RoundOf(12, 3), 2.0)
        assert {row.key for row in await timers.of_match(tx, match)} == keys
        (row,) = await timers.claim(tx, 2.0, 3.0, 9, only=(PAIRING.name,))
    assert (row.match, row.seat, PAIRING.parse(row.subject)) == (None, None, RoundOf(12, 3))


def test_a_timer_that_belongs_to_nobody_is_no_seats() -> None:
    with pytest.raises(ValueError, match="TimerRow"):
        TimerRow(1, None, "deadline", None, "", 0.0).at_match()
    with pytest.raises(ValueError, match="TimerRow"):
        TimerRow(1, 2, "deadline", None, "", 0.0).at_seat()
