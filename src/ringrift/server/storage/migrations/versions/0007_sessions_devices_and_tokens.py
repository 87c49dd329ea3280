"""Describe login sessions, remember known devices, and give tokens a scope and an expiry."""

from __future__ import annotations

from time import time

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

_YEAR = 365 * 86_400.0  # that a token from an older version stays valid


def upgrade() -> None:
    op.add_column("login_sessions", sa.Column("authenticated_at", sa.Double(), nullable=True))
    for name, length in (("browser", 40), ("system", 40), ("address", 64)):
        op.add_column("login_sessions", _text(name, length))
    for name in ("expires_at", "last_used_at"):
        op.add_column("tokens", sa.Column(name, sa.Double(), nullable=True))
    op.add_column("tokens", _text("scope", 8, "play"))
    op.add_column("tokens", _text("prefix", 8))
    tokens = sa.table("tokens", sa.column("expires_at"))
    op.execute(sa.update(tokens).values(expires_at=time() + _YEAR))
    op.create_table(
        "known_devices",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("account_id", sa.String(length=32), nullable=False),
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("seen_at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"],
            ["accounts.id"],
            name=op.f("fk_known_devices_account_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_known_devices")),
        sa.UniqueConstraint("token_hash", "account_id", name=op.f("uq_known_devices_token_hash")),
    )
    op.create_index(op.f("ix_known_devices_account_id"), "known_devices", ["account_id"])
    op.create_index(op.f("ix_known_devices_seen_at"), "known_devices", ["seen_at"])
    op.create_index(op.f("ix_login_sessions_seen_at"), "login_sessions", ["seen_at"])
    op.create_index(op.f("ix_tokens_expires_at"), "tokens", ["expires_at"])


def downgrade() -> None:
    op.drop_index(op.f("ix_tokens_expires_at"), table_name="tokens")
    op.drop_index(op.f("ix_login_sessions_seen_at"), table_name="login_sessions")
    op.drop_table("known_devices")
    for name in ("expires_at", "last_used_at", "scope", "prefix"):
        op.drop_column("tokens", name)
    for name in ("authenticated_at", "browser", "system", "address"):
        op.drop_column("login_sessions", name)


def _text(name: str, length: int, default: str = "") -> sa.Column[str]:
    return sa.Column(name, sa.String(length=length), nullable=False, server_default=default)
