"""Add the index of finished games, their openings, and saved searches.

The rows of older games are added by the running server, in the background.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None

_games = sa.table("games", sa.column("status"), sa.column("index_due", sa.Boolean()))


def upgrade() -> None:
    # No batch: SQLite would replace the table, and that deletes the rows that refer to it.
    op.add_column(
        "games", sa.Column("index_due", sa.Boolean(), nullable=False, server_default=sa.false())
    )
    op.execute(sa.update(_games).where(_games.c.status == "over").values(index_due=True))
    op.create_index("ix_games_index_due", "games", ["index_due"])
    _create_game_index()
    op.create_table(
        "openings",
        sa.Column("pool", sa.String(length=32), primary_key=True),
        sa.Column("position", sa.String(length=16), primary_key=True),
        sa.Column("next", sa.String(length=16), primary_key=True),
        sa.Column("turn", sa.Text(), nullable=False),
        *(
            sa.Column(name, sa.Integer(), nullable=False)
            for name in ("games", "wins1", "wins2", "wins3", "wins4")
        ),
    )
    op.create_table(
        "opening_games",
        sa.Column("position", sa.String(length=16), primary_key=True),
        _reference("game_id", "games.id", primary_key=True),
        sa.Column("ended_at", sa.Double(), nullable=False),
    )
    op.create_index("ix_opening_games_game_id", "opening_games", ["game_id"])
    op.create_index("ix_opening_games_position_ended_at", "opening_games", ["position", "ended_at"])
    op.create_table(
        "saved_searches",
        sa.Column("id", sa.String(length=32), primary_key=True),
        _reference("account_id", "accounts.id"),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("query", sa.Text(), nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
    )
    op.create_index("ix_saved_searches_account_id", "saved_searches", ["account_id"])


def _create_game_index() -> None:
    op.create_table(
        "game_index",
        _reference("game_id", "games.id", primary_key=True),
        sa.Column("board", sa.String(length=16), nullable=False),
        sa.Column("players", sa.Integer(), nullable=False),
        sa.Column("edition", sa.String(length=16), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("public", sa.Boolean(), nullable=False),
        sa.Column("reason", sa.String(length=32), nullable=False),
        sa.Column("winner", sa.Integer(), nullable=False),
        sa.Column("turns", sa.Integer(), nullable=False),
        sa.Column("ended_at", sa.Double(), nullable=False),
    )
    for columns in (["ended_at"], ["board", "players", "ended_at"], ["reason", "ended_at"]):
        op.create_index(f"ix_game_index_{'_'.join(columns)}", "game_index", columns)
    op.create_table(
        "game_index_players",
        _reference("game_id", "games.id", primary_key=True),
        sa.Column("seat", sa.Integer(), primary_key=True),
        _reference("account_id", "accounts.id", nullable=True),
        sa.Column("level", sa.Integer(), nullable=True),
        sa.Column("rank", sa.Integer(), nullable=False),
        sa.Column("ended_at", sa.Double(), nullable=False),
    )
    op.create_index(
        "ix_game_index_players_account_id_ended_at",
        "game_index_players",
        ["account_id", "ended_at"],
    )


def downgrade() -> None:
    for name in (
        *("saved_searches", "opening_games", "openings"),
        *("game_index_players", "game_index"),
    ):
        op.drop_table(name)
    op.drop_index("ix_games_index_due", table_name="games")
    op.drop_column("games", "index_due")


def _reference(
    name: str, column: str, *, primary_key: bool = False, nullable: bool = False
) -> sa.Column[str]:
    return sa.Column(
        name,
        sa.String(length=32),
        sa.ForeignKey(column, ondelete="CASCADE"),
        primary_key=primary_key,
        nullable=nullable,
    )
