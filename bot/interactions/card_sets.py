"""A server's own card sets, by command and by button.

Members can change the sets if they may manage the server or have the role that its settings name for this.
"""

from typing import Final

import discord

from bot.host import access
from bot.host.card_sets import uploads as homebrew
from bot.host.card_sets.uploads import Faulty, Uploaded
from bot.host.kernel.errors import Refused, Unreadable
from bot.interactions import uploads
from bot.interactions.action_registry import Actions
from bot.interactions.admission import person_of
from bot.interactions.answers import Answer, Front, click_of, say
from bot.interactions.questions import asked
from bot.messenger.downloads import DiscordUpload
from bot.rendering.languages import spoken_by
from bot.ui.cards import sets as sets_ui
from bot.ui.messages.custom_ids import MOST_SMALL, CustomId, whole
from bot.ui.messages.outgoing import Outgoing
from cardsdb.source import LONGEST
from engine.contract import Message

ACTIONS: Final = Actions(access.set_keeper)


async def ask_file(front: Front, interaction: discord.Interaction) -> discord.ui.Modal:
    """Ask for a set's file."""
    return sets_ui.upload_modal(spoken_by(interaction))


@ACTIONS.modal("setupload")
async def on_upload(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Store the uploaded file as one of the server's sets, and enable it if that was chosen.

    Raises Unreadable if there is no file.
    """
    file = uploads.uploaded(click, values)
    if file is None:
        raise Unreadable(values)
    return await upload(front, click, file, enable=sets_ui.ENABLE in values)


async def upload(
    front: Front, interaction: discord.Interaction, file: DiscordUpload, *, enable: bool = False
) -> Answer:
    """Store a file as one of the server's sets, or list all its faults; if `enable` is set, new tables use the set."""
    words = spoken_by(interaction)
    guild = _guild(interaction)
    content = await uploads.content(file, LONGEST)
    try:
        taken = await homebrew.upload(front.host, click_of(interaction), guild, file.name, content)
    except Faulty as found:
        return Answer(sets_ui.set_faults(found, file.name, words))
    if taken is None:
        return Answer(None)
    too = None
    if enable:
        try:
            looked = await homebrew.enable(front.host, click_of(interaction), guild, taken.looked.row.id)
            taken = Uploaded(looked, taken.known, taken.trials)
        except Refused as refused:
            too = Outgoing(content=words.message(refused.reason))
    return Answer(sets_ui.uploaded_set(taken, words), too=too)


async def listed(front: Front, interaction: discord.Interaction) -> Answer:
    """List the server's sets."""
    found = await homebrew.own_sets(front.host, _guild(interaction))
    return Answer(sets_ui.set_list(found, spoken_by(interaction)))


async def show(front: Front, interaction: discord.Interaction, name: str) -> Answer:
    """Show a set's cards."""
    row = await homebrew.newest(front.host, _guild(interaction), name)
    return Answer(await _page(front, interaction, row.id, 0))


async def enable(front: Front, interaction: discord.Interaction, name: str) -> Answer:
    """Enable a set for the server's new tables."""
    guild = _guild(interaction)
    row = await homebrew.newest(front.host, guild, name)
    looked = await homebrew.enable(front.host, click_of(interaction), guild, row.id)
    return Answer(sets_ui.set_state(looked, spoken_by(interaction)))


async def disable(front: Front, interaction: discord.Interaction, name: str) -> Answer:
    """Disable a set for the server's new tables."""
    guild = _guild(interaction)
    row = await homebrew.newest(front.host, guild, name)
    looked = await homebrew.disable(front.host, click_of(interaction), guild, row.id)
    return Answer(sets_ui.set_state(looked, spoken_by(interaction)))


async def delete(front: Front, interaction: discord.Interaction, name: str) -> Answer:
    """Delete a set."""
    row = await homebrew.newest(front.host, _guild(interaction), name)
    wanted = CustomId("setdelete", argument=str(row.id))
    return await asked(interaction, wanted, _deleted(front, interaction, row.id))


async def download(front: Front, interaction: discord.Interaction, name: str) -> Answer:
    """Answer with a set's file."""
    guild = _guild(interaction)
    row = await homebrew.newest(front.host, guild, name)
    row, text = await homebrew.source(front.host, guild, row.id)
    return Answer(sets_ui.file(row.key, row.title, row.version, text, spoken_by(interaction)))


async def help_with(front: Front, interaction: discord.Interaction, game: str) -> Answer:
    """Answer with everything that is needed to write a set."""
    words = spoken_by(interaction)
    if game not in games(front):
        return say(words("set.refused.game"))
    return Answer(sets_ui.help_with(front.host.games[game], words))


def games(front: Front) -> list[str]:
    """Return the keys of the games for which servers may write sets."""
    return [key for key, game in front.host.games.items() if game.card_set.homebrew]


async def names(front: Front, interaction: discord.Interaction, current: str) -> list[tuple[str, str]]:
    """Return the sets whose names contain the typed text: each one's label and exact name."""
    if interaction.guild_id is None:
        return []
    words = spoken_by(interaction)
    found = [each.newest for each in await homebrew.own_sets(front.host, interaction.guild_id)]
    shown = [
        (words.plain("set.choice", title=row.title, game=words.plain(f"{row.game}.name")), f"{row.game}.{row.key}")
        for row in found
    ]
    return [each for each in shown if current.lower() in f"{each[0]} {each[1]}".lower()]


@ACTIONS.click("setshow", rule=access.server_member)
async def on_show(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Turn to a page of a set's cards."""
    at = sets_ui.SetPage.parse(wanted.argument)
    flips = click.message is not None and bool(click.message.embeds)
    return Answer(await _page(front, click, at.version, at.page), "update" if flips else "private")


@ACTIONS.click("setenable")
async def on_enable(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Enable the displayed version for the server's new tables."""
    guild = _guild(click)
    looked = await homebrew.enable(front.host, click_of(click), guild, whole(wanted.argument, MOST_SMALL))
    return Answer(sets_ui.set_state(looked, spoken_by(click)))


@ACTIONS.click("setdisable")
async def on_disable(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Disable the displayed set for the server's new tables."""
    guild = _guild(click)
    looked = await homebrew.disable(front.host, click_of(click), guild, whole(wanted.argument, MOST_SMALL))
    return Answer(sets_ui.set_state(looked, spoken_by(click)))


@ACTIONS.click("setdelete", "setdeleting")
async def on_delete(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Delete the displayed set; the question of 0.1.0 has another button for it."""
    return await _deleted(front, click, whole(wanted.argument, MOST_SMALL))


async def _deleted(front: Front, interaction: discord.Interaction, version: int) -> Answer:
    row = await homebrew.delete(front.host, click_of(interaction), _guild(interaction), version)
    return say(spoken_by(interaction)("set.deleted", title=row.title))


async def _page(front: Front, interaction: discord.Interaction, version: int, page: int) -> Outgoing:
    looked = await homebrew.look(front.host, _guild(interaction), version)
    renderer = front.renderers[looked.row.game]
    may_change = await access.keeps_sets(front.host, person_of(interaction))
    return sets_ui.set_page(looked, page, spoken_by(interaction), renderer, may_change=may_change)


def _guild(interaction: discord.Interaction) -> int:
    if interaction.guild_id is None:
        raise Refused(Message("error.server_only"))
    return interaction.guild_id
