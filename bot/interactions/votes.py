"""Votes on taking back a move."""

from typing import Final

import discord

from bot.host import access
from bot.host.match import panel_actions, rewind
from bot.interactions.action_registry import Actions
from bot.interactions.answers import Answer, Front, click_of, say
from bot.interactions.panel import is_panel, shown_anew
from bot.rendering.languages import spoken_by
from bot.ui.messages.custom_ids import CustomId

ACTIONS: Final = Actions(access.owner, about="match")


@ACTIONS.click("rewind")
async def on_rewind(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Call for a vote."""
    await rewind.call(front.host, click_of(click), wanted.number)
    return say(spoken_by(click)("vote.sent"))


@ACTIONS.click("vote")
async def on_vote(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Vote, either on the person's panel, which is then updated, or on the public post."""
    await rewind.vote(front.host, click_of(click), wanted.number, yes=wanted.argument == "yes")
    if is_panel(click):
        return await shown_anew(front, click, await panel_actions.show(front.host, wanted.number, click.user.id))
    return say(spoken_by(click)("vote.counted"))
