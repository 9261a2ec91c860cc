"""All tables and JSON columns, walked: what names a person is in the export, and nothing of it is left by a delete."""

import json
from asyncio import to_thread
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec
import pytest
from sqlalchemy import select
from typer.testing import CliRunner

from bot.cli import app
from bot.cli.verify import WITHOUT_WORD
from bot.host import lobby
from bot.host.collections import boosters, collection, trades
from bot.host.decks import personal
from bot.host.fairness import exports, verification
from bot.host.fairness.export_files import Unverified
from bot.host.features import HOOKS
from bot.host.kernel.host import Host
from bot.host.lobby import Opening
from bot.host.match import away, panel_actions
from bot.host.match.dice import key_of
from bot.host.operations import privacy
from bot.host.people import blocks
from bot.host.tournament import creation, entry
from bot.storage import copies, crowns, destinations, outbox, seasons, timers
from bot.storage.destination import Destination
from bot.storage.schema import metadata
from bot.storage.schema.crowns import CrownRow
from bot.storage.schema.seasons import EveningRow, HonourRow, PlaceRow, SeasonRow
from bot.storage.timers import TimerKey
from cardsdb.deck_codes import deck_code
from cardsdb.sets import deck_of, shipped_cards, shipped_sets
from engine.contract import Deck
from engine.registry import GAMES
from tests.host.collections.collectors import GAME, GUILD
from tests.host.players import BEN, CHANNEL, CLEO, begin, click, leave_job, opened, play_out, table_of
from tests.support.chance import SeededChance
from tests.support.clocks import ManualClock
from tests.support.databases import sqlite

ADA: Final = 910_000_000_000_000_777
"""An id that stands in no row by chance."""

DECK, WORD, NAME = "Zwiebelkuchen", "Wunderhorn", "Adalberta"
TYPED: Final = (DECK, WORD, NAME)
VARIA: Final = GAMES["varia"]
READY: Final = deck_of(shipped_sets(VARIA)[0].decks[0], shipped_cards(VARIA))


async def seated(host: Host) -> int:
    """A table of Ben with Ada, who plays a deck of her own and has said a lucky word."""
    match = (await opened(host, user=BEN, opponent=None, guild=GUILD)).match.id
    await lobby.join(host, click(ADA, name=NAME), match)
    await lobby.choose_deck(host, click(ADA), match, DECK)
    await lobby.say_word(host, click(ADA), match, WORD)
    return match


@pytest.fixture
async def running(host: Host) -> int:
    """A running match of Ben and Ada."""
    await personal.take_in(host, click(ADA), None, "varia", deck_code("varia", Deck(DECK, READY.cards)), DECK, "New")
    match = await seated(host)
    await begin(host, click(BEN), match)
    return match


@pytest.fixture
async def life(host: Host, clock: ManualClock, running: int) -> int:
    """All that the bot keeps of Ada beside a running match; return a match that is over."""
    finished = await seated(host)
    await begin(host, click(BEN), finished)
    await play_out(host, clock, finished, Random(2), (BEN, ADA))
    await seated(host)
    asked = Opening("varia", "live", GUILD, CHANNEL, opponents=(ADA,), names={ADA: NAME})
    await lobby.open_table(host, click(BEN), asked)
    await blocks.change(host, ADA, CLEO)
    await blocks.change(host, CLEO, ADA)
    await away.go(host, click(ADA), 3)
    await collection.begin(host, click(ADA), GAME, "Foundry")
    async with host.database.transaction() as tx:
        await copies.count_finished(tx, ADA, host.now())
        await crowns.give(tx, CrownRow(ADA, "pip", GAME, finished, host.now()))
        await destinations.keep_place(tx, Destination.dm(ADA), 77)
        await outbox.add_post(tx, running, "once", Destination.dm(ADA), {"seat": 1, "event": 1}, host.now())
        await leave_job(tx, running, "watch", Destination.thread(1), {"user": ADA}, host.now())
        await timers.put(tx, running, TimerKey("watch", None, str(ADA)), host.now())
    await boosters.open_pack(host, click(ADA), GAME, WORD)
    await lobby.watch(host, click(ADA), running)
    await trades.open_trade(host, click(ADA), BEN)
    held = await creation.create(host, click(ADA), GUILD, CHANNEL, "varia", "Friday")
    assert held is not None
    await creation.announce(host, click(ADA), held.row.id, manages=False)
    await entry.join(host, click(ADA), held.row.id, NAME, ())
    await entry.choose_deck(host, click(ADA), held.row.id, DECK)
    async with host.database.transaction() as tx:
        made = SeasonRow(guild=GUILD, channel=CHANNEL, organiser=ADA, title="Autumn", points=[3, 1], opened=0.0)
        season = await seasons.create(tx, made)
        await seasons.keep_evening(tx, EveningRow(held.row.id, season, 0.0, "final"))
        await seasons.set_places(tx, held.row.id, [PlaceRow(held.row.id, ADA, NAME, 1)])
        reached = HonourRow(
            guild=GUILD,
            channel=CHANNEL,
            user=ADA,
            name=NAME,
            kind="season",
            subject=season,
            title="Autumn",
            place=1,
            at=0.0,
        )
        await seasons.set_honours(tx, "season", season, [reached])
    return finished


