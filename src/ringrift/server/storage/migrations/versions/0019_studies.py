"""Add studies and their chapters."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "studies",
        sa.Column("id", sa.String(length=32), primary_key=True),
        _reference("account_id", "accounts.id"),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("visibility", sa.String(length=8), nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("updated_at", sa.Double(), nullable=False),
        sa.CheckConstraint(
            "visibility IN ('private', 'link', 'public')", name="ck_studies_visibility"
        ),
    )
    op.create_index("ix_studies_account_id", "studies", ["account_id"])
    op.create_index("ix_studies_visibility_updated_at", "studies", ["visibility", "updated_at"])
    op.create_table(
        "study_chapters",
        sa.Column("id", sa.String(length=32), primary_key=True),
        _reference("study_id", "studies.id"),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("record", sa.Text(), nullable=False),
        sa.Column("board", sa.String(length=16), nullable=False),
        sa.Column("players", sa.Integer(), nullable=False),
        sa.Column("position", sa.Text(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("updated_at", sa.Double(), nullable=False),
    )
    op.create_index("ix_study_chapters_study_id", "study_chapters", ["study_id"])


def downgrade() -> None:
    op.drop_table("study_chapters")
    op.drop_table("studies")


def _reference(name: str, column: str) -> sa.Column[str]:
    return sa.Column(
        name, sa.String(length=32), sa.ForeignKey(column, ondelete="CASCADE"), nullable=False
    )
