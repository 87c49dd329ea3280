"""Games of days per turn: vacation, conditional moves, and no effect of a restart."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from ringrift import Game
from ringrift.server.accounts.service import Accounts
from ringrift.server.bus.bus import LocalBus
from ringrift.server.clock import Clock
from ringrift.server.correspondence.conditional_moves import ConditionalMoves
from ringrift.server.correspondence.vacations import Vacations
from ringrift.server.errors import ApiError
from ringrift.server.games.commands import PlayMove
from ringrift.server.games.live_game import LiveGame
from ringrift.server.storage.database import Database
from ringrift.server.work_pools import InlineWorkPool
from tests.server.mail_server import MailServer, mail_server
from tests.server.running_server import (
    HIGH_LIMITS,
    TIMEOUT,
    Client,
    RunningServer,
    begin,
    on_sqlite,
    running,
    running_on,
    start_two_player_game,
)
from tests.server.staff import on_loop

DAYS = {"clock": {"kind": "correspondence", "days": 3}}


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[RunningServer]:
    with running_on(request.param, request, tmp_path_factory.mktemp("correspondence")) as started:
        yield started


def started(first: Client, second: Client) -> str:
    """Return a begun game in which the second player is to move."""
    game: str = first.post("/games", {"settings": {"players": 2} | DAYS}, status=201)["id"]
    second.post(f"/games/{game}/join")
    begin(first, game)
    return game


def play(player: Client, game: str, *moves: str) -> None:
    for move in moves:
        sequence = player.get(f"/games/{game}")["sequence"]
        sent = {"move": move, "client_id": f"p{sequence}"}
        player.post(f"/games/{game}/moves", sent, status=201)


def turn(player: Client, game: str) -> tuple[str, ...]:
    """Return the choices of a legal turn in notation."""
    position = Game.from_position(player.get(f"/games/{game}")["position"])
    number, moves = position.state.turn_number, []
    while position.state.turn_number == number:
        move = next(iter(position.legal_moves))
        moves.append(position.notation(move))
        position.push(move)
        position.play_bookkeeping()
    return tuple(moves)


def turns(player: Client, game: str, count: int) -> list[tuple[str, ...]]:
    """Return the choices of that many legal turns in a row, by turn."""
    position = Game.from_position(player.get(f"/games/{game}")["position"])
    found = []
    for _ in range(count):
        number, moves = position.state.turn_number, []
        while position.state.turn_number == number:
            move = next(iter(position.legal_moves))
            moves.append(position.notation(move))
            position.push(move)
            position.play_bookkeeping()
        found.append(tuple(moves))
    return found


def until_event(client: Client, game: str, kind: str) -> dict[str, Any]:
    with client.socket() as socket:
        socket.send(type="watch", game=game)
        return socket.until_event(kind)


def until_turn(client: Client, game: str, number: int) -> dict[str, Any]:
    """Return the game as soon as this turn has begun."""
    with client.socket() as socket:
        socket.send(type="watch", game=game)
        while True:
            view: dict[str, Any] = client.get(f"/games/{game}")
            if view["preview"]["turn"] >= number:
                return view
            socket.receive()


def until_plan(client: Client, path: str, lines: list[list[str]]) -> None:
    """Wait until this is left of a plan: it is stored a moment after the move."""
    deadline = monotonic() + TIMEOUT
    while client.get(path)["lines"] != lines:
        assert monotonic() < deadline


def test_a_vacation_pauses_my_slow_games_until_it_ends(server: RunningServer) -> None:
    ann, ben = server.person("Ann Away"), server.guest()
    game = started(ann, ben)
    fast = ann.post("/games", {"settings": {"players": 2}}, status=201)["id"]
    ben.post(f"/games/{fast}/join")
    away = ann.put("/vacation", {"days": 5}, status=200)
    assert away["days_left"] == pytest.approx(25, abs=0.01)
    assert until_event(ben, game, "paused")["kind"] == "paused"
    back = ann.delete("/vacation", status=200)
    assert back["until"] is None
    assert back["days_left"] == pytest.approx(30, abs=0.01)
    with ben.socket() as socket:
        socket.send(type="watch", game=game)
        socket.until_event("paused")
        assert socket.until_event("resumed")["clock"][1] == pytest.approx(3 * 86_400, abs=60)
    assert all(event["kind"] != "paused" for event in ben.get(f"/games/{fast}/events")["events"])


def test_a_vacation_is_no_longer_than_what_is_left_of_the_year(server: RunningServer) -> None:
    ann = server.person("Ann Traveller")
    assert ann.put("/vacation", {"days": 31}, status=422)["error"]["path"] == "days"
    ann.put("/vacation", {"days": 30}, status=200)
    assert ann.put("/vacation", {"days": 20}, status=200)["days_left"] == pytest.approx(10, abs=0.1)
    server.guest().put("/vacation", {"days": 1}, status=403)


class ManualClock(Clock):
    def __init__(self, date: str) -> None:
        self.set(date)

    def set(self, date: str) -> None:
        self.time = datetime.fromisoformat(date).replace(tzinfo=UTC).timestamp()

    def now(self) -> float:
        return self.time

    def monotonic(self) -> float:
        return self.time


def test_a_vacation_across_new_year_counts_once(database_url: str) -> None:
    async def travel() -> list[float]:
        database, clock = Database(database_url), ManualClock("2026-12-02")
        vacations = Vacations(database, LocalBus(), clock, tuple)
        try:
            await database.start()
            people = Accounts(database, InlineWorkPool())
            ada = (await people.register("Ada", "correct horse", 0.0, address="x")).id
            left = [(await vacations.begin(ada, 20)).days_left]
            clock.set("2026-12-27")  # 5 days of the old year and 15 of the new one
            left.append((await vacations.begin(ada, 20)).days_left)
            clock.set("2027-01-20")
            left.append((await vacations.status(ada)).days_left)
            with pytest.raises(ApiError):
                await vacations.begin(ada, 16)
            return left
        finally:
            await database.close()

    assert asyncio.run(travel()) == pytest.approx([10, 5, 15])


def test_my_answer_is_played_when_they_play_what_i_foresaw(server: RunningServer) -> None:
    ann, ben, game = start_two_player_game(server, DAYS)
    begin(ann, game)
    theirs, mine, then = turns(ben, game, 3)
    path = f"/games/{game}/conditional-moves"
    plan = {"lines": [[*theirs, *mine]]}
    assert ann.put(path, plan, status=200)["lines"] == [[*theirs, *mine]]
    assert ben.get(path)["lines"] == []
    play(ben, game, *theirs)
    assert until_turn(ben, game, 4)["to_choose"] == 2
    until_plan(ann, path, [])
    play(ben, game, *then)


def test_a_plan_of_several_steps_goes_on_and_one_that_no_longer_fits_is_dropped(
    server: RunningServer,
) -> None:
    ann, ben, game = start_two_player_game(server, DAYS)
    begin(ann, game)
    one, two, three, four = turns(ben, game, 4)
    path = f"/games/{game}/conditional-moves"
    ann.put(path, {"lines": [[*one, *two, *three, *four]]}, status=200)
    play(ben, game, *one)
    until_turn(ben, game, 4)
    until_plan(ann, path, [[*three, *four]])
    position = Game.from_position(ben.get(f"/games/{game}")["position"])
    other = [position.notation(move) for move in position.legal_moves]
    play(ben, game, next(move for move in other if move != three[0]))
    play(ben, game, *turn(ben, game))
    until_turn(ann, game, 5)
    until_plan(ann, path, [])


def test_a_plan_answers_a_swap_from_the_other_seat(server: RunningServer) -> None:
    """R180: who plans against the swap has the opponent's seat after it."""
    ann, ben, game = start_two_player_game(server, DAYS)
    begin(ann, game)
    position = Game.from_position(ben.get(f"/games/{game}")["position"])
    position.push_notation("swap")
    answer = []
    while position.state.turn_number == 2:
        move = next(iter(position.legal_moves))
        answer.append(position.notation(move))
        position.push(move)
        position.play_bookkeeping()
    path = f"/games/{game}/conditional-moves"
    line = ["swap", *answer]
    assert ann.put(path, {"lines": [line]}, status=200)["lines"] == [line]
    play(ben, game, "swap")
    assert until_turn(ben, game, 3)["to_choose"] == 1
    until_plan(ann, path, [])


