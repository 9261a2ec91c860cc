"""The record of what organisers do in a tournament: each act with its actor, time, changes and reason."""

from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.kernel.click import Click
from bot.host.kernel.errors import Refused
from bot.host.kernel.host import Host
from bot.host.kernel.text_checks import check_seen
from bot.host.tournament.tournament import Tournament, find_as
from bot.storage import tournaments
from bot.storage.schema.tournaments import ActRow
from engine.contract import Message

PLAYER_ACTS: Final = ("invite", "drop", "disqualify", "let_in", "replace")
RESULT_ACTS: Final = ("correct", "again", "pair_again")
COURSE_ACTS: Final = ("announce", "edit", "start", "pause", "resume", "move", "cancelled", "close", "undo")

KINDS: Final = PLAYER_ACTS + RESULT_ACTS + COURSE_ACTS
"""The kinds of acts by which an organiser changes a tournament; all others belong to its players and its dice."""

REASON_LENGTH: Final = 300
"""The maximum length of a reason."""

STATUSES: Final = ("open", "running", "over", "cancelled")
"""The statuses in which a tournament has acts to look at."""


async def of(host: Host, tournament: int, *, within: AsyncConnection | None = None) -> list[ActRow]:
    """Return the acts of a tournament's organisers, the latest first."""
    async with host.database.reading(within) as connection:
        return await tournaments.acts_of(connection, tournament, KINDS)


def latest(found: list[ActRow]) -> ActRow | None:
    """Return the latest act that still has its effect; None if there is none. `found` has the latest first."""
    return next((act for act in found if act.kind != "undo" and not act.content.get("undone")), None)


def checked_reason(typed: str) -> str:
    """Return a typed reason in one line. Raises Refused for one that nobody sees."""
    reason = " ".join(typed.split())[:REASON_LENGTH]
    check_seen(reason or "-")
    return reason


async def explain(host: Host, click: Click, tournament: int, act: int, reason: str, *, manages: bool) -> Tournament:
    """State the reason for an act, or another reason than before. Raises Refused."""
    async with click.transaction(host) as tx:
        found = await find_as(host, tx, tournament, click.user, manages=manages, statuses=STATUSES)
        row = next((each for each in await of(host, tournament, within=tx) if each.id == act), None)
        if row is None:
            raise Refused(Message("tournament.refused.act"))
        row.content = row.content | {"reason": checked_reason(reason)}
        await tournaments.change_act(tx, row)
        return found
