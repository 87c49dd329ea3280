"""Challenges between named accounts, what accounts accept, and who is online."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update

from ringrift.server.community.challenges import MAX_SENT
from ringrift.server.storage.tables import challenges
from tests.server.running_server import (
    HIGH_LIMITS,
    TIMEOUT,
    Client,
    RunningServer,
    SocketClient,
    on_sqlite,
    running,
)

CLOCK: dict[str, Any] = {"kind": "fischer", "initial": 300, "increment": 3}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with running(on_sqlite(tmp_path_factory.mktemp("challenges"))) as started:
        yield started


def name_of(client: Client) -> str:
    assert client.account is not None
    return str(client.account["name"])


def challenge(challenger: Client, *opponents: Client, status: int = 201, **more: Any) -> Any:
    sent = {"opponents": [name_of(one) for one in opponents], "settings": {"clock": CLOCK}, **more}
    return challenger.post("/challenges", sent, status=status)


def answer(client: Client, sent: Any, what: str, body: Any = None, *, status: int = 200) -> Any:
    return client.post(f"/challenges/{sent['id']}/{what}", body, status=status)


def bot_of(server: RunningServer, owner: str, name: str) -> Client:
    bot = server.visitor()
    created = server.person(owner).post("/bots", {"name": name}, status=201)
    bot.token, bot.account = created["token"], created["account"]
    return bot


def test_the_game_starts_when_the_opponent_accepts(database_url: str) -> None:
    with running(replace(HIGH_LIMITS, database=database_url)) as server:
        ann, ben = server.guest(), server.guest()
        sent = challenge(ann, ben, seat=2, settings={"board": "hex8", "clock": CLOCK})
        assert sent["status"] == "open"
        assert sent["expires_at"] - sent["created_at"] == 900
        assert [one["id"] for one in ben.get("/challenges")] == [sent["id"]]
        accepted = answer(ben, sent, "accept")
        assert accepted["status"] == "accepted"
        game = ann.get(f"/games/{accepted['game']}")
        assert game["status"] == "live"
        assert [seat["account"]["id"] for seat in game["seats"]] == [ben.id, ann.id]
        assert game["settings"]["board"] == "hex8"
        assert ann.get("/challenges")[0]["game"] == accepted["game"]
        assert answer(ben, sent, "accept")["game"] == accepted["game"]


def test_a_game_for_four_starts_when_all_have_accepted(server: RunningServer) -> None:
    ann, *others = [server.guest() for _ in range(4)]
    sent = challenge(ann, *others, seat=2)
    for one in others[:2]:
        assert answer(one, sent, "accept")["game"] is None
    game = answer(others[2], sent, "accept")["game"]
    seats = ann.get(f"/games/{game}")["seats"]
    wanted = [others[0], ann, others[1], others[2]]
    assert [seat["account"]["id"] for seat in seats] == [one.id for one in wanted]


def test_one_refusal_closes_a_challenge_for_all(server: RunningServer) -> None:
    ann, ben, cleo = server.guest(), server.guest(), server.guest()
    sent = challenge(ann, ben, cleo)
    declined = answer(ben, sent, "decline", {"reason": "later"})
    assert declined["status"] == "declined"
    assert ann.get("/challenges")[0]["opponents"][0]["reason"] == "later"
    assert cleo.get("/challenges") == []
    refused = answer(cleo, sent, "accept", status=409)["error"]
    assert refused["code"] == "CHALLENGE_CLOSED"


def test_only_the_challenger_withdraws(server: RunningServer) -> None:
    ann, ben = server.guest(), server.guest()
    sent = challenge(ann, ben)
    assert answer(ben, sent, "withdraw", status=403)["error"]["code"] == "NOT_YOUR_CHALLENGE"
    assert answer(ann, sent, "accept", status=403)["error"]["code"] == "NOT_YOUR_CHALLENGE"
    assert answer(ann, sent, "withdraw")["status"] == "withdrawn"
    assert ben.get("/challenges") == []
    answer(ben, sent, "accept", status=409)


def test_strangers_see_no_challenge(server: RunningServer) -> None:
    sent = challenge(server.guest(), server.guest())
    stranger = server.guest()
    stranger.get(f"/challenges/{sent['id']}", status=404)
    for what in ("accept", "withdraw"):
        answer(stranger, sent, what, status=404)
    server.visitor().get("/challenges", status=401)


def test_a_challenge_that_nobody_answers_expires(server: RunningServer) -> None:
    ann, ben = server.guest(), server.guest()
    sent = challenge(ann, ben, expires_in=60)
    asyncio.run_coroutine_threadsafe(let_expire(server, sent["id"]), server.loop).result(TIMEOUT)
    assert ben.get("/challenges") == []
    assert ann.get("/challenges")[0]["status"] == "expired"
    assert answer(ben, sent, "accept", status=409)["error"]["code"] == "CHALLENGE_CLOSED"


async def let_expire(server: RunningServer, challenge: str) -> None:
    """Move the end of a challenge into the past."""
    ended = update(challenges).where(challenges.c.id == challenge)
    async with server.worker.database.engine.begin() as connection:
        await connection.execute(ended.values(expires_at=server.worker.clock.now() - 1))


@pytest.mark.parametrize(
    ("sent", "code", "path"),
    [
        ({"opponents": ["Nobody Here"]}, "NOT_FOUND", "opponents[0]"),
        ({"opponents": []}, "MALFORMED", "opponents"),
        ({"settings": {"players": 3}}, "INVALID_SETUP", "opponents"),
        ({"seat": 3}, "INVALID_SETUP", "seat"),
        ({"settings": {"board": "square7"}}, "MALFORMED", "settings.board"),
        ({"settings": {"rated": True}}, "ACCOUNT_NEEDED", ""),
        ({"expires_in": 1}, "MALFORMED", "expires_in"),
        ({"message": "hi"}, "MALFORMED", "message"),
    ],
)
def test_an_invalid_challenge_is_refused_by_its_field(
    server: RunningServer, sent: dict[str, Any], code: str, path: str
) -> None:
    ann, ben = server.guest(), server.guest()
    body = {"opponents": [name_of(ben)]} | sent
    answered = ann.http.post("/challenges", json=body, headers=ann.headers)
    error = answered.json()["error"]
    assert (error["code"], error["path"]) == (code, path)


def test_a_wrong_number_of_opponents_is_named(server: RunningServer) -> None:
    ann, ben, cyd = server.guest(), server.guest(), server.guest()
    refused = challenge(ann, ben, cyd, status=422, settings={"players": 2})["error"]
    assert refused["message"] == "name 1 opponent for 2 players"


def test_nobody_challenges_themselves_or_somebody_twice(server: RunningServer) -> None:
    ann, ben = server.guest(), server.guest()
    assert challenge(ann, ann, status=422)["error"]["code"] == "OWN_ACCOUNT"
    assert challenge(ann, ben, ben, status=422)["error"]["path"] == "opponents[1]"


def test_a_guest_cannot_be_challenged_to_a_rated_game(server: RunningServer) -> None:
    ann = server.person("Ann Rated")
    refused = challenge(ann, server.guest(), status=422, settings={"rated": True})
    assert refused["error"]["code"] == "NOT_RATED"


def test_a_bot_is_not_rated_against_its_owner(server: RunningServer) -> None:
    bot = bot_of(server, "Owner One", "Owned")
    owner = server.visitor()
    owner.sign(
        owner.post("/sessions", {"name": "Owner One", "password": "correct horse"}, status=201)
    )
    refused = challenge(owner, bot, status=422, settings={"rated": True})
    assert refused["error"]["code"] == "NOT_RATED"
    assert challenge(owner, bot)["status"] == "open"


def test_blocked_players_cannot_challenge_each_other(server: RunningServer) -> None:
    ann, ben, cleo = server.guest(), server.guest(), server.guest()
    sent, other = challenge(ann, ben), challenge(cleo, ann, ben)
    ben.put(f"/blocks/{ann.id}", {"kind": "block"}, status=200)
    assert challenge(ann, ben, status=403)["error"]["code"] == "BLOCKED"
    assert challenge(ben, ann, status=403)["error"]["code"] == "BLOCKED"
    assert [one["id"] for one in ben.get("/challenges")] == [other["id"]]
    assert answer(ben, sent, "accept", status=403)["error"]["code"] == "BLOCKED"
    answer(ann, other, "accept", status=403)


def test_open_challenges_are_limited(server: RunningServer) -> None:
    bens = [server.guest() for _ in range(2)]
    rude = server.guest()
    for _ in range(MAX_SENT):
        challenge(rude, bens[0])
    assert challenge(rude, bens[1], status=409)["error"]["code"] == "TOO_MANY_CHALLENGES"
    answer(rude, rude.get("/challenges")[0], "withdraw")
    assert challenge(rude, bens[1])["status"] == "open"


def test_a_repeated_request_challenges_once(server: RunningServer) -> None:
    ann, ben = server.guest(), server.guest()
    ann_headers = ann.headers | {"Idempotency-Key": "once"}
    sent = {"opponents": [name_of(ben)]}
    ids = {
        ann.http.post("/challenges", json=sent, headers=ann_headers).json()["id"] for _ in range(2)
    }
    assert len(ids) == 1
    assert len(ben.get("/challenges")) == 1


def test_an_account_with_too_many_games_cannot_accept(tmp_path: Path) -> None:
    with running(on_sqlite(tmp_path, games_per_account=1)) as server:
        ann, ben = server.guest(), server.guest()
        sent = challenge(ann, ben)
        ann.post("/games", {"settings": {"players": 2}}, status=201)
        refused = answer(ben, sent, "accept", status=409)["error"]
        assert refused["code"] == "TOO_MANY_GAMES"
        assert name_of(ann) in refused["message"]
        assert ben.get("/challenges")[0]["status"] == "open"


@pytest.mark.parametrize(
    ("rules", "settings", "path"),
    [
        ({"boards": ["square8"]}, {"board": "hex8"}, "settings.board"),
        ({"players": [3, 4]}, {}, "settings.players"),
        ({"speeds": ["bullet", "untimed"]}, {"clock": CLOCK}, "settings.clock"),
        ({"rated": "rated"}, {}, "settings.rated"),
        ({"accepts": "nobody"}, {}, "opponents"),
        ({"accepts": "registered"}, {}, "opponents"),
    ],
)
def test_a_challenge_against_the_rules_of_the_opponent_is_refused(
    server: RunningServer, rules: dict[str, Any], settings: dict[str, Any], path: str
) -> None:
    ann, ben = server.guest(), server.guest()
    assert ben.put("/challenge-rules", rules, status=200) == ben.get("/challenge-rules")
    refused = challenge(ann, ben, status=422, settings=settings)["error"]
    assert (refused["code"], refused["path"]) == ("NOT_ACCEPTED", path)
    assert name_of(ben) in refused["message"]
    ben.put("/challenge-rules", {}, status=200)
    assert challenge(ann, ben, settings=settings)["status"] == "open"


def until_challenge(socket: SocketClient, **wanted: Any) -> dict[str, Any]:
    """Return the first challenge of the next list that has these values."""
    while True:
        for one in socket.until("waiting")["challenges"]:
            if wanted.items() <= one.items():
                found: dict[str, Any] = one
                return found


def test_both_sides_follow_a_challenge_at_different_workers(postgres_url: str) -> None:
    settings = replace(HIGH_LIMITS, database=postgres_url)
    with running(settings) as one, running(settings) as two:
        ann, ben = one.guest(), one.guest()
        elsewhere = replace(ben, base=two.base)
        with ann.socket() as asking, elsewhere.socket() as asked:
            for socket in (asking, asked):
                socket.send(type="waiting.watch")
            sent = challenge(ann, ben)
            assert until_challenge(asked)["challenger"]["account"]["id"] == ann.id
            answer(ben, sent, "accept")
            assert until_challenge(asking, status="accepted")["game"] is not None


def test_a_bot_stream_sends_challenges_and_what_becomes_of_them(server: RunningServer) -> None:
    bot, ann = bot_of(server, "Owner Two", "Streamer"), server.guest()
    first = challenge(ann, bot)
    with bot.http.stream("GET", "/bot/stream", headers=bot.headers) as response:
        lines = (json.loads(line) for line in response.iter_lines() if line)
        sent = next(line for line in lines if line["type"] == "challenge")["challenge"]
        assert (sent["id"], sent["status"]) == (first["id"], "open")
        answer(ann, first, "withdraw")
        ended = next(line for line in lines if line["type"] == "challenge")["challenge"]
        assert (ended["id"], ended["status"]) == (first["id"], "withdrawn")
        second = challenge(ann, bot)
        next(line for line in lines if line.get("challenge", {}).get("id") == second["id"])
        game = answer(bot, second, "accept")["game"]
        assert next(line for line in lines if line["type"] == "game")["game"] == game


def online(client: Client, **query: Any) -> dict[str, Any]:
    return {one["account"]["name"]: one for one in client.get("/online", **query)}


def test_the_list_of_who_is_online_tells_what_they_accept(server: RunningServer) -> None:
    bot, ann = bot_of(server, "Owner Three", "Listed"), server.person("Ann Online")
    bot.put("/challenge-rules", {"boards": ["hex8"], "games": 4}, status=200)
    with bot.socket() as socket, ann.socket():
        socket.send(type="waiting.watch")  # a program is present without watching a game
        socket.until("waiting")
        listed = online(ann)
        assert "Ann Online" not in listed
        assert listed["Listed"]["owner"] == "Owner Three"
        assert listed["Listed"]["rules"]["boards"] == ["hex8"]
        assert listed["Listed"]["playing"] == 0
        assert "Ann Online" not in online(server.visitor(), kind="bot")
        assert "Listed" not in online(server.visitor(), kind="person")
        assert {"Ann Online", "Listed"} <= set(online(server.visitor()))
        ann.put("/challenge-rules", {"accepts": "nobody"}, status=200)
        assert "Ann Online" not in online(server.visitor())
        ann.put(f"/blocks/{bot.id}", {"kind": "block"}, status=200)
        assert "Listed" not in online(ann)


def test_deleting_an_account_deletes_its_challenges(server: RunningServer) -> None:
    ann, ben, cleo = server.guest(), server.guest(), server.guest()
    challenge(ann, ben)
    challenge(ben, cleo)
    cleo.put("/challenge-rules", {"rated": "unrated"}, status=200)
    exported = ben.get("/accounts/me/export")
    assert [one["status"] for one in exported["challenges"]] == ["open"]
    assert [one["status"] for one in exported["received_challenges"]] == ["waiting"]
    ben.post("/accounts/me/delete", {}, status=204)
    assert ann.get("/challenges") == []
    assert cleo.get("/challenges") == []
