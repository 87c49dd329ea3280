"""Sessions that version 0.1 stored: their events restore the same game, and it goes on."""

from __future__ import annotations

import gzip
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from ringrift.host import (
    GameSession,
    InvalidSettingsError,
    Person,
    Remote,
    dump_event,
    load_event,
    load_settings,
    record_of,
)
from ringrift.records import verify
from ringrift.rules.position_string import dump_position

LEAVING = import_module("ringrift.server.storage.migrations.versions.0011_leaving")
DATA = Path(__file__).parents[1] / "data" / "v0_1"


class StoredGame(NamedTuple):
    id: str
    status: str
    winner: int | None
    reason: str | None
    settings: dict[str, Any]
    events: list[dict[str, Any]]


def stored_games() -> Iterator[StoredGame]:
    """The started games in the database of a 0.1 server."""
    with closing(sqlite3.connect(":memory:")) as database:
        database.deserialize(gzip.decompress((DATA / "server.db.gz").read_bytes()))
        query = (
            "select id, status, winner, reason, settings from games where started_at is not null"
        )
        for game, status, winner, reason, settings in database.execute(query).fetchall():
            rows = database.execute(
                "select body from events where game_id = ? order by sequence", (game,)
            )
            events = [json.loads(body) for (body,) in rows]
            yield StoredGame(game, status, winner, reason, json.loads(settings), events)


CONTENTS: dict[str, dict[str, Any]] = json.loads((DATA / "contents.json").read_text())["games"]
GAMES = {game.id: game for game in stored_games()}
NAMES = {game["id"]: name for name, game in CONTENTS.items()}


def migrated(settings: dict[str, Any]) -> dict[str, Any]:
    """The settings as the database migrations leave them: the mode `law` is `python` today."""
    mode = {"rules": "python"} if settings["rules"] == "law" else {}
    return dict(LEAVING.upgrade_settings(settings | mode))


def migrated_events(game: StoredGame) -> list[dict[str, Any]]:
    """The events as the database migrations leave them: there is one event `left` today."""
    return [LEAVING.upgrade_event(event, game.events[-1]) for event in game.events]


def restored(game: StoredGame) -> GameSession:
    return GameSession.restore(
        load_settings(migrated(game.settings)),
        [load_event(event) for event in migrated_events(game)],
    )


def test_the_database_has_finished_and_live_games_in_every_rules_mode() -> None:
    assert {game.status for game in GAMES.values()} == {"over", "live"}
    assert {game.settings["rules"] for game in GAMES.values()} >= {"law", "shadow", "kernel"}


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: NAMES[game.id])
def test_events_of_0_1_restore_the_session_that_wrote_them(game: StoredGame) -> None:
    with closing(restored(game)) as session:
        assert [dump_event(event) for event in session.events] == migrated_events(game)
        assert session.sequence == CONTENTS[NAMES[game.id]]["sequence"]
        if "position" in CONTENTS[NAMES[game.id]]:
            assert dump_position(session.state) == CONTENTS[NAMES[game.id]]["position"]
        assert session.over == (game.status == "over")
        if session.outcome is not None:
            assert (session.outcome.winner, session.outcome.reason) == (game.winner, game.reason)
        verify(record_of(session))


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: NAMES[game.id])
def test_a_live_game_of_0_1_accepts_the_next_move(game: StoredGame) -> None:
    with closing(restored(game)) as session:
        due = session.decision()
        assert (due is None) == (game.status == "over")
        if due is not None:
            session.resume()
            moves = len(session.moves)
            session.play(due.seat, due.moves[0], now=session.events[-1].at)
            assert session.moves[moves].move == due.moves[0]


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: NAMES[game.id])
def test_the_occupants_of_0_1_keep_their_ids(game: StoredGame) -> None:
    with closing(restored(game)) as session:
        ids = {who.id for who in session.seats if isinstance(who, Person | Remote)}
        assert all(session.seats_of(person) for person in ids)


def test_the_host_accepts_only_the_new_name_of_the_mode() -> None:
    settings = next(game.settings for game in GAMES.values() if game.settings["rules"] == "law")
    with pytest.raises(InvalidSettingsError, match=r"python, shadow.* kernel"):
        load_settings(LEAVING.upgrade_settings(dict(settings)))
