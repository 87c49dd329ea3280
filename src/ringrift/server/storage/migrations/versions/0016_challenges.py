"""Add challenges, and what accounts accept."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "challenges",
        sa.Column("id", sa.String(length=32), primary_key=True),
        _reference("account_id", "accounts.id"),
        sa.Column("settings", sa.Text(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("visibility", sa.String(length=8), nullable=False),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("expires_at", sa.Double(), nullable=False),
        sa.Column("closed_at", sa.Double(), nullable=True),
        sa.Column(
            "game_id",
            sa.String(length=32),
            sa.ForeignKey("games.id", ondelete="SET NULL"),
            nullable=True,
        ),
        sa.CheckConstraint(
            "status IN ('open', 'accepted', 'declined', 'withdrawn')", name="ck_challenges_status"
        ),
    )
    for name in ("account_id", "expires_at", "game_id"):
        op.create_index(f"ix_challenges_{name}", "challenges", [name])
    op.create_table(
        "challenge_opponents",
        _reference("challenge_id", "challenges.id", primary_key=True),
        _reference("account_id", "accounts.id", primary_key=True),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("status", sa.String(length=8), nullable=False),
        sa.Column("reason", sa.String(length=8), nullable=True),
        sa.CheckConstraint(
            "status IN ('waiting', 'accepted', 'declined')", name="ck_challenge_opponents_status"
        ),
    )
    op.create_index("ix_challenge_opponents_account_id", "challenge_opponents", ["account_id"])
    op.create_table(
        "challenge_rules",
        _reference("account_id", "accounts.id", primary_key=True),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.Column("updated_at", sa.Double(), nullable=False),
    )


def downgrade() -> None:
    for name in ("challenge_rules", "challenge_opponents", "challenges"):
        op.drop_table(name)


def _reference(name: str, column: str, *, primary_key: bool = False) -> sa.Column[str]:
    return sa.Column(
        name,
        sa.String(length=32),
        sa.ForeignKey(column, ondelete="CASCADE"),
        primary_key=primary_key,
        nullable=False,
    )
