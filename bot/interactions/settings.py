"""The settings of servers and people, each on its own panel."""

from typing import Final

import discord

from bot.host import access
from bot.host.people import settings
from bot.interactions.action_registry import Actions
from bot.interactions.answers import Answer, Front
from bot.rendering.languages import spoken_by
from bot.ui import settings as settings_ui
from bot.ui.custom_ids import CustomId
from bot.ui.messages import Outgoing

ACTIONS: Final = Actions(access.anyone)


async def guild(front: Front, interaction: discord.Interaction) -> Answer:
    """Answer with the server's settings, for members who may change them."""
    return Answer(await _page(front, interaction, settings_ui.PAGES[0]))


async def _page(front: Front, interaction: discord.Interaction, page: str) -> Outgoing:
    """Return a page of the server's settings."""
    number = interaction.guild_id or 0
    row, barred = await settings.guild(front.host, number), await settings.barred(front.host, number)
    return settings_ui.guild(row, barred, list(front.host.games), page, spoken_by(interaction))


async def person(front: Front, interaction: discord.Interaction) -> Answer:
    """Answer with the person's own settings."""
    row = await settings.person(front.host, interaction.user.id)
    return Answer(settings_ui.person(row, front.host.now(), spoken_by(interaction)))


@ACTIONS.click("guild", rule=access.server_manager)
async def on_guild(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Change one of the server's settings."""
    await settings.change_guild(front.host, click.guild_id or 0, wanted.argument, values)
    return Answer(await _page(front, click, settings_ui.PAGE_OF[wanted.argument]), "update")


@ACTIONS.click("guildpage", rule=access.server_manager)
async def on_guild_page(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Show another page of the server's settings."""
    if wanted.argument not in settings_ui.PAGES:
        raise settings.Unsettable(wanted.argument)
    return Answer(await _page(front, click, wanted.argument), "update")


@ACTIONS.click("me")
async def on_me(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Show the person's own settings."""
    return await person(front, click)


@ACTIONS.click("own")
async def on_own(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Change one of the person's own settings."""
    row = await settings.change_person(front.host, click.user.id, wanted.argument, values)
    return Answer(settings_ui.person(row, front.host.now(), spoken_by(click)), "update")
