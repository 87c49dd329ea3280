"""Find people and bots by the beginning of their name, and keep the days of daily puzzles."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None

_LISTED = sa.text("kind != 'guest' AND deleted_at IS NULL")


def upgrade() -> None:
    op.create_index(
        "ix_accounts_listed_name_key",
        "accounts",
        ["name_key"],
        postgresql_where=_LISTED,
        sqlite_where=_LISTED,
        postgresql_ops={"name_key": "varchar_pattern_ops"},
    )
    op.create_table(
        "puzzle_days",
        sa.Column(
            "account_id",
            sa.String(length=32),
            sa.ForeignKey("accounts.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("day", sa.String(length=10), primary_key=True),
    )


def downgrade() -> None:
    op.drop_table("puzzle_days")
    op.drop_index("ix_accounts_listed_name_key", table_name="accounts")
