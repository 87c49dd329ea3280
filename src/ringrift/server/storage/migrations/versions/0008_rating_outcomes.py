"""Store whether a rated game counted, and with which weight."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

_games = sa.table("games", sa.column("id"), sa.column("rating_outcome"))
_rating_changes = sa.table("rating_changes", sa.column("game_id"))


def upgrade() -> None:
    # No batch: SQLite would replace the table, and that deletes the rows that refer to it.
    op.add_column("games", sa.Column("rating_outcome", sa.String(length=16), nullable=True))
    op.add_column(
        "rating_changes", sa.Column("weight", sa.Double(), nullable=False, server_default="1")
    )
    counted = sa.select(_rating_changes.c.game_id)
    changed = sa.update(_games).where(_games.c.id.in_(counted))
    op.execute(changed.values(rating_outcome="counted"))


def downgrade() -> None:
    op.drop_column("rating_changes", "weight")
    op.drop_column("games", "rating_outcome")
