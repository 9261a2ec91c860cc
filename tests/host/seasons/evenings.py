"""Evenings of a season for tests: tournaments whose results organisers set, so that they are over at once."""

from collections.abc import Sequence

from bot.host.kernel.host import Host
from bot.host.seasons import management
from bot.host.seasons import season as seasons_host
from bot.host.seasons.season import Season
from bot.host.tournament import creation, entry, rounds
from bot.host.tournament import management as organising
from bot.host.tournament.rules.course import places
from bot.host.tournament.tournament import look
from tests.host.players import click
from tests.host.tournament.organisers import CHANNEL, GUILD, ORGANISER, settle


async def planned(host: Host, title: str = "Autumn", **settings: str) -> int:
    """Plan a season with some settings."""
    made = await management.create(host, click(ORGANISER), GUILD, CHANNEL, title)
    for what, value in settings.items():
        await management.arrange(host, click(ORGANISER), made.row.id, what, value, manages=False)
    return made.row.id


async def announced(host: Host, season: int | None = None, title: str = "Friday", **settings: str) -> int:
    """Announce a tournament, and have it count in a season."""
    made = await creation.create(host, click(ORGANISER), GUILD, CHANNEL, "artbot", title)
    assert made is not None
    for what, value in {"format": "robin", "provisional": "none", **settings}.items():
        await creation.arrange(host, click(ORGANISER), made.row.id, what, value, manages=False)
    await creation.announce(host, click(ORGANISER), made.row.id, manages=False)
    if season is not None:
        await choose(host, season, made.row.id)
    await settle(host)
    return made.row.id


async def choose(host: Host, season: int, *more: int) -> Season:
    """Have more tournaments count in a season."""
    found = await seasons_host.look(host, season)
    chosen = {each.id for each in await management.offered(host, found) if each.chosen} | {*more}
    return await management.choose(host, click(ORGANISER), season, chosen, manages=False)


async def held(host: Host, number: int, order: Sequence[int], names: dict[int, str] | None = None) -> None:
    """Hold an announced round robin that ends in an order: of two people, who comes first in it always wins."""
    for user in order:
        await entry.join(host, click(user), number, (names or {}).get(user, f"Player {user}"), ())
    await rounds.start(host, click(ORGANISER), number, manages=False)
    await settle(host)
    while (found := await look(host, number)).row.status == "running":
        for series in found.now_played:
            if series.state == "open" and series.second is not None:
                users = {found.entrant(player).user: player for player in (series.first, series.second)}
                winner = users[min(users, key=order.index)]
                await organising.correct(host, click(ORGANISER), number, series.id, winner, manages=False)
        await settle(host)
    found = await look(host, number)
    assert [found.entrant(each.player).user for each in places(found.course)] == list(order)


async def evening(host: Host, season: int, order: Sequence[int], **settings: str) -> int:
    """Hold an evening of a season that ends in an order."""
    number = await announced(host, season, **settings)
    await held(host, number, order)
    return number


async def table(host: Host, season: int) -> list[tuple[int, int, int]]:
    """Return the users of a season's table, with their places and points."""
    found = await seasons_host.look(host, season)
    return [(line.user, line.place, line.points) for line in found.table]
