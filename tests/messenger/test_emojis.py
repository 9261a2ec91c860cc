"""The bot's emojis: made once, used in messages from then on, and never in the way of a message."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import discord
import pytest
from discord.http import Route
from structlog.testing import capture_logs

from bot.host.features import HOOKS
from bot.host.kernel.host import Host
from bot.messenger.calls import Calls
from bot.messenger.emoji_creation import keep
from bot.messenger.emojis import LAYOUT, Emojis
from bot.messenger.pacing import Traffic
from bot.messenger.payloads import fields_of
from bot.storage.database import Database
from bot.ui.games import RENDERERS, emojis_of
from bot.ui.messages.components import action_row, button_to, layout
from bot.ui.messages.outgoing import LONGEST, Outgoing
from bot.ui.pictures.emoji import DIE, PIXELS, POINTS, Emoji
from sandbox.cdn import picture_size
from sandbox.faults import Fault
from sandbox.server import Sandbox
from tests.support.chance import SeededChance
from tests.support.clocks import ManualClock
from tests.support.databases import sqlite
from tests.support.discord import Stage

ALL = emojis_of(RENDERERS.values())
SUIT = Emoji("cups", None, DIE.scene)
NAME_TAKEN = 50035


class HastyClock(ManualClock):
    """A clock that moves on whenever anybody wants to sleep."""

    async def sleep(self, seconds: float, until: asyncio.Event) -> None:
        self.advance(seconds)
        await asyncio.sleep(0)


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    async with sqlite(tmp_path) as opened:
        yield opened


@pytest.fixture
async def sandbox(stage: Stage) -> AsyncIterator[Sandbox]:
    sandbox = await stage.sandbox()
    before, Route.BASE = Route.BASE, sandbox.api_base
    yield sandbox
    Route.BASE = before


class Process:
    """A process of the bot that does nothing but keep its emojis."""

    def __init__(self, database: Database) -> None:
        self.host = Host(database, {}, HastyClock(), SeededChance(1), HOOKS)
        self.client = discord.Client(intents=discord.Intents.none())
        self.calls = Calls(self.client, Traffic(self.host), Emojis(ALL))

    async def run(self, token: str) -> None:
        await self.client.login(token)
        try:
            await keep(self.host, self.calls)
        finally:
            await self.client.close()

    def says(self, text: str) -> str:
        """What a message with this text contains."""
        return str(fields_of(Outgoing(text), self.calls.emojis)["content"])


def created(sandbox: Sandbox) -> list[str]:
    return [emoji["name"] for emoji in sandbox.parts.world.emojis.values()]


def requests(sandbox: Sandbox) -> list[str]:
    return [entry.headline for entry in sandbox.parts.journal.entries({"request"}) if "/emojis" in entry.headline]


async def test_missing_emojis_are_created_once_and_then_used(sandbox: Sandbox, database: Database) -> None:
    first, second = Process(database), Process(database)
    assert first.says("🎲 4") == "🎲 4"
    await first.run(sandbox.token)
    assert created(sandbox) == [emoji.full_name for emoji in ALL]
    asked = len(requests(sandbox))
    await second.run(sandbox.token)
    assert [each.split()[0] for each in requests(sandbox)[asked:]] == ["GET"]
    number = next(iter(sandbox.parts.world.emojis))
    assert first.says("🎲 4") == second.says("🎲 4") == f"<:{DIE.full_name}:{number}> 4"
    assert sandbox.parts.world.file(f"{sandbox.cdn_base}/emojis/{number}") == DIE.png()


async def test_of_many_processes_one_creates_them(sandbox: Sandbox, database: Database) -> None:
    fleet = [Process(database) for _ in range(3)]
    await asyncio.gather(*(each.run(sandbox.token) for each in fleet))
    assert sorted(created(sandbox)) == sorted(emoji.full_name for emoji in ALL)
    assert all(each.calls.emojis.missing == [] for each in fleet)


async def test_emojis_of_another_version_stay(sandbox: Sandbox, database: Database) -> None:
    sandbox.parts.world.make_emoji("die_0000", DIE.png(), animated=False)
    await Process(database).run(sandbox.token)
    assert created(sandbox) == ["die_0000", *(emoji.full_name for emoji in ALL)]


async def test_while_discord_is_busy_the_bot_tries_again(sandbox: Sandbox, database: Database) -> None:
    sandbox.parts.faults.plan(Fault("GET", "/applications/*/emojis", times=9, status=503))
    sandbox.parts.faults.plan(Fault("POST", "/applications/*/emojis", lose_answer=True))
    process = Process(database)
    await process.run(sandbox.token)
    assert set(created(sandbox)) == {emoji.full_name for emoji in ALL}


async def test_a_refused_emoji_is_logged_once_and_texts_stay_as_they_are(sandbox: Sandbox, database: Database) -> None:
    sandbox.parts.faults.plan(Fault("POST", "/applications/*/emojis", status=400, code=30008))
    process = Process(database)
    with capture_logs() as lines:
        await process.run(sandbox.token)
    assert [line["log_level"] for line in lines if "emoji" in line["event"]] == ["warning"]
    assert process.says("🎲 4") == "🎲 4"


# Messages


def known(*emojis: Emoji) -> Emojis:
    found = Emojis((DIE, POINTS, SUIT))
    found.learn({emoji.full_name: "1234567890123456789" for emoji in emojis})
    return found


def mark(emoji: Emoji) -> str:
    return f"<:{emoji.full_name}:1234567890123456789>"


def parts_of(message: Outgoing, emojis: Emojis) -> list[dict[str, object]]:
    """The parts of a layout as they are sent."""
    view = fields_of(message, emojis)["view"]
    assert view.has_components_v2()
    (frame,) = view.to_components()
    return list(frame["components"])


async def test_texts_have_the_emojis_that_exist_except_in_code() -> None:
    both = known(DIE, POINTS)
    assert both.in_text("❤️ 3 and 🎲🎲, ❤") == f"{mark(POINTS)} 3 and {mark(DIE)}{mark(DIE)}, {mark(POINTS)}"
    assert both.in_text("`🎲` ```\n🎲 `x`\n``` 🎲") == f"`🎲` ```\n🎲 `x`\n``` {mark(DIE)}"
    assert known(DIE).in_text("❤️ 🎲") == f"❤️ {mark(DIE)}"


async def test_a_text_that_would_become_too_long_keeps_its_signs() -> None:
    room = LONGEST - len(mark(DIE))
    for length, sign in ((room, mark(DIE)), (room + 1, "🎲")):
        assert known(DIE).in_text(f"🎲{'x' * length}") == f"{sign}{'x' * length}"
    dice = "🎲" * 40
    long = layout([dice, "x" * (LAYOUT - 500)])
    assert parts_of(long, known(DIE))[0]["content"] == dice
    assert parts_of(layout([dice]), known(DIE))[0]["content"] == mark(DIE) * 40


async def test_embeds_have_emojis_in_their_texts_and_not_in_their_titles() -> None:
    embed = discord.Embed(title="🎲", description="🎲").add_field(name="🎲", value="🎲", inline=False)
    (sent,) = fields_of(Outgoing("", (embed.set_footer(text="🎲"),)), known(DIE))["embeds"]
    assert (sent.title, sent.footer.text, sent.fields[0].name) == ("🎲", "🎲", "🎲")
    assert (sent.description, sent.fields[0].value, sent.fields[0].inline) == (mark(DIE), mark(DIE), False)
    assert embed.description == "🎲"
    many = tuple(discord.Embed(description=f"🎲{'x' * 2980}") for _ in range(2))
    assert [each.description for each in known(DIE).in_embeds(many)] == [each.description for each in many]


async def test_a_button_has_its_emoji_once_that_exists_and_the_message_stays_the_same() -> None:
    message = layout(["🎲", action_row(button_to("a", "🎲 Cups", emoji="cups"), button_to("b", "Plain"))])
    before = message.digest
    for emojis, shown in ((known(), None), (known(SUIT), {"id": "1234567890123456789", "name": SUIT.full_name})):
        row = parts_of(message, emojis)[1]["components"]
        assert isinstance(row, list)
        assert [(each["label"], each.get("emoji")) for each in row] == [("🎲 Cups", shown), ("Plain", None)]
    assert message.digest == before


def test_every_emoji_has_a_name_of_its_own_and_is_a_small_square() -> None:
    assert len({emoji.name for emoji in ALL}) == len({emoji.full_name for emoji in ALL}) == len(ALL) <= 32
    for emoji in ALL:
        assert emoji.full_name.isidentifier()
        assert len(emoji.full_name) <= 32
        assert len(emoji.png()) < 8192
        assert picture_size(emoji.png()) == (PIXELS, PIXELS)
