"""Add an index with which the explorer reads a position of thousands of turns."""

from __future__ import annotations

from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None

_NAME = "ix_openings_pool_position_games"


def upgrade() -> None:
    op.create_index(
        _NAME,
        "openings",
        ["pool", "position", "games", "next", "wins1", "wins2", "wins3", "wins4"],
    )


def downgrade() -> None:
    op.drop_index(_NAME, table_name="openings")
