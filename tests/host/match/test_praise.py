"""Well played: said once by each player of a finished match, and kept with the post about the end."""

import pytest

from bot.host.features import HOOKS
from bot.host.kernel.errors import Refused
from bot.host.kernel.host import Host
from bot.host.match import panel_actions
from bot.host.match.praise import say_well_played
from bot.storage.database import Database
from tests.host.players import ADA, BEN, CLEO, click, posts_of, probe_of
from tests.probe import PROBE
from tests.support.chance import SeededChance
from tests.support.clocks import ManualClock


def host_of(database: Database) -> Host:
    return Host(database, {"probe": PROBE}, ManualClock(), SeededChance(7), HOOKS)


async def refusal(host: Host, user: int, match: int) -> str:
    with pytest.raises(Refused) as refused:
        await say_well_played(host, click(user), match)
    return refused.value.reason.id


async def test_it_outlives_a_restart_and_is_said_once_by_each_player(database: Database) -> None:
    host = host_of(database)
    await host.store_sets()
    match = await probe_of(host)
    assert await refusal(host, ADA, match) == "praise.refused.late"
    await panel_actions.leave(host, click(BEN), match)
    await say_well_played(host, click(BEN), match)
    later = host_of(database)
    assert await refusal(later, BEN, match) == "praise.refused.twice"
    assert await refusal(later, CLEO, match) == "praise.refused.not_player"
    await say_well_played(later, click(ADA), match)
    (end,) = await posts_of(later, match, "end")
    assert end.content == {"praise": [1, 0]}
    assert [post.content for post in await posts_of(later, match, "amended")] == [{"post": end.id}] * 2
