"""The rules over HTTP, analyses, health and metrics."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from ringrift.players.levels import level
from ringrift.records import Heading, Record, Recorder, dump_jsonl, dump_text
from ringrift.rules import bookkeeping, legal_moves, new_game, state_hash
from ringrift.rules.notation import format_move, parse_move
from ringrift.rules.play import apply
from ringrift.rules.position_string import dump_position
from ringrift.rules.wire import dump_state
from ringrift.rules.wire_moves import dump_move, load_move
from tests.rules.costly_positions import position_with_slides, state_with_slides
from tests.server.running_server import RunningServer, on_sqlite, running


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with running(on_sqlite(tmp_path_factory.mktemp("rules"))) as started:
        yield started


def test_a_legal_move_is_evaluated_with_its_effects(server: RunningServer) -> None:
    state = new_game("square8", 2)
    move = parse_move(state, "@d4x2")
    for sent in ("@d4x2", dump_move(move)):
        verdict = server.visitor().post(
            "/rules/evaluate_move", {"state": dump_state(state), "move": sent}
        )
        after = apply(state, move)
        assert verdict["legal"]
        assert verdict["state"] == dump_state(after)
        assert verdict["hash"] == state_hash(after)
        assert verdict["s"] == 0
        assert verdict["effects"][0]["effect"] == "StackChanged"


def test_an_illegal_move_is_evaluated_with_its_rule(server: RunningServer) -> None:
    verdict = server.visitor().post(
        "/rules/evaluate_move", {"state": dump_state(new_game("hex8", 3)), "move": "skip"}
    )
    assert verdict["legal"] is False
    assert verdict["error"]["code"] == "PLACEMENT_MANDATORY"
    assert verdict["state"] is None


@pytest.mark.parametrize(
    ("body", "path"),
    [
        ({}, "state"),
        ({"state": {}, "move": "@d4"}, "board"),
        ({"state": 3, "move": "@d4"}, "state"),
    ],
)
def test_a_malformed_state_is_refused_with_its_field(
    server: RunningServer, body: object, path: str
) -> None:
    refused = server.visitor().post("/rules/evaluate_move", body, status=422)
    assert path in refused["error"]["path"] or path in refused["error"]["message"]


def test_legal_moves_of_a_position(server: RunningServer) -> None:
    offer = server.visitor().post(
        "/rules/legal_moves", {"state": dump_state(new_game("square8", 2))}
    )
    assert offer["seat"] == 1
    assert len(offer["moves"]) == len(offer["notation"]) == 192


def test_a_new_game_comes_with_its_legal_moves(server: RunningServer) -> None:
    asked = {"board": "hex8", "players": 3, "edition": "classic"}
    response = server.visitor().post("/rules/new_game", asked)
    state = new_game("hex8", 3, "classic")
    assert response["state"] == dump_state(state)
    assert response["position"] == dump_position(state)
    assert response["hash"] == state_hash(state)
    assert response["offer"] == server.visitor().post(
        "/rules/legal_moves", {"state": response["state"]}
    )


def test_a_new_game_is_for_three_unless_another_number_is_given(server: RunningServer) -> None:
    """R010."""
    response = server.visitor().post("/rules/new_game", {"board": "hex8"})
    assert response["state"] == dump_state(new_game("hex8", 3))


@pytest.mark.parametrize(
    ("setup", "path"),
    [({"board": "round"}, "board"), ({"players": 5}, "players"), ({"colour": 1}, "colour")],
)
def test_an_invalid_setup_is_refused(server: RunningServer, setup: object, path: str) -> None:
    assert server.visitor().post("/rules/new_game", setup, status=422)["error"]["path"] == path


def test_a_position_converts_both_ways(server: RunningServer) -> None:
    state = apply(new_game("square8", 2), parse_move(new_game("square8", 2), "@d4x2"))
    visitor = server.visitor()
    written = visitor.post("/rules/position", {"state": dump_state(state)})
    assert written["position"] == dump_position(state)
    read = visitor.post("/rules/position", {"position": written["position"]})
    assert read["state"]["moveHistory"] == []
    assert read["hash"] == written["hash"] == state_hash(state)
    for both in ({}, {"position": written["position"], "state": written["state"]}):
        assert visitor.post("/rules/position", both, status=422)["error"]["path"] == "position"


@pytest.mark.parametrize("number", [1, 4, 10])
def test_a_level_chooses_a_legal_move(server: RunningServer, number: int) -> None:
    state = new_game("square8", 2)
    asked = {"state": dump_state(state), "level": number, "seed": 7}
    chosen = server.visitor().post("/rules/choose", asked)
    assert chosen["seat"] == 1
    assert load_move(chosen["move"]) == parse_move(state, chosen["notation"])
    assert load_move(chosen["move"]) in legal_moves(state)
    assert chosen["seconds"] < 2
    if number < 10:
        assert server.visitor().post("/rules/choose", asked)["move"] == chosen["move"]
        assert load_move(chosen["move"]) == level(number, seed=7).choose(state)


def test_a_level_cannot_choose_a_bookkeeping_move(
    server: RunningServer,
) -> None:
    state = new_game("square8", 2)
    for text in ("@d4", "d4-d6"):
        state = apply(state, parse_move(state, text))
    refused = server.visitor().post(
        "/rules/choose", {"state": dump_state(state), "level": 1}, status=422
    )
    assert refused["error"]["code"] == "BOOKKEEPING_DUE"


def test_choices_are_rate_limited_per_client(tmp_path: Path) -> None:
    asked = {"state": dump_state(new_game("square8", 2)), "level": 1}
    with running(on_sqlite(tmp_path, choices_per_minute=2)) as server:
        guest = server.guest()
        for client in (server.visitor(), guest):
            for _ in range(2):
                client.post("/rules/choose", asked)
            assert client.post("/rules/choose", asked, status=429)["error"]["code"] == "TOO_MANY"


def record_of_a_game() -> Record:
    """Return the record of a short game that ends by resignation."""
    recorder = Recorder(
        Heading("square8", players=2, names=("Ada", "Grace"), tags={"Event": "A test"})
    )
    for text in ("@d4", "d4-d6"):
        recorder.append(parse_move(recorder.state, text))
    while (due := bookkeeping(recorder.state)) is not None:
        recorder.append(due)
    recorder.conclude(1, "resignation")
    return recorder.record()


@pytest.mark.parametrize("write", [dump_text, dump_jsonl])
def test_a_record_is_replayed(server: RunningServer, write: Callable[[Record], str]) -> None:
    record = record_of_a_game()
    response = server.visitor().post("/rules/replay", {"record": write(record)})
    assert response["setup"] == {
        "board": "square8",
        "players": 2,
        "edition": "standard",
        "swap": True,
    }
    assert response["names"] == ["Ada", "Grace"]
    assert response["tags"] == {"Event": "A test"}
    assert response["start"] == dump_position(new_game("square8", 2))
    assert [move["notation"] for move in response["moves"]][:2] == ["@d4", "d4-d6"]
    assert [load_move(move["move"]) for move in response["moves"]] == [
        entry.move for entry in record.entries
    ]
    assert [move["bookkeeping"] for move in response["moves"]] == [
        e.move.bookkeeping for e in record.entries
    ]
    assert (response["outcome"]["winner"], response["outcome"]["reason"]) == (1, "resignation")
    assert response["hash"] == record.final_hash
    last = server.visitor().post("/rules/position", {"position": response["moves"][-1]["position"]})
    assert last["state"]["board"] == response["state"]["board"]


def test_an_invalid_record_is_refused_at_its_move(server: RunningServer) -> None:
    text = dump_text(record_of_a_game()).replace("d4-d6", "d4-d5")
    error = server.visitor().post("/rules/replay", {"record": text}, status=422)["error"]
    assert error["code"]
    assert "move" in error["path"]
    long = server.visitor().post("/rules/replay", {"record": "x" * 200_001}, status=422)
    assert long["error"]["code"] == "TOO_LONG"


def test_an_analysis_is_queued_streamed_and_stored(server: RunningServer) -> None:
    guest = server.guest()
    asked = guest.post(
        "/analyses",
        {"position": dump_position(new_game("square8", 2)), "seconds": 0.3, "best": 2},
        status=202,
    )
    with guest.http.stream("GET", f"/analyses/{asked['id']}/stream") as stream:
        response = [json.loads(line) for line in stream.iter_lines()]
    assert response[-1]["status"] == "done"
    assert len(response[-1]["report"]["lines"]) == 2
    assert guest.get(f"/analyses/{asked['id']}")["report"] == response[-1]["report"]
    server.guest().get(f"/analyses/{asked['id']}", status=404)


def test_an_analysis_can_be_stopped(server: RunningServer) -> None:
    guest = server.guest()
    asked = guest.post(
        "/analyses", {"state": dump_state(new_game("square8", 2)), "seconds": 5}, status=202
    )
    guest.delete(f"/analyses/{asked['id']}")
    with guest.http.stream("GET", f"/analyses/{asked['id']}/stream") as stream:
        response = [json.loads(line) for line in stream.iter_lines()]
    assert response[-1]["status"] == "stopped"


def test_an_analysis_needs_a_position_with_a_decision(
    server: RunningServer,
) -> None:
    guest = server.guest()
    assert guest.post("/analyses", {}, status=422)["error"]["path"] == "position"
    assert guest.post("/analyses", {"position": "nonsense"}, status=422)["error"]["code"]


def test_health_readiness_and_metrics(server: RunningServer) -> None:
    visitor = server.visitor()
    assert visitor.get("/healthz")["status"] == "ok"
    checks = visitor.get("/readyz")["checks"]
    assert checks == dict.fromkeys(("database", "storage", "bus", "accepting"), True)
    evaluated = {"state": dump_state(new_game("square8", 2)), "move": "@d4"}
    assert visitor.post("/rules/evaluate_move", evaluated)["legal"]
    metrics = visitor.get("/metrics")
    for name in (
        "ringrift_moves_total",
        "ringrift_evaluate_move_seconds_bucket",
        "ringrift_sockets",
    ):
        assert name in metrics


def test_the_api_describes_itself(server: RunningServer) -> None:
    described = server.visitor().get("/openapi.json")
    assert "/rules/evaluate_move" in described["paths"]


def test_legal_moves_come_in_pages(server: RunningServer) -> None:
    state = state_with_slides(spacing=2)
    visitor = server.visitor()
    found: list[str] = []
    first: int | None = 0
    while first is not None:
        page = visitor.post("/rules/legal_moves", {"state": dump_state(state), "first": first})
        found += page["notation"]
        assert page["total"] == len(legal_moves(state)) > len(page["moves"])
        first = page["next"]
    assert found == [format_move(state, move) for move in legal_moves(state)]


def test_a_page_of_long_moves_is_shorter_than_its_limit(server: RunningServer) -> None:
    """Each of these slides names a line of many cells twice."""
    state = state_with_slides(stacks=4, spacing=25)
    page = server.visitor().post("/rules/legal_moves", {"state": dump_state(state)})
    assert 0 < page["next"] == len(page["moves"]) < 2000 < page["total"]


@pytest.mark.parametrize("path", ["legal_moves", "evaluate_move", "position", "choose"])
def test_a_position_with_too_many_moves_is_refused(server: RunningServer, path: str) -> None:
    body: dict[str, object] = {"state": dump_state(state_with_slides())}
    if path == "evaluate_move":
        body["move"] = "skip"
    if path == "choose":
        body["level"] = 1
    refused = server.visitor().post(f"/rules/{path}", body, status=422)["error"]
    assert (refused["code"], refused["rule"]) == ("POSITION_TOO_LARGE", "R110")
    assert "97173 recovery slides" in refused["message"]


def test_a_game_cannot_start_from_a_position_with_too_many_moves(server: RunningServer) -> None:
    settings = {"board": "hexagonal", "players": 2, "position": position_with_slides()}
    refused = server.guest().post("/games", {"settings": settings}, status=422)["error"]
    assert (refused["code"], refused["path"]) == ("POSITION_TOO_LARGE", "settings.position")


def test_an_account_has_a_few_unfinished_analyses(server: RunningServer) -> None:
    guest = server.guest()
    body = {"state": dump_state(new_game("square8", 2)), "seconds": 5}
    started = [guest.post("/analyses", body, status=202)["id"] for _ in range(3)]
    assert guest.post("/analyses", body, status=429)["error"]["code"] == "TOO_MANY"
    for analysis in started:
        guest.delete(f"/analyses/{analysis}")
