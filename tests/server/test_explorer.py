"""The opening explorer and the search for games."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from itertools import count
from random import Random
from typing import Any

import pytest

from ringrift.conformance.random_play import play_randomly
from ringrift.records import load_text
from ringrift.rules import apply, new_game
from ringrift.rules.grid import BOARD_NAMES, BoardName, grid_named
from ringrift.rules.notation import parse_move
from ringrift.rules.position_string import dump_position
from ringrift.server.explorer import search
from ringrift.server.explorer.positions import (
    _cell_map,
    _turned,
    notation_on,
    played_turns,
    position_key,
    turn_on_own_board,
)
from ringrift.starts.symmetry import cell_symmetries
from tests.server.running_server import Client, RunningServer, running_on

EMPTY = dump_position(new_game("square8", 2))


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[RunningServer]:
    with running_on(request.param, request, tmp_path_factory.mktemp("explorer")) as started:
        yield started


_numbers = count()


def people(server: RunningServer) -> tuple[Client, Client]:
    number = next(_numbers)
    return server.person(f"Ada {number}"), server.person(f"Bob {number}")


def name_of(client: Client) -> str:
    assert client.account is not None
    return str(client.account["name"])


def play(
    server: RunningServer, first: Client, second: Client, cells: tuple[str, str], **settings: Any
) -> str:
    """Play a game of one turn, in which seat 2 then resigns; return it once it is indexed."""
    body = {"settings": {"players": 2, "rated": True} | settings}
    game = str(first.post("/games", body, status=201)["id"])
    second.post(f"/games/{game}/join")
    start, end = cells
    for number, move in enumerate((f"@{start}", f"{start}-{end}")):
        sent = {"move": move, "client_id": f"m{number}"}
        first.post(f"/games/{game}/moves", sent, status=201)
    second.post(f"/games/{game}/resign", {"client_id": "r"}, status=201)
    add_to_index(server)
    return game


def add_to_index(server: RunningServer) -> None:
    """Add all games that are due, as the server does regularly."""

    async def add() -> None:
        while await server.worker.game_index.add_due():
            pass

    asyncio.run_coroutine_threadsafe(add(), server.loop).result(60)


def explore(client: Client, position: str = EMPTY, of: str = "own") -> Any:
    return client.post("/openings", {"position": position, "of": of})


@pytest.mark.parametrize("board", BOARD_NAMES)
def test_every_symmetry_of_a_game_has_the_same_opening(board: BoardName) -> None:
    start = new_game(board, 2)
    moves = [step.move for step in play_randomly(start, Random(5), 60)]
    expected = [(turn.position, turn.next) for turn in played_turns(start, moves, 5)]
    assert len(expected) == 5
    for symmetry in range(len(cell_symmetries(board))):
        images = _cell_map(board, symmetry)
        turned = [_turned(grid_named(board), move, images) for move in moves]
        found = played_turns(start, turned, 5)
        assert [(turn.position, turn.next) for turn in found] == expected


@pytest.mark.parametrize("board", BOARD_NAMES)
def test_a_turn_is_written_for_the_board_that_asks(board: BoardName) -> None:
    state = new_game(board, 2)
    for step in play_randomly(state, Random(11), 150):
        _, symmetry = position_key(state)
        if not step.move.bookkeeping:
            [word] = turn_on_own_board(state, notation_on(state, step.move, symmetry), symmetry)
            assert parse_move(state, word) == step.move
        state = apply(state, step.move)


def test_symmetric_openings_are_counted_together(server: RunningServer) -> None:
    ada, bob = people(server)
    play(server, ada, bob, ("d4", "d6"))
    play(server, ada, bob, ("e5", "e3"))  # the same, reflected
    play(server, ada, bob, ("a1", "a3"))
    found = explore(ada)
    assert (found["games"], found["wins"]) == (3, [3, 0])
    assert [turn["games"] for turn in found["turns"]] == [2, 1]
    assert found["turns"][0]["moves"][0] in ("@d4", "@e4", "@d5", "@e5")


def test_the_explorer_follows_a_turn(server: RunningServer) -> None:
    ada, bob = people(server)
    play(server, ada, bob, ("d4", "d6"))
    state = new_game("square8", 2)
    for word in ("@e4", "e4-e6", "-", "-"):
        state = apply(state, parse_move(state, word))
    found = explore(ada, dump_position(state))
    assert (found["games"], found["turns"]) == (0, [])
    assert len(found["recent"]) >= 1  # games with this position, but no turn after it


def test_own_rated_and_engine_games_are_apart(server: RunningServer) -> None:
    ada, bob = people(server)
    cleo, _ = people(server)
    before = explore(ada, of="rated")["games"]
    play(server, ada, bob, ("d4", "d6"), rated=False)
    assert explore(ada, of="rated")["games"] == before
    play(server, ada, bob, ("d4", "d6"))
    assert explore(ada, of="rated")["games"] == before + 1
    assert explore(ada)["games"] == 2
    assert explore(cleo)["games"] == 0
    assert explore(ada, of="engine")["games"] == 0
    server.visitor().post("/openings", {"position": EMPTY, "of": "own"}, status=401)


def test_the_board_of_a_rated_game_in_progress_is_refused(server: RunningServer) -> None:
    ada, bob = people(server)
    body = {"settings": {"players": 2, "rated": True}}
    game = ada.post("/games", body, status=201)["id"]
    bob.post(f"/games/{game}/join")
    request = {"position": EMPTY, "of": "rated"}
    assert ada.post("/openings", request, status=403)["error"]["code"]
    server.visitor().post("/openings", request)
    bob.post(f"/games/{game}/resign", {"client_id": "r"}, status=201)


def test_a_wrong_position_is_refused(server: RunningServer) -> None:
    refused = server.visitor().post("/openings", {"position": "nonsense"}, status=422)["error"]
    assert refused["code"]


def find(client: Client, **query: Any) -> list[str]:
    return [one["game"]["id"] for one in client.post("/games/search", query)["games"]]


def test_games_are_found_by_each_property(server: RunningServer) -> None:
    ada, bob = people(server)
    name, other = name_of(ada), name_of(bob)
    first = play(server, ada, bob, ("d4", "d6"))
    second = play(server, bob, ada, ("a1", "a3"), edition="classic", rated=False)
    assert find(ada, player=name) == [second, first]
    assert find(ada, player=name, opponent=other) == [second, first]
    assert find(ada, player=name, result="won") == [first]
    assert find(ada, player=name, result="lost") == [second]
    assert find(ada, player=name, edition="classic") == [second]
    assert find(ada, player=name, rated=True) == [first]
    assert find(ada, player=name, board="hexagonal") == []
    assert find(ada, player=name, players=2, reason="resignation", winner=1) == [second, first]
    assert find(ada, player=name, min_turns=3) == []
    assert find(ada, player=name, max_turns=2) == [second, first]
    assert find(ada, player=name, level=3) == []
    ended = server.visitor().get(f"/games/{first}")["ended_at"]
    assert find(ada, player=name, until=ended + 1e-6) == [first]
    assert find(ada, player=name, since=ended + 1e-6) == [second]


def test_games_are_found_by_their_opening(server: RunningServer) -> None:
    ada, bob = people(server)
    game = play(server, ada, bob, ("c3", "c6"))
    state = new_game("square8", 2)
    for word in ("@f6", "f6-f3", "-", "-"):  # the same, turned
        state = apply(state, parse_move(state, word))
    assert game in find(ada, position=dump_position(state))
    assert find(ada, player=name_of(ada), position=dump_position(state)) == [game]


def test_private_games_are_found_only_by_their_players(server: RunningServer) -> None:
    ada, bob = people(server)
    body = {"settings": {"players": 2}, "visibility": "private"}
    created = ada.post("/games", body, status=201)
    game = created["id"]
    bob.post(f"/games/{game}/join", {"code": created["invite"]})
    for number, move in enumerate(("@d4", "d4-d6")):
        ada.post(f"/games/{game}/moves", {"move": move, "client_id": f"m{number}"}, status=201)
    bob.post(f"/games/{game}/resign", {"client_id": "r"}, status=201)
    add_to_index(server)
    assert find(ada, player=name_of(ada)) == [game]
    assert find(server.visitor(), player=name_of(ada)) == []


def test_a_search_has_pages(server: RunningServer, monkeypatch: pytest.MonkeyPatch) -> None:
    from ringrift.server.explorer import routes

    monkeypatch.setattr(routes, "PAGE", 2)
    assert search.PAGE > 2
    ada, bob = people(server)
    made = [play(server, ada, bob, ("d4", "d6")) for _ in range(3)]
    first = ada.post("/games/search", {"player": name_of(ada)})
    assert [one["game"]["id"] for one in first["games"]] == [made[2], made[1]]
    query = {"player": name_of(ada), "before": first["next"]}
    second = ada.post("/games/search", query)
    assert ([one["game"]["id"] for one in second["games"]], second["next"]) == ([made[0]], None)


def test_found_games_are_downloaded_as_records(server: RunningServer) -> None:
    ada, bob = people(server)
    play(server, ada, bob, ("d4", "d6"))
    play(server, ada, bob, ("a1", "a3"))
    answer = ada.http.post(
        "/games/search/records", json={"player": name_of(ada)}, headers=ada.headers
    )
    texts = answer.text.split('[RingRift "1"]')[1:]
    assert len(texts) == 2
    assert len(load_text('[RingRift "1"]' + texts[0])) == 4
    server.guest().post("/games/search/records", {}, status=403)


def test_searches_are_kept(server: RunningServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "MAX_SEARCHES", 1)
    ada, bob = people(server)
    body = {"name": "My losses", "query": {"player": name_of(ada), "result": "lost"}}
    kept = ada.post("/searches", body, status=201)
    assert [one["name"] for one in ada.get("/searches")] == ["My losses"]
    assert kept["query"]["result"] == "lost"
    assert ada.post("/searches", body, status=409)["error"]["code"] == "TOO_MANY_SEARCHES"
    assert bob.delete(f"/searches/{kept['id']}", status=404)
    exported = ada.get("/accounts/me/export")
    assert exported["saved_searches"][0]["name"] == "My losses"
    ada.delete(f"/searches/{kept['id']}")
    assert ada.get("/searches") == []


def test_a_wrong_search_says_what_to_do(server: RunningServer) -> None:
    visitor = server.visitor()
    refused = visitor.post("/games/search", {"result": "won"}, status=422)["error"]
    assert (refused["path"], "name the player" in refused["message"]) == ("player", True)
    refused = visitor.post("/games/search", {"player": "Nobody at all"}, status=404)["error"]
    assert refused["path"] == "player"
    assert refused["message"].endswith("with the name Nobody at all: check the spelling")


def test_an_erased_account_has_no_own_openings(server: RunningServer) -> None:
    ada, bob = people(server)
    play(server, ada, bob, ("d4", "d6"))
    assert ada.get("/accounts/me/export")["openings"]
    ada.post("/accounts/me/delete", {"password": "correct horse"}, status=204)
    assert explore(bob)["games"] == 1
