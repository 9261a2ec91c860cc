"""discord.py's private members that bot/discord_internals.py uses: a release that loses one fails here."""

import asyncio
from typing import Any

import discord
from discord.state import ConnectionState

from bot.discord_internals import role_ids, take_in

MEMBER: dict[str, Any] = {
    "user": {"id": "7", "username": "ada", "discriminator": "0", "avatar": None, "global_name": "Ada"},
    "roles": ["3", "4"],
    "flags": 0,
    "joined_at": None,
    "deaf": False,
    "mute": False,
    "permissions": "0",
}
"""A member as Discord sends one with an interaction."""


def interaction() -> dict[str, object]:
    """Return a click in a server that discord.py does not know."""
    return {
        "id": "1",
        "application_id": "2",
        "type": 3,
        "token": "token",
        "version": 1,
        "guild_id": "5",
        "channel_id": "6",
        "member": MEMBER,
        "data": {"custom_id": "custom", "component_type": 2},
        "entitlements": [],
        "authorizing_integration_owners": {},
        "attachment_size_limit": 0,
    }


def test_each_private_member_is_still_there() -> None:
    assert "_roles" in discord.Member.__slots__
    assert isinstance(discord.Client(intents=discord.Intents.none())._connection, ConnectionState)
    assert callable(ConnectionState.parse_interaction_create)


async def test_what_came_over_http_is_dispatched_with_the_roles_that_discord_sent() -> None:
    heard: asyncio.Future[discord.Interaction] = asyncio.get_running_loop().create_future()

    class Client(discord.Client):
        async def on_interaction(self, interaction: discord.Interaction) -> None:
            heard.set_result(interaction)

    async with Client(intents=discord.Intents(guilds=True)) as client:
        state = client._connection
        state.user = discord.ClientUser(state=state, data=MEMBER["user"])
        take_in(client, interaction())
        user = (await heard).user
        assert isinstance(user, discord.Member)
        assert not user.roles[1:], "discord.py knows none of the server's roles"
        assert list(role_ids(user)) == [3, 4]
