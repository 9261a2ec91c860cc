"""Rematches: asked for at the end of a match, and answered with the hand of the next one."""

from typing import Final

import discord
from msgspec.structs import replace

from bot.host import access, lobby
from bot.host.match import queries
from bot.interactions import places
from bot.interactions.action_registry import Actions
from bot.interactions.answers import Answer, Front, click_of
from bot.interactions.lobby import to_hand
from bot.interactions.panel import hand
from bot.rendering.languages import spoken_by
from bot.ui.match import posts as match_ui
from bot.ui.messages.custom_ids import CustomId

ACTIONS: Final = Actions(access.owner, about="match")


@ACTIONS.click("rematch", rule=access.rematcher, anew=True)
async def on_rematch(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Ask for a rematch, or agree to one and answer with the new hand, with a link to the new match.

    What is answered before everybody has agreed becomes the hand, too, once the match begins.
    """
    old = (await lobby.look(front.host, wanted.number)).match
    misplaced = await places.refusal(front, click, None if old.solo else old.guild, old.channel)
    if misplaced is not None:
        return misplaced
    shown = await lobby.rematch(front.host, click_of(click), wanted.number)
    match, words = shown.match.id, spoken_by(click)
    link = await queries.link(front.host, match)
    message = match_ui.rematch(match, link, words, agreed=not shown.open)
    if not shown.open:
        return replace(await hand(front, click, match), too=message)
    return Answer(message, then=to_hand(front, click, match))
