"""Unlisted games: in no list of others, but everybody with the link may watch them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.server.running_server import Client, RunningServer, begin, on_sqlite, running

AGAINST_A_LEVEL = {
    "settings": {"players": 2},
    "seats": [{"kind": "me"}, {"kind": "level", "level": 1}],
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with running(on_sqlite(tmp_path_factory.mktemp("unlisted"))) as started:
        yield started


def create(client: Client, visibility: str, **fields: Any) -> dict[str, Any]:
    sent = AGAINST_A_LEVEL | {"visibility": visibility} | fields
    return dict(client.post("/games", sent, status=201))


def listed(server: RunningServer, owner: Client, game: str) -> bool:
    """Return whether a stranger finds the game in any list."""
    stranger = server.guest()
    assert owner.account is not None
    lists = [stranger.get(path) for path in ("/lobby", "/live")]
    lists.append(stranger.get(f"/players/{owner.account['name']}/games"))
    featured = stranger.get("/featured")
    found = [one["id"] for games in lists for one in games]
    return game in found or (featured is not None and featured["game"]["id"] == game)


def test_everybody_with_the_link_sees_an_unlisted_game(server: RunningServer) -> None:
    owner, stranger = server.guest(), server.visitor()
    created = create(owner, "unlisted")
    game = created["id"]
    assert created["visibility"] == "unlisted"
    begin(owner, game)
    owner.post(f"/games/{game}/resign", status=201)
    for path in ("", "/record", "/events", "/chat"):
        stranger.get(f"/games/{game}{path}")
    assert stranger.get(f"/games/{game}")["invite"] is None
    with stranger.socket() as socket:
        socket.send(type="watch", game=game)
        socket.until("watching")
    assert not listed(server, owner, game)
    assert owner.account is not None
    [own] = owner.get(f"/players/{owner.account['name']}/games")
    assert own["id"] == game


def test_the_only_person_of_a_private_game_can_share_it_and_take_that_back(
    server: RunningServer,
) -> None:
    owner, stranger = server.guest(), server.visitor()
    game = create(owner, "private")["id"]
    stranger.get(f"/games/{game}", status=403)
    shared = owner.put(f"/games/{game}/visibility", {"visibility": "unlisted"}, status=200)
    assert shared["visibility"] == "unlisted"
    stranger.get(f"/games/{game}")
    assert not listed(server, owner, game)
    owner.put(f"/games/{game}/visibility", {"visibility": "private"}, status=200)
    stranger.get(f"/games/{game}", status=403)


def test_nobody_else_can_share_it(server: RunningServer) -> None:
    owner = server.guest()
    game = create(owner, "private")["id"]
    sent = {"visibility": "unlisted"}
    refused = server.guest().put(f"/games/{game}/visibility", sent, status=403)
    assert refused["error"]["code"] == "NOT_YOUR_GAME"
    server.visitor().put(f"/games/{game}/visibility", sent, status=401)
    server.visitor().get(f"/games/{game}", status=403)


def test_a_game_with_other_people_is_shared_by_its_invite_link_alone(
    server: RunningServer,
) -> None:
    one, other = server.guest(), server.guest()
    created = create(one, "private", seats=[{"kind": "me"}, {"kind": "open"}])
    game, sent = created["id"], {"visibility": "unlisted"}
    refused = one.put(f"/games/{game}/visibility", sent, status=409)
    assert refused["error"]["code"] == "OTHER_PEOPLE"
    other.post(f"/games/{game}/join", {"code": created["invite"]})
    one.put(f"/games/{game}/visibility", sent, status=409)
    server.visitor().get(f"/games/{game}", status=403)
    server.visitor().get(f"/games/{game}", code=created["invite"])


def test_a_public_game_stays_public(server: RunningServer) -> None:
    owner = server.guest()
    game = create(owner, "public")["id"]
    refused = owner.put(f"/games/{game}/visibility", {"visibility": "unlisted"}, status=409)
    assert refused["error"]["code"] == "ALREADY_PUBLIC"
    owner.put(f"/games/{game}/visibility", {"visibility": "public"}, status=422)


def test_to_take_a_seat_in_an_unlisted_game_needs_the_invite_code(server: RunningServer) -> None:
    one, other = server.guest(), server.guest()
    created = create(one, "unlisted", seats=[{"kind": "me"}, {"kind": "open"}])
    refused = other.post(f"/games/{created['id']}/join", status=403)
    assert refused["error"]["code"] == "INVITE_NEEDED"
    assert other.post(f"/games/{created['id']}/join", {"code": created["invite"]})


def test_a_rematch_is_as_visible_as_its_game(server: RunningServer) -> None:
    owner = server.guest()
    game = create(owner, "unlisted")["id"]
    begin(owner, game)
    owner.post(f"/games/{game}/resign", status=201)
    assert owner.post(f"/games/{game}/rematch", status=201)["visibility"] == "unlisted"
