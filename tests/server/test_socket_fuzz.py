"""Fuzzes the WebSocket: the server follows the protocol and games continue.

`RINGRIFT_FUZZ` multiplies the number of frames, `RINGRIFT_FUZZ_SEED` varies them.
"""

from __future__ import annotations

import json
import logging
import os
import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]
from websockets.exceptions import ConnectionClosed

from tests.server.running_server import Client, SocketClient, on_sqlite, running
from tests.server.secrets_fixture import SAID, SecretsFixture, plant_secrets
from tests.server.websocket_frames import Frame, frames, last_frames
from tools.live_protocol_schema import FILE, live_schema

CONVERSATIONS: Final = 50 * int(os.environ.get("RINGRIFT_FUZZ", "1"))
SEED: Final = int(os.environ.get("RINGRIFT_FUZZ_SEED", "1"))
MOST: Final = 16 * 1024
SENT: Final = Draft202012Validator({"$ref": "#/$defs/sent", "$defs": live_schema()["$defs"]})
PAGE: Final = FILE.with_name("live-protocol.md").read_text(encoding="utf-8")
CODES: Final = {
    int(code)
    for line in re.findall(r"^\| ([\d, ]+) \|", PAGE, flags=re.MULTILINE)
    for code in line.split(",")
}


@pytest.fixture(scope="module")
def fixture(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SecretsFixture]:
    with running(
        on_sqlite(tmp_path_factory.mktemp("sockets"), messages_per_second=10_000)
    ) as server:
        yield plant_secrets(server)


class Fuzzed:
    """A socket that sends arbitrary frames and checks the answers."""

    def __init__(self, socket: SocketClient, fixture: SecretsFixture | None) -> None:
        self.socket = socket
        self._planted = fixture
        self._pings = 0

    def send(self, frame: Frame) -> None:
        body, as_text = frame
        self.socket.connection.send(body, text=as_text)

    def settle(self) -> None:
        """Wait until everything is answered, or the connection is closed as documented."""
        self._pings += 1
        mark = self._pings + 0.25
        try:
            self.socket.send(type="ping", t=mark)
            while self._receive().get("t") != mark:
                pass
        except ConnectionClosed as closed:
            require_documented(closed)

    def _receive(self) -> dict[str, Any]:
        message = self.socket.receive()
        SENT.validate(message)
        assert message.get("error", {}).get("code") not in ("INTERNAL", "TRY_AGAIN"), message
        if self._planted is not None:
            assert self._planted.find_leaks(json.dumps(message)) == []
        return message


def require_documented(closed: ConnectionClosed) -> None:
    """Check that the server closed with a documented code."""
    assert closed.rcvd is not None, "the server hung up without a word"
    assert closed.rcvd.code in CODES


def play_on(player: Client, game: str) -> None:
    """Check that two moves are accepted and stored, and that the level answers."""
    before = player.get(f"/games/{game}/events")["sequence"]
    with player.socket() as socket:
        socket.send(type="watch", game=game, since=before)
        socket.until("watching")
        for number, text in enumerate(("@d4", "d4-d6")):
            answer = socket.move(game, text, f"after-all-{number}")
            assert answer["type"] == "accepted", answer
        while not any(event["kind"] == "move" and event["seat"] == 2 for event in socket.seen):
            socket.receive()
    events = player.get(f"/games/{game}/events", since=before)["events"]
    assert events[: len(socket.seen)] == socket.seen
    assert [event["sequence"] for event in events] == list(
        range(before + 1, before + 1 + len(events))
    )


def test_games_survive_arbitrary_messages(
    fixture: SecretsFixture, caplog: pytest.LogCaptureFixture
) -> None:
    server, games = fixture.server, fixture.known["game"]
    player, stranger, nobody = server.guest(), server.guest(), server.visitor()
    own = player.post("/games", {"seats": [{"kind": "me"}, {"kind": "me"}]}, status=201)["id"]
    frame = frames([*games, own], MOST)

    @seed(SEED)
    @settings(
        max_examples=CONVERSATIONS,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(
        sent=st.lists(st.tuples(st.integers(0, 2), frame), min_size=10, max_size=30),
        last=st.none() | st.sampled_from(last_frames(MOST)),
    )
    def converse(sent: list[tuple[int, Frame]], last: Frame | None) -> None:
        with ExitStack() as stack:
            sockets = [
                Fuzzed(stack.enter_context(visitor.socket()), fixture)
                for visitor in (player, stranger, nobody)
            ]
            for who, one in sent:
                sockets[who].send(one)
            if last is not None:
                sockets[0].send(last)
            for socket in sockets:
                socket.settle()

    with caplog.at_level(logging.ERROR, "ringrift"):
        converse()
    ours = [record for record in caplog.records if record.name.startswith("ringrift")]
    assert [record.getMessage() for record in ours if record.levelno >= logging.ERROR] == []
    assert server.visitor().get("/readyz")["status"] == "ok"
    play_on(fixture.owner, fixture.private)
    assert [said["text"] for said in fixture.owner.get(f"/games/{fixture.private}/chat")] == [SAID]


def test_a_flood_closes_its_own_socket_and_harms_no_game(tmp_path: Path) -> None:
    with running(on_sqlite(tmp_path, messages_per_second=10)) as server:
        player = server.guest()
        seats = [{"kind": "me"}, {"kind": "level", "level": 1}]
        game = player.post("/games", {"seats": seats}, status=201)["id"]
        for flooder in (server.guest(), server.visitor()):
            with flooder.socket() as socket:
                assert closed_with(socket, game) == 1008
        play_on(player, game)


def closed_with(socket: SocketClient, game: str) -> int | None:
    """Return the code with which the server closes a flooding socket."""
    try:
        for number in range(60):
            socket.send(type="move", game=game, move="@d4", client_id=str(number))
        while True:
            socket.receive()
    except ConnectionClosed as closed:
        return None if closed.rcvd is None else closed.rcvd.code


def test_the_protocol_documents_every_close_code(fixture: SecretsFixture) -> None:
    assert {1000, 1001, 1008, 1009} <= CODES
    ends = {}
    for frame in last_frames(MOST):
        with fixture.server.guest().socket() as socket:
            socket.connection.send(frame[0], text=frame[1])
            with pytest.raises(ConnectionClosed) as closed:
                socket.receive()
            assert closed.value.rcvd is not None
            ends[frame[0][:3]] = closed.value.rcvd.code
    assert set(ends.values()) == {1007, 1009}
