"""Tournaments from the participants' and spectators' side."""

from collections.abc import Coroutine
from typing import Any, Final, Protocol

import discord
import structlog
from discord.app_commands import Choice

from bot.host import access
from bot.host.kernel.errors import Refused
from bot.host.tournament import entry, tournament
from bot.host.tournament.meetings import meetings_of
from bot.host.tournament.rules import course
from bot.host.tournament.tournament import Tournament, TournamentTitle
from bot.interactions.action_registry import Actions
from bot.interactions.admission import admit, person_of
from bot.interactions.answers import Answer, Front, click_of, say
from bot.interactions.questions import asked
from bot.rendering import pictures
from bot.rendering import tournaments as sketches
from bot.rendering.languages import spoken_by
from bot.ui.messages.custom_ids import MOST_SMALL, CustomId, whole
from bot.ui.messages.outgoing import Attachment, Outgoing
from bot.ui.texts.words import Rendered, Words, time_left
from bot.ui.tournaments import announcement, exports, player, texts
from bot.ui.tournaments.bracket import pages, tree_of
from bot.ui.tournaments.paging import page_of, within
from bot.ui.tournaments.pictures.knockout import knockout_pages
from bot.ui.tournaments.pictures.standings import standings_pages
from bot.ui.tournaments.tournament_view import awaits_first_result, view_of
from engine.contract import Message

ACTIONS: Final = Actions(access.tournament_reader, about="tournament")


class PageRenderer(Protocol):
    """Renders one page of a tournament view for a person, in the person's language."""

    def __call__(
        self, front: Front, number: int, user: int, words: Words, page: int = 0
    ) -> Coroutine[Any, Any, Answer]:
        """Answer with the page."""
        ...


SHOWN: Final = 25
"""The most suggestions that Discord shows."""


async def meant(front: Front, interaction: discord.Interaction, number: int | None, *, drafts: bool = False) -> int:
    """Return the tournament a command refers to: the named one, or else this channel's, or else the server's newest.

    A draft is meant only by commands that can do something with `drafts`. Raises Refused if the server has none that
    the person may see.
    """
    if number is None:
        there = await _seen(front, interaction, drafts=drafts)
        found = [row.id for row in there if row.channel == interaction.channel_id] or [row.id for row in there]
        if not found:
            raise Refused(Message("tournament.refused.gone"))
        number = found[0]
    structlog.contextvars.bind_contextvars(tournament=number)
    await admit(front.host, front.channels, interaction, number=number)
    return number


async def look(front: Front, interaction: discord.Interaction, number: int | None, shown: PageRenderer) -> Answer:
    """Answer with a view of the tournament that a command refers to."""
    number = await meant(front, interaction, number)
    return await shown(front, number, interaction.user.id, spoken_by(interaction))


async def _seen(front: Front, interaction: discord.Interaction, *, drafts: bool) -> list[TournamentTitle]:
    """Return the server's tournaments, with the drafts that the person may change if `drafts` is set."""
    there = await tournament.of_guild(front.host, interaction.guild_id or 0)
    if drafts and await access.organises(front.host, person_of(interaction)):
        return there
    own = interaction.user.id
    return [row for row in there if row.status not in access.HIDDEN or (drafts and row.organiser == own)]


async def suggested(
    front: Front, interaction: discord.Interaction, current: str, *, drafts: bool = False
) -> list[Choice[int]]:
    """Suggest the server's tournaments whose titles contain the typed text, and drafts only if `drafts` is set."""
    there = await _seen(front, interaction, drafts=drafts)
    names = announcement.choices(there, spoken_by(interaction))
    found = [row for row in there if current.lower() in row.title.lower()]
    return [Choice(name=names[row.id], value=row.id) for row in found][:SHOWN]


async def _public(front: Front, found: Tournament, too: Outgoing | None = None) -> Answer:
    """Answer by updating the clicked announcement; `too` follows privately."""
    words, sketch = await front.languages.server(found.row.guild), front.tournaments.announced(found)
    async with front.host.database.reading() as connection:
        worded = await sketches.worded(found, connection)
    picture = None
    if sketch is not None:
        picture = await pictures.soon(front.host.clock, front.tournaments.drawn(found, sketch, words))
    game = front.host.games[found.row.game]
    return Answer(announcement.announcement(found, game, words, picture, worded=worded), "update", too)


