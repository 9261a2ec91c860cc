"""What posts and surfaces look like: rendered from the database as it is when they are sent."""

from collections.abc import Mapping

from bot.host import lobby
from bot.host.collections import stakes
from bot.host.kernel.host import Host
from bot.host.lobby import Lobby
from bot.host.match import actions, queries
from bot.host.match.queries import TableView
from bot.host.match.seals import SEAL
from bot.host.match.unit_of_work import NoSuchMatch, thread_of
from bot.host.ratings import leaderboards
from bot.host.tournament import tournament
from bot.rendering import pictures
from bot.rendering.languages import Languages, spoken_to
from bot.storage.matches import MatchRow
from bot.storage.outbox import GREETING, PostRow, SurfaceRow
from bot.ui import greetings
from bot.ui import lobby as lobby_ui
from bot.ui import match as match_ui
from bot.ui import panel as panel_ui
from bot.ui import stakes as keeps_ui
from bot.ui import votes as votes_ui
from bot.ui.games.renderer import Renderer
from bot.ui.messages import Outgoing
from bot.ui.tournaments import announcement
from bot.ui.words import Words


class Posts:
    """Renders posts and surfaces."""

    def __init__(self, host: Host, languages: Languages, renderers: Mapping[str, Renderer]) -> None:
        self.host = host
        self.languages = languages
        self.renderers = renderers

    async def post(self, row: PostRow) -> Outgoing | None:
        """Return what a post says; None where there is nothing to say. Raises NoSuchMatch and Refused."""
        if row.kind == GREETING:
            return greetings.greeting(row.id, await self.languages.server(row.content["guild"]))
        if row.tournament:
            shown = await tournament.look(self.host, row.tournament)
            words = await self.languages.server(shown.row.guild)
            return announcement.tournament_post(shown, row.kind, row.content, row.id, words)
        if row.kind in ("reminder", "once") and row.destination.startswith("user"):
            return await self._private(row)
        if row.kind == "changed":
            return await self._changed(row)
        if row.kind in (SEAL, "unsealed"):
            return await self._of_seal(row)
        table = await queries.table(self.host, row.match)
        words = await self.languages.public(table.match)
        if row.kind in match_ui.NOTICES:
            return self._notice(row, table, words)
        return await self._public(row, table, words)

    def _notice(self, row: PostRow, shown: TableView, words: Words) -> Outgoing | None:
        """What some people are told before everybody; nothing where whoever it was for has been deleted."""
        if not any(shown.seats[seat].user for seat in row.content["seats"]):
            return None
        return match_ui.notice(row.kind, shown.match, row.content["seats"], shown.seats, row.id, words)

    async def _public(self, row: PostRow, shown: TableView, words: Words) -> Outgoing | None:
        """What happened in a match, and what became of it."""
        match row.kind:
            case "events":
                facts = await queries.story(self.host, row.match, row.content["first"], row.content["last"])
                return match_ui.story_post(shown.match, facts, row.id, words, self.renderers[shown.match.game])
            case "vote":
                renderer, asked = self.renderers[shown.match.game], row.content
                facts = await queries.story(self.host, row.match, asked["first"], asked["last"])
                return votes_ui.vote_post(
                    shown.match, asked["seat"], asked["seats"], shown.seats, facts, row.id, words, renderer
                )
            case "house":
                return match_ui.handed_over(shown.match, shown.seats[row.content["seats"][0]], row.id, words)
            case "kept":
                return votes_ui.failed_vote_post(shown.match, row.id, words)
            case "outage":
                return match_ui.outage(shown.match, row.content["seconds"], row.id, words)
            case "settled" | "reversed":
                return await self._of_keeps(row, shown.match, words)
            case _:
                return match_ui.ended(shown, await leaderboards.of_match(self.host, row.match), row.id, words)

    async def _of_keeps(self, row: PostRow, match: MatchRow, words: Words) -> Outgoing:
        """What changed hands by a match for keeps, or that it was taken back."""
        if row.kind == "reversed":
            return keeps_ui.reversal_post(match, row.content["reason"], row.id, words)
        stands, told = await stakes.outcome(self.host, row.match)
        return keeps_ui.settlement_post(match, stands, told, row.id, words)

    async def _changed(self, row: PostRow) -> Outgoing | None:
        """What was changed about a table that has not started; nothing any more where it has, or is closed."""
        table = await lobby.look(self.host, row.match)
        if table.match.status != "lobby":
            return None
        words = await self.languages.public(table.match)
        return lobby_ui.changed_notice(table, row.content["seats"], row.id, words)

    async def _of_seal(self, row: PostRow) -> Outgoing:
        """Return a seal that its lobby could not carry, or that no place took it."""
        table = await lobby.look(self.host, row.match)
        words = await self.languages.public(table.match)
        return lobby_ui.seal_post(table, row.id, words) if row.kind == SEAL else lobby_ui.unsealed(table, row.id, words)

    async def _private(self, row: PostRow) -> Outgoing | None:
        user = int(row.destination.split(" ")[1])
        if row.kind == "once":
            table = await lobby.look(self.host, row.match)
            words = await self.languages.private(table.match, user)
            number = row.content["event"]
            facts = await queries.story(self.host, row.match, number, number, row.content["seat"])
            return match_ui.private_story_post(table.match, facts, row.id, words, self.renderers[table.match.game])
        panel = await actions.show(self.host, row.match, user)
        return (
            None
            if panel.asked is None and panel.draft.held is None
            else match_ui.reminder(panel, row.id, spoken_to(panel))
        )

    async def surface(self, row: SurfaceRow) -> Outgoing | None:
        """Return what a surface shows; None where there is nothing to show. Raises NoSuchMatch and Refused."""
        if row.tournament:
            return await self._announcement(row.tournament)
        if row.kind == "lobby":
            shown = await lobby.look(self.host, row.match)
            words = await self.languages.public(shown.match)
            if shown.match.series is not None:
                return await self._series(row, shown, shown.match.series, words)
            return lobby_ui.lobby(shown, self.host.games[shown.match.game], words)
        if row.kind == "status":
            table = await queries.table(self.host, row.match)
            words, renderer = await self.languages.public(table.match), self.renderers[table.match.game]
            board = await pictures.of_board(table, words, renderer)
            return match_ui.status(table, words, renderer, board)
        return await self._hand(row)

    async def _announcement(self, number: int) -> Outgoing:
        shown = await tournament.look(self.host, number)
        words = await self.languages.server(shown.row.guild)
        return announcement.announcement(shown, self.host.games[shown.row.game], words)

    async def _series(self, row: SurfaceRow, table: Lobby, number: int, words: Words) -> Outgoing:
        """Return the message of a series, or in its thread that of a later game."""
        shown, series = await tournament.of_series(self.host, number)
        if row.destination == thread_of(row.match):
            return announcement.next_game(shown, series, table, words)
        return announcement.series_card(shown, series, table, words)

    async def _hand(self, row: SurfaceRow) -> Outgoing | None:
        try:
            panel = await actions.show_seat(self.host, row.match, row.seat)
        except NoSuchMatch:
            return await self._hand_to_be(row)
        if panel is None:
            return None
        words, renderer = spoken_to(panel), self.renderers[panel.match.game]
        hand = await pictures.of_hand(panel, words, renderer)
        return panel_ui.panel(panel, words, renderer, hand)

    async def _hand_to_be(self, row: SurfaceRow) -> Outgoing | None:
        """What stands where a hand will be, before the match has started."""
        table = await lobby.look(self.host, row.match)
        user = table.seats[row.seat].user
        return None if user is None else lobby_ui.waiting(table, await self.languages.private(table.match, user))
