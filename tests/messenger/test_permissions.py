"""What members may do in a channel: roles first, then its overwrites, from the general to the particular."""

import pytest
from discord import ChannelType, Permissions

from bot.messenger.permissions import Overwrite, Server, may_read, missing, permissions

GUILD, OWNER, MEMBER, PLAYERS, MUTED, ADMINISTRATORS = 1, 10, 11, 20, 21, 22
VIEW, HISTORY = Permissions(view_channel=True).value, Permissions(read_message_history=True).value
READ = VIEW | HISTORY
SERVER = Server(
    GUILD,
    OWNER,
    {GUILD: READ, PLAYERS: 0, MUTED: 0, ADMINISTRATORS: Permissions(administrator=True).value},
)
CLOSED = Overwrite(GUILD, 0, VIEW)


@pytest.mark.parametrize(
    ("roles", "overwrites", "reads"),
    [
        ((), (), True),
        ((), (CLOSED,), False),
        ((), (Overwrite(GUILD, 0, HISTORY),), False),
        ((PLAYERS,), (CLOSED, Overwrite(PLAYERS, VIEW, 0)), True),
        ((), (CLOSED, Overwrite(PLAYERS, VIEW, 0)), False),
        ((PLAYERS, MUTED), (Overwrite(MUTED, 0, VIEW), Overwrite(PLAYERS, VIEW, 0)), True),
        ((PLAYERS,), (Overwrite(PLAYERS, VIEW, 0), Overwrite(MEMBER, 0, VIEW)), False),
        ((), (CLOSED, Overwrite(MEMBER, VIEW, 0)), True),
        ((), (CLOSED, Overwrite(OWNER, VIEW, 0)), False),
        ((ADMINISTRATORS,), (CLOSED, Overwrite(MEMBER, 0, VIEW)), True),
        ((99,), (CLOSED,), False),
    ],
)
def test_who_reads_a_channel_follows_from_roles_and_overwrites(
    roles: tuple[int, ...], overwrites: tuple[Overwrite, ...], *, reads: bool
) -> None:
    assert may_read(permissions(SERVER, MEMBER, roles, overwrites), ChannelType.text) is reads


def test_the_owner_reads_everything() -> None:
    assert may_read(permissions(SERVER, OWNER, (), (CLOSED, Overwrite(OWNER, 0, READ))), ChannelType.text)


def test_a_server_whose_general_role_sees_nothing_lets_nobody_read() -> None:
    assert not may_read(permissions(Server(GUILD, OWNER, {}), MEMBER, (), ()), ChannelType.text)


@pytest.mark.parametrize("kind", [ChannelType.voice, ChannelType.stage_voice])
def test_the_chat_of_a_voice_channel_takes_connect(kind: ChannelType) -> None:
    """Discord documentation, "Permissions: Implicit Permissions" and "Message: Get Channel Messages"."""
    deaf = Permissions(~Permissions(connect=True).value & Permissions.all().value)
    deaf.administrator = False
    assert missing(deaf, kind) == ["connect"]
    assert missing(deaf, ChannelType.text) == []
    deaf.connect = True
    assert missing(deaf, kind) == []
    assert may_read(Permissions(READ), ChannelType.text)
    assert not may_read(Permissions(READ), kind)
    assert may_read(Permissions(READ, connect=True), kind)
