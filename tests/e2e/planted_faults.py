"""Faults to plant in a separate bot, to prove that tests detect them."""

from typing import Any, Final

import discord
from msgspec.structs import replace
from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.kernel.clock import FollowedClock, SystemClock
from bot.host.workers.delivery_results import Never, Report
from bot.interactions.answers import Answer, Front, say
from bot.interactions.router import ACTIONS
from bot.messenger.delivery import Delivery
from bot.rendering.posts import Drawing, Posts
from bot.storage.outbox import PostRow, SurfaceRow
from bot.storage.schema import tournaments
from bot.ui.custom_ids import CustomId
from bot.ui.messages import Outgoing

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


def _keeps_its_own_time(clock: FollowedClock) -> float:
    return SystemClock().now()


ACTS: Final = {"raises": _raises, "lets anybody": _lets_anybody}
METHODS: Final[dict[str, tuple[type, str, Any]]] = {
    "says nothing": (Posts, "post", _says_nothing),
    "shows no board": (Delivery, "surface", _shows_no_board),
    "keeps its own time": (FollowedClock, "now", _keeps_its_own_time),
}


def plant(fault: str) -> None:
    """Make some actions raise or change what belongs to others, or replace a method of a class with a faulty one."""
    if fault in ACTS:
        ACTIONS.update({name: replace(ACTIONS[name], do=ACTS[fault]) for name in FAULTY})
    else:
        setattr(*METHODS[fault])
