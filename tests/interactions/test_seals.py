"""The seal as people see it: small print before the match, the same line after it, and a file that holds against it.

The same goes through a process and a socket in `tests/e2e/test_match.py`.
"""

import asyncio
import re
from pathlib import Path
from typing import Final

import aiohttp
from typer.testing import CliRunner

from bot.cli import app
from bot.ui.texts.words import Words
from tests.e2e.players import begin, find, found
from tests.interactions.room import Room
from tests.support.discord import Stage

CHECKED: Final = re.compile(r"🔒 `([A-Za-z0-9_-]{43})`")
"""A seal in the answer of Check the dice."""

POSTED: Final = re.compile(r"^-# 🔒 .*: \|\|`([A-Za-z0-9_-]{43})`\|\|$", re.MULTILINE)
"""A seal in the small print of a table, which shows it when it is pressed."""


async def test_the_seal_stands_before_the_match_and_after_it_and_the_file_holds(stage: Stage, tmp_path: Path) -> None:
    room = await Room.opened(stage, tmp_path)
    ada, ben = await room.client.person("Ada"), await room.client.person("Ben")
    opened = await ada.slash("play", pace="daily", opponent=ben)
    lobby = await ada.finished(opened)
    (sealed,) = POSTED.findall(lobby.embeds[0]["description"])
    assert lobby.text.count(sealed) == 1
    await ben.until(lambda: any(each.id == lobby.id for each in ben.seen()), "the table")
    await ben.click(ben.now(lobby), found(ben.now(lobby), "join"))
    await ada.until(lambda: find(ada.now(lobby), "start") is not None, "that both are there")
    await begin(ada, lobby)
    assert sealed in ada.now(lobby).text
    leaving = await ada.finished(await ada.slash("match leave"))
    await ada.click(leaving, found(leaving, "leave"))
    end = await ben.wait_for(lambda each: find(each, "verify") is not None)
    told = await ben.finished(await ben.click(end, found(end, "verify")))
    assert CHECKED.findall(told.content) == [sealed, sealed], told.content
    async with aiohttp.ClientSession() as web, web.get(told.attachments[0]["url"]) as response:
        file = tmp_path / told.attachments[0]["filename"]
        file.write_bytes(await response.read())
    for seal, code in ((sealed, 0), (sealed[::-1], 1)):
        result = await asyncio.to_thread(CliRunner().invoke, app, ["verify", str(file), f"--seal={seal}"])
        assert result.exit_code == code, result.output


async def test_where_there_are_no_decks_one_click_asks_for_a_lucky_word(stage: Stage, tmp_path: Path) -> None:
    room = await Room.opened(stage, tmp_path)
    ada, ben = await room.client.person("Ada"), await room.client.person("Ben")
    lobby = await ada.finished(await ada.slash("play", game="zarcana", pace="daily"))
    asked = await ada.click(lobby, found(lobby, "word"))
    assert asked.modal is not None
    assert Words(None)("seat.word_about") in str(asked.modal.raw)
    said = await ada.finished(await ada.submit_modal(asked, {"word": "carrot"}))
    assert said.ephemeral
    assert "carrot" in said.text
    assert "carrot" not in ada.now(lobby).text
    again = await ada.click(ada.now(lobby), found(ada.now(lobby), "word"))
    assert again.modal is not None
    assert again.modal.inputs["word"]["value"] == "carrot"
    await ben.until(lambda: any(each.id == lobby.id for each in ben.seen()), "the table")
    refused = await ben.click(ben.now(lobby), found(ben.now(lobby), "word"))
    assert refused.modal is None
    assert refused.message is not None
