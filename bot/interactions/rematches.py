"""Rematches: asked for at the end of a match, and answered with the hand of the next one."""

import asyncio
from typing import Final

import discord
from msgspec.structs import replace

from bot.host import access, lobby
from bot.host.kernel.host import Host
from bot.host.match import queries
from bot.interactions import places
from bot.interactions.action_registry import Actions
from bot.interactions.answers import Answer, Front, click_of
from bot.interactions.panel import hand
from bot.rendering.languages import spoken_by
from bot.ui import match as match_ui
from bot.ui.custom_ids import CustomId

ACTIONS: Final = Actions(access.owner, about="match")

LOOKS: Final = 40
PAUSE: Final = 0.25
"""How often, and after how many seconds, to look whether a rematch has begun: Discord has to take its seal first."""


@ACTIONS.click("rematch", rule=access.rematcher)
async def on_rematch(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Ask for a rematch, or agree to one and answer with the new hand, with a link to the new match."""
    old = (await lobby.look(front.host, wanted.number)).match
    misplaced = await places.refusal(front, click, old.guild, old.channel)
    if misplaced is not None:
        return misplaced
    shown = await lobby.rematch(front.host, click_of(click), wanted.number)
    match, words = shown.match.id, spoken_by(click)
    begun = not shown.open and await _has_begun(front.host, match)
    link = await queries.link(front.host, match)
    message = match_ui.rematch(match, link, words, begun=begun, agreed=not shown.open)
    if not begun:
        return Answer(message)
    return replace(await hand(front, click, match), too=message)


async def _has_begun(host: Host, match: int) -> bool:
    """Wait for a while until a match that is about to begin has begun, and return whether it has."""
    for _ in range(LOOKS):
        if (await lobby.look(host, match)).match.started is not None:
            return True
        await asyncio.sleep(PAUSE)
    return False
