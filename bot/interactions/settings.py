"""The settings of servers and people, each on its own panel."""

from collections.abc import Sequence
from typing import Final

import discord
from discord.app_commands import Choice

from bot.host import access
from bot.host.operations.server_channels import CHOSEN
from bot.host.people import settings
from bot.interactions import places, server_games
from bot.interactions.action_registry import Actions
from bot.interactions.answers import Answer, Front, say
from bot.interactions.installations import is_by_person_alone
from bot.rendering.languages import spoken_by
from bot.ui.messages.custom_ids import CustomId, only
from bot.ui.messages.outgoing import Outgoing
from bot.ui.people import settings as settings_ui
from bot.ui.people.time_zones import zone_label, zones_like

ACTIONS: Final = Actions(access.anyone)

SUGGESTIONS: Final = 25
"""The maximum number of suggestions that Discord shows."""


async def guild(front: Front, interaction: discord.Interaction, timezone: str | None = None) -> Answer:
    """Answer with the server's settings, for members who may change them; a time zone is set first.

    Raises UnknownZone.
    """
    if timezone is None:
        return Answer(await _page(front, interaction, settings_ui.PAGES[0]))
    await settings.change_guild(front.host, interaction.guild_id or 0, "timezone", [timezone])
    return Answer(await _page(front, interaction, settings_ui.PAGE_OF["timezone"]))


async def _page(front: Front, interaction: discord.Interaction, page: str, channels: Sequence[int] = ()) -> Outgoing:
    """Return a page of the server's settings, with what the bot lacks in channels that were just chosen for matches."""
    number = interaction.guild_id or 0
    row, barred = await settings.guild(front.host, number), await settings.barred(front.host, number)
    lacking = await places.lacking(front, interaction, number, channels, threads=row.threads)
    words = spoken_by(interaction)
    return settings_ui.guild(row, barred, list(front.host.games), page, front.host.now(), words, lacking=lacking)


async def person(front: Front, interaction: discord.Interaction, timezone: str | None = None) -> Answer:
    """Answer with the person's own settings; a time zone is set first. Raises UnknownZone."""
    if timezone is None:
        return Answer(await _own(front, interaction, settings_ui.OWN_PAGES[0]))
    await settings.change_person(front.host, interaction.user.id, "zone", [timezone])
    return Answer(await _own(front, interaction, settings_ui.OWN_PAGE_OF["zone"]))


def suggested_zones(front: Front, interaction: discord.Interaction, current: str) -> list[Choice[str]]:
    """Suggest time zones whose city, country or name contains the typed text."""
    words, now = spoken_by(interaction), front.host.now()
    found = zones_like(current, words)[:SUGGESTIONS]
    return [Choice(name=zone_label(zone, now, words), value=zone) for zone in found]


async def _own(front: Front, interaction: discord.Interaction, page: str) -> Outgoing:
    """Return a page of the person's own settings, with those for the server where it is shown."""
    row = await settings.person(front.host, interaction.user.id)
    server = None if is_by_person_alone(interaction) else interaction.guild_id
    listens = None if server is None else await settings.listens(front.host, server, row.id)
    return settings_ui.person(row, page, front.host.now(), spoken_by(interaction), listens=listens)


@ACTIONS.click("guild", rule=access.server_manager)
async def on_guild(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Change one of the server's settings; a channel for posts is chosen only if the bot may post there."""
    if wanted.argument in CHOSEN and values:
        closed = await places.post_refusal(front, click, click.guild_id or 0, settings.id_of(values[0]))
        if closed is not None:
            return closed
    await settings.change_guild(front.host, click.guild_id or 0, wanted.argument, values)
    channels = [settings.id_of(value) for value in values] if wanted.argument == "channels" else []
    return Answer(await _page(front, click, settings_ui.PAGE_OF[wanted.argument], channels), "update")


@ACTIONS.click("guildpage", rule=access.server_manager)
async def on_guild_page(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Show another page of the server's settings."""
    if wanted.argument not in settings_ui.PAGES:
        raise settings.Unsettable(wanted.argument)
    if wanted.argument == "games":
        return Answer(await server_games.page(front, click), "update")
    return Answer(await _page(front, click, wanted.argument), "update")


@ACTIONS.click("guilddone", rule=access.server_manager)
async def on_done(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Put the server's settings away."""
    return Answer(settings_ui.done(spoken_by(click)), "update")


@ACTIONS.click("me")
async def on_me(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Show the person's own settings, or another page of them."""
    if not wanted.argument:
        return await person(front, click)
    if wanted.argument not in settings_ui.OWN_PAGES:
        raise settings.Unsettable(wanted.argument)
    return Answer(await _own(front, click, wanted.argument), "update")


@ACTIONS.click("own")
async def on_own(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Change one of the person's own settings."""
    name, values = _chosen(wanted, values)
    await settings.change_person(front.host, click.user.id, name, values)
    return Answer(await _own(front, click, settings_ui.OWN_PAGE_OF[name]), "update")


def _chosen(wanted: CustomId, values: list[str]) -> tuple[str, list[str]]:
    """Return the setting that was clicked with its new value: the one that a button carries, or those of a select."""
    if values:
        return wanted.argument, values
    switched = settings_ui.SwitchedSetting.parse(wanted.argument)
    return switched.name, [switched.value]


@ACTIONS.click("listen", rule=access.server_member)
async def on_listen(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Choose whether the person wants to know when somebody in the server looks for a match."""
    _, values = _chosen(wanted, values)
    await settings.listen(front.host, click.guild_id or 0, click.user.id, only(values))
    return Answer(await _own(front, click, settings_ui.OWN_PAGE_OF["listen"]), "update")


@ACTIONS.click("lookout", rule=access.server_member)
async def on_lookout(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Change whether the person wants to know when somebody in the server looks for a match."""
    server, words = click.guild_id or 0, spoken_by(click)
    now = await settings.listens(front.host, server, click.user.id)
    told = await settings.listen(front.host, server, click.user.id, "no" if now else "yes")
    return say(words("lobby.lookout.on" if told else "lobby.lookout.off"))
