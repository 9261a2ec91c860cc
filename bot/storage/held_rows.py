"""Rows of the outbox that are held back, because their server cannot be reached or their thread is locked."""

from sqlalchemy import ColumnElement, FromClause, String, cast, delete, exists, literal, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.schema import graces, matches, posts, surfaces, tournaments


def is_held(rows: FromClause) -> ColumnElement[bool]:
    """Whether a post or surface waits: for the bot's return to its server, or for its match's thread to be unlocked.

    Panels do not wait, because they answer clicks.
    """
    place = rows.c.destination
    away = graces.c.why.is_not(None)
    of_server = place.like(literal("guild ") + cast(graces.c.guild, String) + literal(" %"))
    locked = (matches.c.paused == "thread") & place.like("match % thread")
    of_match = (matches.c.id == rows.c.match) & (matches.c.guild == graces.c.guild)
    of_tournament = (tournaments.c.id == rows.c.tournament) & (tournaments.c.guild == graces.c.guild)
    return or_(
        exists().where(matches.c.id == rows.c.match, locked),
        exists().where(away, of_match, place.not_like("panel %")),
        exists().where(away, of_tournament),
        exists().where(away, of_server),
    )


async def abandon(tx: AsyncConnection, guild: int) -> None:
    """Send nothing more about a server, its matches and its tournaments, except in panels that answer clicks."""
    for table, stale in ((posts, posts.c.status == "waiting"), (surfaces, surfaces.c.wanted > surfaces.c.shown)):
        about = or_(
            table.c.match.in_(select(matches.c.id).where(matches.c.guild == guild)),
            table.c.tournament.in_(select(tournaments.c.id).where(tournaments.c.guild == guild)),
            table.c.destination.like(f"guild {guild} %"),
        )
        if table is posts:
            await tx.execute(delete(posts).where(about, stale))
        else:
            left = update(surfaces).where(about, stale, surfaces.c.destination.not_like("panel %"))
            await tx.execute(left.values(shown=surfaces.c.wanted))
