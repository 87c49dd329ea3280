"""Farming: rating comes from games that two people played, and not from one pairing alone."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from typing import Any

import pytest

from ringrift.server.ratings.calculation import DEFAULT_RATING, RatingCalculation, rate_game
from ringrift.server.ratings.eligibility import count_pairings, judge
from ringrift.server.ratings.scale import shown_rating
from tests.server.running_server import (
    TWO_PLAYERS,
    Client,
    RunningServer,
    on_sqlite,
    play_turns,
    running,
)

RATED = {"settings": {"players": 2, "rated": True}}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with running(on_sqlite(tmp_path_factory.mktemp("farming"))) as started:
        yield started


def bot_of(server: RunningServer, owner: Client, name: str) -> Client:
    bot = server.visitor()
    made = owner.post("/bots", {"name": name}, status=201)
    bot.token, bot.account = made["token"], made["account"]
    return bot


def lose_game(winner: Client, loser: Client, turns: int = 2) -> dict[str, Any]:
    """Play a rated game that the loser resigns; return it once it is rated."""
    game = winner.post("/games", RATED, status=201)["id"]
    loser.post(f"/games/{game}/join")
    play_turns([winner, loser], game, turns)
    loser.post(f"/games/{game}/resign", status=201)
    for _ in range(500):
        view = winner.get(f"/games/{game}")
        if view["rating_outcome"] is not None:
            return dict(view)
    raise AssertionError("the game was not rated")


def test_six_games_against_an_own_bot_make_no_rank(server: RunningServer) -> None:
    farmer = server.person("Farmer")
    bot, other = bot_of(server, farmer, "Field"), bot_of(server, farmer, "Barn")
    game = farmer.post("/games", RATED, status=201)["id"]
    refused = bot.post(f"/games/{game}/join", status=422)["error"]
    assert refused["code"] == "NOT_RATED"
    assert "accounts of one owner" in refused["message"]
    between = bot.post("/games", RATED, status=201)["id"]
    for player in (farmer, other):
        player.post(f"/games/{between}/join", status=422)
    unrated = farmer.post("/games", TWO_PLAYERS, status=201)["id"]
    bot.post(f"/games/{unrated}/join")
    assert server.visitor().get("/leaderboard", players=2) == []


def test_quick_match_pairs_no_accounts_of_one_owner_for_a_rated_game(
    server: RunningServer,
) -> None:
    owner, stranger = server.person("Breeder"), server.person("Passerby")
    bot = bot_of(server, owner, "Pedigree")
    wish = {"settings": {"players": 2, "rated": True, "board": "hex8"}}
    assert owner.post("/quick-match", wish)["game"] is None
    assert bot.post("/quick-match", wish)["game"] is None
    found = stranger.post("/quick-match", wish)["game"]
    assert {seat["account"]["id"] for seat in found["seats"]} == {owner.id, stranger.id}
    bot.delete("/quick-match", status=200)


def test_a_game_without_a_turn_of_each_player_does_not_count(
    server: RunningServer, caplog: pytest.LogCaptureFixture
) -> None:
    winner, loser = server.person("Sudden"), server.person("Quitter")
    with caplog.at_level(logging.INFO, "ringrift.security"):
        for turns in (1, 1):
            assert lose_game(winner, loser, turns)["rating_outcome"] == "no_turn"
    assert winner.get("/players/Sudden")["ratings"] == []
    logged = [line.__dict__["about"] for line in caplog.records if line.message == "rating_refused"]
    assert [about.split()[0] for about in logged] == ["no_turn", "no_turn"]
    assert lose_game(winner, loser)["rating_outcome"] == "counted"


def test_the_same_pairing_counts_less_and_less(server: RunningServer) -> None:
    winner, loser = server.person("Regular"), server.person("Partner")
    outcomes = [lose_game(winner, loser)["rating_outcome"] for _ in range(6)]
    assert outcomes == ["counted", *["damped"] * 4, "repeated"]
    profile = winner.get("/players/Regular")
    weights = [change["weight"] for change in reversed(profile["changes"])]
    assert weights == [1, 1 / 2, 1 / 3, 1 / 4, 1 / 5]
    assert profile["ratings"][0]["games"] == 5
    gains = [
        change["after"]["value"] - change["before"]["value"]
        for change in reversed(profile["changes"])
    ]
    assert gains == sorted(gains, reverse=True)
    newcomer = server.person("Newcomer")
    assert lose_game(winner, newcomer)["rating_outcome"] == "counted"


def test_ratings_equal_a_recomputation_from_the_results(server: RunningServer) -> None:
    names = ("Alpha", "Beta", "Gamma")
    players = [server.person(name) for name in names]
    for winner, loser in ((0, 1), (1, 2), (0, 1), (2, 0), (0, 1)):
        lose_game(players[winner], players[loser])
    recomputed = asyncio.run_coroutine_threadsafe(
        server.worker.ratings.recompute(), server.loop
    ).result(20)
    for name, player in zip(names, players, strict=True):
        [stored] = player.get(f"/players/{name}")["ratings"]
        shown = shown_rating(*recomputed[player.id, 2])
        assert (stored["value"], stored["uncertain"]) == (shown.value, shown.uncertain)


@pytest.mark.parametrize(
    ("standings", "completed", "owners", "earlier", "outcome"),
    [
        ({"a": 1, "b": 2}, True, {}, 0, "counted"),
        ({"a": 1, "b": 2}, True, {}, 4, "damped"),
        ({"a": 1, "b": 2}, True, {}, 5, "repeated"),
        ({"a": 1, "b": 2}, False, {}, 0, "no_turn"),
        ({"a": 1, "b": 2}, True, {"b": "a"}, 0, "own_bot"),
        ({"a": 1, "b": 2, "c": 3}, True, {"b": "x", "c": "x"}, 0, "own_bot"),
        ({"a": 1}, True, {}, 0, "no_players"),
    ],
)
def test_a_game_is_judged_by_its_players_and_turns(
    standings: dict[str, int], completed: bool, owners: dict[str, str], earlier: int, outcome: str
) -> None:
    assert judge(standings, completed=completed, owners=owners, earlier=earlier) == outcome


def test_the_most_frequent_pair_counts() -> None:
    played = [("g1", "a"), ("g1", "b"), ("g1", "c"), ("g2", "a"), ("g2", "b"), ("g3", "a")]
    assert count_pairings(played, ["a", "b", "d"]) == 2
    assert count_pairings(played, ["b", "c"]) == 1
    assert count_pairings(played, ["a", "d"]) == 0


def test_a_pairing_is_forgotten_after_a_day() -> None:
    calculation = RatingCalculation()
    standings = {"a": 1, "b": 2}
    calculation.add("g1", standings, at=0.0)
    after_one = dict(calculation.ratings)
    calculation.add("g2", standings, at=86_400.0)
    full = rate_game({who: after_one[who, 2] for who in standings}, standings, 1.0)
    assert {who: calculation.ratings[who, 2] for who in standings} == full
    calculation.add("g3", standings, at=86_401.0)
    half = rate_game(full, standings, 0.5)
    assert {who: calculation.ratings[who, 2] for who in standings} == half
    assert DEFAULT_RATING not in half.values()
