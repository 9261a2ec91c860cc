"""The world: what it takes from SimCord, and that it is the same at every start."""

import ast
import importlib
from importlib.metadata import version
from pathlib import Path

import pytest

from sandbox.clock import SandboxClock
from sandbox.description import DEFAULT_WORLD, WorldDescription
from sandbox.errors import CannotDo
from sandbox.server import Sandbox, SandboxSettings
from sandbox.world import World, load, save
from tests.sandbox.conftest import set_scene
from tests.support.discord import Stage

ROOM = Path(__file__).parents[2] / "sandbox"
USED = {
    "simcord._clock": ["Clock"],
    "simcord.backend": ["Backend", "cdn", "models", "permissions", "serializers"],
    "simcord.backend.access": ["channel_accessible"],
    "simcord.backend.errors": ["BackendError", "SetupError"],
    "simcord.backend.models": [
        "AllowedMentions",
        "Channel",
        "Guild",
        "Interaction",
        "Member",
        "Message",
        "Overwrite",
        "ResponseKind",
        "ScheduledEvent",
        "User",
    ],
    "simcord.components": ["resolve_attachment_references"],
    "simcord.enums": ["MessageType", "OverwriteType"],
    "simcord.http": ["client"],
    "simcord.http._helpers": ["prepare_bot_message"],
    "simcord.http.router": ["_ROUTES", "RequestContext", "RouteNotImplemented", "UnsupportedField", "dispatch"],
    "simcord.intents": ["censor_message"],
}
METHODS = {
    "Backend": [
        "_mention_state",
        "active_threads",
        "add_member",
        "add_thread_member",
        "announce_channel_update",
        "announce_thread_create",
        "archived_threads",
        "commit_message",
        "compute_permissions",
        "create_channel",
        "create_guild",
        "create_message",
        "create_system_message",
        "create_thread",
        "delete_channel",
        "delete_message",
        "edit_channel",
        "edit_message",
        "emit",
        "get_dm_channel",
        "get_guild",
        "get_message",
        "get_thread",
        "make_user",
        "new_interaction",
        "now_iso",
        "prepare_message",
        "remove_member",
        "set_overwrite",
        "snowflake",
        "visible_commands",
    ],
    "serializers": [
        "channel_payload",
        "guild_create_payload",
        "member_payload",
        "message_payload",
        "role_payload",
        "thread_member_payload",
        "thread_payload",
        "user_payload",
    ],
}


def imports_of(path: Path) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module:
            found.setdefault(node.module, set()).update(each.name for each in node.names)
        elif isinstance(node, ast.Import):
            for each in node.names:
                found.setdefault(each.name, set())
    return found


def test_only_the_world_knows_simcord() -> None:
    for path in ROOM.rglob("*.py"):
        knows = [name for name in imports_of(path) if name.partition(".")[0] == "simcord"]
        assert not knows or path.is_relative_to(ROOM / "world"), path


def test_everything_that_is_used_of_simcord_is_there() -> None:
    assert version("simcord") == "3.2.1"
    used: dict[str, set[str]] = {}
    for path in (ROOM / "world").glob("*.py"):
        for module, names in imports_of(path).items():
            if module.partition(".")[0] == "simcord":
                used.setdefault(module, set()).update(names)
    assert used == {module: set(names) for module, names in USED.items()}
    for module, listed in USED.items():
        for name in listed:
            assert hasattr(importlib.import_module(module), name), f"{module}.{name}"
    backend = importlib.import_module("simcord.backend")
    for owner, listed in METHODS.items():
        for name in listed:
            assert hasattr(getattr(backend, owner), name), f"{owner}.{name}"


def ids(world: World) -> list[int]:
    backend = world.backend
    return [world.application_id, *backend.users, *backend.guilds, *backend.channels]


async def test_a_description_always_gives_the_same_ids() -> None:
    first, second = (World(DEFAULT_WORLD, SandboxClock(), "http://cdn") for _ in range(2))
    assert ids(first) == ids(second)
    assert ids(World(WorldDescription(people=("Ada",)), SandboxClock(), "http://cdn")) != ids(first)


async def test_a_world_survives_a_restart(stage: Stage, tmp_path: Path) -> None:
    file = tmp_path / "world.json"
    scene = await set_scene(stage, snapshot=file)
    await scene.ada.write("before", files={"a.txt": b"hello"})
    await scene.client.close_dms("Ben")
    dm = await scene.ada.open_dm()
    await scene.bot.send(dm, content="in private")
    save(scene.sandbox.parts.world, file)

    other = await stage.sandbox(snapshot=file)
    client = await stage.client(other)
    ada = await client.person("Ada")
    (message,) = await ada.messages()
    assert message.content == "before"
    assert message.attachments[0]["url"].startswith(other.cdn_base)
    assert other.parts.world.file(message.attachments[0]["url"]) == b"hello"
    assert [each.content for each in await ada.messages(dm)] == ["in private"]
    assert [each["name"] for each in other.parts.world.commands(None)] == ["play"]
    assert other.parts.world.closed_dms == {scene.ben.id}
    assert ids(other.parts.world) == ids(scene.sandbox.parts.world)


async def test_a_sandbox_keeps_its_world_when_it_stops(tmp_path: Path) -> None:
    file = tmp_path / "kept" / "world.json"
    async with Sandbox(snapshot=file) as sandbox:
        sandbox.parts.world.closed_dms.add(1)
    async with Sandbox(snapshot=file) as sandbox:
        assert sandbox.parts.world.closed_dms == {1}


@pytest.mark.parametrize("content", ["", "{}", '{"version": 9}'])
async def test_a_file_that_is_no_snapshot_is_refused(tmp_path: Path, content: str) -> None:
    file = tmp_path / "world.json"
    file.write_text(content)
    with pytest.raises(CannotDo, match="is no snapshot"):
        load(World(DEFAULT_WORLD, SandboxClock(), "http://cdn"), file)
    assert file.read_text() == content


async def test_the_worlds_time_is_the_clocks(stage: Stage) -> None:
    scene = await set_scene(stage, clock=lambda: 1_800_000_000.0, settings=SandboxSettings())
    message = await scene.ada.write("now")
    assert message.raw["timestamp"].startswith("2027-01-15T08:00:00")
    await scene.client.advance(3600)
    assert (await scene.ada.write("later")).raw["timestamp"].startswith("2027-01-15T09:00:00")
