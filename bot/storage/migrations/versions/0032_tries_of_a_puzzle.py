"""Find the tries of a puzzle.

Revision ID: 0032
Revises: 0031
"""

from alembic import op

revision = "0032"
down_revision = "0031"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the changes of this version."""
    op.create_index("ix_tries_puzzle", "tries", ["puzzle"])


def downgrade() -> None:
    """Take the changes back."""
    op.drop_index("ix_tries_puzzle", "tries")
