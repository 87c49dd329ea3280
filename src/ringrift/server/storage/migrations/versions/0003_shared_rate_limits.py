"""Add the rate limits that all workers share."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "buckets",
        sa.Column("key", sa.String(length=160), nullable=False),
        sa.Column("level", sa.Double(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("full_at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_buckets")),
    )
    with op.batch_alter_table("buckets", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_buckets_full_at"), ["full_at"], unique=False)


def downgrade() -> None:
    with op.batch_alter_table("buckets", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_buckets_full_at"))

    op.drop_table("buckets")
