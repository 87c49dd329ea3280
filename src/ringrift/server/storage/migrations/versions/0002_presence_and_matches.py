"""Add when an account was last seen; one seek per account, with its matched game."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("accounts", schema=None) as batch_op:
        batch_op.add_column(sa.Column("seen_at", sa.Double(), nullable=True))

    op.execute("DELETE FROM seeks")  # clients repeat their seeks within seconds
    with op.batch_alter_table("seeks", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_seeks_account_id"))
        batch_op.create_unique_constraint(batch_op.f("uq_seeks_account_id"), ["account_id"])
        batch_op.add_column(sa.Column("seen_at", sa.Double(), nullable=False))
        batch_op.add_column(sa.Column("game_id", sa.String(length=32), nullable=True))
        batch_op.create_foreign_key(
            batch_op.f("fk_seeks_game_id"), "games", ["game_id"], ["id"], ondelete="CASCADE"
        )


def downgrade() -> None:
    with op.batch_alter_table("seeks", schema=None) as batch_op:
        batch_op.drop_constraint(batch_op.f("fk_seeks_game_id"), type_="foreignkey")
        batch_op.drop_column("game_id")
        batch_op.drop_column("seen_at")
        batch_op.drop_constraint(batch_op.f("uq_seeks_account_id"), type_="unique")
        batch_op.create_index(batch_op.f("ix_seeks_account_id"), ["account_id"], unique=False)

    with op.batch_alter_table("accounts", schema=None) as batch_op:
        batch_op.drop_column("seen_at")
