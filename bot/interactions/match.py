"""Questions about a match: its board, log, rules and dice; and leaving it."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from itertools import zip_longest
from typing import Any, Final, TypeAlias, TypeVar

import discord
import structlog
from discord.app_commands import Choice
from msgspec.structs import replace

from bot.host import access, lobby
from bot.host.fairness import exports, verification
from bot.host.fairness.export_files import Unverified
from bot.host.fairness.verification import MatchVerdict
from bot.host.kernel.click import Click
from bot.host.kernel.errors import Refused
from bot.host.kernel.host import Host
from bot.host.match import panel_actions, praise, queries
from bot.host.match.panel_actions import NotAtTable, Panel
from bot.host.match.queries import TableView, Turn, Waiting
from bot.host.operations import closing
from bot.host.puzzles.attempts import attempt_of
from bot.host.review.analysis import SECONDS
from bot.host.tournament import absence, calls
from bot.interactions import places
from bot.interactions.action_registry import Actions
from bot.interactions.admission import admit
from bot.interactions.answers import Answer, Front, click_of, say
from bot.interactions.panel import is_panel, on_panel, pick
from bot.interactions.questions import asked, asked_in_modal
from bot.rendering import pictures
from bot.rendering.faces import named_at
from bot.rendering.game_art import arts_of
from bot.rendering.languages import spoken_by, spoken_to
from bot.ui.games.ends import end_picture
from bot.ui.games.renderer import Renderer
from bot.ui.games.turns import blow_pictures
from bot.ui.match import blows as blows_ui
from bot.ui.match import menu as more_ui
from bot.ui.match import page_links as page_links_ui
from bot.ui.match import posts as match_ui
from bot.ui.messages.custom_ids import CustomId, only
from bot.ui.messages.outgoing import Attachment, Outgoing
from bot.ui.messages.widgets import HERE
from bot.ui.pictures.picture import Picture
from bot.ui.replays.page import PageTask, made_page
from bot.ui.texts.words import Rendered, Words

ACTIONS: Final = Actions(access.match_reader, about="match")

T = TypeVar("T")

SUGGESTIONS: Final = 25
"""The most suggestions that Discord shows."""

log = structlog.get_logger()


async def board(front: Front, match: int, user: int) -> Answer:
    """Answer with a match's board, and with its picture if the person wants pictures; after the end, its trophy."""
    shown = await queries.table(front.host, match)
    words, renderer = await front.languages.public(shown.match), front.renderers[shown.match.game]
    wanted = await pictures.wanted(front.host, user)
    draw = partial(renderer.board_picture, shown.view)
    if shown.match.outcome is not None and not renderer.board_stays:
        draw = partial(partial(end_picture, renderer), await queries.record(front.host, match), shown.view, {})
    picture = await pictures.drawn(draw, words) if wanted else None
    return Answer(match_ui.status(shown, words, renderer, picture))


async def story(front: Front, match: int) -> Answer:
    """Answer with a match's public log."""
    shown = await queries.table(front.host, match)
    facts = await queries.log(front.host, match)
    words = await front.languages.public(shown.match)
    return Answer(more_ui.log(match, facts, words, front.renderers[shown.match.game]))


async def export(front: Front, match: int, user: int, words: Words) -> Answer:
    """Answer with a finished match as a file, and the result of checking its dice; a lesson has no fair dice."""
    if (await lobby.look(front.host, match)).match.loaded is not None:
        return say(words("lesson.export"))
    data = await exports.export(front.host, match)
    if data is None:
        return say(words("end.not_yet"))
    content = _file(data)
    try:
        verdict = await front.host.worker_pool.run(verification.checked, (content, front.host.games), user)
        posted = await queries.posted_seal(front.host, match)
        if posted is not None:
            verification.compare(verdict, posted)
        text = _checked(verdict, posted, words)
    except Unverified as fault:
        log.exception("match does not verify", match=match)
        text = words("end.unverified", match=match, why=str(fault))
    except Refused:
        text = words("end.unchecked", match=match)
    file = Attachment(f"match-{match}.json", content.encode(), words.plain("end.file", match=match))
    return Answer(Outgoing(content=text, files=(file,)))


async def replay(front: Front, match: int, user: int, words: Words) -> Answer:
    """Answer with the page of a finished match; a lesson begins from a position, so it has none."""
    row = (await lobby.look(front.host, match)).match
    if row.loaded is not None:
        return say(words("replay.lesson"))
    offer = None if front.public_url is None or row.status != "over" else page_links_ui.offer(match, words)
    data = await exports.export(front.host, match)
    if data is None:
        return Answer(Outgoing(content=words("replay.not_yet"), view=offer))
    task = PageTask(_file(data), front.host.games, front.renderers[row.game], words.catalogue.locale, SECONDS)
    try:
        page = await front.host.worker_pool.run(made_page, task, user)
    except Unverified as fault:
        log.exception("match does not replay", match=match)
        return say(words("replay.none", match=match, why=str(fault)))
    file = Attachment(f"match-{match}.html", page.encode(), words.plain("replay.file", match=match))
    return Answer(Outgoing(content=words("replay.how", match=match), view=offer, files=(file,)))


