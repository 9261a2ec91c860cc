"""Tournaments from the organiser's side: setup and management."""

from typing import Any, Final

import discord
from msgspec.structs import replace

from bot.host import access
from bot.host.decks import formats
from bot.host.kernel.errors import Refused, Unreadable
from bot.host.people import settings
from bot.host.tournament import acts, calls, champion, creation, editing, rounds, tournament
from bot.host.tournament import management as organising
from bot.host.tournament.corrections import can_pair_again
from bot.host.tournament.creation import DECK_FORMAT, OPTION
from bot.host.tournament.meetings import meeting_of, meetings_of
from bot.host.tournament.tournament import Tournament
from bot.interactions import places, recurring
from bot.interactions.action_registry import Actions
from bot.interactions.admission import person_of
from bot.interactions.answers import Answer, Front, click_of, say
from bot.interactions.questions import asked
from bot.interactions.tournaments import meant
from bot.rendering import pictures
from bot.rendering.languages import spoken_by
from bot.ui.messages.custom_ids import MOST_SMALL, CustomId, only, whole
from bot.ui.messages.outgoing import Outgoing
from bot.ui.tournaments import management, setup
from engine.contract import Message

ACTIONS: Final = Actions(access.organiser, about="tournament")


async def _manages(front: Front, interaction: discord.Interaction) -> bool:
    """Whether the person may organise tournaments in this server."""
    return await access.organises(front.host, person_of(interaction))


async def create(front: Front, interaction: discord.Interaction, title: str, game: str) -> Answer:
    """Create a draft, and answer with the panel for its setup."""
    words = spoken_by(interaction)
    if interaction.guild_id is None or interaction.channel_id is None:
        return say(words("error.server_only"))
    guild, channel = interaction.guild_id, interaction.channel_id
    misplaced = await places.refusal(front, interaction, guild, channel)
    if misplaced is not None:
        return misplaced
    if game not in front.host.games:
        return say(words("lobby.refused.game"))
    click, parent = click_of(interaction), person_of(interaction).parent
    found = await creation.create(front.host, click, guild, channel, game, title, parent=parent)
    return Answer(None) if found is None else Answer(await _setup(front, interaction, found))


async def manage(front: Front, interaction: discord.Interaction, number: int | None) -> Answer:
    """Answer with the organiser's panel for the tournament that a command refers to, or with a draft's setup panel."""
    found = await tournament.look(front.host, await meant(front, interaction, number, drafts=True))
    return await _panel(front, interaction, found, update=False)


async def _panel(front: Front, interaction: discord.Interaction, found: Tournament, *, update: bool = True) -> Answer:
    if found.row.status == "template":
        return await recurring.shown(front, interaction, found.row.id, update=update)
    words = spoken_by(interaction)
    if found.row.status == "draft":
        shown = await _setup(front, interaction, found)
    else:
        shown = management.panel(await _managed(front, found), words)
    return Answer(shown, "update" if update else "private")


async def _managed(front: Front, found: Tournament) -> management.ManagedView:
    """Return a tournament as its organisers see it."""
    number = found.row.id
    async with front.host.database.reading() as connection:
        calling = await calls.open_calls(front.host, number, within=connection)
        done = await acts.of(front.host, number, within=connection)
        pairable = await can_pair_again(connection, found)
    apart = await organising.kept_apart(front.host, found)
    return management.ManagedView(found, [meeting_of(found, each) for each in apart], calling, done, pairable)


# Drafts


async def _setup(
    front: Front, interaction: discord.Interaction, found: Tournament, page: int | None = None
) -> Outgoing:
    """Return a page of a draft, or for None the draft with no page open; a picture shows it as announced."""
    words, sketch, picture = spoken_by(interaction), front.tournaments.announced(found), None
    if sketch is not None and await pictures.wanted(front.host, interaction.user.id):
        drawing = front.tournaments.drawn(found, sketch, words)
        picture = await pictures.soon(front.host.clock, drawing, pictures.HASTE)
    return setup.draft(found, page, front.host.games[found.row.game], words, picture)


