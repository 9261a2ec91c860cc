"""`tableside setup` from an empty folder to a played match, stopped on its way and begun again."""

import asyncio
import os
import socket
import stat
import sys
from pathlib import Path
from typing import Any

import pytest
from dotenv import dotenv_values

from bot.ui.texts.words import Words
from sandbox.faults import Fault
from sandbox.server import Sandbox
from tests.e2e.players import ROOT, Player, Room, begin, both_doors, found, ids_of, news
from tests.e2e.test_greeting import is_greeting
from tests.support.discord import Stage

LONG = 60.0
"""The seconds that a busy machine may take until a match goes on."""

ENGLISH = Words(None)


class Setup:
    """A running `tableside setup` without a terminal."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.said = ""

    @classmethod
    async def begun(cls, stage: Stage, sandbox: Sandbox, folder: Path, given: str, *arguments: str) -> "Setup":
        """Begin it in a folder, with some lines as its input."""
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", "tableside", "setup", *arguments),
            cwd=folder,
            env={
                "PATH": os.environ["PATH"],
                "HOME": str(folder),
                "PYTHONPATH": str(ROOT),
                "PYTHONUNBUFFERED": "1",
                "TABLESIDE_DISCORD_API": sandbox.api_base,
                "TABLESIDE_DISCORD_GATEWAY": sandbox.gateway_url,
                "TABLESIDE_DISCORD_CDN": sandbox.cdn_base,
                "TABLESIDE_LOG_LEVEL": "warning",
            },
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        assert process.stdin is not None
        process.stdin.write(given.encode())
        process.stdin.close()
        setup = cls(process)
        stage.at_the_end(setup.close)
        return setup

    async def says(self, key: str, **values: Any) -> None:
        """Wait until it has printed a text of the catalogue."""
        text = ENGLISH.plain(key, **values)
        assert self.process.stdout is not None
        while text not in self.said:
            line = (await self.process.stdout.readline()).decode()
            assert line, f"it ended without {text!r}:\n{self.said}"
            self.said += line

    async def close(self) -> None:
        """Stop it if it still runs."""
        await self.stop()

    async def stop(self) -> int:
        """Press Ctrl+C, or let it end, and return its exit code."""
        if self.process.returncode is None:
            self.process.terminate()
        assert self.process.stdout is not None
        self.said += (await self.process.stdout.read()).decode()
        return await self.process.wait()


@both_doors
@pytest.mark.timeout(240)  # a whole match takes a busy machine longer than the usual limit
async def test_setup_goes_on_where_it_was_stopped_and_leads_to_a_played_match(
    stage: Stage, tmp_path: Path, figures: list[str]
) -> None:
    room = await Room.prepared(stage, tmp_path)
    ada, ben = await room.client.person("Ada"), await room.client.person("Ben")
    guild = ada.places["guilds"][0]
    await room.client.kick_bot(int(guild["id"]))
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    over_http = ("--address", address) if stage.door == "http" else ()
    home = tmp_path / "bot"
    home.mkdir()
    if over_http:
        (home / ".env").write_text(f"TABLESIDE_PUBLIC_PORT={port}\n")

    token = room.sandbox.token
    first = await Setup.begun(stage, room.sandbox, home, f"not the token\n{token}\n", *over_http)
    await first.says("setup.invite.waiting")
    await first.stop()
    assert token not in first.said
    assert dotenv_values(home / ".env")["TABLESIDE_TOKEN"] == token
    assert stat.S_IMODE((home / ".env").stat().st_mode) == 0o600

    second = await Setup.begun(stage, room.sandbox, home, "", *over_http)
    await second.says("setup.invite.waiting")
    assert ENGLISH.plain("setup.application.installable") not in second.said  # the first one did that
    await room.client.invite_bot(int(guild["id"]))
    await second.says("setup.next", server=guild["name"])
    assert token not in second.said
    greeting = await ada.wait_for(is_greeting)
    told = await ada.click(greeting, found(greeting, "howto"))
    assert told.kind in ("message", "deferred"), told.reason
    profile = room.sandbox.parts.world.profile
    assert profile["description"] == ENGLISH.plain("setup.description")
    assert profile["integration_types_config"]["0"]["oauth2_install_params"]["scopes"] == [
        "applications.commands",
        "bot",
    ]
    assert profile.get("interactions_endpoint_url") == (f"{address}/interactions" if over_http else None)

    if over_http:
        assert await second.stop() == 0
        return
    third = await Setup.begun(stage, room.sandbox, home, "")
    await third.says("setup.start.running")
    await third.says("setup.done")

    room.environment["TABLESIDE_DATABASE"] = f"sqlite+aiosqlite:///{home / 'var' / 'tableside.db'}"
    await room.prefer(pictures=False)
    opened = await ada.slash("play", game="zarcana", opponent=ben, pace="daily")
    assert opened.message is not None, opened.reason
    await ben.click(opened.message, found(opened.message, "join"))
    match = await begin(ada, opened.message)
    players = [Player(room, person, match) for person in (ada, ben)]
    while not any(each.action == "verify" for message in ada.seen() for each in ids_of(message)):
        acted = [await player.act() for player in players]
        assert any(acted) or await news(players, LONG), "nobody can do anything"
    figures.append(f"a match after setup: {room.clicks} clicks")
    assert await second.stop() == 0


async def test_what_discord_does_not_let_setup_change_is_left_to_the_person(stage: Stage, tmp_path: Path) -> None:
    sandbox = await stage.sandbox()
    sandbox.parts.faults.plan(Fault("PATCH", "/applications/@me", status=403, code=50_001))
    setup = await Setup.begun(stage, sandbox, tmp_path, f"{sandbox.token}\n")
    await setup.says("setup.invite")
    assert f"open https://discord.com/developers/applications/{sandbox.application_id}" in setup.said


async def test_clicks_that_went_to_another_address_come_to_this_bot(stage: Stage, tmp_path: Path) -> None:
    """The input has ended, so the answer is the default: yes."""
    sandbox = await stage.sandbox()
    sandbox.parts.world.profile["interactions_endpoint_url"] = "https://old.example/interactions"
    setup = await Setup.begun(stage, sandbox, tmp_path, f"{sandbox.token}\n")
    await setup.says("setup.invite")
    assert sandbox.parts.world.profile["interactions_endpoint_url"] is None


async def test_an_input_without_a_token_ends_setup_with_one_line(stage: Stage, tmp_path: Path) -> None:
    sandbox = await stage.sandbox()
    setup = await Setup.begun(stage, sandbox, tmp_path, "not the token\n")
    assert await setup.process.wait() == 1
    assert not (tmp_path / ".env").exists()
