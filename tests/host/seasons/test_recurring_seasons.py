"""What recurs and its season: evenings join by themselves, winners are honoured, and the final evening is the next."""

from collections.abc import Sequence

from bot.host.kernel.host import Host
from bot.host.seasons import hall, management
from bot.host.seasons import season as seasons_host
from tests.host.players import click
from tests.host.recurring.evenings import Members, evenings, face, moment, wake_at, weekly
from tests.host.seasons.evenings import held, planned, table
from tests.host.tournament.organisers import GUILD, ORGANISER
from tests.support.clocks import ManualClock

ADA, BEN, CLEO, DAN = 1, 2, 3, 4


async def friday(host: Host, clock: ManualClock, day: str, order: Sequence[int]) -> int:
    """Pass time to a Friday before its evening, and hold the evening."""
    await wake_at(host, clock, Members(ORGANISER), f"{day} 18:00")
    number = (await evenings(host))[-1].id
    await held(host, number, order)
    await wake_at(host, clock, Members(ORGANISER), f"{day} 22:00")
    return number


async def test_a_season_follows_what_recurs_to_its_final_evening(host: Host, clock: ManualClock) -> None:
    await weekly(host, clock, format="robin", provisional="1")
    season = await planned(host, weeks="3", final="2")
    found = await seasons_host.look(host, season)
    assert found.row.recurrence is not None
    assert await management.offered(host, found) == []
    await friday(host, clock, "2027-02-12", (ADA, BEN, CLEO))
    await friday(host, clock, "2027-02-19", (BEN, ADA, CLEO))
    await friday(host, clock, "2027-02-26", (BEN, CLEO, DAN))
    found = await seasons_host.look(host, season)
    assert await table(host, season) == [(BEN, 1, 27), (ADA, 2, 17), (CLEO, 3, 17), (DAN, 4, 5)]
    assert found.row.begun is not None
    assert moment("2027-02-26 20:00") < (found.row.ends or 0.0) < moment("2027-03-05 18:00")

    await wake_at(host, clock, Members(ORGANISER), "2027-03-05 18:00")
    last = (await evenings(host))[-1]
    assert last.entry == "invitation"
    await held(host, last.id, (ADA, BEN))
    await wake_at(host, clock, Members(ORGANISER), "2027-03-05 23:00")
    found = await seasons_host.look(host, season)
    assert (found.row.status, [line.user for line in found.leaders]) == ("over", [ADA])

    await friday(host, clock, "2027-03-12", (DAN, ADA))
    assert (await evenings(host))[-1].entry == "open"
    assert await table(host, season) == [(ADA, 1, 17), (BEN, 2, 27), (CLEO, 3, 17), (DAN, 4, 5)]


async def test_winners_of_what_recurs_are_honoured_without_a_season(host: Host, clock: ManualClock) -> None:
    await weekly(host, clock, format="robin", provisional="1")
    number = await friday(host, clock, "2027-02-19", (CLEO, ADA))
    [honour] = await hall.trophies(host, CLEO, GUILD)
    assert (honour.kind, honour.subject, honour.place) == ("evening", number, 1)
    assert await hall.trophies(host, ADA, GUILD) == []


async def test_one_season_follows_what_recurs_at_a_time(host: Host, clock: ManualClock) -> None:
    await weekly(host, clock, format="robin")
    first, second = await planned(host), await planned(host, "Other")
    assert (await seasons_host.look(host, second)).row.recurrence is None
    offers = [await management.recurring(host, await seasons_host.look(host, each)) for each in (first, second)]
    assert [len(each) for each in offers] == [1, 0]
    await management.arrange(host, click(ORGANISER), first, "recurrence", "none", manages=False)
    found = await seasons_host.look(host, second)
    [free] = await management.recurring(host, found)
    found = await management.arrange(host, click(ORGANISER), second, "recurrence", str(free.id), manages=False)
    assert found.row.recurrence == free.id


async def test_the_next_evening_that_recurs_and_how_many_can_still_count_are_known(
    host: Host, clock: ManualClock
) -> None:
    await weekly(host, clock, format="robin")
    season = await planned(host, weeks="4")
    await friday(host, clock, "2027-02-12", (ADA, BEN))
    assert await coming(host, season) == ("due", "2027-02-19 20:00", 3)
    await wake_at(host, clock, Members(ORGANISER), "2027-02-15 12:00")
    assert await coming(host, season) == ("open", "2027-02-19 20:00", 3)
    await friday(host, clock, "2027-02-19", (ADA, BEN))
    assert await coming(host, season) == ("due", "2027-02-26 20:00", 2)


async def coming(host: Host, season: int) -> tuple[str, str, int | None]:
    found = await seasons_host.coming(host, await seasons_host.look(host, season))
    return found.state, face(found.starts), found.most
