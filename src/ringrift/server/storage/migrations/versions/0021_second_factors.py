"""Add authenticator apps, passkeys, and logins whose second step is due."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "totp_secrets",
        sa.Column("account_id", sa.String(length=32), nullable=False),
        sa.Column("secret", sa.String(length=200), nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("confirmed_at", sa.Double(), nullable=True),
        sa.Column("last_step", sa.Integer(), nullable=True),
        _owner("totp_secrets"),
        sa.PrimaryKeyConstraint("account_id", name=op.f("pk_totp_secrets")),
    )
    op.create_index(op.f("ix_totp_secrets_created_at"), "totp_secrets", ["created_at"])
    op.create_table(
        "passkeys",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("account_id", sa.String(length=32), nullable=False),
        sa.Column("credential_id", sa.String(length=1400), nullable=False),
        sa.Column("public_key", sa.Text(), nullable=False),
        sa.Column("sign_count", sa.BigInteger(), nullable=False),
        sa.Column("label", sa.String(length=80), nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("last_used_at", sa.Double(), nullable=True),
        _owner("passkeys"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_passkeys")),
        sa.UniqueConstraint("credential_id", name=op.f("uq_passkeys_credential_id")),
    )
    op.create_index(op.f("ix_passkeys_account_id"), "passkeys", ["account_id"])
    op.create_table(
        "login_challenges",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("account_id", sa.String(length=32), nullable=True),
        sa.Column("purpose", sa.String(length=16), nullable=False),
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("nonce", sa.String(length=100), nullable=True),
        sa.Column("expires_at", sa.Double(), nullable=False),
        _owner("login_challenges"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_login_challenges")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_login_challenges_token_hash")),
    )
    for column in ("account_id", "expires_at"):
        op.create_index(op.f(f"ix_login_challenges_{column}"), "login_challenges", [column])


def downgrade() -> None:
    for table in ("login_challenges", "passkeys", "totp_secrets"):
        op.drop_table(table)


def _owner(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["account_id"],
        ["accounts.id"],
        name=op.f(f"fk_{table}_account_id"),
        ondelete="CASCADE",
    )
