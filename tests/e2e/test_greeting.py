"""The first minute of a server: it is greeted once, whoever came first, in a channel where the bot may speak."""

from pathlib import Path

import pytest
from sqlalchemy import select

from bot.storage.outbox import GREETING
from bot.storage.schema import posts
from bot.ui.messages.custom_ids import CustomId
from sandbox.client import Person
from sandbox.description import ChannelDescription, GuildDescription, WorldDescription
from sandbox.faults import Fault
from sandbox.seen import Message
from tests.e2e.fleet import Fleet
from tests.e2e.players import Room, anything_new, both_doors, find, found
from tests.support.discord import Stage

WORLD = WorldDescription(
    people=("Ada", "Ben"),
    guilds=(GuildDescription("Inn", tuple(map(ChannelDescription, ("lobby", "cards", "talk"))), ("Ada", "Ben")),),
)
GREETED_AT = (
    "server noted before commit",
    "server noted after commit",
    "claimed before posting",
    "posted before marking",
)
PLAY_NOW = str(CustomId("playnow"))


def is_greeting(message: Message) -> bool:
    return any((button.custom_id or "").startswith(PLAY_NOW) for button in message.buttons)


def greetings(person: Person) -> list[Message]:
    """The greetings that somebody has seen."""
    return [each for each in person.seen() if is_greeting(each)]


def server_of(person: Person) -> int:
    return int(person.places["guilds"][0]["id"])


async def prepared(stage: Stage, folder: Path) -> tuple[Room, Person]:
    """Set up a server into which the bot is invited, and Ada in it; the bot has not been started."""
    room = await Room.prepared(stage, folder, world=WORLD)
    return room, await room.client.person("Ada")


async def check_greeted_in_the_last_channel(room: Room, ada: Person) -> None:
    """Start the bot; its greeting comes in the last channel of the server."""
    await room.start()
    greeting = await ada.wait_for(is_greeting)
    assert greeting.channel_id == ada.channel_id("talk")


async def check_greeted_once_after_a_crash(room: Room, ada: Person) -> None:
    """Wait for the bot's death, start it again, and see one greeting in all."""
    await room.bot.ended()
    room.kill_at = None
    await room.start()
    await ada.wait_for(is_greeting)
    await room.quiet(ada)
    assert len(greetings(ada)) == 1


@both_doors
async def test_a_server_that_invited_the_bot_before_its_first_start_is_greeted_once(
    stage: Stage, tmp_path: Path
) -> None:
    room, ada = await prepared(stage, tmp_path)
    for _ in range(2):
        await room.start()
        await ada.wait_for(is_greeting)
        await room.quiet(ada)
        await room.bot.stop()
    (greeting,) = greetings(ada)
    assert greeting.channel_id == ada.channel_id("lobby")


@both_doors
async def test_a_server_that_invites_the_running_bot_is_greeted_once(stage: Stage, tmp_path: Path) -> None:
    room, ada = await prepared(stage, tmp_path)
    guild = server_of(ada)
    await room.client.kick_bot(guild)
    await room.start()
    assert greetings(ada) == []
    for _ in range(2):
        await room.client.invite_bot(guild)
        await ada.wait_for(is_greeting)
        await room.quiet(ada)
        await room.client.kick_bot(guild)
    assert len(greetings(ada)) == 1


@both_doors
async def test_the_buttons_of_a_greeting_do_what_the_commands_do(stage: Stage, tmp_path: Path) -> None:
    room, ada = await prepared(stage, tmp_path)
    ben = await room.client.person("Ben")
    await room.start()
    greeting = await ben.wait_for(is_greeting)
    helped = await ben.click(greeting, found(greeting, "howto"))
    assert helped.message is not None
    assert helped.message.text == (await ben.finished(await ben.slash("help"))).text
    refused = await ben.click(greeting, found(greeting, "settings"))
    assert refused.message is not None
    assert "settings" in refused.message.text.lower()
    assert not refused.message.buttons
    asked = await ben.finished(await ben.click(greeting, found(greeting, "playnow")))
    for custom_id in (CustomId("game", argument="varia"), CustomId("invite", argument="varia")):
        asked = await ben.finished(await ben.click(asked, str(custom_id)))
    opened = await ben.click(asked, found(asked, "anyone"))
    assert opened.message is not None
    joined = await ada.click(
        await ada.wait_for(lambda each: find(each, "join") is not None), found(opened.message, "join")
    )
    assert joined.kind == "update"
    await room.quiet(ada)
    assert len([each for each in ada.seen() if find(each, "start")]) == 1
    settings = await ada.click(greeting, found(greeting, "settings"))
    assert settings.message is not None
    shown = await ada.finished(await ada.slash("settings"))
    assert settings.message.text == shown.text


