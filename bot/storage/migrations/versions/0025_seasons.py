"""Seasons, their evenings with everybody's place, and what was reached for ever.

Revision ID: 0025
Revises: 0024
"""

import sqlalchemy as sa
from alembic import op

from bot.storage.schema.base import Id

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the changes of this version."""
    op.create_table(
        "seasons",
        sa.Column("id", Id, autoincrement=True, nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("organiser", sa.BigInteger(), nullable=False),
        sa.Column("recurrence", Id, nullable=True),
        sa.Column("title", sa.String(64), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("weeks", sa.Integer(), nullable=False),
        sa.Column("best", sa.Integer(), nullable=False),
        sa.Column("points", sa.JSON(), nullable=False),
        sa.Column("final", sa.Integer(), nullable=False),
        sa.Column("opened", sa.Double(), nullable=False),
        sa.Column("begun", sa.Double(), nullable=True),
        sa.Column("ends", sa.Double(), nullable=True),
        sa.Column("ended", sa.Double(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_seasons"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_seasons_guild_status", "seasons", ["guild", "status"])
    op.create_index("ix_seasons_recurrence", "seasons", ["recurrence"])
    op.create_table(
        "season_evenings",
        sa.Column("tournament", Id, autoincrement=False, nullable=False),
        sa.Column("season", Id, nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("is_last", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("tournament", name="pk_season_evenings"),
    )
    op.create_index("ix_season_evenings_season", "season_evenings", ["season"])
    op.create_table(
        "season_places",
        sa.Column("tournament", Id, autoincrement=False, nullable=False),
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("tournament", "user", name="pk_season_places"),
    )
    op.create_index("ix_season_places_user", "season_places", ["user"])
    op.create_table(
        "honours",
        sa.Column("id", Id, autoincrement=True, nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("user", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("subject", Id, nullable=False),
        sa.Column("title", sa.String(64), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_honours"),
        sa.UniqueConstraint("kind", "subject", "user", name="uq_honours_kind_subject_user"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_honours_user", "honours", ["user"])
    op.create_index("ix_honours_guild", "honours", ["guild"])


def downgrade() -> None:
    """Take the changes back."""
    for table in ("honours", "season_places", "season_evenings", "seasons"):
        op.drop_table(table)
