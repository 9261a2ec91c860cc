"""Starts that fail: one line that names what is wrong, and nothing else happens; and one that is broken off.

Most are forked from a process that has imported the bot, which takes longer than to fail.
"""

import asyncio
import json
import os
import signal
from collections.abc import Mapping
from multiprocessing.context import BaseContext
from pathlib import Path

import pytest

from bot.cli.errors import FOR_GOOD
from bot.cli.service_commands import FATAL
from bot.storage.database import service_lock
from sandbox.faults import Fault
from sandbox.server import Sandbox
from tests.support.discord import Stage
from tests.support.processes import FORKED, FRESH, BotProcess

ROOT = Path(__file__).parents[2]


async def begun(settings: Mapping[str, str], folder: Path = ROOT, context: BaseContext = FORKED) -> BotProcess:
    """Begin `tableside run` with settings, in a folder where there may be a `.env` as well."""
    known = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "TABLESIDE_LOG_LEVEL": "error"}
    script = str(ROOT / "tests" / "e2e" / "start_process.py")
    return await BotProcess.started(context, script, {**known, **settings, "TEST_FOLDER": str(folder)}, heard=True)


async def start(**settings: str) -> tuple[int, str]:
    """Run `tableside run` with settings, and return its exit code and what it said."""
    return await ended(await begun(settings))


async def ended(process: BotProcess) -> tuple[int, str]:
    """Wait for the end of a service, and return its exit code and what it said since it was last listened to."""
    said = [line async for line in process.complaints()]
    return await process.ended(), "\n".join(said).strip()


def settings_for(sandbox: Sandbox, folder: Path) -> dict[str, str]:
    return {
        "TABLESIDE_TOKEN": sandbox.token,
        "TABLESIDE_DISCORD_API": sandbox.api_base,
        "TABLESIDE_DISCORD_GATEWAY": sandbox.gateway_url,
        "TABLESIDE_DATABASE": f"sqlite+aiosqlite:///{folder / 'tableside.db'}",
    }


@pytest.mark.parametrize(
    ("setting", "value", "said"),
    [
        ("TABLESIDE_TOKEN", "wrong", "TABLESIDE_TOKEN: Discord does not accept this token"),
        ("TABLESIDE_LOG_LEVEL", "loud", "TABLESIDE_LOG_LEVEL: "),
        ("TABLESIDE_DATABASE", "mysql://nowhere", "TABLESIDE_DATABASE: "),
        ("TABLESIDE_DATABASE", "postgresql+asyncpg://nobody@127.0.0.1:1/none", "TABLESIDE_DATABASE: "),
        ("TABLESIDE_DATABASE", "sqlite+aiosqlite:////proc/none/tableside.db", "TABLESIDE_DATABASE: "),
    ],
)
async def test_broken_setting_stops_the_start(
    stage: Stage, tmp_path: Path, setting: str, value: str, said: str
) -> None:
    sandbox = await stage.sandbox()
    code, line = await start(**{**settings_for(sandbox, tmp_path), setting: value})
    assert code == (78 if setting == "TABLESIDE_TOKEN" else 1)
    assert line.startswith(said)
    assert len(line.splitlines()) == 1
    commands = [entry for entry in sandbox.parts.journal.entries({"request"}) if "commands" in entry.headline]
    assert commands == []


@pytest.mark.parametrize("written", ["in the environment", "in the file"])
async def test_a_misspelt_setting_stops_the_start(stage: Stage, tmp_path: Path, written: str) -> None:
    settings, wrong = settings_for(await stage.sandbox(), tmp_path), {"TABLESIDE_SHARDS_HER": "2"}
    if written == "in the file":
        (tmp_path / ".env").write_text("TABLESIDE_SHARDS_HER=2\n")
        wrong = {}
    assert await ended(await begun({**settings, **wrong}, tmp_path)) == (
        1,
        "TABLESIDE_SHARDS_HER: there is no such setting; the nearest is TABLESIDE_SHARDS_HERE",
    )


async def test_http_without_a_port_for_the_public_stops_the_start(stage: Stage, tmp_path: Path) -> None:
    settings = settings_for(await stage.sandbox(), tmp_path)
    code, line = await start(**settings, TABLESIDE_FRONT="http", TABLESIDE_WEB_PORT="0")
    assert code == 1
    assert line.startswith("TABLESIDE_PUBLIC_PORT: has to be set where TABLESIDE_FRONT is http")


async def test_no_token_stops_the_start(tmp_path: Path) -> None:
    code, line = await start(TABLESIDE_DATABASE=f"sqlite+aiosqlite:///{tmp_path / 'tableside.db'}")
    assert code == 1
    assert line.startswith("TABLESIDE_TOKEN: no token is set")
    assert not (tmp_path / "tableside.db").exists()


async def test_a_setting_without_a_value_is_none(tmp_path: Path) -> None:
    empty = {"TABLESIDE_TOKEN": "", "TABLESIDE_WEB_PORT": "", "TABLESIDE_SHARDS_HERE": "", "TABLESIDE_OPENAPI": ""}
    code, line = await start(TABLESIDE_DATABASE=f"sqlite+aiosqlite:///{tmp_path / 'tableside.db'}", **empty)
    assert code == 1
    assert line.startswith("TABLESIDE_TOKEN: no token is set")


