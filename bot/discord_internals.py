"""What is used of discord.py's private members: all of it is here, and tests/test_discord_internals.py names each."""

from collections.abc import Sequence
from typing import Any

import discord


def role_ids(member: discord.Member) -> Sequence[int]:
    """Return the ids of a member's roles, as Discord sent them along.

    `Member.roles` names only roles of a server that discord.py knows, and over HTTP it knows none.
    """
    return member._roles  # noqa: SLF001


def take_in(client: discord.Client, interaction: Any) -> None:
    """Let discord.py take an interaction that came over HTTP for one of the gateway's."""
    client._connection.parse_interaction_create(interaction)  # noqa: SLF001
