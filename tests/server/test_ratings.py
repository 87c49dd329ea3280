"""Ratings: OpenSkill between accounts, once for each game."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from sqlalchemy import delete, select

from ringrift.server.clock import SystemClock
from ringrift.server.games.service import Games
from ringrift.server.ratings.service import Ratings
from ringrift.server.storage.database import Database
from ringrift.server.storage.tables import accounts, rating_changes, ratings
from ringrift.server.work_pools import InlineWorkPool
from tests.server.running_server import (
    HIGH_LIMITS,
    TIMEOUT,
    TWO_PLAYERS,
    Client,
    RunningServer,
    begin,
    on_sqlite,
    play_turns,
    running,
)

CLOCK = SystemClock()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with running(on_sqlite(tmp_path_factory.mktemp("ratings"))) as started:
        yield started


def rated_game(players: list[Client], **settings: Any) -> str:
    """Start a rated game, created by the first player, in which each player completes a turn."""
    first, *others = players
    wanted = {"rated": True, "players": len(players), **settings}
    game: str = first.post("/games", {"settings": wanted}, status=201)["id"]
    for other in others:
        other.post(f"/games/{game}/join")
    play_turns(players, game, len(players))
    return game


def rating(visitor: Client, players: int = 2) -> dict[str, Any]:
    assert visitor.account is not None
    found = visitor.get(f"/players/{visitor.account['name']}")["ratings"]
    return next(line for line in found if line["players"] == players)


def wait_for_rating(visitor: Client, games: int, players: int = 2) -> dict[str, Any]:
    """Wait for the ratings, which are updated shortly after the end of a game."""
    assert visitor.account is not None
    deadline = monotonic() + TIMEOUT
    while monotonic() < deadline:
        found = visitor.get(f"/players/{visitor.account['name']}")["ratings"]
        for line in found:
            if (line["players"], line["games"]) == (players, games):
                return dict(line)
    raise AssertionError("the game was not rated")


def test_the_winner_rises_and_the_loser_falls(server: RunningServer) -> None:
    winner, loser = server.person("Winner"), server.person("Loser")
    game = rated_game([winner, loser])
    loser.post(f"/games/{game}/resign", status=201)
    up, down = wait_for_rating(winner, 1), wait_for_rating(loser, 1)
    assert up["value"] > 1500 > down["value"]
    assert up["games"] == down["games"] == 1
    profile = winner.get("/players/Winner")
    assert (profile["played"], profile["won"]) == (1, 1)
    assert [change["game"] for change in profile["changes"]] == [game]


def test_ratings_of_three_player_games_are_separate(server: RunningServer) -> None:
    players = [server.person(name) for name in ("Uno", "Dos", "Tres")]
    game = rated_game(players)
    for player in players[:2]:
        player.post(f"/games/{game}/resign", status=201)
    best = wait_for_rating(players[2], 1, players=3)["value"]
    assert best > rating(players[1], 3)["value"] > rating(players[0], 3)["value"]
    assert [line["players"] for line in players[0].get("/players/Uno")["ratings"]] == [3]


def test_guests_and_levels_play_no_rated_games(server: RunningServer) -> None:
    guest, person = server.guest(), server.person("Serious")
    assert (
        guest.post("/games", {"settings": {"players": 2, "rated": True}}, status=403)["error"][
            "code"
        ]
        == "ACCOUNT_NEEDED"
    )
    seats = [{"kind": "me"}, {"kind": "level", "level": 2}]
    refused = person.post("/games", {"settings": {"rated": True}, "seats": seats}, status=422)
    assert refused["error"]["code"] == "NOT_RATED"
    game = person.post("/games", {"settings": {"players": 2, "rated": True}}, status=201)["id"]
    assert guest.post(f"/games/{game}/join", status=403)["error"]["code"] == "ACCOUNT_NEEDED"


def test_the_leaderboard_lists_a_player_after_the_first_rated_game(server: RunningServer) -> None:
    strong, weak = server.person("Strong"), server.person("Weak")
    game = rated_game([strong, weak])
    weak.post(f"/games/{game}/resign", status=201)
    wait_for_rating(strong, 1)
    listed = {line["account"]["name"]: line for line in strong.get("/leaderboard", players=2)}
    assert list(listed).index("Strong") < list(listed).index("Weak")
    assert listed["Strong"]["rating"]["uncertain"]
    assert listed["Strong"]["rank"] is None


def test_settled_ratings_come_first_and_have_a_rank(tmp_path: Path) -> None:
    settings = on_sqlite(tmp_path)
    with running(settings) as server:
        players = [server.person(name) for name in ("Settled", "Better", "Fresh")]
        for one, other in ((0, 1), (0, 2)):
            game = rated_game([players[one], players[other]])
            players[other].post(f"/games/{game}/resign", status=201)
        wait_for_rating(players[0], 2)
        with sqlite3.connect(tmp_path / "ringrift.db") as database:
            for name, mu, sigma in (("Settled", 25, 5), ("Better", 30, 5.9), ("Fresh", 40, 8)):
                database.execute(
                    "UPDATE ratings SET mu = ?, sigma = ?"
                    " WHERE account_id = (SELECT id FROM accounts WHERE name = ?)",
                    (mu, sigma, name),
                )
        found = server.visitor().get("/leaderboard", players=2)
    assert [(line["rank"], line["account"]["name"], line["rating"]["value"]) for line in found] == [
        (1, "Better", 1650),
        (2, "Settled", 1500),
        (None, "Fresh", 1950),
    ]


def test_seats_show_the_rating_before_a_game_and_its_change(server: RunningServer) -> None:
    winner, loser = server.person("Before"), server.person("After")
    game = winner.post("/games", {"settings": {"players": 2, "rated": True}}, status=201)
    assert game["seats"][0]["rating"] == {"value": 1500, "uncertain": True}
    assert game["seats"][1]["rating"] is None
    [listed] = [one for one in loser.get("/lobby") if one["id"] == game["id"]]
    assert listed["seats"][0]["rating"]["value"] == 1500
    loser.post(f"/games/{game['id']}/join")
    play_turns([winner, loser], game["id"], 2)
    loser.post(f"/games/{game['id']}/resign", status=201)
    value = wait_for_rating(winner, 1)["value"]
    [played] = winner.get("/players/Before/games")
    [won] = [seat for seat in played["seats"] if seat["account"]["id"] == winner.id]
    assert won["rating"]["value"] == 1500
    assert won["rating_change"] == value - 1500 > 0
    [change] = winner.get("/players/Before")["changes"]
    assert change["before"] == {"value": 1500, "uncertain": True}
    assert change["after"]["value"] == value


def test_guests_have_no_rating(server: RunningServer) -> None:
    game = server.guest().post("/games", TWO_PLAYERS, status=201)
    assert [seat["rating"] for seat in game["seats"]] == [None, None]


def test_the_history_is_filtered_by_players_board_and_speed(server: RunningServer) -> None:
    one, other = server.person("Varied"), server.person("Various")
    blitz = {"clock": {"kind": "fischer", "initial": 180, "increment": 2}}
    played = [
        rated_game([one, other]),
        rated_game([one, other], board="square19", **blitz),
    ]
    for number, game in enumerate(played, 1):
        other.post(f"/games/{game}/resign", status=201)
        wait_for_rating(one, number)

    def found(**query: Any) -> list[str]:
        return [change["game"] for change in one.get("/players/Varied/ratings", **query)]

    assert found() == played[::-1]
    assert found(board="square8") == found(speed="untimed") == [played[0]]
    assert found(board="square19", speed="blitz") == [played[1]]
    assert found(board="hex8") == found(players=3) == []
    assert found(players=2) == played[::-1]
    newest = one.get("/players/Varied/ratings")[0]
    assert found(before=newest["at"]) == [played[0]]
    one.get("/players/Varied/ratings", status=422, speed="warp")


def test_quick_match_pairs_players_of_similar_strength(server: RunningServer) -> None:
    one, other, third = server.guest(), server.guest(), server.guest()
    wish = {"settings": {"players": 2, "board": "hex8"}}
    assert one.post("/quick-match", wish)["game"] is None
    assert (
        other.post("/quick-match", {"settings": {"players": 2, "board": "square8"}})["game"] is None
    )
    found = third.post("/quick-match", wish)["game"]
    assert found["status"] == "live"
    assert {seat["account"]["id"] for seat in found["seats"]} == {one.id, third.id}
    assert one.post("/quick-match", wish)["game"]["id"] == found["id"]
    other.delete("/quick-match", status=200)
    assert (
        server.guest().post("/quick-match", {"settings": {"players": 2, "board": "square8"}})[
            "game"
        ]
        is None
    )


def test_a_rematch_rotates_the_seats(server: RunningServer) -> None:
    one, other = server.guest(), server.guest()
    game = one.post("/games", TWO_PLAYERS, status=201)["id"]
    other.post(f"/games/{game}/join")
    assert one.post(f"/games/{game}/rematch", status=409)["error"]["code"] == "NOT_OVER"
    begin(one, game)
    one.post(f"/games/{game}/resign", status=201)
    again = one.post(f"/games/{game}/rematch", status=201)
    both = other.post(f"/games/{game}/rematch", status=201)
    assert both["id"] == again["id"] != game
    assert both["status"] == "live"
    assert [seat["account"]["id"] for seat in both["seats"]] == [other.id, one.id]
    assert server.guest().post(f"/games/{game}/rematch", status=403)


async def rate_at_two_workers(url: str, played: list[str]) -> list[Any]:
    """Delete all ratings and let two workers rate all games; return the changes of `Busy`."""
    databases = [Database(url), Database(url)]
    try:
        async with databases[0].engine.begin() as connection:
            await connection.execute(delete(rating_changes))
            await connection.execute(delete(ratings))
        workers = [
            Ratings(database, Games(database, HIGH_LIMITS, CLOCK, InlineWorkPool()), CLOCK)
            for database in databases
        ]
        await asyncio.gather(*(worker.rate(game) for game in played for worker in workers))
        busy = select(accounts.c.id).where(accounts.c.name == "Busy").scalar_subquery()
        changed = select(rating_changes).where(rating_changes.c.account_id == busy)
        async with databases[0].engine.connect() as connection:
            changes = (
                await connection.execute(changed.order_by(rating_changes.c.sigma_before.desc()))
            ).all()
            [kept] = (
                await connection.execute(select(ratings).where(ratings.c.account_id == busy))
            ).all()
    finally:
        for database in databases:
            await database.close()
    assert (kept.games, kept.mu, kept.sigma) == (
        len(changes),
        changes[-1].mu_after,
        changes[-1].sigma_after,
    )
    return list(changes)


def test_concurrent_games_are_each_rated_once(database_url: str) -> None:
    with running(replace(HIGH_LIMITS, database=database_url)) as server:
        busy, *others = (server.person(name) for name in ("Busy", "Ein", "Zwei", "Drei", "Vier"))
        played = [rated_game([busy, other]) for other in others]
        for other, game in zip(others, played, strict=True):
            other.post(f"/games/{game}/resign", status=201)
        wait_for_rating(busy, len(played))
    changes = asyncio.run(rate_at_two_workers(database_url, played))
    assert sorted(change.game_id for change in changes) == sorted(played)
    for before, after in pairwise(changes):
        assert (before.mu_after, before.sigma_after) == (after.mu_before, after.sigma_before)


def test_a_game_is_rated_for_accounts_that_still_exist(server: RunningServer) -> None:
    stays, leaves = server.person("Stays"), server.person("Leaves")
    rated_game([stays, leaves])
    leaves.post("/accounts/me/delete", {"password": "correct horse"}, status=204)
    assert wait_for_rating(stays, 1)["games"] == 1


def test_a_game_that_a_crashed_worker_did_not_rate_is_rated_at_the_next_start(
    tmp_path: Path,
) -> None:
    settings = on_sqlite(tmp_path)
    with running(settings) as server:
        winner, loser = server.person("Pasteur"), server.person("Pouchet")
        game = rated_game([winner, loser])
        loser.post(f"/games/{game}/resign", status=201)
        rated = wait_for_rating(winner, 1)
    with sqlite3.connect(tmp_path / "ringrift.db") as database:
        assert database.execute("SELECT rating_due FROM games").fetchall() == [(0,)]
        for lost in ("DELETE FROM ratings", "DELETE FROM rating_changes"):
            database.execute(lost)
        database.execute("UPDATE games SET rating_due = 1")
    with running(settings) as server:
        profile = server.visitor().get("/players/Pasteur")
        assert profile["ratings"][0] == rated


def test_a_game_whose_end_is_not_stored_is_not_rated(server: RunningServer) -> None:
    one, other = server.person("Unfinished"), server.person("Continuing")
    game = rated_game([one, other])
    rated = asyncio.run_coroutine_threadsafe(server.worker.ratings.rate(game), server.loop)
    rated.result(TIMEOUT)
    assert one.get("/players/Unfinished")["ratings"] == []
