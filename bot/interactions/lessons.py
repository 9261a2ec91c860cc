"""Lessons: list them, and start one."""

from typing import Final

import discord

from bot.host import access
from bot.host.lobby import lessons
from bot.host.lobby.position_start import Place
from bot.interactions import panel, places
from bot.interactions.action_registry import Actions
from bot.interactions.answers import Answer, Front, click_of, say
from bot.interactions.installations import is_by_person_alone
from bot.rendering.languages import spoken_by
from bot.ui import lessons as lessons_ui
from bot.ui.custom_ids import CustomId

ACTIONS: Final = Actions(access.anyone)


async def learn(front: Front, interaction: discord.Interaction, game: str | None = None) -> Answer:
    """Answer with the lessons of a game, or of all games."""
    words = spoken_by(interaction)
    if game is not None and game not in front.host.games:
        return say(words("lobby.refused.game"))
    return Answer(lessons_ui.lessons(lessons.lessons(front.host, game), words))


@ACTIONS.click("learn", anew=True)
async def on_learn(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """List the lessons, as /learn does."""
    return await learn(front, click, wanted.argument or None)


@ACTIONS.click("lesson", rule=access.table_opener, anew=True)
async def on_lesson(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Start a lesson, and show the learner's hand.

    In a server it is played in a thread, like any match. In direct messages, and where only the person has installed
    the bot, everything is on the panel.
    """
    solo = click.guild_id is None or is_by_person_alone(click)
    guild = None if solo else click.guild_id
    misplaced = await places.refusal(front, click, guild, click.channel_id)
    if misplaced is not None:
        return misplaced
    place = Place(guild, click.channel_id or 0, getattr(click.channel, "parent_id", None), solo)
    match = await lessons.begin_lesson(front.host, click_of(click), wanted.argument, place)
    return Answer(None) if match is None else await panel.hand(front, click, match)
