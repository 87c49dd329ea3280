"""Add roles, sanctions, the audit log, reports, blocks and the operator's control of the server."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

_TABLES = (
    *("game_closures", "server_control", "blocks", "reports"),
    *("audit_log", "sanctions", "roles"),
)
_FUNCTION = """
CREATE FUNCTION refuse_audit_log_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'the audit log is append-only'; END $$
"""
_POSTGRES_TRIGGER = """
CREATE TRIGGER audit_log_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
EXECUTE FUNCTION refuse_audit_log_change()
"""
_SQLITE_TRIGGER = """
CREATE TRIGGER audit_log_refuses_{event} BEFORE {event} ON audit_log
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END
"""


def upgrade() -> None:
    op.add_column("chat", sa.Column("removed_at", sa.Double(), nullable=True))
    op.create_table(
        "roles",
        _account(primary_key=True),
        sa.Column("role", sa.String(length=10), nullable=False),
        sa.Column("granted_at", sa.Double(), nullable=False),
        sa.CheckConstraint("role IN ('admin', 'moderator')", name="ck_roles_role"),
    )
    op.create_table(
        "sanctions",
        _id(),
        _account(),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("reason", sa.String(length=500), nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("ends_at", sa.Double(), nullable=True),
        sa.Column("lifted_at", sa.Double(), nullable=True),
        sa.CheckConstraint("kind IN ('suspension', 'ban')", name="ck_sanctions_kind"),
    )
    op.create_index("ix_sanctions_account_id", "sanctions", ["account_id"])
    op.create_table(
        "audit_log",
        _id(),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("actor", sa.String(length=32), nullable=True),
        sa.Column("action", sa.String(length=32), nullable=False),
        sa.Column("target", sa.String(length=32), nullable=True),
        sa.Column("reason", sa.String(length=500), nullable=False),
        sa.Column("details", sa.Text(), nullable=False),
    )
    for name in ("at", "target"):
        op.create_index(f"ix_audit_log_{name}", "audit_log", [name])
    _create_reports()
    op.create_table(
        "blocks",
        _account(primary_key=True),
        _account("other_id", primary_key=True),
        sa.Column("kind", sa.String(length=5), nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.CheckConstraint("kind IN ('block', 'mute')", name="ck_blocks_kind"),
    )
    op.create_index("ix_blocks_other_id", "blocks", ["other_id"])
    op.create_table(
        "server_control",
        sa.Column("id", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("rules_mode", sa.String(length=8), nullable=True),
        sa.Column("rules_share", sa.Double(), nullable=False),
        sa.Column("rules_unrated_only", sa.Boolean(), nullable=False),
        sa.Column("kernel_enabled", sa.Boolean(), nullable=False),
        sa.Column("invariant_share", sa.Double(), nullable=False),
        sa.Column("breaker_opened_at", sa.Double(), nullable=True),
        sa.Column("breaker_resets", sa.Integer(), nullable=False),
    )
    op.create_table(
        "game_closures",
        sa.Column(
            "game_id",
            sa.String(length=32),
            sa.ForeignKey("games.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("requested_at", sa.Double(), nullable=False),
    )
    _make_append_only()


def _create_reports() -> None:
    op.create_table(
        "reports",
        _id(),
        _account("reporter_id", nullable=True, on_delete="SET NULL"),
        _account(),
        sa.Column("kind", sa.String(length=8), nullable=False),
        _reference("game_id", "games.id"),
        _reference("chat_id", "chat.id"),
        sa.Column("quote", sa.String(length=500), nullable=False, server_default=""),
        sa.Column("reason", sa.String(length=12), nullable=False),
        sa.Column("text", sa.String(length=1000), nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("status", sa.String(length=10), nullable=False, server_default="open"),
        sa.Column("decided_at", sa.Double(), nullable=True),
        sa.Column("note", sa.String(length=500), nullable=False, server_default=""),
        sa.Column("seen_at", sa.Double(), nullable=True),
        sa.CheckConstraint("kind IN ('account', 'chat', 'game')", name="ck_reports_kind"),
        sa.CheckConstraint("status IN ('open', 'upheld', 'dismissed')", name="ck_reports_status"),
    )
    for name in ("reporter_id", "account_id", "game_id", "chat_id"):
        op.create_index(f"ix_reports_{name}", "reports", [name])
    op.create_index("ix_reports_status_created_at", "reports", ["status", "created_at"])


def _make_append_only() -> None:
    if op.get_bind().dialect.name == "postgresql":
        op.execute(_FUNCTION)
        op.execute(_POSTGRES_TRIGGER)
        return
    for event in ("UPDATE", "DELETE"):
        op.execute(_SQLITE_TRIGGER.format(event=event))


def downgrade() -> None:
    for name in _TABLES:
        op.drop_table(name)
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP FUNCTION refuse_audit_log_change()")
    op.drop_column("chat", "removed_at")


def _id() -> sa.Column[str]:
    return sa.Column("id", sa.String(length=32), primary_key=True)


def _account(
    name: str = "account_id",
    *,
    primary_key: bool = False,
    nullable: bool = False,
    on_delete: str = "CASCADE",
) -> sa.Column[str]:
    return sa.Column(
        name,
        sa.String(length=32),
        sa.ForeignKey("accounts.id", ondelete=on_delete),
        primary_key=primary_key,
        nullable=nullable,
    )


def _reference(name: str, column: str) -> sa.Column[str]:
    return sa.Column(
        name, sa.String(length=32), sa.ForeignKey(column, ondelete="SET NULL"), nullable=True
    )
