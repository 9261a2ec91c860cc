"""/stats: the table fits a phone, says nothing where nothing is published, and the file has everything that is."""

from datetime import date, timedelta

import pytest

from bot.host.operations.numbers import KINDS, Week
from bot.locale.catalogue import PSEUDO
from bot.ui.servers.numbers import LABEL, NUMBER, SHOWN, stats
from bot.ui.texts.words import Words

WIDEST = 40
"""How many letters of a code block a phone shows in a line."""

MONDAY = date(2026, 11, 2)
BEGUN = {("begun", "", ""): 41, ("begun", "varia", ""): 30, ("begun", "", "command"): 41}
WEEKS = [Week(MONDAY + timedelta(weeks=number), BEGUN if number else {}) for number in range(SHOWN + 2)]


def table_of(words: Words, weeks: list[Week]) -> list[str]:
    return (stats(weeks, words).content or "").split("```")[1].strip("\n").splitlines()


def test_the_table_has_the_latest_weeks_and_a_dash_for_what_is_not_published() -> None:
    """Issue 55."""
    head, begun, *rest = table_of(Words("en"), WEEKS)
    assert head.split() == ["11-16", "11-23", "11-30", "12-07"]
    assert begun.split() == ["Matches", "begun", "41", "41", "41", "41"]
    assert len(rest) == len(KINDS) - 1
    assert all(line.split()[-SHOWN:] == ["–"] * SHOWN for line in rest)
    assert table_of(Words("en"), WEEKS[:2])[1].split() == ["Matches", "begun", "–", "41"]


def test_every_line_fits_a_phone() -> None:
    assert LABEL + SHOWN * NUMBER <= WIDEST
    assert all(len(Words("en").plain(f"stats.{kind}")) <= LABEL for kind in KINDS)
    assert {len(line) for line in table_of(Words("en"), WEEKS)} == {LABEL + SHOWN * NUMBER}


@pytest.mark.parametrize("locale", ["en", PSEUDO])
def test_the_file_has_all_weeks_with_games_and_ways(locale: str) -> None:
    message = stats(WEEKS, Words(locale))
    assert len(message.content or "") <= 2000
    (file,) = message.files
    lines = file.content.decode("utf-8-sig").splitlines()
    assert lines[0] == "week,kind,game,way,number"
    assert lines[1:4] == ["2026-11-09,begun,,,41", "2026-11-09,begun,varia,,30", "2026-11-09,begun,,command,41"]
    assert len(lines) == 1 + 3 * (len(WEEKS) - 1)
