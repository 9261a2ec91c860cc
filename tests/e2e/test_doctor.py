"""What an operator sees: health that tells the truth, figures, doctors, and logs without secrets."""

import json
import logging
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import aiohttp
import structlog
from discord import ChannelType, Permissions
from pydantic import SecretStr

from bot.doctor import permissions, sessions
from bot.logs import configure
from bot.messenger.permissions import INVITED
from bot.settings import Settings
from sandbox.faults import Fault
from tests.e2e.operator_shell import run
from tests.e2e.players import Player, Room, free_port
from tests.support.discord import Stage


async def fetch(port: int, page: str) -> tuple[int, str]:
    async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{port}/{page}") as answer:
        return answer.status, await answer.text()


async def test_health_figures_and_doctors_tell_how_it_is(stage: Stage, tmp_path: Path) -> None:
    port = free_port()
    room = await Room.prepared(stage, tmp_path)
    room.environment = {"TABLESIDE_WEB_PORT": str(port), **room.with_pages()}
    await room.start()
    match = await room.open_match()
    players = [Player(room, await room.client.person(name), match) for name in ("Ada", "Ben")]
    await room.calm(players)

    status, page = await fetch(port, "health")
    assert (status, json.loads(page)["well"]) == (200, True)
    _, page = await fetch(port, "metrics")
    assert 'tableside_interactions_total{kind="application_command",outcome="ok"} 1.0' in page
    assert 'tableside_interactions_total{kind="component",outcome="ok"} 2.0' in page
    assert "tableside_hears 1.0" in page
    assert 'tableside_outbox_rows_total{outcome="sent",place="thread",what="post"}' in page
    assert "tableside_servers 1.0" in page
    assert 'tableside_matches_running{game="varia"} 1.0' in page
    assert 'tableside_matches_running{game="zarcana"} 0.0' in page
    assert "tableside_outbox_stuck_rows 0.0" in page
    if stage.door == "gateway":  # by HTTP there are no sessions
        assert "tableside_shards_recommended 1.0" in page
        assert "tableside_sessions_left 1000.0" in page

    ada = players[0].person
    told = await ada.slash("doctor")
    assert told.message is not None
    assert "⚠️" not in told.message.text
    code, said = await run(room, "doctor")
    assert code == 0, said
    assert "BAD" not in said
    assert "Discord accepts the token" in said
    assert "Match pages are reached at" in said

    code, link = await run(room, "invite")
    asked = parse_qs(urlsplit(link.strip()).query)
    assert (code, asked["client_id"]) == (0, [str(room.sandbox.application_id)])
    assert Permissions(int(asked["permissions"][0])) == INVITED
    assert asked["scope"] == ["bot applications.commands"]
    assert link.strip() in said


async def test_a_refusal_that_nobody_knows_is_a_figure_and_no_illness(stage: Stage, tmp_path: Path) -> None:
    port = free_port()
    room = await Room.opened(stage, tmp_path, TABLESIDE_WEB_PORT=str(port))
    room.sandbox.parts.faults.plan(Fault("POST", "/channels/*/messages/*/threads", status=400, code=59_999))
    match = await room.open_match()
    await room.calm([Player(room, await room.client.person(name), match) for name in ("Ada", "Ben")])
    _, page = await fetch(port, "metrics")
    assert (
        'tableside_unknown_refusals_total{code="59999",request="start thread under message",status="400"} 1.0' in page
    )
    assert (await fetch(port, "health"))[0] == 200


async def test_a_doctor_says_what_to_do(stage: Stage, tmp_path: Path) -> None:
    room = await Room.opened(stage, tmp_path)
    await room.bot.stop()
    room.sandbox.token, kept = "not the token", room.sandbox.token
    told = [await run(room, command) for command in ("doctor", "invite")]
    room.sandbox.token = kept
    for code, said in told:
        assert code == 1
        assert "Discord rejects it" in said


def test_a_doctor_names_what_is_missing_as_discord_does() -> None:
    nothing = permissions(Permissions.none(), ChannelType.text).said.args["missing"]
    assert nothing == (
        "View Channel, Send Messages, Embed Links, Attach Files, Read Message History, Create Public Threads, "
        "Send Messages in Threads"
    )
    there = Permissions(INVITED.value)
    there.send_messages = there.create_public_threads = False
    assert not permissions(there, ChannelType.text).well
    assert permissions(there, ChannelType.public_thread).well


def test_a_doctor_compares_the_settings_with_what_discord_allows() -> None:
    """Discord documentation, "Gateway: Get Gateway Bot" and "Session Start Limit Object"."""

    def unwell(shards: int, remaining: int, at_once: int) -> list[str]:
        limit = {"total": 1000, "remaining": remaining, "reset_after": 1, "max_concurrency": at_once}
        told = {"shards": shards, "session_start_limit": limit}
        settings = Settings(shards=4, identify_buckets=2)
        return [check.said.id for check in sessions(settings, told) if not check.well]

    assert unwell(4, 1000, 2) == []
    assert unwell(5, 1000, 2) == ["doctor.shards.broken"]
    assert unwell(4, 9, 16) == ["doctor.sessions.broken"]
    assert unwell(4, 1000, 1) == ["doctor.buckets.broken"]


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


async def test_help_names_a_command_that_can_be_clicked_after_a_restart_too(stage: Stage, tmp_path: Path) -> None:
    """Discord documentation, "Reference: Message Formatting": a command is mentioned by its name and its id."""
    room = await Room.opened(stage, tmp_path)
    ada = await room.client.person("Ada")
    for _ in range(2):
        told = await ada.finished(await ada.slash("help"))
        commands = room.sandbox.parts.world.visible_commands(ada.id, ada.here, 1)
        known = next(each["id"] for each in commands if each["name"] == "play")
        assert f"</play:{known}>" in told.text
        await room.bot.stop()
        await room.start()
