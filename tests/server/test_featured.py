"""The featured game: the best live public one, otherwise the best finished one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from ringrift.server.games.live_status import LiveStatus
from ringrift.server.games.types import GameInfo
from ringrift.server.lobby.featured import best_finished, best_live
from tests.server.running_server import HIGH_LIMITS, begin, on_sqlite, play_turns, running

NOW = 1_000_000.0


def info(name: str, *ratings: int | None, **fields: Any) -> GameInfo:
    seats = [
        {
            "seat": seat,
            "kind": "person",
            "account": {"id": f"{name}{seat}", "name": f"{name}{seat}", "kind": "person"},
            "rating": None if value is None else {"value": value, "uncertain": False},
        }
        for seat, value in enumerate(ratings, 1)
    ]
    known = {
        "id": name,
        "settings": {},
        "status": "live",
        "visibility": "public",
        "rated": False,
        "created_at": 0,
        "started_at": 0,
        "ended_at": None,
        "sequence": 1,
        "winner": None,
        "reason": None,
        "rematch_of": None,
        "seats": seats,
        "speed": "rapid",
    }
    return GameInfo.model_validate(known | fields)


def status(seconds_ago: float) -> LiveStatus:
    return LiveStatus("", 9, 1, None, NOW - seconds_ago)


def best(infos: list[GameInfo], **seconds_ago: float) -> str | None:
    statuses = {name: status(ago) for name, ago in seconds_ago.items()}
    found = best_live(infos, statuses, NOW)
    return None if found is None else found.id


def test_strong_players_come_first() -> None:
    games = [info("guests", None, None), info("strong", 1700, 1800), info("weak", 1400, 1300)]
    assert best(games, guests=1, strong=1, weak=1) == "strong"


def test_many_spectators_outweigh_a_little_strength() -> None:
    games = [info("strong", 1600, 1600), info("watched", 1550, 1550, spectators=2)]
    assert best(games, strong=1, watched=1) == "watched"


def test_a_game_in_which_nothing_happens_is_not_featured() -> None:
    games = [info("asleep", 1900, 1900), info("awake", 1500, 1500)]
    assert best(games, asleep=3600, awake=10) == "awake"
    assert best(games, asleep=3600) is None


def test_the_best_finished_game_is_the_strongest_and_then_the_latest() -> None:
    over = {"status": "over", "preview": {"position": "", "turn": 30, "to_move": None}}
    short = over | {"preview": {"position": "", "turn": 3, "to_move": None}}
    games = [
        info("early", 1600, 1600, ended_at=1.0, **over),
        info("late", 1600, 1600, ended_at=2.0, **over),
        info("weak", 1500, 1500, ended_at=3.0, **over),
        info("short", 1900, 1900, ended_at=3.0, **short),
    ]
    found = best_finished(games)
    assert found is not None
    assert found.id == "late"
    assert best_finished(games[3:]) is None


def test_a_live_game_is_featured_and_then_the_finished_one(database_url: str) -> None:
    settings = replace(HIGH_LIMITS, database=database_url)
    with running(settings) as server:
        assert server.visitor().get("/featured") is None
    with running(settings) as server:
        first, second = server.guest(), server.guest()
        game = first.post("/games", {"settings": {"players": 2}}, status=201)["id"]
        second.post(f"/games/{game}/join")
        found = server.visitor().get("/featured")
        assert (found["kind"], found["game"]["id"]) == ("live", game)
        assert found["game"]["preview"]["turn"] == 1
        assert found["game"]["invite"] is None
        play_turns([first, second], game, 7)
        first.post(f"/games/{game}/resign", status=201)
        assert server.visitor().get("/featured")["kind"] == "live"  # cached
    with running(settings) as server:
        found = server.visitor().get("/featured")
        assert (found["kind"], found["game"]["id"]) == ("finished", game)
        assert found["game"]["preview"]["turn"] >= 7


def test_a_private_game_is_never_featured(tmp_path: Path) -> None:
    settings = on_sqlite(tmp_path)
    private = {"settings": {"players": 2}, "visibility": "private"}
    with running(settings) as server:
        first, second = server.guest(), server.guest()
        created = first.post("/games", private, status=201)
        code = {"code": created["invite"]}
        second.post(f"/games/{created['id']}/join", code)
        begin(first, created["id"])
        assert first.get("/featured") is None
        first.post(f"/games/{created['id']}/resign", status=201)
    with running(settings) as server:
        assert server.visitor().get("/featured") is None
