"""Add puzzle results and the puzzle rating of accounts."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "puzzle_solvers",
        _account(),
        sa.Column("rating", sa.Double(), nullable=False),
        sa.Column("deviation", sa.Double(), nullable=False),
        sa.Column("best_run", sa.Integer(), nullable=False),
        sa.Column("updated_at", sa.Double(), nullable=False),
    )
    op.create_table(
        "puzzle_results",
        _account(),
        sa.Column("puzzle_id", sa.String(length=8), primary_key=True),
        sa.Column("solved", sa.Boolean(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("rating", sa.Double(), nullable=False),
    )
    op.create_index("ix_puzzle_results_account_id_at", "puzzle_results", ["account_id", "at"])


def downgrade() -> None:
    op.drop_table("puzzle_results")
    op.drop_table("puzzle_solvers")


def _account() -> sa.Column[str]:
    return sa.Column(
        "account_id",
        sa.String(length=32),
        sa.ForeignKey("accounts.id", ondelete="CASCADE"),
        primary_key=True,
    )
