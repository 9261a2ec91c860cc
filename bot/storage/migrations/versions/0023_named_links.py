"""Links to match pages that name the players, beside those that do not.

Revision ID: 0023
Revises: 0022
"""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the changes of this version."""
    with op.batch_alter_table("page_links", schema=None) as batch_op:
        batch_op.add_column(sa.Column("named", sa.Boolean(), server_default=sa.false(), nullable=False))
        batch_op.drop_constraint(op.f("pk_page_links"), type_="primary")
        batch_op.create_primary_key(op.f("pk_page_links"), ["match", "named"])


def downgrade() -> None:
    """Take the changes back."""
    op.execute(sa.text("DELETE FROM page_links WHERE named"))
    with op.batch_alter_table("page_links", schema=None) as batch_op:
        batch_op.drop_constraint(op.f("pk_page_links"), type_="primary")
        batch_op.create_primary_key(op.f("pk_page_links"), ["match"])
        batch_op.drop_column("named")
