"""Which characters each person has beaten, in the finished matches that are kept too.

Revision ID: 0027
Revises: 0026
"""

from collections import defaultdict
from typing import Any

import sqlalchemy as sa
from alembic import op

from bot.storage.schema.base import Id
from engine.players.characters import cast

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None

MATCHES = sa.table(
    "matches",
    *(sa.column(name) for name in ("id", "game", "status", "ended")),
    *(sa.column(name, sa.JSON()) for name in ("outcome", "origin", "lesson", "loaded")),
)
SEATS = sa.table("seats", *(sa.column(name) for name in ("match", "seat", "user", "house")), sa.column("left"))


def upgrade() -> None:
    """Make the changes of this version."""
    made = op.create_table(
        "crowns",
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("character", sa.String(16), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("match", Id, nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("user", "character", name="pk_crowns"),
    )
    won = _won(op.get_bind())
    if won:
        op.bulk_insert(made, won)


def _won(connection: sa.Connection) -> list[dict[str, Any]]:
    """Return the crowns of the finished matches, by the rules of this version, the first one of each."""
    seats = defaultdict(list)
    housed = sa.select(SEATS.c.match).where(SEATS.c.house.is_not(None), SEATS.c.user.is_(None))
    there = sa.select(SEATS).where(SEATS.c.match.in_(housed)).order_by(SEATS.c.match, SEATS.c.seat)
    for seat in connection.execute(there):
        seats[seat.match].append(seat)
    found: dict[tuple[int, str], dict[str, Any]] = {}
    over = sa.select(MATCHES).where(MATCHES.c.status == "over", MATCHES.c.id.in_(housed))
    for row in connection.execute(over.order_by(MATCHES.c.ended, MATCHES.c.id)):
        if row.outcome is None or any(each is not None for each in (row.origin, row.lesson, row.loaded)):
            continue
        ranks = {seat: rank for rank, together in enumerate(row.outcome["ranking"]) for seat in together}
        characters = cast([seat.house for seat in seats[row.id]], row.id)
        for seat, character in zip(seats[row.id], characters, strict=True):
            if seat.user is not None or character is None:
                continue
            for each in seats[row.id]:
                if each.user and not each.left and ranks[each.seat] < ranks[seat.seat]:
                    values = {"user": each.user, "character": character, "game": row.game}
                    found.setdefault((each.user, character), {**values, "match": row.id, "at": row.ended})
    return list(found.values())


def downgrade() -> None:
    """Take the changes back."""
    op.drop_table("crowns")
