"""The names of the people at the seats, for buttons and pictures."""

from bot.host import lobby
from bot.host.kernel.host import Host
from bot.host.lobby import Opening
from bot.host.match import panel_actions
from bot.storage import matches
from tests.host.players import ADA, BEN, CHANNEL, CLEO, begin, click, opened, post_lobbies, started


async def names(host: Host, match: int) -> list[str | None]:
    async with host.database.reading() as connection:
        return [row.name for row in await matches.seats_of(connection, match)]


async def test_a_seat_has_the_name_of_its_person_and_loses_it_with_the_person(host: Host) -> None:
    wanted = Opening("artbot", "live", None, CHANNEL, host.games["artbot"].spec.options(), seats=3)
    table = await lobby.open_table(host, click(ADA, name="Ada"), wanted)
    assert table is not None
    match = table.match.id
    await lobby.join(host, click(BEN, name="Ben"), match)
    await lobby.join(host, click(CLEO, name="Cleo"), match)
    assert await names(host, match) == ["Ada", "Ben", "Cleo"]
    await lobby.give_up(host, click(BEN, name="Ben"), match)
    assert await names(host, match) == ["Ada", None, "Cleo"]


async def test_a_rematch_has_the_names_of_those_who_agreed(host: Host) -> None:
    match = await started(host, game="artbot")
    await panel_actions.leave(host, click(BEN), match)
    again = (await lobby.rematch(host, click(ADA, name="Ada"), match)).match.id
    assert await names(host, again) == [None, "Ada"]
    await post_lobbies(host)
    await lobby.rematch(host, click(BEN, name="Ben"), match)
    assert await names(host, again) == ["Ben", "Ada"]


async def test_a_seat_of_an_older_version_gets_its_name_with_the_next_click_and_keeps_it(host: Host) -> None:
    shown = await opened(host)
    await lobby.join(host, click(BEN), shown.match.id)
    await begin(host, click(ADA), shown.match.id)
    assert await names(host, shown.match.id) == [None, None]
    await panel_actions.here(host, click(BEN, name="Ben"), shown.match.id)
    await panel_actions.here(host, click(BEN, name="Benny"), shown.match.id)
    assert await names(host, shown.match.id) == [None, "Ben"]
