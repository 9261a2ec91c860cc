"""The database goes away for a while: the bot stays, says so to whoever clicks, and goes on when it is back."""

import asyncio
from pathlib import Path
from typing import Final

import aiohttp
from sqlalchemy import make_url

from bot.ui.messages.custom_ids import CustomId
from sandbox.seen import Message
from tests.e2e.players import Room, found, free_port, ids_of
from tests.support.databases import stoppable_server
from tests.support.discord import Stage
from tests.support.disks import full_disk

SAID: Final = "I can't use my storage at the moment."


async def test_a_postgresql_that_stops_ends_no_process_and_loses_nothing(stage: Stage, tmp_path: Path) -> None:
    with stoppable_server() as server:
        url = make_url(server.get_uri()).set(drivername="postgresql+asyncpg")
        port = str(free_port())
        address = url.render_as_string(hide_password=False)
        room = await Room.opened(stage, tmp_path, TABLESIDE_DATABASE=address, TABLESIDE_WEB_PORT=port)
        table = await with_a_table(room)
        await asyncio.to_thread(server.stop)
        assert SAID in (await answered(room, table)).text
        assert await health(port) == (503, "refused")
        await asyncio.to_thread(server.start)
        await goes_on(room, table)
        assert await health(port) == (200, None)


async def test_a_full_disk_ends_no_process_and_loses_nothing(stage: Stage, tmp_path: Path) -> None:
    room = await Room.opened(stage, tmp_path)
    table = await with_a_table(room)
    with full_disk(1, room.bot.pid):
        assert SAID in (await answered(room, table)).text
    await goes_on(room, table)


async def with_a_table(room: Room) -> Message:
    """Have Ada open a table that Ben sees."""
    ada, ben = await room.client.person("Ada"), await room.client.person("Ben")
    await ada.slash("play", game="artbot")
    return await ben.wait_for(lambda message: CustomId("join", 1) in ids_of(message))


async def answered(room: Room, table: Message) -> Message:
    """Have Ben join, and return what answers him."""
    ben = await room.client.person("Ben")
    return await ben.finished(await ben.click(ben.now(table), found(ben.now(table), "join")))


async def goes_on(room: Room, table: Message) -> None:
    """Ben joins, and the match begins."""
    ada = await room.client.person("Ada")
    assert SAID not in (await answered(room, table)).text
    started = await ada.click(ada.now(table), found(ada.now(table), "start"))
    assert started.kind == "update", started.reason
    assert not room.bot.is_dead


async def health(port: str) -> tuple[int, str | None]:
    """Return the status of the page about health, and why the database cannot be used."""
    async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{port}/health") as answer:
        return answer.status, (await answer.json())["why"]
