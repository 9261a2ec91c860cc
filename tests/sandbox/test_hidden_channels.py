"""Channels that the bot cannot view, by Discord's documentation.

Change log, 12 August 2026, "Channel Obfuscation for Users and Bots", and "Channel: Obfuscated Channels".
"""

import pytest
import pytest_asyncio

from sandbox.channel_types import ChannelKind
from sandbox.client import Person, SandboxClient
from sandbox.description import INVITE_PERMISSIONS, ChannelDescription, GuildDescription, WorldDescription
from sandbox.wire import Json
from tests.sandbox.conftest import Scene, set_scene
from tests.sandbox.rawbot import RawGateway, act
from tests.support.discord import Stage

KINDS: tuple[ChannelKind, ...] = ("text", "voice", "announcement", "stage", "forum", "media")
WORLD = WorldDescription(
    guilds=(
        GuildDescription(
            "Inn",
            (
                ChannelDescription("lobby"),
                *(ChannelDescription(f"secret-{kind}", "plans", kind=kind, tags=("duel",)) for kind in KINDS),
            ),
            bot_permissions=(*INVITE_PERMISSIONS, "manage_roles"),
        ),
    ),
)


@pytest_asyncio.fixture
async def scene(stage: Stage) -> Scene:
    """Set a scene in which the bot can view all channels."""
    return await set_scene(stage, world=WORLD)


def guild_of(scene: Scene) -> int:
    return int(scene.ada.places["guilds"][0]["id"])


async def hide(client: SandboxClient, channel: int) -> None:
    await client.permit(channel, "bot", "view_channel", allowed=False)


async def told(gateway: RawGateway, event: str, channel: int) -> Json:
    """Return what the next event of this name says of a channel."""
    while True:
        payload = await gateway.event(event)
        if payload["id"] == str(channel):
            return payload


def is_hidden(channel: Json, guild: int) -> bool:
    """Return whether a channel is described as a hidden one; being hidden by half is a failure."""
    if not channel.get("flags", 0) & 1 << 17:
        return False
    assert channel["name"] == "___hidden___"
    assert channel["permission_overwrites"] == [{"id": str(guild), "type": 0, "allow": "0", "deny": str(1 << 10)}]
    assert "plans" not in str(channel)
    assert "duel" not in str(channel)
    return True


@pytest.mark.parametrize("kind", KINDS)
async def test_a_server_comes_with_its_hidden_channels_obfuscated(scene: Scene, kind: ChannelKind) -> None:
    """Change log: name, flag and the one overwrite. "Channel": id, type, position and parent stay as they are."""
    secret, guild = scene.ada.channel_id(f"secret-{kind}"), guild_of(scene)
    before = {each["id"]: each for each in (await created(scene))["channels"]}
    await hide(scene.client, secret)
    after = {each["id"]: each for each in (await created(scene))["channels"]}
    assert before.keys() == after.keys()
    assert [number for number, each in after.items() if is_hidden(each, guild)] == [str(secret)]
    kept = ("id", "type", "position", "parent_id")
    assert [before[str(secret)][name] for name in kept] == [after[str(secret)][name] for name in kept]
    assert before[str(scene.lobby)] == after[str(scene.lobby)]


async def created(scene: Scene) -> Json:
    return await (await scene.bot.gateway()).event("GUILD_CREATE")


async def test_a_channel_is_hidden_and_shown_again_as_the_bot_loses_and_gains_access(scene: Scene) -> None:
    """Change log: when the bot gains access, a Channel Update comes with all of the channel's data."""
    secret, guild = scene.ada.channel_id("secret-text"), guild_of(scene)
    await hide(scene.client, secret)
    assert is_hidden(await told(scene.gateway, "CHANNEL_UPDATE", secret), guild)
    await scene.client.permit(secret, "bot", "view_channel", allowed=True)
    shown = await told(scene.gateway, "CHANNEL_UPDATE", secret)
    assert not is_hidden(shown, guild)
    assert (shown["name"], shown["topic"]) == ("secret-text", "plans")