def _file(data: Mapping[str, Any]) -> str:
    """Return the content of a match's file."""
    return json.dumps(data, indent=1, ensure_ascii=False)


def _checked(verdict: MatchVerdict, posted: str | None, words: Words) -> str:
    """Return the result of checking a match's dice, in words; `posted` is the seal that was public beforehand."""
    if not verdict.whole:
        name = "end.verify.without_word"
    elif verdict.first is None:
        name = "end.verify.older_rules"
    elif verdict.first:
        name = "end.verify.upgraded"
    else:
        name = "end.verify" if posted is not None else "end.verify.unposted"
    return words(
        name,
        match=verdict.match,
        draws=verdict.draws,
        entries=verdict.entries,
        rules=verdict.rules,
        present=verdict.present,
        first=verdict.first or 0,
        seal=Rendered(verdict.seal),
        posted=Rendered(posted or ""),
    )


async def leave(front: Front, interaction: discord.Interaction, match: int) -> Answer:
    """Leave a match."""
    return await asked(interaction, CustomId("leave", match), _left(front, interaction, match))


async def _left(front: Front, interaction: discord.Interaction, match: int) -> Answer:
    panel, words = await panel_actions.leave(front.host, click_of(interaction), match), spoken_by(interaction)
    if panel is not None and panel.notice is not None:
        return say(words.message(panel.notice))
    return say(words("more.left", match=match))


async def close(front: Front, interaction: discord.Interaction, match: int, reason: str) -> discord.ui.Modal | Answer:
    """Close one of the server's matches."""
    wanted = CustomId("close", match)
    return await asked_in_modal(interaction, wanted, _closed(front, interaction, match, reason), reason)