def follow_with_a_replacement(server: RunningServer, *, before: bool) -> tuple[list[str], int]:
    """Let the owner replace a plan before or while its move is played, which is refused.

    Return the line that is stored then, and how many moves were played.
    """
    ann, _, game = start_two_player_game(server, DAYS)
    move = turn(ann, game)[0]
    sequence = ann.get(f"/games/{game}")["sequence"]
    [live] = [one for one in server.worker.directory.live if one.id == game]
    played: list[PlayMove] = []

    class ReplacedPlans(ConditionalMoves):
        async def _store(self, plan: Any, lines: list[list[str]], sequence: int) -> bool:
            if before:
                await self.save(game, ann.id, [["new"]], sequence)
            return await super()._store(plan, lines, sequence)

    async def refuse(_game: LiveGame, command: PlayMove) -> None:
        played.append(command)
        await plans.save(game, ann.id, [["new"]], sequence)
        raise ApiError(422, "MALFORMED", "no such move")

    plans = ReplacedPlans(server.worker.database, refuse)

    async def follow() -> list[str]:
        await plans.save(game, ann.id, [[move, "later"]], sequence)
        await plans._follow_once(live)
        [line] = (await plans.of_game(game, ann.id)).lines
        return line

    return on_loop(server, follow()), len(played)


def test_a_plan_that_was_replaced_meanwhile_is_not_played(server: RunningServer) -> None:
    assert follow_with_a_replacement(server, before=True) == (["new"], 0)


def test_a_refused_move_does_not_delete_the_plan_that_replaced_its_own(
    server: RunningServer,
) -> None:
    assert follow_with_a_replacement(server, before=False) == (["new"], 1)


