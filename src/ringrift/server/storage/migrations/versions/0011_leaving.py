"""Store who left a game and the ranks of its seats; one event `left`; the setting `substitute`."""

from __future__ import annotations

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

_LOSE = '"onTimeout": "lose"'  # as stored in settings
_NO_SUBSTITUTE = '"firstTurn": null, "substitute": null'
_REASONS = {"resigned": "resigned", "flag": "flag_fell", "abandoned": "abandoned"}
_KINDS = {reason: kind for kind, reason in _REASONS.items()}

_games = sa.table(
    "games",
    *(sa.column(name) for name in ("id", "settings", "status", "winner", "reason", "ended_at")),
)
_seats = sa.table(
    "seats",
    *(sa.column(name) for name in ("game_id", "seat", "rank", "left_reason", "left_at")),
)
_seeks = sa.table("seeks", sa.column("id"), sa.column("settings"))
_events = sa.table("events", *(sa.column(name) for name in ("game_id", "sequence", "kind", "body")))


def upgrade() -> None:
    # No batch: SQLite would replace the table, and that deletes the rows that refer to it.
    op.add_column("seats", sa.Column("rank", sa.Integer(), nullable=True))
    op.add_column("seats", sa.Column("left_reason", sa.String(length=16), nullable=True))
    op.add_column("seats", sa.Column("left_at", sa.Double(), nullable=True))
    replaced = sa.func.replace(_games.c.settings, _LOSE, _NO_SUBSTITUTE)
    op.execute(sa.update(_games).values(settings=replaced))
    _convert_settings(_games, upgrade_settings, "onTimeout")
    _convert_settings(_seeks, upgrade_settings, "onTimeout")
    _upgrade_events()
    _store_ranks()


def downgrade() -> None:
    _convert_settings(_games, downgrade_settings, "substitute")
    _convert_settings(_seeks, downgrade_settings, "substitute")
    connection = op.get_bind()
    for row in connection.execute(sa.select(_events).where(_events.c.kind == "left")).all():
        body = json.loads(row.body)
        _update_event(row, body | {"kind": _KINDS[body.pop("reason")]})
    aborted = sa.select(_events.c.game_id).where(_events.c.kind == "aborted")
    connection.execute(sa.delete(_events).where(_events.c.game_id.in_(aborted)))
    for name in ("left_at", "left_reason", "rank"):
        op.drop_column("seats", name)


def upgrade_settings(settings: dict[str, Any]) -> dict[str, Any]:
    """Replace the occupant after a timeout by the level that plays on for a leaver."""
    if "onTimeout" not in settings:
        return settings
    on_timeout = settings.pop("onTimeout")
    substitute = on_timeout["number"] if isinstance(on_timeout, dict) else None
    return settings | {"firstTurn": None, "substitute": substitute}


def downgrade_settings(settings: dict[str, Any]) -> dict[str, Any]:
    settings.pop("firstTurn", None)
    substitute = settings.pop("substitute", None)
    level = {"kind": "level", "number": substitute, "seed": 0, "seconds": None}
    return settings | {"onTimeout": level if substitute else "lose"}


def upgrade_event(event: dict[str, Any], end: dict[str, Any] | None) -> dict[str, Any]:
    """Return the event `left` for an older event; `end` is the last event of a finished game."""
    if event["kind"] not in _REASONS:
        return event
    seat = event["seat"]
    if seat is None:  # everybody had left: the one who ranked last
        assert end is not None
        seat = max(end["ranking"], key=lambda placing: placing["rank"])["seat"]
    return event | {"kind": "left", "seat": seat, "reason": _REASONS[event["kind"]]}


def _convert_settings(table: sa.TableClause, convert: Any, name: str) -> None:
    connection = op.get_bind()
    stored = sa.select(table.c.id, table.c.settings).where(table.c.settings.contains(f'"{name}"'))
    for row in connection.execute(stored).all():
        settings = convert(json.loads(row.settings))
        dumped = json.dumps(settings, sort_keys=table is _seeks)  # seeks match by their text
        connection.execute(sa.update(table).where(table.c.id == row.id).values(settings=dumped))


def _upgrade_events() -> None:
    """Convert the events, and store in the rows of the seats who left."""
    connection = op.get_bind()
    stored = sa.select(_events).where(_events.c.kind.in_(tuple(_REASONS)))
    for row in connection.execute(stored).all():
        left = upgrade_event(json.loads(row.body), _read_end(row.game_id))
        _update_event(row, left)
        departed = sa.update(_seats).where(
            _seats.c.game_id == row.game_id, _seats.c.seat == left["seat"]
        )
        connection.execute(departed.values(left_reason=left["reason"], left_at=left["at"]))


def _update_event(row: sa.Row[Any], body: dict[str, Any]) -> None:
    at = (_events.c.game_id == row.game_id, _events.c.sequence == row.sequence)
    changed = sa.update(_events).where(*at)
    op.get_bind().execute(changed.values(kind=body["kind"], body=json.dumps(body)))


def _read_end(game: str) -> dict[str, Any] | None:
    ended = sa.select(_events.c.body).where(_events.c.game_id == game, _events.c.kind == "ended")
    body = op.get_bind().scalar(ended)
    return None if body is None else dict(json.loads(body))


def _store_ranks() -> None:
    """Store the ranks of the seats: of two by the winner, of more by the last event."""
    connection = op.get_bind()
    several = sa.select(_seats.c.game_id).where(_seats.c.seat > 2)
    over = sa.select(_games.c.id).where(_games.c.status == "over")
    winner = sa.select(_games.c.winner).where(_games.c.id == _seats.c.game_id).scalar_subquery()
    of_two = sa.update(_seats).where(_seats.c.game_id.in_(over), _seats.c.game_id.not_in(several))
    connection.execute(of_two.values(rank=sa.case((_seats.c.seat == winner, 1), else_=2)))
    for game in connection.scalars(over.where(_games.c.id.in_(several))).all():
        end = _read_end(game)
        for placing in end["ranking"] if end else ():
            ranked = sa.update(_seats).where(
                _seats.c.game_id == game, _seats.c.seat == placing["seat"]
            )
            connection.execute(ranked.values(rank=placing["rank"]))
