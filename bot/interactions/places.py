"""Check whether the bot can host in a place; each kind of place requires its own permissions."""

import re
from collections.abc import Sequence
from typing import Any, Final

import discord

from bot.host.people import settings
from bot.interactions.answers import Answer, Front, say
from bot.messenger.permissions import missing
from bot.rendering.languages import spoken_by
from bot.ui.people.settings import permission_names
from bot.ui.texts.words import Rendered, Words

_BITS: Final = re.compile(r"[0-9]{1,19}")


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
        found = missing(interaction.app_permissions, kind_of(interaction), threads=threads)
    else:
        found = (await front.channels.missing(guild, [channel], threads=threads)).get(channel, [])
    return say(_refusal(found, channel, spoken_by(interaction))) if found else None


async def lacking(
    front: Front, click: discord.Interaction, guild: int, channels: Sequence[int], *, threads: bool
) -> dict[int, list[str]]:
    """Return the permissions that the bot lacks for hosting in channels that a click chose, by channel.

    Discord states the bot's permissions together with the chosen channels; others are looked up.
    """
    stated = _stated(click)
    found = {each: missing(*stated[str(each)], threads=threads) for each in channels if str(each) in stated}
    found |= await front.channels.missing(guild, [each for each in channels if each not in found], threads=threads)
    return {channel: names for channel, names in found.items() if names}


def _stated(click: discord.Interaction) -> dict[str, tuple[discord.Permissions, discord.ChannelType]]:
    """Return the bot's permissions in the chosen channels, by id, with their kinds.

    Discord documentation, "Interactions: Receiving and Responding", Resolved Data Structure.
    """
    data: Any = click.data or {}
    resolved = data.get("resolved")
    channels = resolved.get("channels") if isinstance(resolved, dict) else None
    kinds = {kind.value: kind for kind in discord.ChannelType}
    found = {}
    for number, told in channels.items() if isinstance(channels, dict) else ():
        held, kind = (told.get("app_permissions"), told.get("type")) if isinstance(told, dict) else (None, None)
        if isinstance(held, str) and _BITS.fullmatch(held) and isinstance(kind, int) and kind in kinds:
            found[str(number)] = (discord.Permissions(int(held)), kinds[kind])
    return found


async def post_refusal(front: Front, interaction: discord.Interaction, guild: int, channel: int) -> Answer | None:
    """Return an answer naming the permissions missing for posting in a channel, or None if none are."""
    found = (await lacking(front, interaction, guild, [channel], threads=False)).get(channel)
    return say(_refusal(found, channel, spoken_by(interaction))) if found else None


def kind_of(interaction: discord.Interaction) -> discord.ChannelType:
    """Return the kind of an interaction's channel, or that of a text channel if Discord does not say."""
    return discord.ChannelType.text if interaction.channel is None else interaction.channel.type


def _refusal(found: list[str], channel: int, words: Words) -> str:
    return words(
        "lobby.refused.permissions",
        channel=Rendered(f"<#{channel}>"),
        permissions=permission_names(found, words),
    )
