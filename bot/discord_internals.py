"""Every use of discord.py's private members; a test lists each of them."""

from collections.abc import Sequence
from typing import Any

import discord


def role_ids(member: discord.Member) -> Sequence[int]:
    """Return the ids of a member's roles, as Discord sent them.

    `Member.roles` contains only roles in servers that discord.py knows; over HTTP, it knows no servers.
    """
    return member._roles  # noqa: SLF001


def take_in(client: discord.Client, interaction: Any) -> None:
    """Pass an interaction that came over HTTP to discord.py as if the gateway had sent it."""
    client._connection.parse_interaction_create(interaction)  # noqa: SLF001
