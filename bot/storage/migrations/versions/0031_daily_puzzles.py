"""Where and when a server wants the puzzle of the day, where it was tried, and whose name its table may show.

Revision ID: 0031
Revises: 0030
"""

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the changes of this version; of an earlier try, nobody knows where it was made."""
    with op.batch_alter_table("guilds", schema=None) as batch_op:
        batch_op.add_column(sa.Column("puzzles", sa.BigInteger(), nullable=True))
        batch_op.add_column(sa.Column("puzzle_hour", sa.Integer(), server_default="12", nullable=False))
        batch_op.add_column(sa.Column("puzzle_games", sa.JSON(), server_default="[]", nullable=False))
    with op.batch_alter_table("users", schema=None) as batch_op:
        batch_op.add_column(sa.Column("puzzle_table", sa.Boolean(), server_default="1", nullable=False))
    with op.batch_alter_table("tries", schema=None) as batch_op:
        batch_op.add_column(sa.Column("guild", sa.BigInteger(), nullable=True))
        batch_op.create_index("ix_tries_guild_day", ["guild", "day"])


def downgrade() -> None:
    """Take the changes back."""
    with op.batch_alter_table("tries", schema=None) as batch_op:
        batch_op.drop_index("ix_tries_guild_day")
        batch_op.drop_column("guild")
    with op.batch_alter_table("users", schema=None) as batch_op:
        batch_op.drop_column("puzzle_table")
    with op.batch_alter_table("guilds", schema=None) as batch_op:
        for name in ("puzzles", "puzzle_hour", "puzzle_games"):
            batch_op.drop_column(name)
