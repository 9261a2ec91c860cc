"""Leaderboards and profiles."""

import discord

from bot.host.ratings import leaderboards
from bot.interactions.answers import Answer, Front, say
from bot.interactions.play_menu import EASIEST
from bot.rendering import pictures
from bot.rendering.languages import spoken_by
from bot.ui import ratings as ratings_ui
from bot.ui.characters import character_picture


async def leaderboard(front: Front, interaction: discord.Interaction, game: str | None, *, everywhere: bool) -> Answer:
    """Answer with a game's leaderboard for this server or for all of them; in direct messages, always for all."""
    words, game = spoken_by(interaction), game or next(iter(front.host.games))
    if game not in front.host.games:
        return say(words("lobby.refused.game"))
    guild = None if everywhere else interaction.guild_id
    return Answer(
        ratings_ui.leaderboard(await leaderboards.leaderboard(front.host, game, guild, interaction.user.id), words)
    )


async def profile(front: Front, interaction: discord.Interaction, person: int, game: str | None) -> Answer:
    """Answer with a person's results in rated matches of the named game, or else of the game they played last."""
    words = spoken_by(interaction)
    if game is not None and game not in front.host.games:
        return say(words("lobby.refused.game"))
    shown = await leaderboards.profile(front.host, person, game, interaction.user.id)
    wanted = await pictures.wanted(front.host, interaction.user.id)
    picture = None
    if wanted and shown.standing is None:
        picture = await pictures.drawn(character_picture, EASIEST, words)
    elif wanted:
        picture = await pictures.drawn(ratings_ui.curve, shown, words)
    return Answer(ratings_ui.profile(shown, words, picture))
