"""The setup of a table before the match starts."""

from typing import Final

import discord

from bot.host import access, lobby
from bot.host.decks import formats
from bot.host.lobby import FORMAT, OPTION, Lobby
from bot.interactions.action_registry import Actions
from bot.interactions.answers import Answer, Front, click_of, say
from bot.interactions.play import chosen_people, names_of
from bot.rendering.languages import spoken_by
from bot.ui.lobby import table_setup as arranging_ui
from bot.ui.messages.custom_ids import CustomId

ACTIONS: Final = Actions(access.owner, about="match")


async def _panel(front: Front, click: discord.Interaction, shown: Lobby, *, update: bool, more: bool = False) -> Answer:
    words = await front.languages.private(shown.match, click.user.id)
    picture = None if more else await front.lobbies.picture(shown, click.user.id)
    panel = arranging_ui.table(shown, click.user.id, front.host.games[shown.match.game], words, picture, more=more)
    return Answer(panel, "update" if update else "private")


def _is_panel(click: discord.Interaction) -> bool:
    return click.message is not None and click.message.flags.components_v2


@ACTIONS.click("table", rule=access.match_reader)
async def on_table(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Show the table's setup, or update a panel that already shows it."""
    shown = await lobby.look(front.host, wanted.number)
    return await _panel(front, click, shown, update=_is_panel(click), more=wanted.argument == arranging_ui.MORE)


@ACTIONS.click("arranged", rule=access.match_reader)
async def on_arranged(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Put the table's setup away."""
    shown = await lobby.look(front.host, wanted.number)
    return Answer(arranging_ui.done(shown, await front.languages.private(shown.match, click.user.id)), "update")


@ACTIONS.click("arrange")
async def on_arrange(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Change one of the table's settings."""
    value = "".join(values[:1])
    shown = await lobby.arrange(front.host, click_of(click), wanted.number, wanted.argument, value)
    rare = wanted.argument in arranging_ui.RARE or wanted.argument.startswith(OPTION)
    return await _panel(front, click, shown, update=True, more=rare)


@ACTIONS.click("guests")
async def on_guests(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Invite the chosen people to the table."""
    people = chosen_people(click, values)
    if any(each.bot for each in people):
        return say(spoken_by(click)("lobby.refused.bot"))
    guests = [each.id for each in people]
    shown = await lobby.invite(front.host, click_of(click), wanted.number, guests, names_of(people))
    return await _panel(front, click, shown, update=True)


@ACTIONS.click("option", rule=access.match_reader)
async def on_option(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Show the page for one of the game's own options."""
    shown = await lobby.look(front.host, wanted.number)
    name, row = "".join(values[:1]), shown.match
    words = await front.languages.private(row, click.user.id)
    more = await formats.own(front.host, row.guild, row.game) if name == FORMAT else ()
    return Answer(arranging_ui.option(shown, click.user.id, name, front.host.games[row.game], words, more), "update")


@ACTIONS.ask("number")
async def ask_number(front: Front, click: discord.Interaction, wanted: CustomId) -> discord.ui.Modal:
    """Ask for the value of a numeric option."""
    return arranging_ui.number_modal(wanted.number, wanted.argument, spoken_by(click))


@ACTIONS.modal("number")
async def on_number(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Set a numeric option to the typed value."""
    what, value = f"{OPTION}{wanted.argument}", "".join(values[:1])
    shown = await lobby.arrange(front.host, click_of(click), wanted.number, what, value)
    return await _panel(front, click, shown, update=True, more=True)


@ACTIONS.click("agree")
async def on_agree(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Agree to the table's current setup."""
    shown = await lobby.agree(front.host, click_of(click), wanted.number)
    if _is_panel(click):
        return await _panel(front, click, shown, update=True)
    return say(spoken_by(click)("table.agreed", match=wanted.number))
