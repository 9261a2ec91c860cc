"""Access checks for interactions by the host's rules: the person, the place and the requested action."""

from typing import Any

import discord

from bot.discord_internals import role_ids
from bot.host.access import COMMANDS, OF_A_ROW, OF_A_SERVER, Channels, Person, Rule, Visit
from bot.host.kernel.errors import Unreadable
from bot.host.kernel.host import Host
from bot.interactions.installations import NotHere, is_by_person_alone
from bot.ui.messages.custom_ids import read


def person_of(interaction: discord.Interaction) -> Person:
    """Return the person behind an interaction, with the rights that the interaction itself states."""
    user, channel, guild = interaction.user, interaction.channel, interaction.guild_id
    roles = role_ids(user) if isinstance(user, discord.Member) else ()
    return Person(
        user=user.id,
        guild=guild,
        channel=interaction.channel_id,
        parent=channel.parent_id if isinstance(channel, discord.Thread) else None,
        roles=frozenset(roles if guild is None else (guild, *roles)),
        manages=guild is not None and interaction.permissions.manage_guild,
        moderates=guild is not None and interaction.permissions.manage_messages,
    )


async def admit(
    host: Host,
    channels: Channels,
    interaction: discord.Interaction,
    *,
    rule: Rule | None = None,
    number: int | None = None,
) -> None:
    """Check, before an interaction has any effect, whether it is allowed.

    A command's rule is in the host's list; a command about a row is checked a second time, with the row's number. Any
    other interaction is checked by its action's `rule`. Raises UserError, and KeyError for a command without a rule.
    """
    command = interaction.command
    if command is not None:
        rule = COMMANDS[f"/{command.qualified_name}"]
    elif rule is None:
        raise Unreadable
    else:
        data: Any = interaction.data or {}
        wanted = read(data.get("custom_id"))
        number = wanted.number if rule in OF_A_ROW else wanted.subject
    if rule in OF_A_SERVER and is_by_person_alone(interaction):
        raise NotHere(interaction.application_id)
    if number is not None or rule not in OF_A_ROW:
        await rule(Visit(host, channels, person_of(interaction), number))
