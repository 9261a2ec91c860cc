"""Whether the bot may host where somebody asks for it: each kind of place takes permissions of its own."""

from collections.abc import Sequence

import discord

from bot.rights import missing
from bot.ui.words import Rendered, Words


def lacking(interaction: discord.Interaction, *, threads: bool) -> list[str]:
    """Return the permissions that the bot lacks where an interaction comes from; in direct messages it needs none."""
    if interaction.guild_id is None:
        return []
    return missing(interaction.app_permissions, kind_of(interaction), threads=threads)


def kind_of(interaction: discord.Interaction) -> discord.ChannelType:
    """Return the kind of channel that an interaction comes from; a plain one where Discord does not say."""
    return discord.ChannelType.text if interaction.channel is None else interaction.channel.type


def refusal(names: Sequence[str], words: Words) -> str:
    """Return what somebody is told where the bot lacks permissions."""
    listed = Rendered(", ".join(f"**{words.plain(f'permission.{name}')}**" for name in names))
    return words("lobby.refused.permissions", permissions=listed)
