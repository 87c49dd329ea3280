"""Blocks and mutes between users."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from tests.server.running_server import (
    TWO_PLAYERS,
    Client,
    RunningServer,
    on_sqlite,
    running,
    start_two_player_game,
)

FAST: dict[str, Any] = {
    "settings": {"players": 2, "clock": {"kind": "fischer", "initial": 60, "increment": 1}}
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with running(on_sqlite(tmp_path_factory.mktemp("blocks"))) as started:
        yield started


def block(client: Client, other: Client, kind: str = "block") -> None:
    client.put(f"/blocks/{other.id}", {"kind": kind}, status=200)


def test_a_blocked_player_cannot_join_my_game(server: RunningServer) -> None:
    ann, ben = server.guest(), server.guest()
    block(ann, ben)
    game = ann.post("/games", TWO_PLAYERS, status=201)["id"]
    refused = ben.post(f"/games/{game}/join", status=403)["error"]
    assert refused["code"] == "BLOCKED"
    assert "has blocked you" in refused["message"]
    ann.delete(f"/blocks/{ben.id}")
    assert ben.post(f"/games/{game}/join")["status"] == "live"


def test_i_cannot_join_the_game_of_a_player_whom_i_blocked(server: RunningServer) -> None:
    ann, ben = server.guest(), server.guest()
    block(ann, ben)
    game = ben.post("/games", TWO_PLAYERS, status=201)["id"]
    assert "unblock" in ann.post(f"/games/{game}/join", status=403)["error"]["message"]


def test_a_muted_player_may_join_my_game(server: RunningServer) -> None:
    ann, ben = server.guest(), server.guest()
    block(ann, ben, "mute")
    game = ann.post("/games", TWO_PLAYERS, status=201)["id"]
    assert ben.post(f"/games/{game}/join")["status"] == "live"


def test_quick_match_never_pairs_players_who_block_each_other(server: RunningServer) -> None:
    ann, ben, cleo = server.guest(), server.guest(), server.guest()
    block(ben, ann)
    assert ann.post("/quick-match", FAST)["game"] is None
    assert ben.post("/quick-match", FAST)["game"] is None
    found = cleo.post("/quick-match", FAST)["game"]
    assert {seat["account"]["id"] for seat in found["seats"]} == {ann.id, cleo.id}


def test_a_blocked_player_cannot_chat_in_my_game(server: RunningServer) -> None:
    ann, ben, game = start_two_player_game(server)
    block(ann, ben)
    assert ben.post(f"/games/{game}/chat", {"text": "hi"}, status=403)["error"]["code"] == "BLOCKED"
    ann.post(f"/games/{game}/chat", {"text": "I may write"}, status=204)


def test_i_do_not_see_the_chat_of_a_muted_player(server: RunningServer) -> None:
    ann, ben, game = start_two_player_game(server)
    with ann.socket() as socket:
        socket.send(type="watch", game=game)
        socket.until("watching")
        ben.post(f"/games/{game}/chat", {"text": "first"}, status=204)
        line = socket.until("chat")
        assert (line["text"], line["account"]) == ("first", ben.id)
        block(ann, ben, "mute")
        ben.post(f"/games/{game}/chat", {"text": "hidden"}, status=204)
        ann.delete(f"/blocks/{ben.id}")
        ben.post(f"/games/{game}/chat", {"text": "last"}, status=204)
        assert socket.until("chat")["text"] == "last"
        block(ann, ben, "mute")
    assert ann.get(f"/games/{game}/chat") == []
    assert [line["text"] for line in ben.get(f"/games/{game}/chat")] == ["first", "hidden", "last"]


def test_a_block_counts_for_the_bots_of_the_person(server: RunningServer) -> None:
    owner, ann = server.person("Botmaker"), server.person("Ann Blocker")
    bot = server.visitor()
    made = owner.post("/bots", {"name": "Their Bot"}, status=201)
    bot.token = made["token"]
    block(ann, owner)
    game = ann.post("/games", TWO_PLAYERS, status=201)["id"]
    assert bot.post(f"/games/{game}/join", status=403)["error"]["code"] == "BLOCKED"

    async def may_contact(first: str, second: str) -> bool:
        return await server.worker.blocks.may_contact(first, second)

    def asked(first: str, second: str) -> bool:
        return asyncio.run_coroutine_threadsafe(may_contact(first, second), server.loop).result(10)

    assert not asked(made["account"]["id"], ann.id)
    assert not asked(ann.id, made["account"]["id"])
    assert asked(owner.id, made["account"]["id"])


def test_the_list_shows_whom_i_blocked_and_a_second_block_replaces_the_first(
    server: RunningServer,
) -> None:
    ann, ben = server.guest(), server.guest()
    block(ann, ben)
    block(ann, ben, "mute")
    [only] = ann.get("/blocks")
    assert (only["account"]["id"], only["kind"]) == (ben.id, "mute")
    assert ben.get("/blocks") == []
    ann.delete(f"/blocks/{ben.id}")
    assert ann.delete(f"/blocks/{ben.id}", status=404)["error"]["code"] == "NOT_FOUND"


def test_nobody_blocks_themselves_or_a_stranger(server: RunningServer) -> None:
    ann = server.guest()
    own = ann.put(f"/blocks/{ann.id}", {}, status=422)["error"]
    assert own["code"] == "OWN_ACCOUNT"
    assert ann.put(f"/blocks/{'0' * 32}", {}, status=404)["error"]["path"] == "account"


def test_the_export_has_my_blocks_and_deletion_removes_them(server: RunningServer) -> None:
    ann, ben = server.guest(), server.guest()
    block(ann, ben)
    [exported] = ann.get("/accounts/me/export")["blocks"]
    assert exported["other_id"] == ben.id
    ben.post("/accounts/me/delete", status=204)
    assert ann.get("/blocks") == []
