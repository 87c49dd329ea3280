"""`python -m bench.load.attackers NAME URL SECONDS`: one attack on a server, in its own process."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from time import perf_counter
from typing import Any, Final
from urllib.parse import urlsplit

from ringrift.records import Heading, Record, Recorder, dump_jsonl
from ringrift.rules import decision, new_game
from ringrift.rules.grid import grid_named
from ringrift.rules.position_string import load_position
from ringrift.rules.wire import dump_state

_REFUSED: Final = (0, 429, 503)
_PAUSE: Final = 0.2  # seconds after a refusal
_TINY: Final = 4096  # bytes of a receive buffer
_LOST: Final = (OSError, EOFError, asyncio.IncompleteReadError)


@dataclass(frozen=True, slots=True)
class Target:
    """A server, and when the attack ends."""

    host: str
    port: int
    address: str  # of the attacker
    deadline: float

    @property
    def is_over(self) -> bool:
        return perf_counter() > self.deadline

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection(
            self.host, self.port, limit=_TINY, local_addr=(self.address, 0)
        )

    async def request(
        self, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None
    ) -> tuple[int, dict[str, str], bytes]:
        """Send one request on its own connection; return status, headers and body.

        The status is 0 if the server closes the connection before it has read the request.
        """
        fields: dict[str, str] = {}
        status, received = 0, b"{}"
        with suppress(*_LOST):
            status, fields, received = await self._exchange(
                encode_request(method, path, body, headers, close=True)
            )
        if status in _REFUSED:
            await asyncio.sleep(_PAUSE)
        return status, fields, received

    async def _exchange(self, request: bytes) -> tuple[int, dict[str, str], bytes]:
        reader, writer = await self.connect()
        try:
            writer.write(request)
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
            named = (line.partition(": ") for line in head[1:])
            fields = {name.lower(): text for name, _, text in named}
            return int(head[0].split()[1]), fields, await reader.read()
        finally:
            writer.close()

    async def become_guest(self) -> dict[str, str]:
        """Return the headers of a new guest, when the server accepts one."""
        fields: dict[str, str] = {}
        status, body = 0, b""
        while status != 201:
            status, fields, body = await self.request("POST", "/accounts/guest", {})
        cookie = fields["set-cookie"].split(";")[0]
        return {"Cookie": cookie, "X-CSRF-Token": json.loads(body)["csrf"]}

    async def open_socket(
        self, headers: dict[str, str]
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, writer = await self.connect()
        upgrade = {
            "Upgrade": "websocket",
            "Connection": "Upgrade",
            "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
        }
        writer.write(encode_request("GET", "/ws", None, headers | upgrade))
        await reader.readuntil(b"\r\n\r\n")
        return reader, writer


def encode_request(
    method: str,
    path: str,
    body: Any = None,
    headers: dict[str, str] | None = None,
    *,
    close: bool = False,
) -> bytes:
    payload = b"" if body is None else json.dumps(body).encode()
    fields = {"Host": "attack", "Content-Length": str(len(payload))} | (headers or {})
    if payload:
        fields["Content-Type"] = "application/json"
    if close:
        fields["Connection"] = "close"
    lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {text}" for name, text in fields.items())]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + payload


def encode_frame(message: dict[str, Any]) -> bytes:
    """Return a masked text frame."""
    body = json.dumps(message).encode()
    size = bytes((0x80 | len(body),)) if len(body) < 126 else b"\xfe" + len(body).to_bytes(2, "big")
    return b"\x81" + size + b"\0\0\0\0" + body


def position_with_slides(stacks: int, spacing: int) -> str:
    """Return a legal position in which seat 1 has very many recovery slides."""
    grid = grid_named("hexagonal")
    hand = new_game("hexagonal", 2).seats[0].hand
    rows: dict[int, str] = {}
    for number, cell in enumerate(grid.cells):
        content = "(ba)" if number < stacks else "1" if number % spacing == 0 else "a"
        rows[cell // grid.width] = rows.get(cell // grid.width, "") + content
    cells = "/".join(row.replace("11", "2") for row in rows.values())
    counts = f"0,{hand - stacks} {hand - stacks},0"
    return f"hexagonal standard {cells} 1 movement 9 - {counts} 7,8 -,- -/-/-/- off *"


async def send_slides(target: Target) -> None:
    """Illegal notation to games on positions with as many recovery slides as are accepted."""

    async def freeze(number: int) -> None:
        headers, made = await target.become_guest(), b"{}"
        for stacks, spacing in ((96, 4), (96, 2)):
            position = position_with_slides(stacks, spacing)
            settings = {"board": "hexagonal", "players": 2, "position": position}
            body = {"settings": settings, "seats": [{"kind": "me"}] * 2}
            status, _, made = await target.request("POST", "/games", body, headers)
            if status == 201:
                break
        reader, writer = await target.open_socket(headers)
        for at in count():
            if target.is_over:
                return
            move = {"type": "move", "game": json.loads(made)["id"], "move": "~i16-i17^m1"}
            writer.write(encode_frame(move | {"client_id": f"{number} {at}"}))
            await writer.drain()
            with suppress(TimeoutError):
                await asyncio.wait_for(reader.read(_TINY), 0.03)

    await _gather(freeze(number) for number in range(3))


async def list_slides(target: Target) -> None:
    """Sixty requests at a time for all moves of such positions, whose responses nobody reads."""
    states = [dump_state(load_position(position_with_slides(96, spacing))) for spacing in (4, 2)]
    await _hold(
        target,
        60,
        [encode_request("POST", "/rules/legal_moves", {"state": state}) for state in states],
    )


async def replay_unread(target: Target) -> None:
    """Sixty requests at a time to replay a long record, whose responses nobody reads."""
    record = dump_jsonl(_long_game())
    await _hold(target, 60, [encode_request("POST", "/rules/replay", {"record": record})])


async def watch_lobby(target: Target) -> None:
    """A hundred sockets that follow the lobby and read nothing, while it changes."""
    headers = [await target.become_guest() for _ in range(10)]

    async def watch(number: int) -> None:
        _, writer = await target.open_socket(headers[number % len(headers)])
        transport = writer.transport
        assert isinstance(transport, asyncio.ReadTransport)
        transport.pause_reading()
        writer.write(encode_frame({"type": "lobby.watch"}))
        while not (target.is_over or writer.is_closing()):
            await asyncio.sleep(0.5)

    async def change() -> None:
        creator = await target.become_guest()
        settings = {"board": "hexagonal", "players": 2, "position": position_with_slides(96, 2)}
        small = {"settings": {"players": 2}}
        for _ in range(40):
            await target.request("POST", "/games", {"settings": settings}, creator)
        while not target.is_over:
            _, _, made = await target.request("POST", "/games", small, creator)
            game = json.loads(made).get("id")
            await target.request("POST", f"/games/{game}/leave", {}, creator)

    await _gather([*(watch(number) for number in range(100)), change()])


async def send_unknown_fields(target: Target) -> None:
    """Records whose moves have large unknown fields, all different."""
    record = json.loads(dump_jsonl(_long_game(moves=1)))
    record |= {"chain": None, "headingLink": None, "finalHash": None}

    async def send(number: int) -> None:
        for at in count():
            if target.is_over:
                return
            record["moves"][0]["unknown"] = f"{number} {at} " + "\u20ac" * 35_000
            text = json.dumps(record, ensure_ascii=False)
            await target.request("POST", "/rules/replay", {"record": text})

    await _gather(send(number) for number in range(8))


async def send_headers(target: Target) -> None:
    """Twenty connections whose headers do not end."""

    async def send() -> None:
        while not target.is_over:
            with suppress(*_LOST):
                _, writer = await target.connect()
                writer.write(b"GET / HTTP/1.1\r\nHost: attack\r\n")
                while not target.is_over:
                    writer.write(b"X-Header: " + b"x" * 60_000 + b"\r\n")
                    await writer.drain()
                    await asyncio.sleep(0.01)
            await asyncio.sleep(0.05)

    await _gather(send() for _ in range(20))


async def send_half_requests(target: Target) -> None:
    """Four hundred connections that stop in the middle of a request."""

    async def stop(number: int) -> None:
        while not target.is_over:
            with suppress(*_LOST):
                reader, writer = await target.connect()
                whole = encode_request("POST", "/rules/position", {"position": "x" * 1000})
                writer.write(whole[: (0, 30, len(whole) - 1)[number % 3]])
                await reader.read()
            await asyncio.sleep(0.1)

    await _gather(stop(number) for number in range(400))


async def play_levels(target: Target) -> None:
    """Two hundred games of level 10 alone by one guest."""
    headers = await target.become_guest()
    body = {"settings": {"players": 2}, "seats": [{"kind": "level", "level": 10}] * 2}
    statuses = {(await target.request("POST", "/games", body, headers))[0] for _ in range(200)}
    assert 201 in statuses, statuses
    await asyncio.sleep(max(0.0, target.deadline - perf_counter()))


async def evaluate_moves(target: Target) -> None:
    """A hundred concurrent evaluations on the largest board."""
    state = dump_state(load_position(position_with_slides(96, 2)))

    async def evaluate() -> None:
        while not target.is_over:
            await target.request("POST", "/rules/evaluate_move", {"state": state, "move": "skip"})

    await _gather(evaluate() for _ in range(100))


async def queue_analyses(target: Target) -> None:
    """Two guests who queue as many analyses as they may."""
    state = dump_state(new_game("hexagonal", 2))

    async def queue() -> None:
        headers = await target.become_guest()
        while not target.is_over:
            await target.request("POST", "/analyses", {"state": state}, headers)

    await _gather(queue() for _ in range(2))


async def guess_passwords(target: Target) -> None:
    """Fifty concurrent log-ins with wrong passwords for many names."""

    async def guess(number: int) -> None:
        for at in count():
            if target.is_over:
                return
            body = {"name": f"name {number} {at}", "password": "wrong password"}
            await target.request("POST", "/sessions", body)

    await _gather(guess(number) for number in range(50))


async def do_nothing(target: Target) -> None:
    """No attack, for comparison."""
    await asyncio.sleep(max(0.0, target.deadline - perf_counter()))


ATTACKS: Final[dict[str, Callable[[Target], Awaitable[None]]]] = {
    "nothing": do_nothing,
    "slides": send_slides,
    "legal moves": list_slides,
    "replays": replay_unread,
    "lobby": watch_lobby,
    "unknown fields": send_unknown_fields,
    "headers": send_headers,
    "half requests": send_half_requests,
    "passwords": guess_passwords,
    "evaluate": evaluate_moves,
    "analyses": queue_analyses,
    "levels": play_levels,
}


async def _hold(target: Target, connections: int, requests: list[bytes]) -> None:
    """Send each request on many connections, and read nothing."""

    async def hold() -> None:
        while not target.is_over:
            with suppress(*_LOST):
                _, writer = await target.connect()
                transport = writer.transport
                assert isinstance(transport, asyncio.ReadTransport)
                transport.pause_reading()
                for request in requests:
                    writer.write(request)
                while not writer.is_closing():
                    await asyncio.sleep(0.5)
            await asyncio.sleep(0.1)

    await _gather(hold() for _ in range(connections))


async def _gather(work: Any) -> None:
    """Run everything; an attacker who is disconnected stops."""
    for result in await asyncio.gather(*work, return_exceptions=True):
        if isinstance(result, Exception):
            print(f"an attacker stopped: {result!r}", file=sys.stderr)


def _long_game(moves: int = 150) -> Record:
    """Return the record of a game on the largest board."""
    recorder = Recorder(Heading("hexagonal", players=2, swap=False))
    while len(recorder) < moves:
        due = decision(recorder.state)
        assert due is not None
        recorder.append(due.moves[len(due.moves) // 2])
    return recorder.record()


def main() -> int:
    name, base, seconds = sys.argv[1:4]
    address = urlsplit(base)
    assert address.hostname is not None
    assert address.port is not None
    own = f"127.0.0.{10 + [*ATTACKS].index(name)}"
    target = Target(address.hostname, address.port, own, perf_counter() + float(seconds))

    async def run() -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(ATTACKS[name](target), float(seconds))

    asyncio.run(run())
    return 0


if __name__ == "__main__":
    sys.exit(main())
