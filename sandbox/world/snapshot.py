"""Save the world between runs, as one JSON file, and load it again.

People, servers, channels, messages, files, commands and emojis are saved; open interactions and gateway sessions are
not, as after an outage of the real service.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from simcord.backend.models import Guild, Message, User

from sandbox.errors import CannotDo
from sandbox.world.channel import Channel

if TYPE_CHECKING:
    from pathlib import Path

    from sandbox.world.world import World

_VERSION = 1

_KEPT = ("description", "integration_types_config")
"""The fields of the application that are saved: addresses are those of a running bot, and are tried anew."""


class Snapshot(msgspec.Struct):
    """The saved state of a world."""

    version: int
    cdn_base: str
    application_id: int
    bot_id: int
    people: dict[str, int]
    closed_dms: set[int]
    users: list[User]
    guilds: list[Guild]
    channels: list[Channel]
    dm_channels: dict[int, int]
    messages: list[Message]
    commands: list[dict[str, Any]]
    files: dict[str, bytes]
    installed: set[int] = msgspec.field(default_factory=set)
    profile: dict[str, Any] = msgspec.field(default_factory=dict)
    emojis: dict[int, dict[str, Any]] = msgspec.field(default_factory=dict)


def save(world: World, path: Path) -> None:
    """Write the world to a file, replacing the whole file."""
    backend = world.backend
    snapshot = Snapshot(
        version=_VERSION,
        cdn_base=world.cdn_base,
        application_id=world.application_id,
        bot_id=world.bot_id,
        people=world.people,
        closed_dms=world.closed_dms,
        users=list(backend.users.values()),
        guilds=list(backend.guilds.values()),
        channels=world.channels(),
        dm_channels=backend.dm_channels,
        messages=[message for stored in backend.messages.values() for message in stored.values()],
        commands=[command for scope in backend.commands for command in world.commands(scope)],
        files=backend.cdn.files,
        installed=world.installed,
        profile={name: value for name, value in world.profile.items() if name in _KEPT},
        emojis=world.emojis,
    )
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_suffix(".tmp")
    unfinished.write_bytes(msgspec.json.encode(snapshot))
    unfinished.replace(path)


def load(world: World, path: Path) -> None:
    """Replace a world's contents with those in a file.

    The port may differ from the last run's, so the files' URLs are adapted.

    Raises:
        CannotDo: If the file is not a snapshot of this version.
    """
    kept = _read(path.read_bytes(), path)
    if kept.cdn_base != world.cdn_base:
        raw = path.read_bytes().replace(kept.cdn_base.encode(), world.cdn_base.encode())
        kept = _read(raw, path)
    backend = world.backend
    backend.application_id = kept.application_id
    world.people = kept.people
    world.closed_dms = kept.closed_dms
    world.installed = kept.installed
    world.profile = kept.profile
    world.emojis = kept.emojis
    backend.users = {user.id: user for user in kept.users}
    backend.bot_user = backend.users[kept.bot_id]
    backend.guilds = {guild.id: guild for guild in kept.guilds}
    backend.channels = {channel.id: channel for channel in kept.channels}
    backend.dm_channels = kept.dm_channels
    backend.messages = {channel.id: {} for channel in kept.channels}
    for message in kept.messages:
        backend.messages[message.channel_id][message.id] = message
    for command in kept.commands:
        scope = int(command["guild_id"]) if "guild_id" in command else None
        backend.commands.setdefault(scope, {})[command["name"], command["type"]] = command
    backend.cdn.files.update(kept.files)


def _read(raw: bytes, path: Path) -> Snapshot:
    try:
        kept = msgspec.json.decode(raw, type=Snapshot)
    except msgspec.MsgspecError as error:
        raise CannotDo(f"{path} is no snapshot of a sandbox: {error}") from error
    if kept.version != _VERSION:
        raise CannotDo(f"{path} is a snapshot of version {kept.version}; this sandbox reads {_VERSION}")
    return kept
