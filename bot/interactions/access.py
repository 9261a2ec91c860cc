"""Asking the host's door about an interaction: who acts, where, and what the person wants."""

from typing import Any

import discord

from bot.host import access
from bot.host.access import OF_A_SERVER, RULES, Channels, Person
from bot.host.kernel.errors import Refused
from bot.host.kernel.host import Host
from bot.interactions.installations import NotHere, is_by_person_alone
from bot.ui.custom_ids import read
from engine.contract import Message


def person_of(interaction: discord.Interaction) -> Person:
    """Return the person behind an interaction, with all that the interaction itself says of the person's rights."""
    user, channel, guild = interaction.user, interaction.channel, interaction.guild_id
    # Over HTTP no server is known whose roles discord.py could name: the ids are what Discord sent along.
    roles = user._roles if isinstance(user, discord.Member) else ()  # noqa: SLF001
    return Person(
        user=user.id,
        guild=guild,
        channel=interaction.channel_id,
        parent=channel.parent_id if isinstance(channel, discord.Thread) else None,
        roles=frozenset(roles if guild is None else (guild, *roles)),
        manages=guild is not None and interaction.permissions.manage_guild,
        moderates=guild is not None and interaction.permissions.manage_messages,
    )


async def admit(host: Host, channels: Channels, interaction: discord.Interaction, number: int | None = None) -> None:
    """Ask whether an interaction may do what it wants to do, before anything of it is done.

    A command that is about a row asks again with the row's number. Raises Refused, NoSuchMatch and NotHere.
    """
    command = interaction.command
    if command is not None:
        name = f"/{command.qualified_name}"
    else:
        data: Any = interaction.data or {}
        wanted = read(data.get("custom_id"))
        name, number = wanted.action, wanted.match
        if name not in RULES:
            raise Refused(Message("panel.unreadable"))
    if RULES[name] in OF_A_SERVER and is_by_person_alone(interaction):
        raise NotHere(interaction.application_id)
    await access.admit(host, channels, person_of(interaction), name, number)
