"""The settings of a server for each game."""

from typing import Final

import discord

from bot.host import access, lobby
from bot.host.card_sets import played
from bot.host.decks import formats
from bot.host.kernel.errors import Unreadable
from bot.host.kernel.paces import DEFAULT_PACE
from bot.host.lobby import FORMAT, OPTION
from bot.host.people import settings
from bot.interactions.action_registry import Actions
from bot.interactions.answers import Answer, Front
from bot.rendering.languages import spoken_by
from bot.ui.messages.custom_ids import CustomId, only
from bot.ui.messages.outgoing import Outgoing
from bot.ui.servers import games as server_games

ACTIONS: Final = Actions(access.server_manager)


async def page(front: Front, interaction: discord.Interaction, game: str | None = None) -> Outgoing:
    """Return the page for a game, or else for the first game. Raises Unreadable."""
    host, guild = front.host, interaction.guild_id or 0
    key = next(iter(host.games)) if game is None else _known(front, game)
    row = await settings.guild(host, guild)
    return server_games.game_page(
        list(host.games),
        host.games[key],
        await lobby.own_pace(host, guild, key),
        await lobby.defaults(host, guild, key),
        (await played.sets_here(host, guild, key))[: server_games.MOST_SETS],
        row.pace or DEFAULT_PACE,
        spoken_by(interaction),
    )


def _known(front: Front, game: str) -> str:
    """Return the key of a game. Raises Unreadable if there is no such game."""
    if game not in front.host.games:
        raise Unreadable(game)
    return game


@ACTIONS.click("guildgame")
async def on_game(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Show the page for the chosen game."""
    return Answer(await page(front, click, wanted.argument or only(values)), "update")


@ACTIONS.click("guildrule")
async def on_rule(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Change what tables of a game begin with."""
    asked, value = server_games.GameSetting.parse(wanted.argument), only(values)
    value = "" if (asked.what, value) == ("pace", "usual") else value
    await lobby.change_default(front.host, click.guild_id or 0, asked.game, asked.what, value)
    return Answer(await page(front, click, asked.game), "update")


@ACTIONS.click("guildoption")
async def on_option(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Show the page for one of a game's options."""
    game, name, guild = _known(front, wanted.argument), only(values), click.guild_id or 0
    more = await formats.own(front.host, guild, game) if name == FORMAT else ()
    usual = await lobby.defaults(front.host, guild, game)
    try:
        shown = server_games.option_page(front.host.games[game], name, usual, more, spoken_by(click))
    except LookupError as error:
        raise Unreadable(name) from error
    return Answer(shown, "update")


@ACTIONS.ask("guildnumber")
async def ask_number(front: Front, click: discord.Interaction, wanted: CustomId) -> discord.ui.Modal:
    """Ask for the value of a numeric option."""
    return server_games.number_modal(wanted.argument, spoken_by(click))


@ACTIONS.modal("guildnumber")
async def on_number(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Set a numeric option to the typed value."""
    asked = server_games.GameSetting.parse(wanted.argument)
    await lobby.change_default(front.host, click.guild_id or 0, asked.game, f"{OPTION}{asked.what}", only(values))
    return Answer(await page(front, click, asked.game), "update")


@ACTIONS.click("guildsets")
async def on_sets(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Choose the sets that a game is played with; those that the menu has no room for stay as they are."""
    game, guild = _known(front, wanted.argument), click.guild_id or 0
    rest = (await played.sets_here(front.host, guild, game))[server_games.MOST_SETS :]
    await played.choose_sets(front.host, guild, game, [*values, *(each.key for each in rest if each.played)])
    return Answer(await page(front, click, game), "update")
