"""Let people report messages, studies, clubs and tournaments, and staff remove their texts."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None

_OLD = ("account", "chat", "game")
_NEW = (*_OLD, "message", "study", "club", "tournament")


# With the prefix twice, as an earlier migration named it.
_OLD_CHECK = "ck_reports_ck_reports_kind"
_NEW_CHECK = "ck_reports_kind"


def upgrade() -> None:
    with op.batch_alter_table("reports") as batch:
        batch.drop_constraint(op.f(_OLD_CHECK), type_="check")
        batch.alter_column("kind", type_=sa.String(length=10))
        batch.create_check_constraint(op.f(_NEW_CHECK), _is_one_of(_NEW))
        batch.add_column(sa.Column("subject_id", sa.String(length=32), nullable=True))
    op.add_column("studies", sa.Column("removed_at", sa.Double(), nullable=True))


def downgrade() -> None:
    op.drop_column("studies", "removed_at")
    op.execute(f"DELETE FROM reports WHERE NOT ({_is_one_of(_OLD)})")
    with op.batch_alter_table("reports") as batch:
        batch.drop_column("subject_id")
        batch.drop_constraint(op.f(_NEW_CHECK), type_="check")
        batch.alter_column("kind", type_=sa.String(length=8))
        batch.create_check_constraint(op.f(_OLD_CHECK), _is_one_of(_OLD))


def _is_one_of(kinds: tuple[str, ...]) -> str:
    return f"kind IN ({', '.join(map(repr, kinds))})"
