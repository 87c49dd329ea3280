"""Add the key under which names that look alike are equal."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from ringrift.server.accounts.names import look_key

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

_accounts = sa.table(
    "accounts", sa.column("id"), sa.column("name"), sa.column("look_key"), sa.column("created_at")
)


def upgrade() -> None:
    # No batch: SQLite would replace the table, and that deletes the rows that refer to it.
    new = sa.Column("look_key", sa.String(length=120), nullable=False, server_default="")
    op.add_column("accounts", new)
    _fill()
    op.create_index(op.f("ix_accounts_look_key"), "accounts", ["look_key"], unique=True)


def downgrade() -> None:
    op.drop_index(op.f("ix_accounts_look_key"), table_name="accounts")
    op.drop_column("accounts", "look_key")


def _fill() -> None:
    """Give each account its key; of names that look alike, the oldest gets the plain one."""
    connection = op.get_bind()
    stored = sa.select(_accounts.c.id, _accounts.c.name).order_by(_accounts.c.created_at)
    used: set[str] = set()
    for account, name in connection.execute(stored).all():
        key = look_key(name)[:80]
        if key in used:
            key = f"{key} {account}"
        used.add(key)
        changed = sa.update(_accounts).where(_accounts.c.id == account).values(look_key=key)
        connection.execute(changed)
