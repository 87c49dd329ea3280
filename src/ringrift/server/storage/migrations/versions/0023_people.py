"""Add follows, private messages, clubs, and the chat of spectators."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "chat", sa.Column("spectator", sa.Boolean(), nullable=False, server_default=sa.false())
    )
    op.create_table(
        "follows",
        _reference("account_id", "accounts.id", primary_key=True),
        _reference("other_id", "accounts.id", primary_key=True),
        sa.Column("created_at", sa.Double(), nullable=False),
    )
    op.create_index("ix_follows_other_id", "follows", ["other_id"])
    op.create_table(
        "private_messages",
        sa.Column("id", sa.String(length=32), primary_key=True),
        _reference("account_id", "accounts.id"),
        _reference("other_id", "accounts.id"),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("text", sa.String(length=1000), nullable=False),
        sa.Column("read_at", sa.Double(), nullable=True),
    )
    op.create_index("ix_private_messages_at", "private_messages", ["at"])
    for first, second in (("account_id", "other_id"), ("other_id", "account_id")):
        op.create_index(
            f"ix_private_messages_{first}_{second}", "private_messages", [first, second, "at"]
        )
    op.create_table(
        "clubs",
        sa.Column("id", sa.String(length=32), primary_key=True),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("name_key", sa.String(length=80), nullable=False),
        sa.Column("description", sa.String(length=1000), nullable=False),
        sa.Column("access", sa.String(length=8), nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.CheckConstraint("access IN ('open', 'request')", name="ck_clubs_access"),
        sa.UniqueConstraint("name_key", name="uq_clubs_name_key"),
    )
    op.create_table(
        "club_members",
        _reference("club_id", "clubs.id", primary_key=True),
        _reference("account_id", "accounts.id", primary_key=True),
        sa.Column("role", sa.String(length=10), nullable=False),
        sa.Column("joined_at", sa.Double(), nullable=False),
        sa.CheckConstraint(
            "role IN ('leader', 'member', 'applicant')", name="ck_club_members_role"
        ),
    )
    op.create_index("ix_club_members_account_id", "club_members", ["account_id"])
    op.create_table(
        "club_tournaments",
        _reference("tournament_id", "tournaments.id", primary_key=True),
        _reference("club_id", "clubs.id"),
        sa.Column("created_at", sa.Double(), nullable=False),
    )
    op.create_index("ix_club_tournaments_club_id", "club_tournaments", ["club_id"])


def downgrade() -> None:
    for name in ("club_tournaments", "club_members", "clubs", "private_messages", "follows"):
        op.drop_table(name)
    op.drop_column("chat", "spectator")


def _reference(name: str, column: str, *, primary_key: bool = False) -> sa.Column[str]:
    return sa.Column(
        name,
        sa.String(length=32),
        sa.ForeignKey(column, ondelete="CASCADE"),
        primary_key=primary_key,
        nullable=False,
    )
