"""Check whether the bot can host in a place; each kind of place requires its own permissions."""

import discord

from bot.host.people import settings
from bot.interactions.answers import Answer, Front, say
from bot.messenger.permissions import missing
from bot.rendering.languages import spoken_by
from bot.ui.words import Rendered, Words


async def refusal(
    front: Front, interaction: discord.Interaction, guild: int | None, channel: int | None
) -> Answer | None:
    """Return an answer naming the permissions missing for hosting in a channel or thread, or None if none are.

    The interaction itself states the bot's permissions in its own channel. Direct messages require none.
    """
    if guild is None or channel is None:
        return None
    threads = (await settings.guild(front.host, guild)).threads
    if channel == interaction.channel_id:
        lacking = missing(interaction.app_permissions, kind_of(interaction), threads=threads)
    else:
        lacking = (await front.channels.missing(guild, [channel], threads=threads)).get(channel, [])
    return say(_refusal(lacking, channel, spoken_by(interaction))) if lacking else None


async def post_refusal(front: Front, interaction: discord.Interaction, guild: int, channel: int) -> Answer | None:
    """Return an answer naming the permissions missing for posting in a channel, or None if none are."""
    lacking = (await front.channels.missing(guild, [channel], threads=False)).get(channel, [])
    return say(_refusal(lacking, channel, spoken_by(interaction))) if lacking else None


def kind_of(interaction: discord.Interaction) -> discord.ChannelType:
    """Return the kind of an interaction's channel, or that of a text channel if Discord does not say."""
    return discord.ChannelType.text if interaction.channel is None else interaction.channel.type


def _refusal(lacking: list[str], channel: int, words: Words) -> str:
    names = Rendered(", ".join(f"**{words.plain(f'permission.{name}')}**" for name in lacking))
    return words("lobby.refused.permissions", channel=Rendered(f"<#{channel}>"), permissions=names)
