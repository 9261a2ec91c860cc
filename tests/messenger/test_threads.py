"""A thread stays in the list for as long as its match may be silent, and hardly longer."""

import pytest

from bot.host.kernel.paces import DAY, HOUR, MINUTE, PACES
from bot.messenger.threads import ARCHIVE_MINUTES, archive_minutes


@pytest.mark.parametrize("pace", PACES)
def test_a_turn_that_is_lengthened_once_is_over_before_its_thread_leaves_the_list(pace: str) -> None:
    assert archive_minutes(PACES[pace]) * MINUTE > 2 * PACES[pace].turn + PACES[pace].bank


def test_each_pace_has_the_shortest_archive_time_that_it_can_have() -> None:
    assert {key: archive_minutes(pace) * MINUTE for key, pace in PACES.items()} == {
        "live": HOUR,
        "relaxed": HOUR,
        "daily": 3 * DAY,
        "slow": 7 * DAY,
    }
    assert {archive_minutes(pace) for pace in PACES.values()} < {*ARCHIVE_MINUTES}
