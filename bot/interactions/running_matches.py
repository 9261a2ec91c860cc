"""The matches that run in a server, as far as a person may read them."""

from typing import Final

import discord

from bot.host import access
from bot.host.access import Visit
from bot.host.match import queries
from bot.interactions.action_registry import Actions
from bot.interactions.admission import person_of
from bot.interactions.answers import Answer, Front
from bot.rendering.languages import spoken_by
from bot.ui.match import menu as more_ui
from bot.ui.messages.custom_ids import CustomId

ACTIONS: Final = Actions(access.server_member)

LOOKED_AT: Final = 25
"""How many of a server's newest running matches are looked at; each of their channels may take a request."""


@ACTIONS.click("running")
async def on_running(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """List the running matches of the server that the person plays or may read, each with a link to its table."""
    user, guild = click.user.id, click.guild_id or 0
    found = await queries.running_in(front.host, guild, user, LOOKED_AT)
    played = [each for each in found if any(player.user == user for player in each.seats)]
    others = {each.match.channel for each in found if each not in played}
    read = await access.read_channels(Visit(front.host, front.channels, person_of(click), None), guild, others)
    shown = [each for each in found if each in played or each.match.channel in read]
    return Answer(more_ui.running(shown, user, spoken_by(click)))
