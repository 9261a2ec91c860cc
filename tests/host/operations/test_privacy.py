"""What is kept about a person can be seen and deleted, and what others played stays."""

import json
import re

import pytest
from sqlalchemy import select

from bot.host import lobby
from bot.host.collections import collection
from bot.host.decks import personal
from bot.host.kernel.host import Host
from bot.host.match import away, panel_actions
from bot.host.match.players import players_of
from bot.host.operations import orders, privacy
from bot.host.people import blocks
from bot.storage import destinations, matches, timers
from bot.storage import orders as order_rows
from bot.storage import privacy as stored
from bot.storage.destination import Destination
from bot.storage.privacy import COLLECTED, ERASED, GONE, REPLACED
from bot.storage.schema import metadata
from bot.storage.timers import TimerKey
from bot.ui.texts.words import Words
from tests.host.players import ADA, BEN, CLEO, answer, click, leave_job, opened, probe_of, table_of

PEOPLE = {
    "user",
    "blocked",
    "invited",
    "opener",
    "owner",
    "author",
    "uploader",
    "person",
    "member",
    "giver",
    "taker",
    "partner",
    "organiser",
    "actor",
}
"""How columns that name people are called."""


def test_every_column_that_names_a_person_is_thought_of() -> None:
    named = {column for table in metadata.tables.values() for column in table.c if column.name in PEOPLE}
    assert {str(column) for column in named} <= {str(column) for column in (*ERASED, *REPLACED, *COLLECTED)}


def names(text: str, user: int) -> bool:
    """Return whether the text holds the id of a person as a whole number, not as a part of another."""
    return re.search(rf"\b{user}\b", text) is not None


@pytest.fixture
async def match(host: Host) -> int:
    """A running match of Ada and Ben; Ada has a life beside it."""
    match = await probe_of(host, (ADA, BEN), pace="daily")
    await answer(host, match, ADA, "done")
    await blocks.change(host, ADA, CLEO)
    await blocks.change(host, BEN, ADA)
    await away.go(host, click(ADA), 3)
    await personal.build(host, click(ADA), None, "varia", "Mine", "Deck")
    await collection.begin(host, click(ADA), "artbot", "Foundry")
    async with host.database.transaction() as tx:
        await destinations.keep_place(tx, Destination.dm(ADA), 77)
        await leave_job(tx, match, "watch", Destination.thread(1), {"user": ADA}, host.now())
        await timers.put(tx, match, TimerKey("watch", None, str(ADA)), host.now())
        await matches.watch(tx, match, ADA)
    return match


async def test_the_export_tells_all_and_nothing_of_others(host: Host, match: int) -> None:
    kept = await privacy.told(host, ADA)
    text = json.dumps(kept)
    assert [seat["match"] for seat in kept["seats"]] == [match]
    assert kept["drafts"]
    assert {row["blocked"] for row in kept["blocked"]} == {CLEO}
    assert kept["away"]
    assert kept["clicks"]
    assert [deck["name"] for deck in kept["decks"]] == ["Mine"]
    assert len(kept["cards"]) == len(kept["movements of cards"]) > 0
    assert "secret" not in text
    assert "draws" not in text
    assert not names(text, BEN)


async def test_who_is_deleted_is_in_no_table_any_more(host: Host, match: int) -> None:
    await privacy.forget(host, ADA)
    async with host.database.reading() as connection:
        for table in metadata.sorted_tables:
            for row in await connection.execute(select(table)):
                assert not [value for value in row if value == ADA or f"user {ADA} " in str(value)], (table.name, row)
                assert not names(str(getattr(row, "content", "")), ADA)
    assert json.dumps(await privacy.told(host, ADA)).count("[]") == len(await privacy.told(host, ADA))


async def test_a_match_goes_on_without_who_was_deleted_and_its_log_stays(host: Host, match: int) -> None:
    async with host.database.reading() as connection:
        before = await matches.log_of(connection, match)
    await privacy.forget(host, ADA)
    table = await table_of(host, match)
    assert table.seats[0].left
    assert table.seats[0].user == GONE
    async with host.database.reading() as connection:
        after = await matches.log_of(connection, match)
    assert after[: len(before)] == before
    assert after[-1].kind == "leave"
    assert Words(None, players_of(table.seats)).player(0) == "a player who is gone"
    panel = await panel_actions.show(host, match, BEN)
    assert panel.seats[0].user == GONE


async def test_a_table_that_waits_is_closed_or_its_seat_is_free_again(host: Host) -> None:
    own = (await opened(host, game="probe", seats=2, opponent=None)).match.id
    other = (await opened(host, game="probe", seats=3, user=BEN, opponent=None)).match.id
    await lobby.join(host, click(ADA), other)
    await privacy.forget(host, ADA)
    assert (await lobby.look(host, own)).match.status == "closed"
    assert [seat.user for seat in (await lobby.look(host, other)).seats] == [BEN, None, None]


async def test_the_operators_order_forgets_the_person_and_itself(host: Host, match: int) -> None:
    async with host.database.transaction() as tx:
        number = await order_rows.give(tx, "forget", {"user": ADA}, host.now())
    await orders.work(host)
    async with host.database.reading() as connection:
        done = await order_rows.get(connection, number)
        assert (await stored.told(connection, ADA))["seats"] == []
    assert done.done is not None
    assert done.failure is None
    assert done.content == {}
