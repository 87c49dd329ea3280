"""Note which login sessions used a second factor."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("login_sessions", sa.Column("second_factor_at", sa.Double(), nullable=True))


def downgrade() -> None:
    op.drop_column("login_sessions", "second_factor_at")
