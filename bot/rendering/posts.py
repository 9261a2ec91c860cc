"""Rendering of posts and surfaces from the database at the moment they are sent."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import TypeAlias

from msgspec.structs import replace
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host import lobby
from bot.host.collections import stakes
from bot.host.kernel.avatars import Fetch
from bot.host.kernel.host import Host
from bot.host.lobby import Lobby
from bot.host.match import panel_actions, queries
from bot.host.match.panel_actions import NotAtTable, Panel
from bot.host.match.praise import PRAISE
from bot.host.match.queries import TableView, Turn
from bot.host.match.seals import SEAL
from bot.host.match.unit_of_work import NoSuchMatch
from bot.host.ratings import leaderboards
from bot.host.recurring.dates import Plan
from bot.host.seasons import season as season_host
from bot.host.seasons.counting import with_evening
from bot.host.tournament import absence, tournament
from bot.host.tournament.meetings import meeting_of
from bot.host.tournament.tournament import Tournament
from bot.rendering import pictures, puzzles, seasons, threads, tournaments
from bot.rendering.faces import Faces, Named, named_at
from bot.rendering.forecasts import with_forecasts
from bot.rendering.languages import Languages, spoken_to
from bot.rendering.lobbies import Lobbies
from bot.rendering.pictures import Draw, Show
from bot.rendering.season_pictures import evening_picture, season_podium
from bot.rendering.stories import Stories
from bot.rendering.tournaments import Sketch, TournamentPictures
from bot.storage import destinations, outbox, page_links, people, recurrences
from bot.storage.destination import Destination, Kind
from bot.storage.matches import MatchRow
from bot.storage.outbox import GREETING, PostRow, SurfaceRow, match_of, tournament_of
from bot.ui.games.ends import end_picture, match_trophy
from bot.ui.games.renderer import Renderer
from bot.ui.games.turns import turn_in_motion, turn_picture
from bot.ui.lobby import lobby as lobby_ui
from bot.ui.lobby import stakes as keeps_ui
from bot.ui.match import page_links as page_links_ui
from bot.ui.match import panel as panel_ui
from bot.ui.match import posts as match_ui
from bot.ui.match import votes as votes_ui
from bot.ui.messages.outgoing import Outgoing, marked
from bot.ui.people import ratings
from bot.ui.pictures.picture import Picture
from bot.ui.seasons import posts as season_posts
from bot.ui.seasons.picture import season_picture
from bot.ui.seasons.season_view import event_of
from bot.ui.servers import greetings
from bot.ui.servers import posts as server_posts
from bot.ui.texts.words import Words
from bot.ui.tournaments import announcement, recurring, story
from bot.ui.tournaments.tournament_view import Highlight, view_of

ShowPost: TypeAlias = Callable[[Picture | None], Outgoing | None]
"""Makes a post with its picture, if there is one; returns None if it says nothing."""

Drawing: TypeAlias = Callable[[], Awaitable[Outgoing | None]]
"""Renders what was read, which takes as long as its picture; returns None if there is nothing to show."""


class Posts:
    """Renders posts and surfaces."""

    def __init__(self, host: Host, languages: Languages, renderers: Mapping[str, Renderer], fetch: Fetch) -> None:
        self.host = host
        self.languages = languages
        self.renderers = renderers
        self.faces = Faces(host, fetch)
        self.lobbies = Lobbies(host, languages, renderers, self.faces)
        self.tournaments = TournamentPictures(host, renderers, self.faces)
        self.stories = Stories(host, languages, renderers, self.faces)
        self.unfinished: dict[int, Callable[[], Awaitable[Outgoing | None]]] = {}
        """What makes posts whole that have gone without their best picture, by their numbers."""
        self._late: set[asyncio.Future[None]] = set()

    async def post(self, row: PostRow, connection: AsyncConnection) -> Drawing:
        """Read what a post says, and return a function that renders it. Raises NoSuchMatch and Refused."""
        if row.kind in (GREETING, "log", "lost", "puzzle"):
            words = await self.languages.server(row.content["guild"], within=connection)
            if row.kind == "puzzle":
                post = await puzzles.read_post(self.host, row, words, connection)
                return partial(_marked, partial(puzzles.drawn_post, self.host.games, self.renderers, post), row)
            if row.kind == GREETING:
                return partial(_marked, partial(_as_it_is, greetings.greeting(words)), row)
            shows = server_posts.log_line if row.kind == "log" else server_posts.channel_lost
            return partial(_marked, partial(_as_it_is, shows(row.content, words)), row)
        if row.kind == "gone":
            words = Words((await people.user(connection, row.destination.number)).locale)
            return partial(_marked, partial(_as_it_is, server_posts.ended_there(row.content, words)), row)
        if row.tournament is not None:
            return partial(_marked, await self._of_tournament(row, row.tournament, connection), row)
        if row.kind in ("events", "end"):
            read = self._turn if row.kind == "events" else self._end
            return partial(_marked, await read(row, connection), row)
        return partial(_marked, partial(_as_it_is, await self._of_match(row, connection)), row)

    async def _of_tournament(self, row: PostRow, number: int, connection: AsyncConnection) -> Drawing:
        """Read a tournament for a post about it, which has a picture at the beginning of a round and at the end."""
        shown = await tournament.look(self.host, number, within=connection)
        words = await self.languages.server(shown.row.guild, within=connection)
        worded = await tournaments.worded(shown, connection)
        if row.kind == "over":
            return await self._over(row, shown, words, connection, worded=worded)
        if row.kind in season_posts.KINDS:
            return await self._of_season(row, shown, words, connection, worded=worded)
        post = partial(announcement.tournament_post, shown, row.kind, row.content, words, worded=worded)
        if row.kind != "round":
            return partial(_as_it_is, post())
        sketch = self.tournaments.round_begun(shown, row.content)
        return partial(self._pictured, row, [await self._sketched(shown, sketch, words, connection)], post)

    async def _over(
        self, row: PostRow, shown: Tournament, words: Words, connection: AsyncConnection, *, worded: bool
    ) -> Drawing:
        """Read the end of a tournament for its one post, with the table of the season in which it counts."""
        told, turns = await self.stories.read(shown, connection)
        best = await self._best_of_final(shown, connection)
        season = await with_evening(self.host, shown, within=connection)
        evening, event = await season_host.is_evening(shown.row, connection), view_of(shown)
        added: story.Added = ((), ())
        if season is None or not season.table:
            sketch = tournaments.podium(shown, best, evening=evening)
            draw = await self._sketched(shown, sketch, words, connection)
        else:
            event = view_of(
                shown, {user: each.letter for each in event_of(season).entrants.values() if (user := each.user)}
            )
            named = await seasons.named(season, seasons.on_picture(season, shown.row.id), connection)
            draw = partial(self.faces.drawn, named, words, lambda words: evening_picture(season, shown, words, best))
            added = season_posts.in_evening(season, words, worded=worded)
        kind = ".corrected" if "corrected" in row.content else ".evening" if evening else ""
        last: list[Picture] = []

        async def draw_all() -> Picture | None:
            last.extend([each for turn in turns if (each := await turn()) is not None])
            return await draw()

        def post(picture: Picture | None) -> Outgoing:
            whole = replace(told, best=best)
            return story.over_post(shown, event, whole, words, (picture, *last), kind, added, worded=worded)

        return partial(self._pictured, row, [draw_all], post)

    async def _of_season(
        self, row: PostRow, shown: Tournament, words: Words, connection: AsyncConnection, *, worded: bool
    ) -> Drawing:
        """Read the season of an evening for a post about it; nothing is said of an evening that no longer counts."""
        season = await with_evening(self.host, shown, within=connection)
        if season is None:
            return partial(_as_it_is, None)
        called = (shown.entrant(number) for number in row.content.get("entrants", ()))
        invited = [entrant.user for entrant in called if not shown.is_gone(entrant)]
        post = partial(season_posts.season_post, season, row.kind, words, worded=worded, invited=invited)
        if row.kind == "season_final" or not season.table:
            return partial(_as_it_is, post())
        named = await seasons.named(season, seasons.on_page(season, 0), connection)
        sketch = season_podium if row.kind == "season_over" else partial(season_picture, page=0)
        draw = partial(self.faces.drawn, named, words, lambda words: sketch(season, words=words))
        return partial(self._pictured, row, [draw], post)

    async def _best_of_final(self, shown: Tournament, connection: AsyncConnection) -> Highlight | None:
        """Return the best turn in the last game of a tournament's final, as that game's trophy shows it."""
        games = () if shown.final is None else shown.games.get(shown.final.id, ())
        if not games:
            return None
        match = games[-1].match
        try:
            table = await queries.table(self.host, match, within=connection)
        except NoSuchMatch:
            return None
        words = await self.languages.public(table.match, within=connection)
        facts = await queries.record(self.host, match, within=connection)
        trophy = match_trophy(self.renderers[table.match.game], facts, table.view, {}, words)
        if trophy is None or trophy.feat is None:
            return None
        by = next(player.user for seat, player in enumerate(table.seats) if words.name(seat) == trophy.feat.by.name)
        entrant = None if by is None else shown.entrant_of(by)
        thread = await destinations.place(connection, Destination.thread(match))
        return None if entrant is None else Highlight(trophy.feat, entrant.number, thread)

    async def _of_match(self, row: PostRow, connection: AsyncConnection) -> Outgoing | None:
        """Return a post about a match, without its mark."""
        if row.kind in ("reminder", "once") and row.destination.kind is Kind.DM:
            return await self._private(row, connection)
        if row.kind in ("changed", "sought", "found", "invited"):
            return await self._of_table(row, connection)
        if row.kind in (SEAL, "unsealed"):
            return await self._of_seal(row, connection)
        if row.kind == "linked":
            return await self._of_link(row, connection)
        table = await queries.table(self.host, match_of(row), within=connection)
        words = await self.languages.public(table.match, within=connection)
        if row.kind == "missing":
            expected = await absence.dues_of(connection, table.match.id)
            seats = [seat for seat in row.content["seats"] if seat in expected]
            return match_ui.missing(table, seats, row.content["due"], words) if seats else None
        if row.kind in outbox.CALLS:
            return match_ui.call(row.kind, table, row.content["seats"], words)
        if row.kind in match_ui.NOTICES:
            return match_ui.notice(row.kind, table, row.content["seats"], words)
        return await self._public(row, connection, table, words)

    async def _of_link(self, row: PostRow, connection: AsyncConnection) -> Outgoing | None:
        """Return the post about a link to the match's page; None if it has been taken back."""
        named = row.content.get("named", False)  # left out by an older version
        link = await page_links.of_match(connection, match_of(row), named=named)
        table = await lobby.look(self.host, match_of(row), within=connection)
        if link is None:
            return None
        if row.destination.kind is Kind.DM:
            words = await self.languages.private(table.match, row.destination.number, within=connection)
        else:
            words = await self.languages.public(table.match, within=connection)
        return page_links_ui.told(table.match.id, link.maker, words, named=named)

    async def _turn(self, row: PostRow, connection: AsyncConnection) -> Drawing:
        """Read a turn for its post."""
        shown = await queries.table(self.host, match_of(row), within=connection)
        first, last = row.content["first"], row.content["last"]
        words = await self.languages.public(shown.match, within=connection)
        showing = await pictures.showing(connection, shown.match.guild, shown.match.pace, shown.seats)
        worded = not await pictures.wanted_by_all(connection, shown.seats)
        renderer = self.renderers[shown.match.game]
        earlier = renderer.earlier if showing == "words" else renderer.earlier_drawn
        turn = await queries.turn(self.host, match_of(row), first, last, earlier, within=connection)
        named = await named_at(connection, shown.seats)
        return partial(self._told, row, shown, turn, words, named, showing, worded=worded)

    async def _told(
        self, row: PostRow, shown: TableView, turn: Turn, words: Words, named: Named, showing: str, *, worded: bool
    ) -> Outgoing | None:
        """Return the post about a turn, with the best picture that is wanted and drawn in time."""
        renderer, said = self.renderers[shown.match.game], row.content
        seen = (turn.facts, turn.before)
        still, moving = partial(turn_picture, renderer), partial(turn_in_motion, renderer)
        draws = {"moving": (still, moving), "still": (still,)}
        wanted = [partial(self.faces.drawn, named, words, draw, *seen) for draw in draws.get(showing, ())]
        alone = row.destination.kind is Kind.DM
        post = partial(match_ui.turn_post, shown, said, turn, words, renderer, alone=alone, worded=worded)
        return await self._pictured(row, wanted, post)

    async def _end(self, row: PostRow, connection: AsyncConnection) -> Drawing:
        """Read a whole match for the post about its end."""
        shown = await queries.table(self.host, match_of(row), within=connection)
        words = await self.languages.public(shown.match, within=connection)
        results = await leaderboards.of_match(self.host, match_of(row), within=connection)
        if shown.match.outcome is None:
            return partial(_as_it_is, match_ui.ended(shown, results, words))
        praise = row.content.get(PRAISE, ())
        facts = await queries.record(self.host, match_of(row), within=connection)
        medals, renderer = ratings.medals(results, words), self.renderers[shown.match.game]
        trophy = match_trophy(renderer, facts, shown.view, medals, words)
        ended = partial(match_ui.ended, shown, results, words, trophy, praise=praise)
        if not await pictures.wanted_at(connection, shown.seats):
            return partial(_as_it_is, ended())
        worded = not await pictures.wanted_by_all(connection, shown.seats)
        draw = partial(partial(end_picture, renderer), facts, shown.view, medals)
        drawing = partial(self.faces.drawn, await named_at(connection, shown.seats), words, draw)
        return partial(self._pictured, row, [drawing], partial(ended, worded=worded))

    async def _pictured(self, row: PostRow, draws: Sequence[Draw], post: ShowPost) -> Outgoing | None:
        """Return a post with its picture; if that is not drawn in time, without, and keep what makes it whole."""
        picture, late = await pictures.in_time(self.host.clock, draws)
        if late is not None:
            self.unfinished[row.id] = partial(_whole, row, post, late)
        message = post(picture)
        return match_ui.hidden(message) if message is not None and picture is not None and picture.moves else message

    async def _public(
        self, row: PostRow, connection: AsyncConnection, shown: TableView, words: Words
    ) -> Outgoing | None:
        """Return the public post about what happened around a match: votes, seats, outages, stakes."""
        match row.kind:
            case "vote":
                renderer, asked = self.renderers[shown.match.game], row.content
                facts = await queries.story(self.host, match_of(row), asked["first"], asked["last"], within=connection)
                return votes_ui.vote_post(
                    shown.match.id, asked["seat"], asked["seats"], shown.seats, facts, words, renderer
                )
            case "departed":
                return match_ui.departed(shown.match.id, row.content["seats"][0], words)
            case "house":
                return match_ui.handed_over(shown.match.id, row.content["seats"][0], words)
            case "kept":
                return votes_ui.failed_vote_post(shown.match.id, words)
            case "outage":
                return match_ui.outage(shown.match.id, row.content["seconds"], row.content.get("why", "outage"), words)
            case _:
                return await self._of_keeps(row, connection, words)

    async def _of_keeps(self, row: PostRow, connection: AsyncConnection, words: Words) -> Outgoing:
        """Return the post about what changed hands in a match for keeps, or about its reversal."""
        match = match_of(row)
        if row.kind == "reversed":
            return keeps_ui.reversal_post(match, row.content["reason"], words)
        until, movements = await stakes.outcome(self.host, match, within=connection)
        return keeps_ui.settlement_post(match, until, movements, words)

    async def _of_table(self, row: PostRow, connection: AsyncConnection) -> Outgoing | None:
        """Return a post about a table before its match; None if what it says no longer holds."""
        table = await lobby.look(self.host, match_of(row), within=connection)
        if table.match.status != "lobby":
            return None
        words = await self.languages.public(table.match, within=connection)
        if row.kind == "invited":
            return lobby_ui.invited_notice(table, row.content["seats"], words)
        if row.kind != "changed" and table.full != (row.kind == "found"):
            return None
        if row.kind == "changed":
            return lobby_ui.changed_notice(table, row.content["seats"], words)
        if row.kind == "found":
            return lobby_ui.found_notice(table, row.content["seat"], words)
        told = await lobby.listeners(self.host, table, within=connection)
        return lobby_ui.sought_notice(table, told, words) if told else None

    async def _of_seal(self, row: PostRow, connection: AsyncConnection) -> Outgoing:
        """Return the post of a seal that did not fit its lobby, or the notice that no place could take it."""
        table = await lobby.look(self.host, match_of(row), within=connection)
        words = await self.languages.public(table.match, within=connection)
        return lobby_ui.seal_post(table, words) if row.kind == SEAL else lobby_ui.unsealed(table, words)

    async def _private(self, row: PostRow, connection: AsyncConnection) -> Outgoing | None:
        user = row.destination.number
        if row.kind == "once":
            table = await lobby.look(self.host, match_of(row), within=connection)
            words = await self.languages.private(table.match, user, within=connection)
            number = row.content["event"]
            facts = await queries.story(
                self.host, match_of(row), number, number, row.content["seat"], within=connection
            )
            return match_ui.private_story_post(table.match.id, facts, words, self.renderers[table.match.game])
        try:
            panel = await panel_actions.show(self.host, match_of(row), user, within=connection)
        except NotAtTable:
            return None  # the person has left since the reminder was due
        return None if panel.asked is None and panel.draft.held is None else match_ui.reminder(panel, spoken_to(panel))

    async def surface(self, row: SurfaceRow, connection: AsyncConnection) -> Drawing:
        """Read what a surface shows, and return a function that renders it. Raises NoSuchMatch and Refused."""
        if row.kind == "status":
            table = await queries.table(self.host, match_of(row), within=connection)
            pictured = await pictures.wanted_by_all(connection, table.seats)
            words = await self.languages.public(table.match, within=connection)
            named = await named_at(connection, table.seats)
            return partial(self._board, table, words, named, pictured=pictured)
        if row.kind == "hand":
            return await self._hand(row, connection)
        return await (self._lobby if row.tournament is None else self._announcement)(row, connection)

    async def _board(self, table: TableView, words: Words, named: Named, *, pictured: bool) -> Outgoing:
        renderer = self.renderers[table.match.game]
        shown = table.match.outcome is None or renderer.board_stays
        picture = await self.faces.drawn(named, words, renderer.board_picture, table.view) if shown else None
        if table.match.status != "running":
            return match_ui.last_status(table, words, renderer, picture)
        return match_ui.status(table, words, renderer, picture, worded=not pictured)

    async def _announcement(self, row: SurfaceRow, connection: AsyncConnection) -> Drawing:
        shown = await tournament.look(self.host, tournament_of(row), within=connection)
        words = await self.languages.server(shown.row.guild, within=connection)
        worded = await tournaments.worded(shown, connection)
        recurs = None
        if shown.row.recurrence is not None:
            recurs = await recurrences.get(connection, shown.row.recurrence)
        counts = await season_host.of_tournament(self.host, shown.row.id, within=connection)
        occasion = recurring.occasion(
            None if recurs is None else Plan.of(recurs), None if counts is None else counts.row.title, words
        )
        game = self.host.games[shown.row.game]
        show = partial(announcement.announcement, shown, game, words, worded=worded, occasion=occasion)
        sketch = self.tournaments.announced(shown)
        if sketch is None:
            return partial(_as_it_is, show(None))
        return partial(self._soon, row, await self._sketched(shown, sketch, words, connection), show)

    async def _sketched(self, shown: Tournament, sketch: Sketch, words: Words, connection: AsyncConnection) -> Draw:
        """Read what a picture of a tournament needs, and return what draws it."""
        players, draw = sketch
        return partial(self.faces.drawn, await self.tournaments.named(shown, players, connection), words, draw)

    async def _soon(self, row: SurfaceRow, draw: Draw, show: Show) -> Outgoing:
        """Return a surface with its picture; if that takes too long, without, and once more when it is drawn."""
        picture, late = await pictures.soon_or_late(self.host.clock, draw())
        if late is not None:
            again = asyncio.ensure_future(self._again(row, late))
            self._late.add(again)
            again.add_done_callback(self._late.discard)
        return show(picture)

    async def _again(self, row: SurfaceRow, late: Awaitable[Picture | None]) -> None:
        if await late is not None:
            async with self.host.database.transaction() as tx:
                await outbox.mark_surface(tx, row.id)
            self.host.wake()

    async def _lobby(self, row: SurfaceRow, connection: AsyncConnection) -> Drawing:
        """Return a lobby; for a series its message, or in its thread the message of a later game."""
        table = await lobby.look(self.host, match_of(row), within=connection)
        if table.match.series is None:
            draw, show = await self.lobbies.read(table, connection)
            return partial(_as_it_is, show(None)) if draw is None else partial(self._soon, row, draw, show)
        words = await self.languages.public(table.match, within=connection)
        shown, found = await tournament.of_series(self.host, table.match.series, within=connection)
        series = meeting_of(shown, found)
        if row.destination.kind is Kind.THREAD:
            return partial(_as_it_is, announcement.next_game(shown, series, table, words))
        card = partial(announcement.series_card, shown, series, table, words)
        sketch = tournaments.meeting(shown, series)
        return partial(self._soon, row, await self._sketched(shown, sketch, words, connection), card)

    async def _hand(self, row: SurfaceRow, connection: AsyncConnection) -> Drawing:
        try:
            panel = await panel_actions.show_seat(self.host, *row.at_seat(), within=connection)
        except NoSuchMatch:
            return partial(_as_it_is, await self._hand_to_be(row, connection, lobby_ui.waiting))
        return partial(_as_it_is, None) if panel is None else partial(self._panel, panel)

    async def panel(self, row: SurfaceRow, connection: AsyncConnection, *, last: bool) -> Drawing:
        """Read what a seat's open panel shows, and return a function that renders it.

        At its last edit, a panel says where the hand is now, if that is in another message, and otherwise sleeps. The
        function returns None for a panel that shows its last state or no longer belongs to its seat. Raises
        NoSuchMatch.
        """
        match, seat = row.at_seat()
        try:
            panel = await panel_actions.show_seat(self.host, match, seat, within=connection)
        except NoSuchMatch:
            return partial(_as_it_is, await self._hand_to_be(row, connection, _dealing))
        if panel is None:
            return partial(_as_it_is, None)
        newer = await outbox.surface(connection, match, "panel", seat) if row.kind == "replaced" else None
        if newer is not None:
            return partial(_as_it_is, panel_ui.replaced(spoken_to(panel), below=_is_below(newer, row)))
        if not last:
            return partial(self._panel, panel)
        asleep = panel.match.status == "running"
        return partial(_as_it_is, panel_ui.asleep(panel, spoken_to(panel)) if asleep else None)

    async def thread_name(self, row: MatchRow, connection: AsyncConnection) -> str:
        """Return the name of the thread in which a match is played."""
        words = await self.languages.public(row, within=connection)
        if row.series is None:
            return threads.match_thread(row, words)
        shown, series = await tournament.of_series(self.host, row.series, within=connection)
        return threads.series_thread(shown, series, words)

    async def _panel(self, panel: Panel) -> Outgoing:
        panel = await with_forecasts(self.host, panel)
        words, renderer = spoken_to(panel), self.renderers[panel.match.game]
        return panel_ui.panel(panel, words, renderer, await pictures.of_panel(panel, words, renderer))

    async def _hand_to_be(
        self, row: SurfaceRow, connection: AsyncConnection, show: Callable[[Lobby, Words], Outgoing | None]
    ) -> Outgoing | None:
        """Return the placeholder for a hand before the match has started. Raises NoSuchMatch."""
        table = await lobby.look(self.host, match_of(row), within=connection)
        _, seat = row.at_seat()
        user = table.seats[seat].user
        if user is None:
            return None
        return show(table, await self.languages.private(table.match, user, within=connection))


def _dealing(table: Lobby, words: Words) -> Outgoing | None:
    """Return what stands in place of a panel; None at a table that is open, whose message stays as it is."""
    return None if table.open else lobby_ui.dealing(table, words)


def _is_below(newer: SurfaceRow, row: SurfaceRow) -> bool:
    """Whether a panel's message is below another one's; one that has no message yet is new."""
    later = newer.message is None or (row.message is not None and newer.message > row.message)
    return later and newer.channel == row.channel


async def _marked(draw: Drawing, row: PostRow) -> Outgoing | None:
    """Return a post with its mark."""
    message = await draw()
    return None if message is None else marked(message, row.mark)


async def _whole(row: PostRow, post: ShowPost, late: Awaitable[Picture | None]) -> Outgoing | None:
    """Return a post with its mark and its late picture; None if that never comes."""
    picture = await late
    message = None if picture is None else post(picture)
    return None if message is None else marked(message, row.mark)


async def _as_it_is(message: Outgoing | None) -> Outgoing | None:
    return message
