"""The shipped puzzles, the puzzle of the day and the results of accounts."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from ringrift.puzzles.pack import pack_text, shipped_puzzles
from ringrift.puzzles.rating import PuzzleRating, rate
from tests.server.running_server import RunningServer, running_on

PUZZLES = shipped_puzzles()


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[RunningServer]:
    with running_on(request.param, request, tmp_path_factory.mktemp("puzzles")) as started:
        yield started


def result(at: int, solved: bool = True, seconds: float = 1.0) -> dict[str, Any]:
    return {"puzzle": PUZZLES[at].id, "solved": solved, "at": seconds}


def test_the_pack_is_public_compressed_and_cached(server: RunningServer) -> None:
    http = server.guest().http
    answer = http.get("/puzzle-pack")
    assert answer.text == pack_text()
    assert answer.headers["content-encoding"] == "gzip"
    again = http.get("/puzzle-pack", headers={"If-None-Match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    plain = http.get("/puzzle-pack", headers={"Accept-Encoding": "identity"})
    assert plain.text == pack_text()


def test_everyone_gets_the_same_puzzle_of_the_day_without_its_solution(
    server: RunningServer,
) -> None:
    first, second = (server.guest().get("/puzzle-daily") for _ in range(2))
    assert first == second
    assert first["position"] in {puzzle.position for puzzle in PUZZLES}
    assert "solution" not in first


def test_results_are_rated_once_in_their_order(server: RunningServer) -> None:
    ann = server.person("puzzler ann")
    standing = ann.post("/puzzle-results", {"results": [result(0), result(1, solved=False)]})
    expected = rate(rate(PuzzleRating(), PUZZLES[0].rating, True), PUZZLES[1].rating, False)
    assert standing["rating"] == pytest.approx(expected.rating)
    assert (standing["attempts"], standing["solved"]) == (2, 1)
    repeated = ann.post("/puzzle-results", {"results": [result(1), result(1)], "bestRun": 7})
    assert repeated["rating"] == standing["rating"]
    assert repeated["bestRun"] == 7
    assert ann.post("/puzzle-results", {"results": [], "bestRun": 3})["bestRun"] == 7
    assert ann.get("/puzzle-results")["attempts"] == 2


def test_the_days_of_the_daily_puzzle_follow_the_account(server: RunningServer) -> None:
    eve = server.person("puzzler eve")
    days = ["2026-03-01", "2026-02-28", "2026-02-30", "2019-01-01", "2099-12-31"]
    standing = eve.post("/puzzle-results", {"results": [], "days": days})
    assert standing["days"] == ["2026-03-01", "2026-02-28"]
    today = eve.get("/puzzle-daily")["day"]
    for _ in range(2):
        standing = eve.post("/puzzle-results", {"results": [], "days": [today, "2026-03-01"]})
        assert standing["days"] == [today, "2026-03-01", "2026-02-28"]
    assert eve.get("/puzzle-results")["days"] == [today, "2026-03-01", "2026-02-28"]
    exported = eve.get("/accounts/me/export")["puzzle_days"]
    assert [row["day"] for row in exported] == ["2026-02-28", "2026-03-01", today]


def test_results_of_unknown_puzzles_and_of_the_future_change_nothing(server: RunningServer) -> None:
    ben = server.person("puzzler ben")
    unknown = {"puzzle": "0" * 8, "solved": True, "at": 1}
    standing = ben.post("/puzzle-results", {"results": [unknown, result(2, seconds=9e10)]})
    assert standing["attempts"] == 1
    assert standing["results"][0]["at"] < 9e10


def test_guests_keep_their_results_in_the_browser(server: RunningServer) -> None:
    guest = server.guest()
    refused = guest.post("/puzzle-results", {"results": [result(0)]}, status=403)
    assert refused["error"]["code"]
    guest.get("/puzzle-results", status=403)


@pytest.mark.parametrize(
    "body",
    [
        {"results": [{"puzzle": "x", "solved": True, "at": 1}]},
        {"results": [{"puzzle": "0" * 8, "solved": True, "at": -1}]},
        {"results": [], "bestRun": -1},
        {"results": [], "more": 1},
        {"results": [], "days": ["2026-3-1"]},
        {"results": [], "days": ["2026-03-01"] * 1001},
        {"results": [result(0)] * 201},
        {},
    ],
)
def test_a_malformed_body_is_refused(server: RunningServer, body: dict[str, Any]) -> None:
    cleo = server.person(f"cleo {abs(hash(json.dumps(body))) % 10**8}")
    assert cleo.post("/puzzle-results", body, status=422)["error"]["code"] == "MALFORMED"


def test_results_are_exported_and_deleted_with_the_account(server: RunningServer) -> None:
    dora = server.person("puzzler dora")
    dora.post("/puzzle-results", {"results": [result(3)]})
    data = dora.get("/accounts/me/export")
    assert [row["puzzle_id"] for row in data["puzzle_results"]] == [PUZZLES[3].id]
    assert data["puzzle_rating"][0]["rating"] > PuzzleRating().rating
