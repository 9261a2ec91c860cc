"""Blocks hold on every way on which one person reaches another, and nobody asks the same person again and again."""

from collections.abc import Awaitable, Callable

import pytest
from sqlalchemy import update

from bot.host import lobby
from bot.host.collections import trades
from bot.host.kernel.errors import Refused
from bot.host.kernel.host import Host
from bot.host.kernel.paces import ASKING_PAUSE, DAY
from bot.host.lobby import Lobby
from bot.host.match import panel_actions
from bot.host.people import blocks
from bot.host.ratings import leaderboards
from bot.host.tournament import entry, management, rounds
from bot.host.tournament.tournament import look
from bot.storage.schema import matches
from tests.host.collections.collectors import give
from tests.host.players import ADA, BEN, CLEO, click, opened, pass_time, started
from tests.host.ratings.test_rating import won_by
from tests.host.tournament import organisers
from tests.host.tournament.organisers import ORGANISER, announced
from tests.support.clocks import ManualClock


async def finished(host: Host) -> int:
    """A match of Ada and Ben that is over."""
    match = await started(host)
    await panel_actions.leave(host, click(BEN), match)
    return match


async def rematch(host: Host) -> None:
    await lobby.rematch(host, click(ADA), await finished(host))


async def challenge(host: Host) -> None:
    await opened(host)


async def trade(host: Host) -> None:
    await trades.open_trade(host, click(ADA), BEN)


async def invitation(host: Host) -> None:
    number = await announced(host, entry="invitation")
    await management.invite(host, click(ADA), number, BEN, "Ben", manages=True)


async def replacement(host: Host) -> None:
    number = await announced(host)
    await entry.join(host, click(CLEO), number, "Cleo", ())
    await management.replace(host, click(ADA), number, 0, BEN, "Ben", manages=True)


async def joining(host: Host) -> None:
    table = await opened(host, opponent=None, user=BEN)
    await lobby.join(host, click(ADA), table.match.id)


async def seat(host: Host) -> None:
    table = await opened(host, opponent=None)
    await lobby.invite(host, click(ADA), table.match.id, [BEN])


WAYS = (rematch, challenge, seat, trade, invitation, replacement, joining)


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
@pytest.mark.parametrize("blocker", [ADA, BEN])
async def test_a_block_holds_on_every_way_to_a_person(
    host: Host, way: Callable[[Host], Awaitable[None]], blocker: int
) -> None:
    """Found by an attack: five of five rematches reached somebody who had blocked who asked."""
    await way(host)
    await blocks.change(host, blocker, BEN if blocker == ADA else ADA)
    async with host.database.transaction() as tx:
        await tx.execute(update(matches).values(status="over"))
    with pytest.raises(Refused) as refused:
        await (lobby.rematch(host, click(ADA), 1) if way is rematch else way(host))
    assert refused.value.reason.id.endswith(".refused.apart")


async def test_a_block_ends_a_trade_that_is_under_way(host: Host) -> None:
    await give(host, ADA, {"PHY1": 1})
    found = await trades.open_trade(host, click(ADA), BEN)
    assert found is not None
    offered = await trades.offer(host, click(ADA), found.row.id, {("artbot", "PHY1"): 1})
    await blocks.change(host, BEN, ADA)
    for act in (
        trades.offer(host, click(ADA), found.row.id, {}),
        trades.agree(host, click(BEN), found.row.id, offered.row.revision),
    ):
        with pytest.raises(Refused, match=r"trade\.refused\.apart"):
            await act
    assert (await trades.cancel(host, click(BEN), found.row.id)).row.status == "cancelled"


async def declined(host: Host, table: Lobby) -> None:
    await lobby.give_up(host, click(BEN), table.match.id)


async def withdrawn(host: Host, table: Lobby) -> None:
    await lobby.withdraw(host, click(ADA), table.match.id)


@pytest.mark.parametrize("end", [declined, withdrawn], ids=lambda end: end.__name__)
async def test_after_a_challenge_that_came_to_nothing_there_is_a_pause(
    host: Host, clock: ManualClock, end: Callable[[Host, Lobby], Awaitable[None]]
) -> None:
    table = await opened(host)
    with pytest.raises(Refused, match=r"lobby\.refused\.asked"):
        await opened(host, game="artbot")
    await end(host, table)
    with pytest.raises(Refused, match=r"lobby\.refused\.pause"):
        await opened(host)
    await opened(host, opponent=CLEO)
    await opened(host, user=BEN, opponent=ADA)
    clock.advance(ASKING_PAUSE)
    assert (await opened(host)).match.status == "lobby"


async def test_a_challenge_that_lapsed_is_followed_by_the_pause_too(host: Host, clock: ManualClock) -> None:
    await opened(host)
    await pass_time(host, clock, DAY + 1)
    with pytest.raises(Refused, match=r"lobby\.refused\.pause"):
        await opened(host)


async def test_a_declined_rematch_is_not_asked_for_again_at_once(host: Host, clock: ManualClock) -> None:
    match = await finished(host)
    again = await lobby.rematch(host, click(ADA), match)
    await declined(host, again)
    with pytest.raises(Refused, match=r"lobby\.refused\.pause"):
        await lobby.rematch(host, click(ADA), match)
    clock.advance(ASKING_PAUSE)
    assert (await lobby.rematch(host, click(ADA), match)).match.status == "lobby"


async def test_trades_with_one_person_have_a_pause(host: Host, clock: ManualClock) -> None:
    found = await trades.open_trade(host, click(ADA), BEN)
    assert found is not None
    with pytest.raises(Refused, match=r"trade\.refused\.asked"):
        await trades.open_trade(host, click(ADA), BEN)
    await trades.cancel(host, click(BEN), found.row.id)
    with pytest.raises(Refused, match=r"trade\.refused\.pause"):
        await trades.open_trade(host, click(ADA), BEN)
    clock.advance(ASKING_PAUSE)
    assert await trades.open_trade(host, click(ADA), BEN) is not None


async def test_the_organiser_is_told_of_a_pairing_of_people_who_block_each_other(host: Host) -> None:
    number = await organisers.begun(host, 4)
    found = await look(host, number)
    assert await management.kept_apart(host, found) == []
    series = found.series[0]
    assert series.second is not None
    await blocks.change(host, found.entrant(series.first).user, found.entrant(series.second).user)
    assert [each.id for each in await management.kept_apart(host, found)] == [series.id]


async def test_a_profile_hides_the_decks_of_a_tournament_that_hides_them(host: Host, clock: ManualClock) -> None:
    match = await won_by(host, clock, ADA, BEN)
    number = await announced(host, hidden="yes")
    for user in (ADA, BEN):
        await entry.join(host, click(user), number, str(user), ())
    await rounds.start(host, click(ORGANISER), number, manages=False)
    await organisers.settle(host)
    series = (await look(host, number)).series[0].id
    async with host.database.transaction() as tx:
        await tx.execute(update(matches).where(matches.c.id == match).values(series=series))
    assert (await leaderboards.profile(host, ADA, "artbot", ADA)).favourites
    assert not (await leaderboards.profile(host, ADA, "artbot", CLEO)).favourites
    await management.change_course(host, click(ORGANISER), number, "cancel", manages=False)
    assert (await leaderboards.profile(host, ADA, "artbot", CLEO)).favourites
