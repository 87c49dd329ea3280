"""Ratings: OpenSkill between accounts, once for each game."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from sqlalchemy import delete, select

from ringrift.server.games.service import Games
from ringrift.server.ratings.service import Ratings
from ringrift.server.storage.database import Database
from ringrift.server.storage.tables import accounts, rating_changes, ratings
from tests.server.running_server import HIGH_LIMITS, Client, RunningServer, on_sqlite, running


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with running(on_sqlite(tmp_path_factory.mktemp("ratings"))) as started:
        yield started


def rated_game(players: list[Client], **settings: Any) -> str:
    """Start a rated game, created by the first player."""
    first, *others = players
    wanted = {"rated": True, "players": len(players), **settings}
    game: str = first.post("/games", {"settings": wanted}, status=201)["id"]
    for other in others:
        other.post(f"/games/{game}/join")
    return game


def rating(visitor: Client, players: int = 2) -> dict[str, Any]:
    assert visitor.account is not None
    found = visitor.get(f"/players/{visitor.account['name']}")["ratings"]
    return next(line for line in found if line["players"] == players)


def wait_for_rating(visitor: Client, games: int, players: int = 2) -> dict[str, Any]:
    """Wait for the ratings, which are updated shortly after the end of a game."""
    assert visitor.account is not None
    for _ in range(200):
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
    assert up["mu"] > down["mu"]
    assert up["games"] == down["games"] == 1
    profile = winner.get("/players/Winner")
    assert (profile["played"], profile["won"]) == (1, 1)
    assert [change["game"] for change in profile["changes"]] == [game]


def test_ratings_of_three_player_games_are_separate(server: RunningServer) -> None:
    players = [server.person(name) for name in ("Uno", "Dos", "Tres")]
    game = rated_game(players)
    players[0].post(f"/games/{game}/resign", status=201)
    assert wait_for_rating(players[1], 1, players=3)["mu"] != rating(players[0], 3)["mu"]
    assert [line["players"] for line in players[0].get("/players/Uno")["ratings"]] == [3]


def test_guests_and_levels_play_no_rated_games(server: RunningServer) -> None:
    guest, person = server.guest(), server.person("Serious")
    assert (
        guest.post("/games", {"settings": {"rated": True}}, status=403)["error"]["code"]
        == "ACCOUNT_NEEDED"
    )
    seats = [{"kind": "me"}, {"kind": "level", "level": 2}]
    refused = person.post("/games", {"settings": {"rated": True}, "seats": seats}, status=422)
    assert refused["error"]["code"] == "NOT_RATED"
    game = person.post("/games", {"settings": {"rated": True}}, status=201)["id"]
    assert guest.post(f"/games/{game}/join", status=403)["error"]["code"] == "ACCOUNT_NEEDED"


def test_the_leaderboard_requires_enough_games(server: RunningServer) -> None:
    strong, weak = server.person("Strong"), server.person("Weak")
    for number in range(1, 6):
        game = rated_game([strong, weak])
        weak.post(f"/games/{game}/resign", status=201)
        wait_for_rating(strong, number)
        wait_for_rating(weak, number)
    listed = [line["account"]["name"] for line in strong.get("/leaderboard")]
    assert listed.index("Strong") < listed.index("Weak")
    assert "Winner" not in listed


def test_quick_match_pairs_players_of_similar_strength(server: RunningServer) -> None:
    one, other, third = server.guest(), server.guest(), server.guest()
    wish = {"settings": {"board": "hex8"}}
    assert one.post("/quick-match", wish)["game"] is None
    assert other.post("/quick-match", {"settings": {"board": "square8"}})["game"] is None
    found = third.post("/quick-match", wish)["game"]
    assert found["status"] == "live"
    assert [seat["account"]["id"] for seat in found["seats"]] == [one.id, third.id]
    assert one.post("/quick-match", wish)["game"]["id"] == found["id"]
    other.delete("/quick-match", status=200)
    assert server.guest().post("/quick-match", {"settings": {"board": "square8"}})["game"] is None


def test_a_rematch_rotates_the_seats(server: RunningServer) -> None:
    one, other = server.guest(), server.guest()
    game = one.post("/games", status=201)["id"]
    other.post(f"/games/{game}/join")
    assert one.post(f"/games/{game}/rematch", status=409)["error"]["code"] == "NOT_OVER"
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
        workers = [Ratings(database, Games(database, HIGH_LIMITS)) for database in databases]
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
