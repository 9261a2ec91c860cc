"""The buttons under a server's greeting and under the help; each one does the same as a command."""

from typing import Final

import discord
from msgspec.structs import replace

from bot.host import access
from bot.interactions import card_lookup, match, settings
from bot.interactions.action_registry import Actions
from bot.interactions.answers import Answer, Front
from bot.rendering.languages import spoken_by
from bot.ui.cards.lookup import IN_A_MATCH, help_in_a_match
from bot.ui.messages.custom_ids import CustomId

ACTIONS: Final = Actions(access.anyone)


@ACTIONS.click("howto")
async def on_help(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Show how to play, as /help does, or turn to another page of that."""
    if not wanted.argument:
        return await card_lookup.help_text(front, click)
    if wanted.argument == IN_A_MATCH:
        return Answer(help_in_a_match(spoken_by(click)), "update")
    return replace(await card_lookup.help_text(front, click), how="update")


@ACTIONS.click("mygames")
async def on_my_games(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """List the person's matches, as /games does."""
    return await match.waiting(front, click)


@ACTIONS.click("mysettings")
async def on_my_settings(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Show the person's own settings, as /me settings does."""
    return await settings.person(front, click)


@ACTIONS.click("settings", rule=access.server_manager)
async def on_settings(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Show the server's settings, as /settings does."""
    return await settings.guild(front, click)
