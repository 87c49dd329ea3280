"""The rules as a service, analyses, and what those who run the server see."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from ringrift.rules import new_game, state_hash
from ringrift.rules.notation import parse
from ringrift.rules.play import apply
from ringrift.rules.position_string import dump_position
from ringrift.rules.wire import dump_state
from ringrift.rules.wire_moves import dump_move
from tests.server.serving import RunningServer, on_sqlite, running


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with running(on_sqlite(tmp_path_factory.mktemp("rules"))) as started:
        yield started


def test_a_legal_move_is_judged_with_all_that_it_does(server: RunningServer) -> None:
    state = new_game("square8", 2)
    move = parse(state, "@d4x2")
    for sent in ("@d4x2", dump_move(move)):
        verdict = server.visitor().post("/rules/evaluate_move", {"state": dump_state(state), "move": sent})
        after = apply(state, move)
        assert verdict["legal"]
        assert verdict["state"] == dump_state(after)
        assert verdict["hash"] == state_hash(after)
        assert verdict["s"] == 0
        assert verdict["effects"][0]["effect"] == "StackChanged"


def test_an_illegal_move_is_judged_with_its_rule(server: RunningServer) -> None:
    verdict = server.visitor().post(
        "/rules/evaluate_move", {"state": dump_state(new_game("hex8", 3)), "move": "skip"}
    )
    assert verdict["legal"] is False
    assert verdict["error"]["code"] == "PLACEMENT_MANDATORY"
    assert verdict["state"] is None


@pytest.mark.parametrize(
    ("body", "path"),
    [({}, "state"), ({"state": {}, "move": "@d4"}, "board"), ({"state": 3, "move": "@d4"}, "state")],
)
def test_what_is_no_state_is_refused_by_its_field(server: RunningServer, body: object, path: str) -> None:
    refused = server.visitor().post("/rules/evaluate_move", body, status=422)
    assert path in refused["error"]["path"] or path in refused["error"]["message"]


def test_legal_moves_of_a_position(server: RunningServer) -> None:
    offer = server.visitor().post("/rules/legal_moves", {"state": dump_state(new_game("square8", 2))})
    assert offer["seat"] == 1
    assert len(offer["moves"]) == len(offer["notation"]) == 192


def test_an_analysis_is_queued_streamed_and_kept(server: RunningServer) -> None:
    guest = server.guest()
    asked = guest.post(
        "/analyses",
        {"position": dump_position(new_game("square8", 2)), "seconds": 0.3, "best": 2},
        status=202,
    )
    with guest.http.stream("GET", f"/analyses/{asked['id']}/stream") as stream:
        told = [json.loads(line) for line in stream.iter_lines()]
    assert told[-1]["status"] == "done"
    assert len(told[-1]["report"]["lines"]) == 2
    assert guest.get(f"/analyses/{asked['id']}")["report"] == told[-1]["report"]
    server.guest().get(f"/analyses/{asked['id']}", status=404)


def test_an_analysis_can_be_stopped(server: RunningServer) -> None:
    guest = server.guest()
    asked = guest.post("/analyses", {"state": dump_state(new_game("square8", 2)), "seconds": 5}, status=202)
    guest.delete(f"/analyses/{asked['id']}")
    with guest.http.stream("GET", f"/analyses/{asked['id']}/stream") as stream:
        told = [json.loads(line) for line in stream.iter_lines()]
    assert told[-1]["status"] == "stopped"


def test_an_analysis_needs_a_position_in_which_something_is_to_be_decided(server: RunningServer) -> None:
    guest = server.guest()
    assert guest.post("/analyses", {}, status=422)["error"]["path"] == "position"
    assert guest.post("/analyses", {"position": "nonsense"}, status=422)["error"]["code"]


def test_health_readiness_and_figures(server: RunningServer) -> None:
    visitor = server.visitor()
    assert visitor.get("/healthz")["status"] == "ok"
    assert visitor.get("/readyz")["checks"] == {"database": True, "bus": True, "open": True}
    figures = visitor.get("/metrics")
    for name in ("ringrift_moves_total", "ringrift_evaluate_move_seconds_bucket", "ringrift_sockets"):
        assert name in figures


def test_the_api_describes_itself(server: RunningServer) -> None:
    described = server.visitor().get("/openapi.json")
    assert "/rules/evaluate_move" in described["paths"]
    page = server.visitor().get("/docs")
    assert "POST /rules/evaluate_move" in page
    assert "<script" not in page
