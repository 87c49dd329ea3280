"""Add the responses of repeatable requests, the write check, and the owner's time of a lease."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "repeatable_responses",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("account_id", sa.String(length=32), nullable=False),
        sa.Column("fingerprint", sa.String(length=64), nullable=False),
        sa.Column("status", sa.Integer(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"],
            ["accounts.id"],
            name=op.f("fk_repeatable_responses_account_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_repeatable_responses")),
    )
    for column in ("account_id", "created_at"):
        op.create_index(op.f(f"ix_repeatable_responses_{column}"), "repeatable_responses", [column])
    op.create_table(
        "write_checks",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("padding", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_write_checks")),
    )
    # No batch: SQLite would replace the table, and that deletes the rows that refer to it.
    op.add_column("games", sa.Column("alive_at", sa.Double(), nullable=True))
    op.execute("UPDATE games SET alive_at = lease_until - 2 WHERE status = 'live'")


def downgrade() -> None:
    op.drop_column("games", "alive_at")
    op.drop_table("write_checks")
    op.drop_table("repeatable_responses")
