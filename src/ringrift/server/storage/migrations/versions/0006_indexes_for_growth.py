"""Add what keeps start and queries fast beside many finished games."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

_games = sa.table("games", sa.column("id"), sa.column("status"), sa.column("rated"))
_rating_due = sa.table("games", sa.column("id"), sa.column("rating_due", sa.Boolean()))
_rating_changes = sa.table("rating_changes", sa.column("game_id"))


def upgrade() -> None:
    # No batch: SQLite would replace the table, and that deletes the rows that refer to it.
    op.add_column(
        "games", sa.Column("rating_due", sa.Boolean(), nullable=False, server_default=sa.false())
    )
    rated = sa.select(_rating_changes.c.game_id)
    missing = sa.select(_games.c.id).where(
        _games.c.rated == sa.true(), _games.c.status == "over", _games.c.id.not_in(rated)
    )
    op.execute(sa.update(_rating_due).where(_rating_due.c.id.in_(missing)).values(rating_due=True))
    op.create_index(op.f("ix_games_rating_due"), "games", ["rating_due"])
    op.create_index(op.f("ix_games_rematch_of"), "games", ["rematch_of"])
    op.create_index(op.f("ix_games_owner"), "games", ["owner"])
    op.drop_index("ix_games_status_lease_until", table_name="games")
    op.create_index("ix_rating_changes_account_id_at", "rating_changes", ["account_id", "at"])
    op.create_index(op.f("ix_login_sessions_expires_at"), "login_sessions", ["expires_at"])


def downgrade() -> None:
    op.drop_index(op.f("ix_login_sessions_expires_at"), table_name="login_sessions")
    op.drop_index("ix_rating_changes_account_id_at", table_name="rating_changes")
    op.create_index("ix_games_status_lease_until", "games", ["status", "lease_until"])
    op.drop_index(op.f("ix_games_owner"), table_name="games")
    op.drop_index(op.f("ix_games_rematch_of"), table_name="games")
    op.drop_index(op.f("ix_games_rating_due"), table_name="games")
    op.drop_column("games", "rating_due")
