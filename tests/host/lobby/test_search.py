"""Looking for somebody: two who want the same are seated, quietly, by the rules of every other door."""

import pytest

from bot.host import lobby
from bot.host.features import HOOKS
from bot.host.kernel.errors import Refused
from bot.host.kernel.host import Host
from bot.host.kernel.paces import HOUR, LOBBY_LIFE
from bot.host.lobby import LOOKING, OPEN_TABLES, Lobby, Opening
from bot.host.operations import privacy
from bot.host.people import blocks, settings
from tests.host.players import ADA, BEN, CHANNEL, CLEO, DAN, begin, click, opened, pass_time, posts_of
from tests.support.chance import SeededChance
from tests.support.clocks import ManualClock

GUILD = 800
ELSEWHERE = CHANNEL + 1
SHORTEST = LOOKING[0]


async def look_for(
    host: Host,
    user: int,
    *,
    game: str = "varia",
    pace: str = "live",
    guild: int = GUILD,
    channel: int = CHANNEL,
    readable: tuple[int, ...] = (CHANNEL,),
) -> Lobby:
    """Look for somebody for the shortest time."""
    wanted = Opening(game, pace, guild, channel, host.games[game].spec.options(), sought=SHORTEST)
    found = await lobby.look_for(host, click(user), guild, wanted, {channel, *readable})
    assert found is not None
    return found


def people_at(table: Lobby) -> list[int | None]:
    return [seat.user for seat in table.seats]


async def test_two_who_look_for_the_same_get_seats_at_one_table(host: Host) -> None:
    first = await look_for(host, ADA)
    second = await look_for(host, BEN)
    assert second.match.id == first.match.id
    assert people_at(second) == [ADA, BEN]
    assert len(await posts_of(host, first.match.id, "found")) == 1
    assert (await begin(host, click(ADA), first.match.id)).match.status == "running"


@pytest.mark.parametrize("other", [{"game": "artbot"}, {"pace": "daily"}, {"guild": GUILD + 1}])
async def test_who_looks_for_something_else_waits_for_somebody_else(other: dict[str, str], host: Host) -> None:
    first = await look_for(host, ADA)
    second = await look_for(host, BEN, **other)  # type: ignore[arg-type]
    assert second.match.id != first.match.id


async def test_the_oldest_search_is_met_first(host: Host) -> None:
    first, second = await look_for(host, ADA), await look_for(host, BEN, channel=ELSEWHERE, readable=())
    assert second.match.id != first.match.id, "Ben cannot read Ada's channel"
    assert (await look_for(host, CLEO, readable=(ELSEWHERE,))).match.id == first.match.id
    assert (await look_for(host, DAN, readable=(ELSEWHERE,))).match.id == second.match.id


async def test_a_table_opened_otherwise_is_no_search(host: Host) -> None:
    table = await opened(host, guild=GUILD, opponent=None)
    assert (await look_for(host, BEN)).match.id != table.match.id


async def test_nobody_looks_for_the_same_twice(host: Host) -> None:
    await look_for(host, ADA)
    with pytest.raises(Refused) as refused:
        await look_for(host, ADA)
    assert refused.value.reason.id == "lobby.refused.looking"


@pytest.mark.parametrize("blocker", [(ADA, BEN), (BEN, ADA)])
async def test_people_with_a_block_between_them_never_meet(blocker: tuple[int, int], host: Host) -> None:
    await blocks.change(host, *blocker)
    first = await look_for(host, ADA)
    assert (await look_for(host, BEN)).match.id != first.match.id
    assert (await look_for(host, CLEO)).match.id == first.match.id


async def test_what_the_server_forbids_is_not_looked_for(host: Host) -> None:
    first = await look_for(host, ADA)
    await settings.change_guild(host, GUILD, "barred", [str(BEN)])
    with pytest.raises(Refused) as refused:
        await look_for(host, BEN)
    assert refused.value.reason.id == "server.refused.barred"
    await settings.change_guild(host, GUILD, "games", ["zarcana"])
    with pytest.raises(Refused) as refused:
        await look_for(host, CLEO)
    assert refused.value.reason.id == "server.refused.game"
    assert people_at(await lobby.look(host, first.match.id)) == [ADA, None]


async def test_a_search_counts_as_an_open_table(host: Host) -> None:
    for _ in range(OPEN_TABLES):
        await opened(host, guild=GUILD, opponent=None)
    with pytest.raises(Refused) as refused:
        await look_for(host, ADA)
    assert refused.value.reason.id == "lobby.refused.tables"


async def test_a_search_ends_by_itself_also_after_a_restart(host: Host, clock: ManualClock) -> None:
    first = await look_for(host, ADA)
    again = Host(host.database, host.games, clock, SeededChance(8), HOOKS)
    await again.store_sets()
    await pass_time(again, clock, SHORTEST - 1)
    assert (await lobby.look(again, first.match.id)).match.status == "lobby"
    await pass_time(again, clock, 2)
    ended = (await lobby.look(again, first.match.id)).match
    assert (ended.status, ended.closing and ended.closing["id"]) == ("closed", "lobby.closed.nobody")
    assert (await look_for(again, BEN)).match.id != first.match.id


async def test_a_full_table_waits_for_its_start_until_somebody_leaves(host: Host, clock: ManualClock) -> None:
    first = await look_for(host, ADA)
    await look_for(host, BEN)
    await pass_time(host, clock, LOBBY_LIFE - 1)
    assert (await lobby.look(host, first.match.id)).match.status == "lobby"
    await lobby.give_up(host, click(BEN), first.match.id)
    await pass_time(host, clock, 1)
    assert (await lobby.look(host, first.match.id)).match.status == "closed"


async def test_those_who_want_to_know_are_told_once(host: Host, clock: ManualClock) -> None:
    for user in (ADA, BEN, CLEO, DAN):
        await settings.listen(host, GUILD, user, "yes")
    await settings.listen(host, GUILD, DAN, "no")
    await blocks.change(host, CLEO, ADA)
    first = await look_for(host, ADA)
    assert len(await posts_of(host, first.match.id, "sought")) == 1
    assert await lobby.listeners(host, first) == [BEN]
    await lobby.withdraw(host, click(ADA), first.match.id)
    again = await look_for(host, ADA)
    assert await posts_of(host, again.match.id, "sought") == []
    await pass_time(host, clock, HOUR)
    later = await look_for(host, ADA)
    assert len(await posts_of(host, later.match.id, "sought")) == 1


async def test_a_search_and_the_wish_to_know_go_with_the_person(host: Host) -> None:
    await settings.listen(host, GUILD, ADA, "yes")
    first = await look_for(host, ADA)
    told = await privacy.told(host, ADA)
    assert len(told["wants to know who looks for a match"]) == len(told["opened"]) == 1
    await privacy.forget(host, ADA)
    assert (await lobby.look(host, first.match.id)).match.status == "closed"
    assert not await settings.listens(host, GUILD, ADA)