async def _draft(front: Front, click: discord.Interaction, found: Tournament, page: int | None) -> Answer:
    if found.row.status == "open":
        return await _edit_page(front, click, found)
    return Answer(await _setup(front, click, found, page), "update")


async def _arrange(front: Front, click: discord.Interaction, number: int, what: str, value: str) -> Tournament:
    may, row = await _manages(front, click), (await tournament.look(front.host, number)).row
    if value and what in ("champion_role", "ping_role"):
        mentioned = row.channel if what == "ping_role" else None
        champion.check_fault(await front.channels.role_fault(row.guild, whole(value), click.user.id, mentioned))
    change = editing.edit if row.status == "open" else creation.arrange
    return await change(front.host, click_of(click), number, what, value, manages=may)


@ACTIONS.click("tpage")
async def on_page(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Show another page of the draft, or close the one that is open."""
    return await _draft(front, click, await tournament.look(front.host, wanted.number), _page_of(wanted))


def _page_of(wanted: CustomId) -> int | None:
    """Return the page that a button shows; None for no page."""
    return whole(wanted.argument, MOST_SMALL) if wanted.argument else None


@ACTIONS.click("tcoming")
async def on_coming(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Show the settings of a recurrence's coming evenings."""
    return await _draft(front, click, await tournament.look(front.host, wanted.number), None)


@ACTIONS.click("tset")
async def on_set(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Change one of the draft's settings."""
    setting = setup.DraftSetting.parse(wanted.argument)
    found = await _arrange(front, click, wanted.number, setting.what, "".join(values[:1]))
    return await _draft(front, click, found, setting.page)


@ACTIONS.click("toption")
async def on_option(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Show one of the game's own options."""
    found, name = await tournament.look(front.host, wanted.number), "".join(values[:1])
    row = found.row
    more = await formats.own(front.host, row.guild, row.game) if name == DECK_FORMAT else ()
    return Answer(setup.option(found, name, front.host.games[row.game], spoken_by(click), more), "update")


@ACTIONS.ask("ttitle")
async def ask_title(front: Front, click: discord.Interaction, wanted: CustomId) -> discord.ui.Modal:
    """Ask for the title and the text."""
    found = await tournament.look(front.host, wanted.number)
    return setup.title_modal(found, wanted.argument, spoken_by(click))


@ACTIONS.modal("ttitle")
async def on_title(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Set the title and the text."""
    found = await _arrange(front, click, wanted.number, "title", "".join(values[:1]))
    if len(values) > 1:
        found = await _arrange(front, click, wanted.number, "about", values[1])
    return await _draft(front, click, found, _page_of(wanted))


@ACTIONS.ask("ttime")
async def ask_time(front: Front, click: discord.Interaction, wanted: CustomId) -> discord.ui.Modal:
    """Ask for the date and time of the start."""
    found = await tournament.look(front.host, wanted.number)
    zone = await settings.zone_typed_in(front.host, found.row.guild, click.user.id)
    return setup.time_modal(found, zone, front.host.now(), spoken_by(click))


@ACTIONS.modal("ttime")
async def on_time(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Set the start to the typed date and time."""
    typed = f"{wanted.argument} {''.join(values[:1])}"
    found = await _arrange(front, click, wanted.number, "time", typed)
    return await _draft(front, click, found, setup.TIMES)


@ACTIONS.ask("tnumber")
async def ask_number(front: Front, click: discord.Interaction, wanted: CustomId) -> discord.ui.Modal:
    """Ask for the value of a numeric option."""
    return setup.number_modal(wanted.number, wanted.argument, spoken_by(click))


@ACTIONS.modal("tnumber")
async def on_number(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Set a numeric option to the typed value."""
    found = await _arrange(front, click, wanted.number, f"{OPTION}{wanted.argument}", "".join(values[:1]))
    return await _draft(front, click, found, 0)


@ACTIONS.click("tannounce")
async def on_announce(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Announce the draft."""
    row = (await tournament.look(front.host, wanted.number)).row
    misplaced = await places.refusal(front, click, row.guild, row.channel)
    if misplaced is not None:
        return misplaced
    may = await _manages(front, click)
    found = await creation.announce(front.host, click_of(click), wanted.number, manages=may)
    return Answer(setup.announced(found, spoken_by(click)), "update")


# Announced tournaments


@ACTIONS.click("tedit")
async def on_edit(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Show what can be changed after the announcement."""
    return await _edit_page(front, click, await tournament.look(front.host, wanted.number))


async def _edit_page(front: Front, click: discord.Interaction, found: Tournament) -> Answer:
    row = found.row
    more = await formats.own(front.host, row.guild, row.game)
    return Answer(setup.edit_page(found, front.host.games[row.game], spoken_by(click), more), "update")


# The organiser's panel


@ACTIONS.click("tmanage")
async def on_manage(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Show the panel as it is now."""
    return await _panel(front, click, await tournament.look(front.host, wanted.number))


@ACTIONS.click("tstart", back="tmanage")
async def on_start(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Start the tournament."""
    may = await _manages(front, click)
    return await _panel(front, click, await rounds.start(front.host, click_of(click), wanted.number, manages=may))


@ACTIONS.click("tcourse", "tcancel", back="tmanage")
async def on_course(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Pause, resume or cancel the tournament; the panels of 0.1.0 have another button, without argument, to cancel."""
    may, what = await _manages(front, click), wanted.argument or "cancel"
    found = await organising.change_course(front.host, click_of(click), wanted.number, what, manages=may)
    return await _panel(front, click, found)


@ACTIONS.click("tmove")
async def on_move(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Move the tournament to this channel."""
    may, here = await _manages(front, click), click.channel_id or 0
    found = await organising.move(front.host, click_of(click), wanted.number, here, manages=may)
    return await _panel(front, click, found)


@ACTIONS.click("tseries")
async def on_series(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Show a series."""
    found = await tournament.look(front.host, wanted.number)
    series = next((each for each in meetings_of(found) if str(each.id) in values), None)
    if series is None:
        return await _panel(front, click, found)
    return Answer(management.series(found, series, spoken_by(click)), "update")


@ACTIONS.click("tresult", back="tmanage")
async def on_result(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Set the result of a series."""
    first, _, second = wanted.argument.partition(" ")
    series = whole(first)
    winner = None if second == management.DRAWN else whole(second, MOST_SMALL)
    may = await _manages(front, click)
    found = await organising.correct(front.host, click_of(click), wanted.number, series, winner, manages=may)
    return await _panel(front, click, found)


@ACTIONS.click("tagain", back="tmanage")
async def on_again(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Have the game of a series played again."""
    may = await _manages(front, click)
    found = await organising.play_again(
        front.host, click_of(click), wanted.number, whole(wanted.argument, MOST_SMALL), manages=may
    )
    return await _panel(front, click, found)


@ACTIONS.click("tplayer")
async def on_player(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Show a participant."""
    found = await tournament.look(front.host, wanted.number)
    return Answer(management.player(found, whole(only(values), MOST_SMALL), spoken_by(click)), "update")


@ACTIONS.click("tout", "tban", back="tmanage")
async def on_out(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Remove a participant, with or without the right to come back."""
    may = await _manages(front, click)
    act = organising.disqualify if wanted.action == "tban" else organising.drop
    found = await act(front.host, click_of(click), wanted.number, whole(wanted.argument, MOST_SMALL), manages=may)
    return await _panel(front, click, found)


@ACTIONS.click("tlet")
async def on_let(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Admit a former participant again."""
    may, number = await _manages(front, click), whole(wanted.argument, MOST_SMALL)
    found = await organising.let_back_in(front.host, click_of(click), wanted.number, number, manages=may)
    return await _panel(front, click, found)


@ACTIONS.click("treplace")
async def on_replace(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Replace a participant with another person, who is chosen in a select or named by the button that confirms it."""
    number, _, other = wanted.argument.partition(" ")
    if wanted.sure:
        chosen, _, name = other.partition(" ")
        user = whole(chosen)
    else:
        user, name = _chosen(click, values)
    work = _replaced(front, click, wanted.number, whole(number, MOST_SMALL), user, name)
    return await asked(click, replace(wanted, argument=f"{number} {user} {name}"), work, "tmanage")


async def _replaced(front: Front, click: discord.Interaction, event: int, number: int, user: int, name: str) -> Answer:
    may = await _manages(front, click)
    found = await organising.replace(front.host, click_of(click), event, number, user, name, manages=may)
    return await _panel(front, click, found)


@ACTIONS.click("tpairagain", back="tmanage")
async def on_pair_again(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Pair the current round again."""
    may = await _manages(front, click)
    return await _panel(
        front, click, await organising.pair_again(front.host, click_of(click), wanted.number, manages=may)
    )


@ACTIONS.click("tclose", back="tmanage")
async def on_close(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Make the results final."""
    may = await _manages(front, click)
    return await _panel(front, click, await organising.close(front.host, click_of(click), wanted.number, manages=may))


@ACTIONS.click("tanswered")
async def on_answered(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Mark the calls as answered."""
    await calls.answer(front.host, click_of(click), wanted.number, manages=await _manages(front, click))
    return await _panel(front, click, await tournament.look(front.host, wanted.number))


@ACTIONS.click("tacts")
async def on_acts(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Show what the organisers have done."""
    return await _acts(front, click, wanted.number)


async def _acts(front: Front, click: discord.Interaction, number: int) -> Answer:
    managed = await _managed(front, await tournament.look(front.host, number))
    return Answer(management.acts_page(managed, spoken_by(click)), "update")


@ACTIONS.click("tundo", back="tacts")
async def on_undo(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Undo the latest act."""
    may, act = await _manages(front, click), whole(wanted.argument)
    await organising.undo(front.host, click_of(click), wanted.number, act, manages=may)
    return await _acts(front, click, wanted.number)


@ACTIONS.ask("treason")
async def ask_reason(front: Front, click: discord.Interaction, wanted: CustomId) -> discord.ui.Modal:
    """Ask why something was done."""
    return management.reason_modal(wanted.number, wanted.argument, spoken_by(click))


@ACTIONS.modal("treason")
async def on_reason(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Store why something was done."""
    may, act = await _manages(front, click), whole(wanted.argument)
    await acts.explain(front.host, click_of(click), wanted.number, act, "".join(values[:1]), manages=may)
    return await _acts(front, click, wanted.number)


@ACTIONS.click("tinvite")
async def on_invite(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Invite a person."""
    may, (user, name) = await _manages(front, click), _chosen(click, values)
    found = await organising.invite(front.host, click_of(click), wanted.number, user, name, manages=may)
    return await _panel(front, click, found)


def _chosen(click: discord.Interaction, values: list[str]) -> tuple[int, str]:
    """Return the id of the person chosen in a select, with the name in the payload.

    Raises Refused for a bot, and Unreadable for a person who is not in the payload.
    """
    user = only(values)
    data: Any = click.data or {}
    resolved = data.get("resolved", {})
    known = resolved.get("users", {}).get(user)
    if known is None:
        raise Unreadable(user)
    member = resolved.get("members", {}).get(user, {})
    if known.get("bot"):
        raise Refused(Message("tournament.refused.bot"))
    return whole(user), str(member.get("nick") or known.get("global_name") or known.get("username") or user)