@both_doors
async def test_a_greeting_comes_where_the_bot_may_speak(stage: Stage, tmp_path: Path) -> None:
    room, ada = await prepared(stage, tmp_path)
    await room.client.permit(ada.channel_id("lobby"), "bot", "send_messages", allowed=False)
    await room.client.permit(ada.channel_id("cards"), "bot", "embed_links", allowed=False)
    await check_greeted_in_the_last_channel(room, ada)


async def test_a_greeting_that_is_refused_goes_to_the_next_channel_and_is_given_up_after_the_last(
    stage: Stage, tmp_path: Path
) -> None:
    room, ada = await prepared(stage, tmp_path)
    for name in ("lobby", "cards"):
        fault = Fault("POST", f"/channels/{ada.channel_id(name)}/messages", times=1, status=403, code=50013)
        room.sandbox.parts.faults.plan(fault)
    await check_greeted_in_the_last_channel(room, ada)


async def test_a_server_without_a_channel_for_the_bot_is_not_greeted_and_can_be_left_alone(
    stage: Stage, tmp_path: Path
) -> None:
    room, ada = await prepared(stage, tmp_path)
    for name in ("lobby", "cards", "talk"):
        await room.client.permit(ada.channel_id(name), "bot", "view_channel", allowed=False)
    await room.start()
    while await statuses(room) != ["failed"]:
        await anything_new([ada])
    await room.quiet(ada)
    assert greetings(ada) == []


async def statuses(room: Room) -> list[str]:
    """What has become of the greetings."""
    async with room.reading() as connection:
        found = select(posts.c.status).where(posts.c.kind == GREETING).order_by(posts.c.id)
        return list(await connection.scalars(found))


@both_doors
@pytest.mark.parametrize("point", GREETED_AT)
async def test_a_greeting_survives_a_crash_and_comes_once(stage: Stage, tmp_path: Path, point: str) -> None:
    room, ada = await prepared(stage, tmp_path)
    room.kill_at = (point, 1)
    await room.start()
    await check_greeted_once_after_a_crash(room, ada)


@both_doors
async def test_a_bot_that_dies_while_it_is_invited_greets_when_it_is_back(stage: Stage, tmp_path: Path) -> None:
    room, ada = await prepared(stage, tmp_path)
    guild = server_of(ada)
    await room.client.kick_bot(guild)
    room.kill_at = ("server noted before commit", 1)
    await room.start()
    await room.client.invite_bot(guild)
    await check_greeted_once_after_a_crash(room, ada)


@pytest.mark.gateway("shards are the gateway's")
async def test_a_server_is_greeted_by_one_of_two_processes(stage: Stage, tmp_path: Path, server: str) -> None:
    fleet = await Fleet.opened(stage, tmp_path, size=2, server=server, world=WORLD)
    ada = await fleet.room.client.person("Ada")
    await ada.wait_for(is_greeting)
    await fleet.room.client.invite_bot(server_of(ada))
    await fleet.room.quiet(ada)
    assert len(greetings(ada)) == 1
    assert await fleet.stop() == [0, 0]


async def test_the_help_turns_to_how_a_match_works_and_back(stage: Stage, tmp_path: Path) -> None:
    room, ada = await prepared(stage, tmp_path)
    await room.start()
    greeting = await ada.wait_for(is_greeting)
    help_text = await ada.finished(await ada.click(greeting, found(greeting, "howto")))
    assert help_text.ephemeral
    page = await ada.click(help_text, found(help_text, "howto"))
    assert page.kind == "update"
    assert page.message is not None
    assert "My hand" in page.message.text
    back = await ada.click(page.message, found(page.message, "howto"))
    assert back.kind == "update"
    assert back.message is not None
    assert back.message.text == help_text.text