@pytest.mark.parametrize(
    ("lines", "path"),
    [
        ([["@z9", "@a1"]], "lines[0][0]"),
        ([["@a1", "nonsense"]], "lines[0][1]"),
        ([[]], "lines[0]"),
    ],
)
def test_a_plan_with_an_illegal_move_is_refused_by_its_place(
    server: RunningServer, lines: list[list[str]], path: str
) -> None:
    ann, _, game = start_two_player_game(server, DAYS)
    begin(ann, game)
    refused = ann.put(f"/games/{game}/conditional-moves", {"lines": lines}, status=422)["error"]
    assert refused["path"] == path


def test_a_plan_ends_with_my_move_and_needs_a_seat_and_a_slow_clock(server: RunningServer) -> None:
    ann, ben, game = start_two_player_game(server, DAYS)
    begin(ann, game)
    [theirs, mine] = turns(ben, game, 2)
    path = f"/games/{game}/conditional-moves"
    assert ann.put(path, {"lines": [theirs]}, status=422)["error"]["code"] == "NO_ANSWER"
    line = {"lines": [[*theirs, *mine]]}
    assert server.guest().put(path, line, status=403)["error"]["code"] == "NOT_YOUR_GAME"
    assert ben.put(path, line, status=409)["error"]["code"] == "YOUR_TURN"
    first, _, fast = start_two_player_game(server)
    begin(first, fast)
    refused = first.put(f"/games/{fast}/conditional-moves", line, status=409)["error"]
    assert refused["code"] == "NOT_CORRESPONDENCE"


def test_a_restart_keeps_the_vacation_the_plan_and_the_time(tmp_path: Any) -> None:
    settings = on_sqlite(tmp_path)
    with running(settings) as server:
        ann, ben = server.person("Ann Restart"), server.guest()
        game = started(ann, ben)
        theirs, mine = turns(ben, game, 2)
        line = {"lines": [[*theirs, *mine]]}
        ann.put(f"/games/{game}/conditional-moves", line, status=200)
        ann.put("/vacation", {"days": 2}, status=200)
        until_event(ben, game, "paused")
        jar, csrf, account = ben.http.cookies, ben.csrf, ben.account
    with running(settings) as server:
        ben = server.visitor()
        ben.http.cookies.update(jar)
        ben.csrf, ben.account = csrf, account
        assert ben.get(f"/games/{game}")["clock"][1] == pytest.approx(3 * 86_400, abs=120)
        with ben.socket() as socket:
            socket.send(type="watch", game=game)
            for _ in range(2):  # paused before the restart, and again after it
                socket.until_event("paused")
        play(ben, game, *theirs)
        assert until_turn(ben, game, 4)["to_choose"] == 2


def mailed_person(server: RunningServer, relay: MailServer, name: str) -> Client:
    """Return a person with an address who wants mails about turns."""
    person, address = server.person(name), f"{name.lower()}@example.org"
    person.put("/accounts/me/email", {"address": address}, status=200)
    text = relay.wait_for("Confirm your address", address).get_content()
    [token] = re.findall(r"/account/verify#(\S+)", text)
    person.post("/accounts/email-verifications", {"token": token})
    assert person.put("/turn-mails", {"wanted": True}, status=200)["available"] is True
    return person


def test_who_is_away_gets_a_mail_when_their_turn_begins(database_url: str, tmp_path: Path) -> None:
    with (
        mail_server(tmp_path) as relay,
        running(
            replace(
                HIGH_LIMITS,
                database=database_url,
                absence_seconds=0.3,
                public_url="http://play.example.org",
                **relay.settings(),
            )
        ) as server,
    ):
        ann, ben = server.person("Ann"), mailed_person(server, relay, "Ben")
        deadline = monotonic() + TIMEOUT
        while server.worker.cluster_presence.is_connected(ben.id):  # after a start all may be
            assert monotonic() < deadline
        game = started(ann, ben)
        mail = relay.wait_for("Your turn against Ann", "ben@example.org")
        assert "Hello Ben," in mail.get_content()
        assert f"http://play.example.org/game/{game}" in mail.get_content()
        ben.put("/turn-mails", {"wanted": False}, status=200)
        play(ben, game, *turn(ben, game))
        play(ann, game, *turn(ann, game))  # no mail about this turn
        ben.put("/turn-mails", {"wanted": True}, status=200)
        play(ben, game, *turn(ben, game))
        play(ann, game, *turn(ann, game))
        relay.wait_for("Your turn against Ann", "ben@example.org")
        assert relay.mails == []


def test_mails_about_turns_can_be_switched(server: RunningServer) -> None:
    ann = server.person("Ann Mailed")
    assert ann.get("/turn-mails") == {"wanted": False, "available": False}
    assert ann.put("/turn-mails", {"wanted": True}, status=200)["wanted"] is True
    assert len(ann.get("/accounts/me/export")["turn_mails"]) == 1
    assert ann.put("/turn-mails", {"wanted": False}, status=200)["wanted"] is False