async def test_a_change_of_roles_shows_a_hidden_channel(scene: Scene) -> None:
    """Change log: the access may come from a change of roles as well."""
    secret, guild = scene.ada.channel_id("secret-text"), guild_of(scene)
    backend = scene.sandbox.parts.world.backend
    role = next(each.id for each in backend.guilds[guild].roles.values() if each.managed)
    backend.edit_role(guild, role, {"permissions": 0})
    backend.edit_role(guild, guild, {"permissions": 0})
    assert is_hidden((await created(scene))["channels"][0], guild)
    backend.edit_role(guild, role, {"permissions": 1 << 10})
    shown = await told(scene.gateway, "CHANNEL_UPDATE", secret)
    assert not is_hidden(shown, guild)
    assert shown["name"] == "secret-text"


async def test_a_channel_that_is_made_and_deleted_unseen_is_obfuscated(scene: Scene) -> None:
    """Change log: channels that a bot cannot view are still dispatched over the gateway."""
    guild, backend = guild_of(scene), scene.sandbox.parts.world.backend
    backend.edit_role(guild, guild, {"permissions": 0})
    role = next(each.id for each in backend.guilds[guild].roles.values() if each.managed)
    backend.edit_role(guild, role, {"permissions": 0})
    made = await scene.client.create_channel(guild, "plans")
    assert is_hidden(await told(scene.gateway, "CHANNEL_CREATE", made), guild)
    await scene.client.change("delete_channel", channel=str(made))
    assert is_hidden(await told(scene.gateway, "CHANNEL_DELETE", made), guild)


async def test_a_channel_that_was_seen_is_deleted_by_its_name(scene: Scene) -> None:
    """Change log: channels that the bot can view stay as they are."""
    lobby, guild = scene.lobby, guild_of(scene)
    await scene.client.change("delete_channel", channel=str(lobby))
    deleted = await told(scene.gateway, "CHANNEL_DELETE", lobby)
    assert not is_hidden(deleted, guild)
    assert deleted["name"] == "lobby"


async def test_rest_leaves_hidden_channels_out(scene: Scene) -> None:
    """Change log: Get Guild Channels leaves them out; a channel itself is still refused with "Missing access"."""
    secret, guild = scene.ada.channel_id("secret-text"), guild_of(scene)
    before = (await scene.bot.call("GET", f"/guilds/{guild}/channels")).body
    await hide(scene.client, secret)
    after = (await scene.bot.call("GET", f"/guilds/{guild}/channels")).body
    assert [each for each in before if each["id"] != str(secret)] == after
    assert len(before) == len(after) + 1
    assert (await scene.bot.call("GET", f"/channels/{secret}")).code == 50001


async def test_interactions_name_hidden_channels(scene: Scene) -> None:
    """Change log: what interactions carry is not obfuscated."""
    secret = scene.ada.channel_id("secret-text")
    await hide(scene.client, secret)
    doing = await act(scene.gateway, scene.ada.slash("play", channel=secret))
    assert doing.interaction["channel"]["name"] == "secret-text"
    await scene.bot.answer(doing.interaction, 4, content="here")
    await doing.done()


async def test_people_still_see_what_is_hidden_from_the_bot(scene: Scene) -> None:
    """Change log: each sees the channels that it has access to."""
    secret = scene.ada.channel_id("secret-text")
    await hide(scene.client, secret)
    await told(scene.gateway, "CHANNEL_UPDATE", secret)
    await scene.ada.write("hello", secret)
    assert scene.ada.channel_id("secret-text") == secret


async def test_discord_py_takes_hidden_channels_of_every_kind(stage: Stage) -> None:
    """What discord.py makes of them, and of one that is shown again."""
    sandbox = await stage.sandbox(world=WORLD)
    client = await stage.client(sandbox)
    ada = await client.person("Ada")
    for kind in KINDS:
        await hide(client, ada.channel_id(f"secret-{kind}"))
    await stage.bot(sandbox, "tests/sandbox/bot.py")
    await ada.wait_online()
    kinds = ("text", "voice", "news", "stage_voice", "forum", "media")
    assert await channels(ada) == ["lobby text", *(f"___hidden___ {kind}" for kind in kinds)]
    for kind in KINDS:
        await client.permit(ada.channel_id(f"secret-{kind}"), "bot", "view_channel", allowed=True)
    shown = [f"secret-{kind} {name}" for kind, name in zip(KINDS, kinds, strict=True)]
    assert await channels(ada) == ["lobby text", *shown]


async def channels(ada: Person) -> list[str]:
    outcome = await ada.slash("channels", channel="lobby")
    assert outcome.message is not None
    return outcome.message.content.split(", ")
