"""/privacy: export and delete a person's data."""

import json
from typing import Final

import discord

from bot.host import access
from bot.host.operations import privacy
from bot.interactions.action_registry import Actions
from bot.interactions.answers import Answer, Front, click_of, say
from bot.interactions.questions import asked
from bot.rendering.languages import spoken_by
from bot.ui.messages.custom_ids import CustomId
from bot.ui.people import privacy as privacy_ui

ACTIONS: Final = Actions(access.anyone)


async def export(front: Front, interaction: discord.Interaction) -> Answer:
    """Answer with a file of all the data stored about the person."""
    kept = await privacy.told(front.host, interaction.user.id)
    content = json.dumps(kept, indent=1, ensure_ascii=False).encode()
    return Answer(privacy_ui.exported(content, spoken_by(interaction)))


async def delete(front: Front, interaction: discord.Interaction) -> Answer:
    """Delete the data of the person who asks for it."""
    return await asked(interaction, CustomId("forget"), _forgotten(front, interaction))


@ACTIONS.click("forget")
async def on_forget(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Delete the data of the person who clicked."""
    return await _forgotten(front, click)


async def _forgotten(front: Front, interaction: discord.Interaction) -> Answer:
    await privacy.forget_me(front.host, click_of(interaction))
    return say(spoken_by(interaction)("privacy.done"))
