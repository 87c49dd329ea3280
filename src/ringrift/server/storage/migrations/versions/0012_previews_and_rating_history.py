"""Store the final position of games, and board and speed of rating changes."""

from __future__ import annotations

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

_games = sa.table("games", sa.column("id"), sa.column("settings"))
_changes = sa.table("rating_changes", sa.column("game_id"), sa.column("board"), sa.column("speed"))


def upgrade() -> None:
    # No batch: SQLite would replace the table, and that deletes the rows that refer to it.
    op.add_column("games", sa.Column("final_position", sa.Text(), nullable=True))
    op.create_index("ix_games_ended_at", "games", ["ended_at"])
    for name in ("board", "speed"):
        column = sa.Column(name, sa.String(length=16), nullable=False, server_default="")
        op.add_column("rating_changes", column)
    connection = op.get_bind()
    rated = sa.select(_changes.c.game_id)
    stored = sa.select(_games).where(_games.c.id.in_(rated))
    for row in connection.execute(stored).all():
        settings = json.loads(row.settings)
        values = {"board": settings["board"], "speed": speed_of(settings["clock"])}
        changed = sa.update(_changes).where(_changes.c.game_id == row.id)
        connection.execute(changed.values(**values))


def speed_of(clock: dict[str, Any]) -> str:
    """Return the speed of a time control: by its seconds in 40 turns."""
    match clock["kind"]:
        case "fischer":
            seconds = clock["initial"] + 40 * clock["increment"]
        case "per_move":
            seconds = 40 * clock["seconds"]
        case "correspondence":
            return "correspondence"
        case _:
            return "untimed"
    limits = ((180, "bullet"), (480, "blitz"), (1500, "rapid"))
    return next((speed for limit, speed in limits if seconds < limit), "classical")


def downgrade() -> None:
    for name in ("speed", "board"):
        op.drop_column("rating_changes", name)
    op.drop_index("ix_games_ended_at", "games")
    op.drop_column("games", "final_position")
