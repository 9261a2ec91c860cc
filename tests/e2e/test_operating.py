"""What an operator sees: health that tells the truth, figures, doctors, and logs without secrets."""

import json
import logging
import socket
from pathlib import Path
from typing import Any

import aiohttp
import structlog
from pydantic import SecretStr

from bot.logs import configure
from bot.settings import Settings
from tests.e2e.shell import run
from tests.e2e.table import Player, Room
from tests.support.discord import Stage


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


async def fetch(port: int, page: str) -> tuple[int, str]:
    async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{port}/{page}") as answer:
        return answer.status, await answer.text()


async def test_health_figures_and_doctors_tell_how_it_is(stage: Stage, tmp_path: Path) -> None:
    port = free_port()
    room = await Room.opened(stage, tmp_path, TABLESIDE_WEB_PORT=str(port))
    match = await room.open_match()
    players = [Player(room, await room.client.person(name), match) for name in ("Ada", "Ben")]
    await room.calm(players)

    status, page = await fetch(port, "health")
    assert (status, json.loads(page)["well"]) == (200, True)
    _, page = await fetch(port, "metrics")
    assert 'tableside_interactions_total{kind="application_command",outcome="ok"} 1.0' in page
    assert 'tableside_interactions_total{kind="component",outcome="ok"} 2.0' in page
    assert "tableside_hears 1.0" in page
    assert 'tableside_outbox_rows_total{outcome="sent",what="post"}' in page

    ada = players[0].person
    told = await ada.slash("doctor")
    assert told.message is not None
    assert "⚠️" not in told.message.text
    code, said = await run(room, "doctor")
    assert code == 0, said
    assert "BAD" not in said
    assert "Discord takes the token" in said


async def test_a_doctor_says_what_to_do(stage: Stage, tmp_path: Path) -> None:
    room = await Room.opened(stage, tmp_path)
    await room.bot.stop()
    room.sandbox.token, kept = "not the token", room.sandbox.token
    code, said = await run(room, "doctor")
    room.sandbox.token = kept
    assert code == 1
    assert "Copy it again from the developer portal" in said


def test_no_secret_is_ever_in_the_log(capsys: Any) -> None:
    """A token in an address, in a traceback, in a library's line: none of them is written."""
    before = logging.getLogger().handlers
    bot, password, interaction = "the.bots-own-token", "the-password", "aW50ZXJhY3Rpb24tdG9rZW4tb2YtYS1jbGljaw"
    url = f"postgresql+asyncpg://ada:{password}@localhost/tableside"
    try:
        configure(Settings(token=SecretStr(bot), database=url, log_format="json"))
        logging.getLogger("discord.http").warning("429 for /webhooks/1234/%s/messages/@original", interaction)
        error = ValueError(f"POST /interactions/99/{interaction}/callback with {bot} and {url}")
        structlog.get_logger().error("failed", url=url, exc_info=error)
    finally:
        logging.getLogger().handlers = before
        structlog.reset_defaults()
    written = capsys.readouterr().err
    assert "failed" in written
    assert not [secret for secret in (bot, password, interaction) if secret in written]