@ACTIONS.modal("close", rule=access.match_moderator)
async def on_close(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Close the match for the submitted reason."""
    return await _closed(front, click, wanted.number, only(values))


async def _closed(front: Front, interaction: discord.Interaction, match: int, reason: str) -> Answer:
    await closing.by_moderator(front.host, click_of(interaction), interaction.guild_id or 0, match, reason)
    return say(spoken_by(interaction)("match.closed", match=match))


async def waiting(front: Front, interaction: discord.Interaction) -> Answer:
    """Answer with the person's matches: those that run, and the last ones that are over."""
    user, words = interaction.user.id, spoken_by(interaction)
    found, faces = await queries.waiting(front.host, user), None
    ended = await queries.ended(front.host, user, more_ui.LAST)
    if not found and not ended:
        here = interaction.guild_id is not None
        return Answer(more_ui.no_games(words, await _fan(front, user, words), here=here))
    if await pictures.wanted(front.host, user):
        faces = await pictures.soon(front.host.clock, _opponents(front, found[: more_ui.LISTED], user, words))
    return Answer(more_ui.games(found, user, words, faces or {}, ended, here=interaction.guild_id is not None))


FAN: Final = 8
"""The most cards in the fan that a person without a match is shown."""


async def _fan(front: Front, user: int, words: Words) -> Picture | None:
    """Return a picture of cards from all games, one of each game after the other; None if the person wants none."""
    if not await pictures.wanted(front.host, user):
        return None
    renderers = [front.renderers[key] for key in front.host.games]
    arts = [arts_of(front.host.games[key], front.renderers[key]) for key in front.host.games]
    fan = tuple(art for each in zip_longest(*arts) for art in each if art is not None)[:FAN]
    if not fan:
        return None
    return await pictures.soon(front.host.clock, pictures.drawn(more_ui.fan_picture, fan, renderers[0].tones, words))


async def _opponents(front: Front, found: Sequence[Waiting], user: int, words: Words) -> dict[int, Picture]:
    """Return the face of a person's first opponent in each match that has one, by the number of the match."""

    async def drawn(each: Waiting) -> Picture | None:
        async with front.host.database.reading() as connection:
            named = await named_at(connection, each.seats)
        own = Words(words.catalogue.locale, each.seats)
        return await front.faces.drawn(named, own, more_ui.opponent_picture, each, user)

    faces = await asyncio.gather(*map(drawn, found))
    return {each.match.id: face for each, face in zip(found, faces, strict=True) if face is not None}


async def about(
    front: Front,
    interaction: discord.Interaction,
    match: int | None,
    act: Callable[[int], Awaitable[T]],
    action: str | None = None,
    *,
    over: bool = False,
) -> T | Answer:
    """Answer about the named match, or else the one being played here, or else the person's only one.

    If a person with several names none, they are asked which; buttons of an `action` answer, if there is one. If `over`
    is set, the person means one of their finished matches.
    """
    words, user = spoken_by(interaction), interaction.user.id
    if match is None:
        ended = {each.match.id: each for each in await queries.ended(front.host, user, more_ui.LAST)} if over else {}
        found = await queries.candidates(front.host, user, interaction.channel_id, [*ended] if over else None)
        if not found:
            return say(words("match.none_over" if over else "match.none"))
        if len(found) > 1:
            return Answer(more_ui.which(found, action, user, words, ended))
        match = found[0]
    structlog.contextvars.bind_contextvars(match=match)
    await admit(front.host, front.channels, interaction, number=match)
    await absence.note_click(front.host, match, user)
    return await act(match)


async def suggested(front: Front, interaction: discord.Interaction, current: str) -> list[Choice[int]]:
    """Suggest a person's matches whose numbers begin with the typed text."""
    found = await queries.waiting(front.host, interaction.user.id)
    return _choices({each.match.id: each.match.game for each in found}, interaction, current)


async def suggested_finished(front: Front, interaction: discord.Interaction, current: str) -> list[Choice[int]]:
    """Suggest a person's finished matches whose numbers begin with the typed text."""
    rows = await queries.finished(front.host, interaction.user.id, SUGGESTIONS)
    return _choices({row.id: row.game for row in rows}, interaction, current)


def _choices(games: Mapping[int, str], interaction: discord.Interaction, current: str) -> list[Choice[int]]:
    """Return the matches whose numbers begin with the typed text, each with its game."""
    words = spoken_by(interaction)
    fitting = [match for match in games if str(match).startswith(current)]
    return [
        Choice(name=words.plain("games.choice", match=match, game=words.plain(f"{games[match]}.name")), value=match)
        for match in fitting[:SUGGESTIONS]
    ]


@ACTIONS.click("replay")
async def on_replay(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Send the match as a page, as /match replay does."""
    return await replay(front, wanted.number, click.user.id, spoken_by(click))


@ACTIONS.click("board")
async def on_board(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Show the board."""
    return await board(front, wanted.number, click.user.id)


@ACTIONS.click("log")
async def on_log(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Show the log."""
    return await story(front, wanted.number)


@ACTIONS.click("blows")
async def on_blows(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Show what happened in a turn, moment by moment, or turn to another page of it."""
    return await _blows(front, click, wanted, everything=False)


@ACTIONS.click("sums")
async def on_sums(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Show everything that happened in a turn, with every figure, or turn to another page of it."""
    return await _blows(front, click, wanted, everything=True)


async def _blows(front: Front, click: discord.Interaction, wanted: CustomId, *, everything: bool) -> Answer:
    """Return a page of a turn, in brief or with everything."""
    asked = blows_ui.Blows.parse(wanted.argument)
    shown = await queries.table(front.host, wanted.number)
    words, renderer = await front.languages.public(shown.match), front.renderers[shown.match.game]
    turn = await queries.turn(front.host, wanted.number, asked.first, asked.last, renderer.earlier_drawn)
    labels = frozenset(blows_ui.labels(asked, turn.facts, words, renderer, everything=everything))
    drawn = await _blow_pictures(front, shown, turn, labels, words, click.user.id)
    message = blows_ui.blows(
        wanted.number, asked, turn.facts, turn.before, words, renderer, drawn, everything=everything
    )
    private = click.message is not None and click.message.flags.ephemeral
    return Answer(message, "update" if private else "private")


async def _blow_pictures(
    front: Front, shown: TableView, turn: Turn, labels: frozenset[str], words: Words, user: int
) -> Mapping[str, Picture]:
    """Return the pictures of some moments of a turn, if the person wants pictures and they are drawn soon."""
    if not await pictures.wanted(front.host, user):
        return {}
    async with front.host.database.reading() as connection:
        named = await named_at(connection, shown.seats)
    draw = partial(blow_pictures, front.renderers[shown.match.game])
    drawing = front.faces.drawn(named, words, draw, turn.facts, turn.before, labels)
    return await pictures.soon(front.host.clock, drawing) or {}


@ACTIONS.click("verify")
async def on_verify(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Check the dice."""
    return await export(front, wanted.number, click.user.id, spoken_by(click))


@ACTIONS.click("praise")
async def on_praise(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Show at the end that a player calls the match well played. Raises Refused."""
    await praise.say_well_played(front.host, click_of(click), wanted.number)
    return say(spoken_by(click)("praise.said"))


@ACTIONS.click("more")
async def on_more(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Show the More menu."""
    return await on_panel(front, click, wanted, await _more(front, click, wanted.number))


async def _more(front: Front, click: discord.Interaction, match: int) -> Outgoing:
    shown = await lobby.look(front.host, match)
    seated = any(row.user == click.user.id and not row.left for row in shown.seats)
    house = any(row.house is not None for row in shown.seats)
    running = seated and shown.match.status == "running"
    panel = await panel_actions.show(front.host, match, click.user.id) if running else None
    spec, words = front.host.games[shown.match.game].spec, spoken_by(click)
    for_desks = front.renderers[shown.match.game].for_desks
    return more_ui.more(
        match, panel, spec, words, house=house, for_desks=for_desks, puzzle=attempt_of(shown.match.puzzle) is not None
    )


@ACTIONS.click("piles")
async def on_piles(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Show the open piles."""
    return await on_panel(front, click, wanted, await _looked_up(front, wanted.number, more_ui.piles))


@ACTIONS.click("now")
async def on_now(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Show the rules for the current step."""
    return await on_panel(front, click, wanted, await _looked_up(front, wanted.number, more_ui.rules_now))


@ACTIONS.click("help")
async def on_help(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Explain the question on the person's panel, or the current step to anyone without a seat."""
    try:
        panel = await panel_actions.show(front.host, wanted.number, click.user.id)
    except NotAtTable:
        return Answer(await _looked_up(front, wanted.number, more_ui.rules_now))
    message = more_ui.panel_help(panel, spoken_to(panel), front.renderers[panel.match.game])
    return await on_panel(front, click, wanted, message)


async def _looked_up(front: Front, match: int, show: Callable[[TableView, Words, Renderer], Outgoing]) -> Outgoing:
    shown = await queries.table(front.host, match)
    words = await front.languages.public(shown.match)
    return show(shown, words, front.renderers[shown.match.game])


@ACTIONS.click("wait", "unwait", rule=access.owner)
async def on_wait(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Start or stop using the person's time in full, with answers held until the deadline."""
    return await _changed(front, click, wanted, panel_actions.wait)


@ACTIONS.click("skip", rule=access.owner)
async def on_skip(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Answer the person's question, and pass in advance what comes next; a panel then shows the match again."""
    if is_panel(click):
        return await pick(front, click, wanted, [wanted.argument], ahead=True)

    async def skip(host: Host, by: Click, match: int) -> Panel | None:
        keys = [wanted.argument]
        return await panel_actions.pick(host, by, match, wanted.decision, wanted.revision, keys, ahead=True)

    return await _changed(front, click, wanted, skip)


@ACTIONS.click("asking", rule=access.owner)
async def on_asking(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Set which windows ask the person for an answer."""
    asking = "".join(values[:1])
    return await _changed(front, click, wanted, lambda host, by, match: panel_actions.ask_me(host, by, match, asking))


@ACTIONS.click("longer", rule=access.owner)
async def on_longer(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Ask for more time."""
    return await _changed(front, click, wanted, panel_actions.more_time)


@ACTIONS.click("here", rule=access.owner)
async def on_here(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Record that the person is still there."""
    await panel_actions.here(front.host, click_of(click), wanted.number)
    return say(spoken_by(click)("post.here"))


@ACTIONS.click("playhere", rule=access.challenger, anew=True)
async def on_play_here(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Move the person's solo match to the channel where the person clicks."""
    guild, channel = click.guild_id or 0, click.channel_id or 0
    misplaced = await places.refusal(front, click, guild, channel)
    if misplaced is not None:
        return misplaced
    parent = getattr(click.channel, "parent_id", None)
    await lobby.publish(front.host, click_of(click), wanted.number, guild, channel, parent)
    return say(spoken_by(click)("solo.published", match=wanted.number))


Change: TypeAlias = Callable[[Host, Click, int], Awaitable[Panel | None]]


async def _changed(front: Front, click: discord.Interaction, wanted: CustomId, change: Change) -> Answer:
    """Answer by updating the More menu, followed by a notice if the change was refused."""
    panel = await change(front.host, click_of(click), wanted.number)
    words = spoken_by(click)
    notice = None if panel is None or panel.notice is None else Outgoing(content=words.message(panel.notice))
    more = await _more(front, click, wanted.number)
    return replace(await on_panel(front, click, replace(wanted, argument=HERE), more), how="update", too=notice)


@ACTIONS.click("tcall", rule=access.owner)
async def on_call(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Call an organiser to the match."""
    await calls.call(front.host, click_of(click), wanted.number)
    return say(spoken_by(click)("tournament.called"))


@ACTIONS.click("leave", "leaving")
async def on_leave(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Leave the match; the question of 0.1.0 has another button for it."""
    return await _left(front, click, wanted.number)
