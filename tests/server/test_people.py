"""Follows, private messages, clubs, statistics, and the chat of spectators."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from time import monotonic
from typing import Any

import pytest

from ringrift.server.accounts.types import Account
from ringrift.server.community.private_messages import PrivateMessage
from ringrift.server.errors import ApiError
from tests.server.running_server import (
    HIGH_LIMITS,
    TIMEOUT,
    Client,
    RunningServer,
    SocketClient,
    begin,
    running,
    running_on,
    start_two_player_game,
)
from tests.server.staff import on_loop

CLOCK = {"kind": "fischer", "initial": 60, "increment": 1}
_numbers = count(1)


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[RunningServer]:
    with running_on(request.param, request, tmp_path_factory.mktemp("people")) as started:
        yield started


def person(server: RunningServer, name: str) -> Client:
    return server.person(f"{name} {next(_numbers)}")


def write(sender: Client, recipient: Client, text: str, *, status: int = 201) -> Any:
    return sender.post(f"/messages/{recipient.id}", {"text": text}, status=status)


def test_i_see_which_of_those_i_follow_are_connected(server: RunningServer) -> None:
    ann, ben, cleo = (person(server, name) for name in ("Ann", "Ben", "Cleo"))
    for other in (ben, cleo):
        ann.put(f"/follows/{other.id}", {})
    with cleo.socket() as socket:
        socket.send(type="lobby.watch")
        socket.until("lobby")
        followed = ann.get("/follows")
    assert [(one["account"]["id"], one["online"]) for one in followed] == [
        (cleo.id, True),
        (ben.id, False),
    ]
    ann.delete(f"/follows/{ben.id}")
    assert ann.delete(f"/follows/{ben.id}", status=404)["error"]["path"] == "account"
    assert ben.get("/follows") == []


def test_nobody_follows_themselves_or_across_a_block(server: RunningServer) -> None:
    ann, ben = person(server, "Ann"), person(server, "Ben")
    ben.put(f"/blocks/{ann.id}", {}, status=200)
    assert ann.put(f"/follows/{ben.id}", {}, status=403)["error"]["code"] == "BLOCKED"
    assert ann.put(f"/follows/{ann.id}", {}, status=422)["error"]["code"] == "OWN_ACCOUNT"
    assert ann.put(f"/follows/{'0' * 32}", {}, status=404)["error"]["path"] == "account"


def test_a_block_ends_following_in_both_directions(server: RunningServer) -> None:
    ann, ben, cyd = (server.person(name) for name in ("Fay", "Gus", "Hal"))
    bot = ben.post("/bots", {"name": "Gus Bot"}, status=201)["account"]["id"]
    for other in (ben.id, cyd.id, bot):
        ann.put(f"/follows/{other}", {})
    ben.put(f"/follows/{ann.id}", {})
    ann.put(f"/blocks/{cyd.id}", {"kind": "mute"}, status=200)
    ann.put(f"/blocks/{ben.id}", {"kind": "block"}, status=200)
    assert [one["account"]["id"] for one in ann.get("/follows")] == [cyd.id]
    assert ben.get("/follows") == []
    for follower, other in ((ann, ben.id), (ann, bot), (ben, ann.id)):
        refused = follower.put(f"/follows/{other}", {}, status=403)
        assert refused["error"]["code"] == "BLOCKED"


def test_a_message_arrives_and_is_read(server: RunningServer) -> None:
    ann, ben = person(server, "Ann"), person(server, "Ben")
    write(ann, ben, "hello\nBen")
    [conversation] = ben.get("/messages")
    assert (conversation["account"]["id"], conversation["unread"]) == (ann.id, 1)
    [line] = ben.get(f"/messages/{ann.id}")
    assert (line["text"], line["mine"]) == ("hello\nBen", False)
    assert ben.get("/messages")[0]["unread"] == 0
    write(ben, ann, "hello Ann")
    lines = ann.get(f"/messages/{ben.id}")
    assert [(one["text"], one["mine"]) for one in lines] == [
        ("hello\nBen", True),
        ("hello Ann", False),
    ]
    assert lines[0]["read_at"] is not None


def unread_becomes(socket: SocketClient, number: int) -> None:
    while socket.until("waiting")["unread_messages"] != number:
        pass


def test_a_message_is_announced_until_it_is_read(server: RunningServer) -> None:
    ann, ben = person(server, "Ann"), person(server, "Ben")
    with ben.socket() as socket:
        socket.send(type="waiting.watch")
        assert socket.until("waiting")["unread_messages"] == 0
        write(ann, ben, "hello")
        unread_becomes(socket, 1)
        write(ann, ben, "are you there?")
        unread_becomes(socket, 2)
        ben.get(f"/messages/{ann.id}")
        unread_becomes(socket, 0)


def test_messages_of_a_muted_account_are_not_announced(server: RunningServer) -> None:
    ann, ben, cleo = (person(server, name) for name in ("Ann", "Ben", "Cleo"))
    ben.put(f"/blocks/{ann.id}", {"kind": "mute"}, status=200)
    write(ann, ben, "can you hear me?")
    with ben.socket() as socket:
        socket.send(type="waiting.watch")
        assert socket.until("waiting")["unread_messages"] == 0
        write(cleo, ben, "hello")
        assert socket.until("waiting")["unread_messages"] == 1


def test_a_message_reaches_its_reader_at_another_worker(postgres_url: str) -> None:
    settings = replace(HIGH_LIMITS, database=postgres_url)
    with running(settings) as here, running(settings) as there:
        ann, ben = here.person("Ann"), there.person("Ben")
        with ben.socket() as socket:
            socket.send(type="waiting.watch")
            assert socket.until("waiting")["unread_messages"] == 0
            write(ann, ben, "hello")
            unread_becomes(socket, 1)


def test_blocks_refuse_messages_and_mutes_hide_them(server: RunningServer) -> None:
    ann, ben = person(server, "Ann"), person(server, "Ben")
    ben.put(f"/blocks/{ann.id}", {"kind": "mute"}, status=200)
    write(ann, ben, "can you hear me?")
    assert ben.get("/messages") == []
    ben.put(f"/blocks/{ann.id}", {"kind": "block"}, status=200)
    assert write(ann, ben, "and now?", status=403)["error"]["code"] == "BLOCKED"


def test_nobody_writes_for_ever_without_an_answer(server: RunningServer) -> None:
    ann, ben = person(server, "Ann"), person(server, "Ben")
    for number in range(5):
        write(ann, ben, f"message {number}")
    assert write(ann, ben, "one more", status=409)["error"]["code"] == "NO_ANSWER_YET"
    write(ben, ann, "yes?")
    write(ann, ben, "one more")


def test_parallel_messages_do_not_pass_the_limit(server: RunningServer) -> None:
    ann, ben = person(server, "Ann"), person(server, "Ben")
    sender = Account.model_validate(ann.account)
    send = server.worker.private_messages.send

    async def write_at_once() -> list[PrivateMessage | BaseException]:
        texts = (f"message {number}" for number in range(8))
        return await asyncio.gather(
            *(send(sender, ben.id, text) for text in texts), return_exceptions=True
        )

    sent = on_loop(server, write_at_once())
    assert sum(isinstance(one, PrivateMessage) for one in sent) == 5
    assert sum(isinstance(one, ApiError) for one in sent) == 3


def test_guests_and_bots_get_no_messages(server: RunningServer) -> None:
    ann, guest = person(server, "Ann"), server.guest()
    assert write(ann, guest, "hello", status=422)["error"]["code"] == "NOT_A_PERSON"
    write(guest, ann, "hello", status=403)
    guest.get("/messages", status=403)


def test_an_open_club_takes_members_and_another_asks_its_leader(server: RunningServer) -> None:
    ann, ben = person(server, "Ann"), person(server, "Ben")
    club = ann.post("/clubs", {"name": f"Open {next(_numbers)}"}, status=201)
    assert (club["role"], club["members"]) == ("leader", 1)
    assert ben.post(f"/clubs/{club['id']}/join")["role"] == "member"
    closed = {"name": f"Closed {next(_numbers)}", "access": "request"}
    club = ann.post("/clubs", closed, status=201)
    path = f"/clubs/{club['id']}"
    assert ben.post(f"{path}/join")["role"] == "applicant"
    assert server.visitor().get(path)["members"] == 1
    assert [one["role"] for one in server.visitor().get(path)["member_list"]] == ["leader"]
    accepted = ann.put(f"{path}/members/{ben.id}", {"role": "member"}, status=200)
    assert accepted["members"] == 2
    assert [one["id"] for one in ben.get("/clubs", mine=True)].count(club["id"]) == 1


def test_a_club_keeps_a_leader(server: RunningServer) -> None:
    ann, ben = person(server, "Ann"), person(server, "Ben")
    club = ann.post("/clubs", {"name": f"Leaders {next(_numbers)}"}, status=201)["id"]
    ben.post(f"/clubs/{club}/join")
    path = f"/clubs/{club}/members"
    assert ann.delete(f"{path}/{ann.id}", status=409)["error"]["code"] == "LAST_LEADER"
    assert ben.put(f"{path}/{ben.id}", {"role": "leader"}, status=403)
    ann.put(f"{path}/{ben.id}", {"role": "leader"}, status=200)
    assert ann.delete(f"{path}/{ann.id}", status=200)["role"] is None
    ben.delete(f"/clubs/{club}")
    ben.get(f"/clubs/{club}", status=404)


def test_the_oldest_member_leads_the_club_of_a_deleted_leader(server: RunningServer) -> None:
    ann, ben, cleo = (person(server, name) for name in ("Ann", "Ben", "Cleo"))
    club = ann.post("/clubs", {"name": f"Heirs {next(_numbers)}"}, status=201)["id"]
    for one in (ben, cleo):
        one.post(f"/clubs/{club}/join")
    ann.post("/accounts/me/delete", {"password": "correct horse"}, status=204)
    roles = {one["account"]["id"]: one["role"] for one in ben.get(f"/clubs/{club}")["member_list"]}
    assert roles == {ben.id: "leader", cleo.id: "member"}


def test_a_second_leader_stays_the_only_one(server: RunningServer) -> None:
    ann, ben, cleo = (person(server, name) for name in ("Ann", "Ben", "Cleo"))
    club = ann.post("/clubs", {"name": f"Two Leaders {next(_numbers)}"}, status=201)["id"]
    for one in (ben, cleo):
        one.post(f"/clubs/{club}/join")
    ann.put(f"/clubs/{club}/members/{cleo.id}", {"role": "leader"}, status=200)
    ann.post("/accounts/me/delete", {"password": "correct horse"}, status=204)
    roles = {one["account"]["id"]: one["role"] for one in ben.get(f"/clubs/{club}")["member_list"]}
    assert roles == {ben.id: "member", cleo.id: "leader"}


def test_a_club_without_members_is_deleted_with_its_leader(server: RunningServer) -> None:
    ann, ben = person(server, "Ann"), person(server, "Ben")
    sent = {"name": f"Last {next(_numbers)}", "access": "request"}
    club = ann.post("/clubs", sent, status=201)["id"]
    assert ben.post(f"/clubs/{club}/join")["role"] == "applicant"
    ann.post("/accounts/me/delete", {"password": "correct horse"}, status=204)
    ben.get(f"/clubs/{club}", status=404)
    assert ben.get("/clubs", mine=True) == []


def test_who_leaves_last_takes_the_requests_to_join_along(server: RunningServer) -> None:
    ann, ben = person(server, "Ann"), person(server, "Ben")
    sent = {"name": f"Left {next(_numbers)}", "access": "request"}
    club = ann.post("/clubs", sent, status=201)["id"]
    ben.post(f"/clubs/{club}/join")
    assert ann.delete(f"/clubs/{club}/members/{ann.id}", status=200)["members"] == 0
    assert ben.get("/clubs", mine=True) == []


def test_the_name_of_a_club_is_taken_once(server: RunningServer) -> None:
    ann = person(server, "Ann")
    name = f"Unique {next(_numbers)}"
    ann.post("/clubs", {"name": name}, status=201)
    taken = ann.post("/clubs", {"name": name.upper()}, status=409)["error"]
    assert (taken["code"], taken["path"]) == ("NAME_TAKEN", "name")


def test_only_members_join_the_tournament_of_a_club(server: RunningServer) -> None:
    ann, ben = person(server, "Ann"), person(server, "Ben")
    club = ann.post("/clubs", {"name": f"Cup {next(_numbers)}"}, status=201)["id"]
    sent = {
        "name": "Club Cup",
        "format": "swiss",
        "rounds": 1,
        "settings": {"clock": CLOCK},
        "starts_at": server.worker.clock.now() + 600,
        "club": club,
    }
    ben.post("/tournaments", sent, status=403)
    tournament = ann.post("/tournaments", sent, status=201)
    assert tournament["club"]["id"] == club
    path = f"/tournaments/{tournament['id']}/join"
    assert ben.post(path, status=403)["error"]["code"] == "MEMBERS_ONLY"
    ben.post(f"/clubs/{club}/join")
    assert ben.post(path)["joined"] == "in"
    assert ben.get(f"/clubs/{club}")["tournaments"] == [tournament["id"]]


def test_the_statistics_count_boards_seats_reasons_and_openings(server: RunningServer) -> None:
    ann, ben = person(server, "Ann"), person(server, "Ben")
    game = ann.post("/games", {"settings": {"players": 2}}, status=201)["id"]
    ben.post(f"/games/{game}/join")
    begin(ann, game)
    ben.post(f"/games/{game}/resign", status=201)
    assert ann.account is not None
    found = ann.get(f"/players/{ann.account['name']}/statistics")
    assert found["games"] == 1
    assert found["boards"] == [{"kind": "square8", "played": 1, "won": 1}]
    assert found["seats"] == [{"kind": "1", "played": 1, "won": 1}]
    assert found["wins"] == [{"kind": "resignation", "played": 1, "won": 1}]
    assert found["openings"] == [{"board": "square8", "move": "@d4", "played": 1, "won": 1}]


def test_players_do_not_see_what_spectators_write_before_the_end(server: RunningServer) -> None:
    ann, ben, game = start_two_player_game(server)
    begin(ann, game)
    watcher, other = server.guest(), server.guest()
    with ann.socket() as playing, other.socket() as watching:
        for socket in (playing, watching):
            socket.send(type="watch", game=game)
            socket.until("watching")
        watcher.post(f"/games/{game}/chat", {"text": "take the corner"}, status=204)
        ben.post(f"/games/{game}/chat", {"text": "good luck"}, status=204)
        line = watching.until("chat")
        assert (line["text"], line["spectator"]) == ("take the corner", True)
        assert playing.until("chat")["text"] == "good luck"
    assert [line["text"] for line in ann.get(f"/games/{game}/chat")] == ["good luck"]
    assert len(watcher.get(f"/games/{game}/chat")) == 2
    ben.post(f"/games/{game}/resign", status=201)
    assert len(ann.get(f"/games/{game}/chat")) == 2


def test_the_export_has_what_i_wrote_and_deletion_removes_it(server: RunningServer) -> None:
    ann, ben = person(server, "Ann"), person(server, "Ben")
    ann.put(f"/follows/{ben.id}", {})
    write(ann, ben, "remember me")
    club = ann.post("/clubs", {"name": f"Export {next(_numbers)}"}, status=201)["id"]
    exported = ann.get("/accounts/me/export")
    assert [line["text"] for line in exported["messages"]] == ["remember me"]
    assert exported["follows"][0]["other_id"] == ben.id
    assert exported["clubs"][0]["club_id"] == club
    ann.post("/accounts/me/delete", {"password": "correct horse"}, status=204)
    assert ben.get("/messages") == []
    ben.get(f"/clubs/{club}", status=404)


def test_the_best_live_game_of_each_board_is_shown_until_it_ends(server: RunningServer) -> None:
    ann, ben, game = start_two_player_game(server, {"board": "hex8"})
    visitor = server.visitor()

    def on_hexagon() -> list[str]:
        found = visitor.get("/tv")
        return [one["id"] for one in found if one["settings"]["board"] == "hex8"]

    deadline = monotonic() + TIMEOUT
    while on_hexagon() != [game]:
        assert monotonic() < deadline
    ann.post(f"/games/{game}/resign", status=201)
    while on_hexagon():
        assert monotonic() < deadline
    assert ben.get("/live") is not None


def test_people_are_found_by_the_beginning_of_their_name(server: RunningServer) -> None:
    number = next(_numbers)
    ann = server.person(f"Quill {number} Ann")
    server.person(f"QUILL {number} ben")
    ann.post("/bots", {"name": f"Quill {number} Bot"}, status=201)
    gone = server.person(f"Quill {number} Cleo")
    gone.post("/accounts/me/delete", {"password": "correct horse"}, status=204)
    found = server.visitor().get("/players", prefix=f"quill {number}")
    assert [(one["name"], one["kind"]) for one in found] == [
        (f"Quill {number} Ann", "person"),
        (f"QUILL {number} ben", "person"),
        (f"Quill {number} Bot", "bot"),
    ]
    server.guest()
    assert server.visitor().get("/players", prefix="guest") == []
    assert server.visitor().get("/players", prefix="deleted") == []
    assert server.visitor().get("/players", prefix=" ") == []
    assert ann.get("/players", status=422)["error"]["path"] == "prefix"
    assert ann.get("/players", prefix="x" * 25, status=422)["error"]["path"] == "prefix"


def test_names_with_letters_of_any_alphabet_and_wildcards_are_found(server: RunningServer) -> None:
    number = next(_numbers)
    server.person(f"Žofie {number}")
    [found] = server.visitor().get("/players", prefix="žOFIE")
    assert found["name"] == f"Žofie {number}"
    assert server.visitor().get("/players", prefix="%") == []
    assert server.visitor().get("/players", prefix="žof_e") == []


def test_the_search_for_people_is_limited(server: RunningServer) -> None:
    ann = person(server, "Typist")
    codes = [
        ann.http.get("/players", params={"prefix": "a"}, headers=ann.headers).status_code
        for _ in range(200)
    ]
    assert codes[:120] == [200] * 120
    assert codes[-1] == 429


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("PUT", "/follows/{other}", {}),
        ("DELETE", "/follows/{other}", None),
        ("PUT", "/blocks/{other}", {}),
        ("POST", "/clubs/{other}/join", {}),
        ("PUT", "/clubs/{other}", {"description": "", "access": "open"}),
        ("DELETE", "/clubs/{other}/members/{other}", None),
        ("POST", "/tournaments/{other}/join", {}),
        ("PUT", "/turn-mails", {"wanted": True}),
        ("PUT", "/vacation", {"days": 1}),
        ("PUT", "/games/{other}/conditional-moves", {"lines": []}),
        ("POST", "/searches", {"name": "x", "query": {}}),
        ("DELETE", "/searches/{other}", None),
        ("DELETE", "/studies/{other}", None),
        ("POST", "/messages/{other}", {"text": "x"}),
        ("POST", "/challenges/{other}/accept", {}),
        ("POST", "/challenges/{other}/decline", {}),
        ("POST", "/challenges/{other}/withdraw", {}),
        ("PUT", "/challenge-rules", {}),
        ("POST", "/reports/seen", {}),
    ],
)
def test_changes_are_limited(
    server: RunningServer, method: str, path: str, body: dict[str, Any] | None
) -> None:
    ann = person(server, "Busy")
    address = path.replace("{other}", "0" * 32)
    answer = ann.http.request(method, address, json=body, headers=ann.headers)
    for _ in range(70):
        if answer.status_code == 429:
            break
        answer = ann.http.request(method, address, json=body, headers=ann.headers)
    assert answer.status_code == 429
    assert answer.json()["error"]["code"] == "TOO_MANY"
    assert int(answer.headers["retry-after"]) >= 1
