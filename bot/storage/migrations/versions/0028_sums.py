"""Daily sums of what is played, without names; what they are made from at each seat, and a server's choice.

Revision ID: 0028
Revises: 0027
"""

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None

SEATS = (("abandoned", sa.Integer()), ("clicks", sa.Integer()), ("decided", sa.Boolean()))


def upgrade() -> None:
    """Make the changes of this version; of a match that has begun, nobody knows how many clicks there were."""
    op.create_table(
        "sums",
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("day", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("way", sa.String(16), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("guild", "day", "kind", "game", "way", name="pk_sums"),
    )
    with op.batch_alter_table("guilds", schema=None) as batch_op:
        batch_op.add_column(sa.Column("numbers", sa.Boolean(), server_default="1", nullable=False))
    with op.batch_alter_table("seats", schema=None) as batch_op:
        for name, kind in SEATS:
            batch_op.add_column(sa.Column(name, kind, server_default="0", nullable=False))
    seats, matches = sa.table("seats", sa.column("match"), sa.column("decided")), sa.table("matches", sa.column("id"))
    begun = sa.select(matches.c.id).where(sa.column("started").is_not(None))
    op.execute(sa.update(seats).where(seats.c.match.in_(begun)).values(decided=sa.true()))


def downgrade() -> None:
    """Take the changes back."""
    with op.batch_alter_table("seats", schema=None) as batch_op:
        for name, _ in SEATS:
            batch_op.drop_column(name)
    with op.batch_alter_table("guilds", schema=None) as batch_op:
        batch_op.drop_column("numbers")
    op.drop_table("sums")
