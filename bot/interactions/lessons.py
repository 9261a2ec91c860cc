"""Lessons: list them, and start one."""

from typing import Final

import discord

from bot.host import access
from bot.host.lobby import lessons
from bot.host.lobby.position_start import Place
from bot.interactions import panel
from bot.interactions.action_registry import Actions
from bot.interactions.answers import Answer, Front, click_of, say
from bot.interactions.installations import is_by_person_alone
from bot.rendering.languages import spoken_by
from bot.ui.match import lessons as lessons_ui
from bot.ui.messages.custom_ids import CustomId

ACTIONS: Final = Actions(access.anyone)


async def learn(front: Front, interaction: discord.Interaction, game: str | None = None) -> Answer:
    """Answer with the lessons of a game, or of all games."""
    words = spoken_by(interaction)
    if game is not None and game not in front.host.games:
        return say(words("lobby.refused.game"))
    done = await lessons.done(front.host, interaction.user.id)
    return Answer(lessons_ui.lessons(lessons.lessons(front.host, game), done, words))


@ACTIONS.click("learn", anew=True)
async def on_learn(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """List the lessons, as /learn does."""
    return await learn(front, click, wanted.argument or None)


@ACTIONS.click("lesson", rule=access.table_opener, anew=True)
async def on_lesson(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Start a lesson, and show the learner's hand."""
    place = Place(None if is_by_person_alone(click) else click.guild_id, click.channel_id or 0)
    match = await lessons.begin_lesson(front.host, click_of(click), wanted.argument, place)
    return Answer(None) if match is None else await panel.hand(front, click, match)
