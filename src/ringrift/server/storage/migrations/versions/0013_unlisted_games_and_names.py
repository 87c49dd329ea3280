"""Add unlisted games; give the events of people who were guests their current names."""

from __future__ import annotations

import json

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

_accounts = sa.table("accounts", sa.column("id"), sa.column("name"))
_events = sa.table("events", *(sa.column(name) for name in ("game_id", "sequence", "kind", "body")))


def upgrade() -> None:
    # A column of its own: SQLite cannot change the check of `visibility` in place.
    op.add_column(
        "games",
        sa.Column("unlisted", sa.Boolean(), nullable=False, server_default=sa.false()),
    )
    _rename_former_guests()


def downgrade() -> None:
    op.drop_column("games", "unlisted")


def _rename_former_guests() -> None:
    """Replace the names that people had as guests: `Guest ` and six hexadecimal digits."""
    connection = op.get_bind()
    named = sa.select(_events).where(
        _events.c.kind.in_(("started", "people_swapped", "substituted")),
        _events.c.body.contains('"Guest '),
    )
    for row in connection.execute(named).all():
        body = json.loads(row.body)
        occupants = [*body.get("seats", ()), *filter(None, [body.get("occupant")])]
        known = [one["id"] for one in occupants if one.get("id")]
        found = connection.execute(sa.select(_accounts).where(_accounts.c.id.in_(known)))
        names = {account.id: account.name for account in found}
        before = json.dumps(body)
        for one in occupants:
            if one.get("id") in names:
                one["name"] = names[one["id"]]
        if json.dumps(body) != before:
            at = (_events.c.game_id == row.game_id, _events.c.sequence == row.sequence)
            connection.execute(sa.update(_events).where(*at).values(body=json.dumps(body)))
