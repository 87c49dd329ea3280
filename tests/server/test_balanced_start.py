"""Games from a balanced start on the server: by default, by choice, and in matches."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from ringrift import Game
from ringrift.records import load_text
from ringrift.rules.setup import Setup
from ringrift.starts.book import balanced_moves, load_book
from tests.server.running_server import (
    Client,
    RunningServer,
    on_sqlite,
    play_turns,
    running,
    start_two_player_game,
)

HEX8 = {"board": "hex8", "players": 2}
STARTS = [
    balanced_moves(Setup("hex8", 2, "standard"), number)
    for number in range(len(load_book(Setup("hex8", 2, "standard"))))
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with running(on_sqlite(tmp_path_factory.mktemp("starts"))) as started:
        yield started


def settings_of(server: RunningServer, settings: dict[str, Any]) -> dict[str, Any]:
    created: dict[str, Any] = server.guest().post("/games", {"settings": settings}, status=201)
    return dict(created["settings"])


def events_of(player: Client, game: str) -> list[dict[str, Any]]:
    return list(player.get(f"/games/{game}/events")["events"])


def test_two_players_on_hex8_start_balanced_unless_they_choose(server: RunningServer) -> None:
    assert settings_of(server, HEX8)["start"] == "balanced"
    assert settings_of(server, HEX8 | {"start": "empty"})["start"] == "empty"
    assert settings_of(server, HEX8 | {"start": "empty"})["swap"] is True
    assert settings_of(server, {"board": "hex8", "players": 3})["start"] == "empty"
    assert settings_of(server, {"board": "square8", "players": 2})["start"] == "empty"
    chosen = settings_of(server, {"board": "square8", "players": 2, "start": "balanced"})
    assert (chosen["start"], chosen["swap"]) == ("balanced", False)


def test_an_unknown_start_names_the_field(server: RunningServer) -> None:
    sent = {"settings": HEX8 | {"start": "fair"}}
    refused = server.guest().post("/games", sent, status=422)
    assert refused["error"]["path"] == "settings.start"


def test_the_moves_of_the_start_come_first_and_the_record_marks_them(
    server: RunningServer,
) -> None:
    first, second, game = start_two_player_game(server, HEX8)
    view = first.get(f"/games/{game}")
    assert view["to_choose"] == 1
    started, *moves = events_of(first, game)
    start = load_text(first.get(f"/games/{game}/record")).moves
    assert start in STARTS
    assert started["start_moves"] == len(moves) == len(start)
    turn = view["state"]["turnNumber"]
    play_turns((first, second), game, turn)
    record = load_text(first.get(f"/games/{game}/record"))
    assert record.heading.start_moves == len(start)
    assert record.moves[: len(start)] == start


def test_the_seed_of_the_start_is_secret_and_not_the_creators(server: RunningServer) -> None:
    starts = set()
    for _ in range(8):
        first, _, game = start_two_player_game(server, HEX8 | {"startSeed": 1})
        assert "startSeed" not in first.get(f"/games/{game}")["settings"]
        starts.add(load_text(first.get(f"/games/{game}/record")).moves)
    assert len(starts) > 1


def test_nothing_of_the_start_can_be_taken_back(server: RunningServer) -> None:
    first, _, game = start_two_player_game(server, HEX8)
    refused = first.post(f"/games/{game}/take-back/offer", {"keep": 0}, status=422)
    assert refused["error"]["code"] == "NO_MOVE_TO_TAKE_BACK"


def test_quick_match_on_hex8_starts_balanced(server: RunningServer) -> None:
    first, second = server.guest(), server.guest()
    assert first.post("/quick-match", {"settings": HEX8 | {"startSeed": 3}})["game"] is None
    game = second.post("/quick-match", {"settings": HEX8})["game"]
    assert game["settings"]["start"] == "balanced"
    assert events_of(second, game["id"])[0]["start_moves"] > 0


def test_a_rematch_has_another_seed(server: RunningServer) -> None:
    first, second, game = start_two_player_game(server, HEX8)
    seed = resign_after_a_turn((first, second), game)
    again = first.post(f"/games/{game}/rematch", status=201)["id"]
    second.post(f"/games/{game}/rematch", status=201)
    assert resign_after_a_turn((first, second), again) != seed


def resign_after_a_turn(players: tuple[Client, Client], game: str) -> int:
    """Complete a turn and resign; return the seed of the start, which is then public."""
    before = Game.from_position(players[0].get(f"/games/{game}")["position"])
    play_turns(players, game, before.turn_number)
    players[0].post(f"/games/{game}/resign", status=201)
    seed: int = players[0].get(f"/games/{game}")["settings"]["startSeed"]
    return seed
