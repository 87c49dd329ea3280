"""Players of a rated game get no hints and no analysis of it; everybody else does."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from ringrift import Game
from ringrift.server.games.fair_play import board_key
from tests.server.running_server import HIGH_LIMITS, Client, RunningServer, play_turns, running


def start(first: Client, second: Client, *, rated: bool) -> str:
    created = first.post("/games", {"settings": {"players": 2, "rated": rated}}, status=201)
    game: str = created["id"]
    second.post(f"/games/{game}/join")
    play_turns([first, second], game, 2)
    return game


def analyse(client: Client, position: str, *, status: int) -> dict[str, Any]:
    return dict(client.post("/analyses", {"position": position, "seconds": 0.1}, status=status))


def look_up(client: Client, position: str, *, status: int) -> list[Any]:
    """Ask the opening explorer and both searches for a position."""
    paths = ("/openings", "/games/search", "/games/search/records")
    return [client.post(path, {"position": position}, status=status) for path in paths]


def choose(client: Client, state: dict[str, Any], *, status: int) -> dict[str, Any]:
    return dict(client.post("/rules/choose", {"state": state, "level": 1}, status=status))


def test_the_players_of_a_rated_game_get_no_help_until_it_is_over(database_url: str) -> None:
    with running(replace(HIGH_LIMITS, database=database_url)) as server:
        one, other, third = (server.person(name) for name in ("Ann", "Ben", "Cyd"))
        game = start(one, other, rated=True)
        view = one.get(f"/games/{game}")
        for player in (one, other):
            refused = analyse(player, view["position"], status=403)["error"]
            assert refused["code"] == "RATED_GAME"
            assert "until the game is over" in refused["message"]
            refused = choose(player, view["state"], status=403)["error"]
            assert refused["code"] == "RATED_GAME"
            for answer in look_up(player, view["position"], status=403):
                assert answer["error"]["code"] == "RATED_GAME"
        analyse(third, view["position"], status=202)
        look_up(third, view["position"], status=200)
        choose(server.visitor(), view["state"], status=200)
        one.post(f"/games/{game}/resign", status=201)
        look_up(one, view["position"], status=200)
        analyse(one, view["position"], status=202)
        choose(other, view["state"], status=200)


def test_other_positions_and_unrated_games_may_be_analysed(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    folder = tmp_path_factory.mktemp("fair")
    with running(replace(HIGH_LIMITS, database=f"sqlite:///{folder}/ringrift.db")) as server:
        one, other = server.person("Ann"), server.person("Ben")
        unrated = one.get(f"/games/{start(one, other, rated=False)}")
        choose(one, unrated["state"], status=200)
        rated = one.get(f"/games/{start(one, other, rated=True)}")
        choose(one, rated["state"], status=403)
        start_of_game = server.visitor().post("/rules/new_game", {"players": 2})
        choose(one, start_of_game["state"], status=200)
        evaluate_and_list(one, rated)


def evaluate_and_list(client: Client, view: dict[str, Any]) -> None:
    """What the rules say is no help: a client without an engine plays by it."""
    offered = client.post("/rules/legal_moves", {"state": view["state"]})
    sent = {"state": view["state"], "move": offered["notation"][0]}
    assert client.post("/rules/evaluate_move", sent)["legal"]


def test_a_worker_asks_the_owner_of_the_game(postgres_url: str) -> None:
    settings = replace(HIGH_LIMITS, database=postgres_url)
    with running(settings) as owner, running(settings) as elsewhere:
        one, other = owner.person("Ann"), owner.person("Ben")
        view = one.get(f"/games/{start(one, other, rated=True)}")
        analyse(move_to(elsewhere, one), view["position"], status=403)


def move_to(server: RunningServer, client: Client) -> Client:
    """Return the client with the same session at another worker."""
    moved = server.visitor()
    moved.http.cookies.update(client.http.cookies)
    moved.csrf = client.csrf
    return moved


def test_the_same_board_is_recognised_in_every_phase() -> None:
    position = Game(players=2).position
    other_turn = position.replace(" 1 ring_placement", " 2 ring_placement")
    assert other_turn != position
    assert board_key(other_turn) == board_key(position)
    assert board_key(Game(players=2, board="hex8").position) != board_key(position)
