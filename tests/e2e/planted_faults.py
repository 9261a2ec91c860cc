"""Faults to plant in a separate bot, to prove that tests detect them."""

from typing import Any, Final

import discord
from msgspec.structs import replace
from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.kernel.clock import FollowedClock, SystemClock
from bot.host.match import unit_of_work
from bot.host.workers.delivery_results import Never, Report
from bot.interactions.answers import Answer, Front, say
from bot.interactions.router import ACTIONS
from bot.messenger.delivery import Delivery
from bot.rendering.posts import Drawing, Posts
from bot.storage import outbox
from bot.storage.destination import Destination
from bot.storage.matches import MatchRow
from bot.storage.outbox import MatchPost, PostRow, SurfaceRow
from bot.storage.schema import tournaments
from bot.ui.messages.custom_ids import CustomId
from bot.ui.messages.outgoing import Outgoing

_post, _surface = Posts.post, Delivery.surface

FAULTY = ("help", "me", "rules", "tstandings", "tmy", "tbracket", "more", "now", "log", "hand")
"""The actions with the fault: some that anyone may click."""


async def _raises(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    raise ValueError("planted")


async def _lets_anybody(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    async with front.host.database.transaction() as tx:
        await tx.execute(update(tournaments).values(title=f"Stolen by {click.id}"))
    return say("Done.")


async def _nothing() -> Outgoing | None:
    return None


async def _says_nothing(posts: Posts, row: PostRow, connection: AsyncConnection) -> Drawing:
    return _nothing if row.kind == "events" else await _post(posts, row, connection)


async def _shows_no_board(delivery: Delivery, row: SurfaceRow) -> Report:
    return Never("planted") if row.kind == "status" else await _surface(delivery, row)


async def _tells_everybody(
    tx: AsyncConnection, row: MatchRow, kind: MatchPost, content: dict[str, object], now: float
) -> None:
    await outbox.add_post(tx, row.id, kind, Destination.thread(row.id), content, now)


def _keeps_its_own_time(clock: FollowedClock) -> float:
    return SystemClock().now()


ACTS: Final = {"raises": _raises, "lets anybody": _lets_anybody}
METHODS: Final[dict[str, tuple[object, str, Any]]] = {
    "says nothing": (Posts, "post", _says_nothing),
    "shows no board": (Delivery, "surface", _shows_no_board),
    "tells everybody": (unit_of_work, "say", _tells_everybody),
    "keeps its own time": (FollowedClock, "now", _keeps_its_own_time),
}


def plant(fault: str) -> None:
    """Make some actions raise or change what belongs to others, or replace something with a faulty one."""
    if fault in ACTS:
        ACTIONS.update({name: replace(ACTIONS[name], do=ACTS[fault]) for name in FAULTY})
    else:
        setattr(*METHODS[fault])
