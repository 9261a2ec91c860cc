"""Agreements to play for keeps, and their reversal."""

from typing import Final

import discord

from bot.host import access
from bot.host.lobby import stakes
from bot.host.lobby.stakes import Terms
from bot.host.operations import closing
from bot.interactions.action_registry import Actions
from bot.interactions.answers import Answer, Front, click_of, say
from bot.interactions.questions import asked_in_modal
from bot.rendering.languages import spoken_by
from bot.ui.lobby import stakes as keeps_ui
from bot.ui.messages.custom_ids import CustomId, only

ACTIONS: Final = Actions(access.owner, about="match")


@ACTIONS.click("keeps")
async def on_keeps(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Show what playing for keeps means."""
    return await _screen(front, click, await stakes.look(front.host, wanted.number, click.user.id), "private")


@ACTIONS.click("keepoffer")
async def on_offer(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Offer to play for keeps."""
    return await _screen(front, click, await stakes.offer(front.host, click_of(click), wanted.number), "update")


@ACTIONS.click("keepyes")
async def on_yes(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Agree to play for keeps."""
    agreed = await stakes.agree_to_stakes(front.host, click_of(click), wanted.number, wanted.argument)
    return await _screen(front, click, agreed, "update")


@ACTIONS.click("keepno")
async def on_no(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Decline to play for keeps."""
    return await _screen(front, click, await stakes.decline(front.host, click_of(click), wanted.number), "update")


async def _screen(front: Front, click: discord.Interaction, shown: Terms, how: str) -> Answer:
    words = await front.languages.private(shown.lobby.match, click.user.id)
    return Answer(keeps_ui.terms_panel(shown, words), "update" if how == "update" else "private")


async def reverse(front: Front, interaction: discord.Interaction, match: int, reason: str) -> discord.ui.Modal | Answer:
    """Give back the cards that changed hands in one of the server's matches for keeps."""
    wanted = CustomId("reverse", match)
    return await asked_in_modal(interaction, wanted, _reversed(front, interaction, match, reason), reason)


@ACTIONS.modal("reverse", rule=access.match_manager)
async def on_reverse(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Give back the cards for the submitted reason."""
    return await _reversed(front, click, wanted.number, only(values))


async def _reversed(front: Front, interaction: discord.Interaction, match: int, reason: str) -> Answer:
    await closing.reverse(front.host, click_of(interaction), interaction.guild_id or 0, match, reason)
    return say(spoken_by(interaction)("keeps.taken_back", match=match))
