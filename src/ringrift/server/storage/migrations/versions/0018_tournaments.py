"""Add tournaments, their entrants and their matches."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "tournaments",
        sa.Column("id", sa.String(length=32), primary_key=True),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("description", sa.String(length=1000), nullable=False),
        sa.Column("format", sa.String(length=8), nullable=False),
        sa.Column("settings", sa.Text(), nullable=False),
        sa.Column("status", sa.String(length=10), nullable=False),
        _reference("created_by", "accounts.id", "SET NULL"),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("starts_at", sa.Double(), nullable=False),
        sa.Column("started_at", sa.Double(), nullable=True),
        sa.Column("ended_at", sa.Double(), nullable=True),
        sa.Column("seconds", sa.Double(), nullable=False),
        sa.Column("rounds", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("break_seconds", sa.Double(), nullable=False),
        sa.Column("next_at", sa.Double(), nullable=True),
        sa.Column("max_entrants", sa.Integer(), nullable=False),
        sa.Column("repeat_days", sa.Integer(), nullable=False),
        sa.Column("series_id", sa.String(length=32), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.CheckConstraint("format IN ('arena', 'swiss', 'tables')", name="ck_tournaments_format"),
        sa.CheckConstraint(
            "status IN ('upcoming', 'running', 'over', 'cancelled')", name="ck_tournaments_status"
        ),
        sa.UniqueConstraint("series_id", "starts_at", name="uq_tournaments_series_id"),
    )
    op.create_index("ix_tournaments_created_by", "tournaments", ["created_by"])
    op.create_index("ix_tournaments_status_starts_at", "tournaments", ["status", "starts_at"])
    op.create_table(
        "tournament_entrants",
        _reference("tournament_id", "tournaments.id", "CASCADE", primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True),
        _reference("account_id", "accounts.id", "SET NULL"),
        sa.Column("level", sa.Integer(), nullable=True),
        sa.Column("rating", sa.Double(), nullable=False),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.Column("joined_at", sa.Double(), nullable=False),
        sa.CheckConstraint(
            "status IN ('in', 'paused', 'withdrawn')", name="ck_tournament_entrants_status"
        ),
        sa.UniqueConstraint(
            "tournament_id", "account_id", name="uq_tournament_entrants_tournament_id"
        ),
    )
    op.create_index("ix_tournament_entrants_account_id", "tournament_entrants", ["account_id"])
    op.create_table(
        "tournament_matches",
        _reference("tournament_id", "tournaments.id", "CASCADE", primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True),
        sa.Column("round", sa.Integer(), nullable=False),
        _reference("game_id", "games.id", "SET NULL"),
        sa.Column("seats", sa.String(length=40), nullable=False),
        sa.Column("ranks", sa.String(length=40), nullable=True),
        sa.Column("absent", sa.Integer(), nullable=True),
        sa.Column("status", sa.String(length=8), nullable=False),
        sa.Column("ended_at", sa.Double(), nullable=True),
        sa.CheckConstraint(
            "status IN ('playing', 'over', 'void')", name="ck_tournament_matches_status"
        ),
    )
    op.create_index("ix_tournament_matches_game_id", "tournament_matches", ["game_id"])


def downgrade() -> None:
    for name in ("tournament_matches", "tournament_entrants", "tournaments"):
        op.drop_table(name)


def _reference(
    name: str, column: str, on_delete: str, *, primary_key: bool = False
) -> sa.Column[str]:
    return sa.Column(
        name,
        sa.String(length=32),
        sa.ForeignKey(column, ondelete=on_delete),
        primary_key=primary_key,
        nullable=not primary_key,
    )