async def rows_with(host: Host, *planted: str) -> list[tuple[str, dict[str, Any]]]:
    """Every row of any table that has one of some texts in a column, or within a JSON column."""
    async with host.database.reading() as connection:
        return [
            (table.name, dict(row._mapping))
            for table in metadata.sorted_tables
            for row in await connection.execute(select(table))
            if any(text in str(value) for text in planted for value in row)
        ]


def shows(exported: dict[str, Any], table: str, row: dict[str, Any]) -> bool:
    """Whether what was exported is a row of a table, which may lack some columns of it but not its key."""
    key = {column.name for column in metadata.tables[table].primary_key}
    return key <= exported.keys() <= row.keys() and all(row[name] == value for name, value in exported.items())


async def test_a_whole_life_is_in_the_export_and_nothing_of_it_is_left_by_a_delete(
    host: Host, life: int, tmp_path: Path
) -> None:
    """It takes long to live, so all that is asked of it is asked of one."""
    await check_export(host)
    before = {table for table, _ in await rows_with(host, str(ADA), *TYPED)}
    assert before >= {
        "seats",
        "packs",
        "entrants",
        "own_decks",
        "results",
        "destinations",
        "posts",
        "trades",
    }
    await privacy.forget(host, ADA)
    assert await rows_with(host, str(ADA), *TYPED) == []
    await check_match_without_word(host, life, tmp_path)


async def check_export(host: Host) -> None:
    """Check that the export has every row that names the person, and every typed word.

    But for who has blocked the person: that is others' own.
    """
    told = await privacy.told(host, ADA)
    exported = [row for rows in told.values() for row in rows]
    named = [
        (table, row) for table, row in await rows_with(host, str(ADA)) if not (table == "blocks" and row["user"] != ADA)
    ]
    for table, row in named:
        assert any(shows(each, table, row) for each in exported), (table, row)
    text = json.dumps(told, ensure_ascii=False)
    assert [word for word in TYPED if word not in text] == []


async def check_match_without_word(host: Host, match: int, folder: Path) -> None:
    """Check that a match without a deleted word agrees with itself, and that verify says why it proves no more."""
    data = msgspec.json.decode(msgspec.json.encode(await exports.export(host, match)))
    verdict = verification.verify(data, host.games)
    assert not verdict.whole
    assert verdict.draws > 20
    file = folder / "match.json"
    file.write_bytes(msgspec.json.encode(data))
    result = CliRunner().invoke(app, ["verify", str(file)])
    assert result.exit_code == WITHOUT_WORD
    assert "a lucky word was deleted" in result.output
    other = {**data, "key": "00" * 32}
    with pytest.raises(Unverified):
        verification.verify(other, host.games)


async def test_the_log_beside_a_file_holds_nothing_of_who_was_deleted(tmp_path: Path) -> None:
    async with sqlite(tmp_path) as database:
        host = Host(database, GAMES, ManualClock(), SeededChance(7), HOOKS)
        await host.store_sets()
        await personal.take_in(
            host, click(ADA), None, "varia", deck_code("varia", Deck(DECK, READY.cards)), DECK, "New"
        )
        await seated(host)
        log = Path(f"{database.url.database}-wal")
        before = await to_thread(log.read_bytes)
        assert all(typed.encode() in before for typed in (DECK, WORD))
        await privacy.forget(host, ADA)
        assert await to_thread(log.read_bytes) == b""


async def test_a_match_that_runs_keeps_its_dice_when_a_lucky_word_is_deleted(host: Host, running: int) -> None:
    key = key_of((await table_of(host, running)).row)
    await privacy.forget(host, ADA)
    row = (await table_of(host, running)).row
    assert key_of(row) == key
    assert WORD not in (row.table_string or "")


async def test_a_match_without_a_word_of_the_deleted_person_still_holds(host: Host, clock: ManualClock) -> None:
    match = (await opened(host, user=BEN, opponent=None)).match.id
    await lobby.join(host, click(ADA), match)
    await lobby.say_word(host, click(BEN), match, "carrot")
    await begin(host, click(BEN), match)
    await play_out(host, clock, match, Random(3), (BEN, ADA))
    await privacy.forget(host, ADA)
    data = msgspec.json.decode(msgspec.json.encode(await exports.export(host, match)))
    assert verification.verify(data, host.games).whole


async def test_a_rematch_with_somebody_who_was_deleted_keeps_no_seat_for_nobody(host: Host) -> None:
    match = (await opened(host, game="probe", user=BEN, opponent=None, seats=2)).match.id
    await lobby.join(host, click(ADA), match)
    await begin(host, click(BEN), match)
    await panel_actions.leave(host, click(ADA), match)
    await privacy.forget(host, ADA)
    again = await lobby.rematch(host, click(BEN), match)
    assert [seat.invited for seat in again.seats if seat.user is None] == [None]
