"""A person is one live entrant of a tournament, also if they left and then replaced somebody."""

import pytest
from sqlalchemy.exc import IntegrityError

from bot.host.kernel.host import Host
from bot.host.operations import privacy
from bot.host.tournament import entry, management
from bot.host.tournament.tournament import look
from bot.storage import tournaments
from bot.storage.tournaments import EntrantRow
from tests.host.players import click
from tests.host.tournament.organisers import ORGANISER, begun, play_round, settle

LEAVER, NUMBER = 4, 3
"""The person who leaves, and the number that they leave behind, which is the last one."""


async def substituted(host: Host) -> int:
    """A tournament in which somebody who left plays on as the entrant with the number 0."""
    number = await begun(host, 4, format="swiss", rounds="3")
    await entry.leave(host, click(LEAVER), number)
    await settle(host)
    await play_round(host, number)
    await management.replace(host, click(ORGANISER), number, 0, LEAVER, "Four", manages=True)
    return number


async def test_who_left_and_replaces_another_is_the_one_they_replace(host: Host) -> None:
    number = await substituted(host)
    found = await look(host, number)
    own = found.entrant_of(LEAVER)
    assert own is not None
    assert (own.number, own.status) == (0, "in")
    assert (await entry.own(host, number, LEAVER)).entrant == own
    await entry.join(host, click(LEAVER), number, "Four", ())
    assert [each.number for each in (await look(host, number)).members if each.user == LEAVER] == [0]


async def test_who_left_and_replaces_another_is_never_paired_with_themselves(host: Host) -> None:
    number = await substituted(host)
    await settle(host)
    while (found := await look(host, number)).row.status == "running":
        for series in found.now_played:
            assert series.second is None or found.entrant(series.first).user != found.entrant(series.second).user
        await play_round(host, number)


async def test_a_substitute_leaves_as_the_one_they_replace(host: Host) -> None:
    number = await substituted(host)
    await entry.leave(host, click(LEAVER), number)
    assert LEAVER not in {each.user for each in (await look(host, number)).members}


async def test_a_substitute_whose_data_is_deleted_takes_no_part_any_more(host: Host) -> None:
    number = await substituted(host)
    await privacy.forget(host, LEAVER)
    found = await look(host, number)
    assert found.entrant(0).status == "out"
    assert found.entrant_of(LEAVER) is None


async def test_the_database_accepts_no_second_live_entrant_of_a_person(host: Host) -> None:
    number = await substituted(host)
    second = EntrantRow(number, 1 + NUMBER, LEAVER, "Four", "in")
    async with host.database.transaction() as tx:
        with pytest.raises(IntegrityError):
            await tournaments.enter(tx, second)
        await tx.rollback()
