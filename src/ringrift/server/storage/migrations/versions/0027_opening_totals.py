"""Store the totals of a position of the explorer, instead of adding up its turns."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None

_NAMES = ("games", "wins1", "wins2", "wins3", "wins4")
_OLD_INDEX = "ix_openings_pool_position_games"


def upgrade() -> None:
    totals = op.create_table(
        "opening_totals",
        sa.Column("pool", sa.String(length=32), primary_key=True),
        sa.Column("position", sa.String(length=16), primary_key=True),
        *(sa.Column(name, sa.Integer(), nullable=False) for name in _NAMES),
    )
    openings = sa.table("openings", *(sa.column(name) for name in ("pool", "position", *_NAMES)))
    sums = [sa.func.sum(openings.c[name]) for name in _NAMES]
    of_position = sa.select(openings.c.pool, openings.c.position, *sums).group_by(
        openings.c.pool, openings.c.position
    )
    op.execute(sa.insert(totals).from_select(["pool", "position", *_NAMES], of_position))
    op.drop_index(_OLD_INDEX, table_name="openings")
    op.create_index(_OLD_INDEX, "openings", ["pool", "position", "games", "next"])


def downgrade() -> None:
    op.drop_index(_OLD_INDEX, table_name="openings")
    op.create_index(_OLD_INDEX, "openings", ["pool", "position", "games", "next", *_NAMES[1:]])
    op.drop_table("opening_totals")
