"""A server's deck formats, by command and by modal."""

from typing import Final

import discord
from discord.app_commands import Choice

from bot.host import access
from bot.host.decks import formats
from bot.interactions.action_registry import Actions
from bot.interactions.answers import Answer, Front, click_of, say
from bot.interactions.questions import asked
from bot.rendering.languages import spoken_by
from bot.ui.decks import formats as formats_ui
from bot.ui.messages.custom_ids import CustomId

ACTIONS: Final = Actions(access.server_manager)

SUGGESTIONS = 25
"""The most suggestions that Discord shows."""


async def listed(front: Front, interaction: discord.Interaction, game: str) -> Answer:
    """Answer with a game's formats, each with its figures."""
    words = spoken_by(interaction)
    found = await formats.listed(front.host, interaction.guild_id, game)
    if not found:
        return say(words("format.no_decks"))
    return Answer(formats_ui.formats(game, found.values(), words))


async def write(
    front: Front, interaction: discord.Interaction, game: str, like: str | None
) -> discord.ui.Modal | Answer:
    """Return the modal for writing a format."""
    words = spoken_by(interaction)
    found = await formats.listed(front.host, interaction.guild_id, game)
    if not found:
        return say(words("format.no_decks"))
    begun = found.get(like or "") or next(iter(found.values()))
    return formats_ui.modal(game, begun, words)


async def remove(front: Front, interaction: discord.Interaction, game: str, name: str) -> Answer:
    """Delete a server's own format."""
    wanted = CustomId("formatdrop", argument=str(formats_ui.NameInGame(game, name)))
    return await asked(interaction, wanted, _removed(front, interaction, game, name))


@ACTIONS.click("formatdrop")
async def on_drop(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Delete the format that the custom id names."""
    own = formats_ui.NameInGame.parse(wanted.argument)
    return await _removed(front, click, own.game, own.name)


async def _removed(front: Front, interaction: discord.Interaction, game: str, name: str) -> Answer:
    gone = await formats.drop(front.host, click_of(interaction), interaction.guild_id or 0, game, name)
    return say(spoken_by(interaction)("format.removed" if gone else "format.unknown", name=name))


@ACTIONS.modal("format")
async def on_format(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Store the submitted format. Raises DeckRefused."""
    words, game = spoken_by(click), wanted.argument
    if not await formats.listed(front.host, click.guild_id, game):
        return say(words("format.no_decks"))
    made = await formats.keep(front.host, click.guild_id or 0, game, "".join(values[:1]))
    return Answer(formats_ui.created_format(game, made, words))


async def suggested(front: Front, interaction: discord.Interaction, game: str, current: str) -> list[Choice[str]]:
    """Suggest a game's formats whose names contain the typed text."""
    names = await formats.listed(front.host, interaction.guild_id, game)
    fitting = [name for name in names if current.casefold() in name.casefold()]
    return [Choice(name=name, value=name) for name in fitting[:SUGGESTIONS]]
