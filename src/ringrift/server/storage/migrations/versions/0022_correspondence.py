"""Add vacations, conditional moves, and who wants mails about their turns."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "vacations",
        sa.Column("id", sa.String(length=32), primary_key=True),
        _reference("account_id", "accounts.id"),
        sa.Column("started_at", sa.Double(), nullable=False),
        sa.Column("ends_at", sa.Double(), nullable=False),
    )
    for name in ("account_id", "ends_at"):
        op.create_index(f"ix_vacations_{name}", "vacations", [name])
    op.create_table(
        "conditional_moves",
        _reference("game_id", "games.id", primary_key=True),
        _reference("account_id", "accounts.id", primary_key=True),
        sa.Column("sequence", sa.Integer(), nullable=False),
        sa.Column("lines", sa.Text(), nullable=False),
    )
    op.create_index("ix_conditional_moves_account_id", "conditional_moves", ["account_id"])
    op.create_table(
        "turn_mails",
        _reference("account_id", "accounts.id", primary_key=True),
        sa.Column("created_at", sa.Double(), nullable=False),
    )


def downgrade() -> None:
    for name in ("turn_mails", "conditional_moves", "vacations"):
        op.drop_table(name)


def _reference(name: str, column: str, *, primary_key: bool = False) -> sa.Column[str]:
    return sa.Column(
        name,
        sa.String(length=32),
        sa.ForeignKey(column, ondelete="CASCADE"),
        primary_key=primary_key,
        nullable=False,
    )