async def test_port_that_is_taken_stops_the_start(stage: Stage, tmp_path: Path) -> None:
    sandbox = await stage.sandbox()
    code, line = await start(**settings_for(sandbox, tmp_path), TABLESIDE_WEB_PORT=str(sandbox.port))
    assert code == 1
    assert line.startswith(f"TABLESIDE_WEB_PORT: nothing can be served at 127.0.0.1:{sandbox.port}: ")
    assert len(line.splitlines()) == 1


async def test_database_that_is_none_stops_the_start(stage: Stage, tmp_path: Path) -> None:
    sandbox = await stage.sandbox()
    (tmp_path / "tableside.db").write_text("this is no database, " * 100)
    code, line = await start(**settings_for(sandbox, tmp_path))
    assert code == 1
    assert line.startswith("TABLESIDE_DATABASE: ")
    assert len(line.splitlines()) == 1
    assert (tmp_path / "tableside.db").read_text().startswith("this is no database")


async def test_second_service_is_told_who_holds_the_file(stage: Stage, tmp_path: Path) -> None:
    sandbox = await stage.sandbox()
    settings = settings_for(sandbox, tmp_path)
    with service_lock(settings["TABLESIDE_DATABASE"]):
        code, line = await start(**settings)
    assert code == 1
    assert f"in use by process {os.getpid()}" in line


async def test_a_connection_that_breaks_while_the_bot_logs_in_stops_the_start(stage: Stage, tmp_path: Path) -> None:
    sandbox = await stage.sandbox()
    # aiohttp asks a second time by itself.
    sandbox.parts.faults.plan(Fault("GET", "/users/@me", times=2, lose_answer=True))
    code, line = await start(**settings_for(sandbox, tmp_path))
    assert code == 1
    assert line == f"Discord cannot be reached at {sandbox.api_base}: Server disconnected"


@pytest.mark.parametrize("code", FATAL)
async def test_a_close_for_good_is_one_line_and_no_reason_to_start_again(
    stage: Stage, tmp_path: Path, code: int
) -> None:
    """Discord, "Opcodes and Status Codes: Gateway Close Event Codes": after these a bot must not reconnect."""
    sandbox = await stage.sandbox()
    client = await stage.client(sandbox)
    process = await begun(settings_for(sandbox, tmp_path))
    ada = await client.person("Ada")
    await ada.wait_online()
    assert (await ada.slash("help")).kind in ("message", "deferred")  # so it hears and speaks
    await client.drop("close", code)
    assert await ended(process) == (78, FATAL[code])


async def test_the_last_sessions_of_a_day_are_not_used_up(stage: Stage, tmp_path: Path) -> None:
    """Discord documentation, "Gateway: Rate Limiting": after the last one the token is reset."""
    sandbox = await stage.sandbox()
    sandbox.parts.gateway.starts_left = 3
    process = await begun(settings_for(sandbox, tmp_path))
    assert "hardly any sessions are left today" in await anext(process.complaints())
    os.kill(process.pid, signal.SIGTERM)
    assert await ended(process) == (0, "")
    assert sandbox.parts.gateway.starts_left == 3


async def test_no_more_shards_identify_at_once_than_discord_allows(stage: Stage, tmp_path: Path) -> None:
    """Discord documentation, "Gateway: Sharding": max_concurrency."""
    sandbox = await stage.sandbox()
    settings = {"TABLESIDE_IDENTIFY_BUCKETS": "4", "TABLESIDE_LOG_LEVEL": "warning", "TABLESIDE_LOG_FORMAT": "json"}
    process = await begun(settings_for(sandbox, tmp_path) | settings)
    told = json.loads(await anext(process.complaints()))
    assert (told["event"], told["buckets"], told["most"]) == ("fewer identify at once", 4, 1)
    os.kill(process.pid, signal.SIGTERM)
    assert (await ended(process))[0] == 0


def test_the_unit_starts_less_often_than_discord_allows_and_not_at_all_in_vain() -> None:
    """Discord, "Gateway: Rate Limiting": 1,000 IDENTIFYs a day, after which the token is reset."""
    unit = (ROOT / "deploy" / "tableside.service").read_text("utf-8").splitlines()
    values = dict(line.split("=", 1) for line in unit if "=" in line)
    assert values["RestartPreventExitStatus"] == str(FOR_GOOD)
    assert values["StartLimitIntervalSec"] == "1d"
    assert int(values["StartLimitBurst"]) < 1000


async def test_a_service_that_waits_for_discord_stops_when_it_is_told_to(stage: Stage, tmp_path: Path) -> None:
    """Discord's gateway takes the call and says nothing: discord.py would try again for as long as it takes."""
    sandbox, called = await stage.sandbox(), asyncio.Event()

    async def listen(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        called.set()
        await reader.read()
        writer.close()

    silent = await asyncio.start_server(listen, "127.0.0.1", 0)
    async with silent:
        address = f"ws://127.0.0.1:{silent.sockets[0].getsockname()[1]}/"
        settings = settings_for(sandbox, tmp_path) | {"TABLESIDE_DISCORD_GATEWAY": address}
        process = await begun(settings, context=FRESH)
        await called.wait()
        os.kill(process.pid, signal.SIGTERM)
        assert await ended(process) == (0, "")
