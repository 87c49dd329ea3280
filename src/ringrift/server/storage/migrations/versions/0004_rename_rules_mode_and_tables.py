"""Rename the rules mode `law` to `python`, and the tables `sessions` and `buckets`."""

from __future__ import annotations

import json

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

_MODE = "rules"  # the key in the JSON settings of games and seeks
_SESSION_COLUMNS = "id, account_id, token_hash, csrf, created_at, seen_at, expires_at"


def upgrade() -> None:
    _rename_mode("law", "python")
    _create_login_sessions("login_sessions")
    op.execute(f"INSERT INTO login_sessions SELECT {_SESSION_COLUMNS} FROM sessions")
    op.drop_table("sessions")
    _create_rate_limits("rate_limits", "tokens", "updated_at")
    op.execute("INSERT INTO rate_limits SELECT key, level, at, full_at FROM buckets")
    op.drop_table("buckets")


def downgrade() -> None:
    _create_rate_limits("buckets", "level", "at")
    op.execute("INSERT INTO buckets SELECT key, tokens, updated_at, full_at FROM rate_limits")
    op.drop_table("rate_limits")
    _create_login_sessions("sessions")
    op.execute(f"INSERT INTO sessions SELECT {_SESSION_COLUMNS} FROM login_sessions")
    op.drop_table("login_sessions")
    _rename_mode("python", "law")


def _rename_mode(old: str, new: str) -> None:
    connection = op.get_bind()
    for name in ("games", "seeks"):
        table = sa.table(name, sa.column("id"), sa.column("settings"))
        stored = sa.select(table).where(table.c.settings.contains(f'"{old}"'))
        for row in connection.execute(stored).all():
            settings = json.loads(row.settings)
            if settings.get(_MODE) != old:
                continue
            dumped = json.dumps(settings | {_MODE: new}, sort_keys=name == "seeks")
            connection.execute(sa.update(table).where(table.c.id == row.id).values(settings=dumped))


def _create_login_sessions(name: str) -> None:
    op.create_table(
        name,
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("account_id", sa.String(length=32), nullable=False),
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("csrf", sa.String(length=64), nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("seen_at", sa.Double(), nullable=False),
        sa.Column("expires_at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"],
            ["accounts.id"],
            name=op.f(f"fk_{name}_account_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{name}")),
        sa.UniqueConstraint("token_hash", name=op.f(f"uq_{name}_token_hash")),
    )
    op.create_index(op.f(f"ix_{name}_account_id"), name, ["account_id"], unique=False)


def _create_rate_limits(name: str, tokens: str, updated_at: str) -> None:
    op.create_table(
        name,
        sa.Column("key", sa.String(length=160), nullable=False),
        sa.Column(tokens, sa.Double(), nullable=False),
        sa.Column(updated_at, sa.Double(), nullable=False),
        sa.Column("full_at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f(f"pk_{name}")),
    )
    op.create_index(op.f(f"ix_{name}_full_at"), name, ["full_at"], unique=False)