@ACTIONS.click("tjoin")
async def on_join(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Enter the tournament."""
    name, roles = click.user.display_name, person_of(click).roles
    found = await entry.join(front.host, click_of(click), wanted.number, name, roles)
    shown = player.player_panel(await entry.own(front.host, wanted.number, click.user.id), 0, spoken_by(click))
    return await _answered(front, click, found, shown)


@ACTIONS.click("tleave")
async def on_leave(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Leave the tournament."""
    found = await entry.leave(front.host, click_of(click), wanted.number)
    return await _answered(front, click, found, player.notice("gone", found.row.title, spoken_by(click)))


async def drop(front: Front, interaction: discord.Interaction, number: int | None) -> Answer:
    """Leave the tournament that a command refers to."""
    number = await meant(front, interaction, number)
    return await asked(interaction, CustomId("tleave", number), _left(front, interaction, number))


async def _left(front: Front, interaction: discord.Interaction, number: int) -> Answer:
    found = await entry.leave(front.host, click_of(interaction), number)
    return Answer(player.notice("gone", found.row.title, spoken_by(interaction)))


@ACTIONS.click("tcheck")
async def on_check(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Check in."""
    found = await entry.check_in(front.host, click_of(click), wanted.number)
    return await _answered(front, click, found, player.notice("is_here", found.row.title, spoken_by(click)))


async def _answered(front: Front, click: discord.Interaction, found: Tournament, told: Outgoing) -> Answer:
    """Answer privately; if the announcement was clicked, update it as well."""
    on_announcement = click.message is not None and not click.message.flags.ephemeral
    return await _public(front, found, told) if on_announcement else Answer(told)


@ACTIONS.click("tdeck")
async def on_deck(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Register a deck."""
    await entry.choose_deck(front.host, click_of(click), wanted.number, "".join(values[:1]))
    shown = await entry.own(front.host, wanted.number, click.user.id)
    return Answer(player.player_panel(shown, 0, spoken_by(click)), "update")


async def mine(front: Front, number: int, user: int, words: Words, page: int = 0) -> Answer:
    """Answer with a person's tasks in a tournament."""
    own = await entry.own(front.host, number, user)
    meeting = player.open_meeting(own)
    picture = None
    if meeting is not None and await pictures.wanted(front.host, user):
        picture = await front.tournaments.drawn(own.tournament, sketches.meeting(own.tournament, meeting), words)
    return Answer(player.player_panel(own, page, words, picture))


@ACTIONS.click("tmy")
async def on_my(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Show the person's tasks."""
    return await _looked(front, click, wanted, mine)


async def standings(front: Front, number: int, user: int, words: Words, page: int = 0) -> Answer:
    """Answer with the standings."""
    found = await tournament.look(front.host, number)
    if found.row.status in ("draft", "open"):
        return say(words("tournament.not_yet", title=found.row.title))
    if found.row.format in ("single", "double"):
        return await _knockout(front, found, user, words, page)
    event, table = view_of(found), course.table(found.course)
    told = texts.standings(event, table, words, course.advancing(found.course))
    drawn = 1 if awaits_first_result(found) else standings_pages(table)
    page = within(page, max(len(told), drawn))
    wanted = await pictures.wanted(front.host, user)
    sketch = sketches.standings(found, within(page, drawn))
    picture = await front.tournaments.drawn(found, sketch, words) if wanted else None
    if picture is not None:
        told = [_beside_picture(found, texts.standings_title(event, words), user, words)]
    button = CustomId("tstandings", number)
    return Answer(page_of(told, page, max(len(told), drawn if wanted else 1), button, words, picture))


async def _knockout(front: Front, found: Tournament, user: int, words: Words, page: int) -> Answer:
    """Answer with the standings of a knockout."""
    event, table = view_of(found), course.knockout_table(found.course)
    told, picture = texts.knockout(event, table, words), None
    if await pictures.wanted(front.host, user):
        sketch = sketches.knockout(found, within(page, knockout_pages(table)))
        picture = await front.tournaments.drawn(found, sketch, words)
    count = len(told)
    if picture is not None:
        told = [_beside_picture(found, texts.standings_title(event, words), user, words)]
        count = 1 if awaits_first_result(found) else knockout_pages(table)
    return Answer(page_of(told, within(page, count), count, CustomId("tstandings", found.row.id), words, picture))


async def pairings(front: Front, number: int, user: int, words: Words, page: int = 0) -> Answer:
    """Answer with the pairings of the current round."""
    found = await tournament.look(front.host, number)
    if not found.row.round:
        return say(words("tournament.not_yet", title=found.row.title))
    round_ = found.row.round
    told = texts.pairings(view_of(found), round_ - 1, meetings_of(found, round_), words)
    page, picture = within(page, len(told)), None
    if not page and await pictures.wanted(front.host, user):
        picture = await front.tournaments.drawn(found, sketches.pairings(found, round_), words)
    return Answer(page_of(told, page, len(told), CustomId("tpairings", number), words, picture))


async def bracket(front: Front, number: int, user: int, words: Words, page: int = 0) -> Answer:
    """Answer with the bracket."""
    found = await tournament.look(front.host, number)
    tree = tree_of(found)
    if tree is None:
        return say(words("tournament.no_tree", title=found.row.title))
    event = view_of(found)
    drawn, wanted = len(pages(tree)), await pictures.wanted(front.host, user)
    sketch = sketches.bracket(found, tree, within(page, drawn))
    picture = await front.tournaments.drawn(found, sketch, words) if wanted else None
    told = texts.bracket(event, tree, words)
    if picture is not None:
        told = [_beside_picture(found, texts.bracket_title(event, words), user, words)]
    count = len(told) if picture is None else drawn
    return Answer(page_of(told, within(page, count), count, CustomId("tbracket", number), words, picture))


def _beside_picture(found: Tournament, title: Rendered, user: int, words: Words) -> Rendered:
    """Return what a picture of a tournament leaves out: what is next for the reader; for anyone else, the title."""
    event, entrant = view_of(found), found.entrant_of(user)
    if entrant is None or entrant.number not in event.entrants:
        return title
    return Rendered(texts.next_for(event, entrant.number, meetings_of(found), words, tree_of(found)))


async def _looked(front: Front, click: discord.Interaction, wanted: CustomId, look: PageRenderer) -> Answer:
    """Answer with a view; if the click was on one of its pages, update that page."""
    words, turned = spoken_by(click), bool(wanted.argument)
    page = whole(wanted.argument, MOST_SMALL) if turned else 0
    shown = await look(front, wanted.number, click.user.id, words, page)
    return Answer(shown.message, "update" if turned else "private")


@ACTIONS.click("tstandings")
async def on_standings(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Show the standings."""
    return await _looked(front, click, wanted, standings)


@ACTIONS.click("tpairings")
async def on_pairings(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Show the pairings."""
    return await _looked(front, click, wanted, pairings)


@ACTIONS.click("tbracket")
async def on_bracket(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Show the bracket."""
    return await _looked(front, click, wanted, bracket)


@ACTIONS.click("texport")
async def on_export(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Answer with the tournament's report as files."""
    words, found = spoken_by(click), await tournament.look(front.host, wanted.number)
    if found.row.closes is not None:
        raise Refused(Message("tournament.refused.provisional", {"when": time_left(found.row.closes)}))
    places, table = course.places(found.course), course.table(found.course)
    report = exports.report(view_of(found), places, table, meetings_of(found), tree_of(found))
    contents = {
        "json": exports.as_json(report),
        "standings.csv": exports.standings_csv(report),
        "series.csv": exports.series_csv(report),
    }
    files = tuple(
        Attachment(
            f"tournament-{found.row.id}.{ending}", content, words.plain("tournament.file", title=found.row.title)
        )
        for ending, content in contents.items()
    )
    return Answer(Outgoing(content=words("tournament.exported", title=found.row.title), files=files))
