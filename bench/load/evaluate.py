"""`python -m bench.load.evaluate`: the latency of `evaluate_move` at fifty requests per second."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from statistics import quantiles
from time import perf_counter
from typing import Final, Self
from urllib.parse import urlsplit

from bench.load.results import RESULTS, publish
from bench.load.server import run_server
from bench.machine import require_clean_tree_for
from ringrift.rules import apply, decision, new_game
from ringrift.rules.wire import dump_state
from ringrift.rules.wire_moves import dump_move

MAX_P99_MS: Final = {"square8": 10.0, "hexagonal": 50.0}
_REQUESTS: Final = 400  # distinct requests, sent repeatedly
_MAX_MOVES: Final = 150  # per random game
_WARM_UP: Final = 1.0  # seconds


@dataclass(slots=True)
class Latencies:
    """The latencies and errors of one board."""

    milliseconds: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    @property
    def p99(self) -> float:
        return quantiles(self.milliseconds, n=100)[98]


def main() -> int:
    """Run the benchmark; return 1 if a target is missed."""
    parser = argparse.ArgumentParser(prog="python -m bench.load.evaluate", description=__doc__)
    parser.add_argument("--rate", type=float, default=50, help="requests per second (%(default)s)")
    parser.add_argument("--seconds", type=float, default=20, help="for each board (%(default)s)")
    parser.add_argument("--no-write", action="store_true", help="print only")
    args = parser.parse_args()
    if not args.no_write:
        require_clean_tree_for(RESULTS)
    with (
        tempfile.TemporaryDirectory() as folder,
        run_server(f"sqlite:///{folder}/load.db") as server,
    ):
        found = {
            board: asyncio.run(
                send_all(server.base, random_requests(board), args.rate, args.seconds)
            )
            for board in MAX_P99_MS
        }
    lines, missed = report(found, args.rate)
    return publish("evaluate", lines, missed=missed, write=not args.no_write)


def random_requests(board: str) -> list[bytes]:
    """Return JSON requests: positions of random two-player games with a legal move each."""
    random = Random(1)
    found: list[bytes] = []
    while len(found) < _REQUESTS:
        state = new_game(board, 2)
        for _ in range(_MAX_MOVES):
            due = decision(state)
            if due is None:
                break
            move = random.choice(due.moves)
            found.append(json.dumps({"state": dump_state(state), "move": dump_move(move)}).encode())
            state = apply(state, move)
    return random.sample(found, _REQUESTS)


class HttpConnection:
    """A minimal keep-alive HTTP client that leaves the CPU to the server."""

    def __init__(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, host: str
    ) -> None:
        self._reader = reader
        self._writer = writer
        self._host = host

    @classmethod
    async def open(cls, base: str) -> Self:
        where = urlsplit(base)
        return cls(*await asyncio.open_connection(where.hostname, where.port), where.netloc)

    async def evaluate(self, request: bytes) -> tuple[int, bytes]:
        """Return the status and the body of the response."""
        head = f"POST /rules/evaluate_move HTTP/1.1\r\nHost: {self._host}\r\n"
        head += f"Content-Type: application/json\r\nContent-Length: {len(request)}\r\n\r\n"
        self._writer.write(head.encode() + request)
        headers = (await self._reader.readuntil(b"\r\n\r\n")).decode().lower()
        length = int(headers.split("content-length:")[1].split()[0])
        return int(headers.split()[1]), await self._reader.readexactly(length)

    def close(self) -> None:
        self._writer.close()


async def send_all(base: str, requests: Sequence[bytes], rate: float, seconds: float) -> Latencies:
    """Send requests at a constant rate, without waiting for responses."""
    latencies = Latencies()
    free: list[HttpConnection] = []

    async def send(request: bytes, due: float) -> None:
        connection = free.pop() if free else await HttpConnection.open(base)
        try:
            status, body = await connection.evaluate(request)
        except (EOFError, OSError):  # the server closed it because it was idle
            connection = await HttpConnection.open(base)
            status, body = await connection.evaluate(request)
        latency = 1000 * (perf_counter() - due)
        free.append(connection)
        if status != 200 or not body.startswith(b'{"legal":true'):
            latencies.errors.append(body.decode()[:200])
        if due >= measured_from:
            latencies.milliseconds.append(latency)

    started = perf_counter()
    measured_from = started + _WARM_UP
    tasks: list[asyncio.Task[None]] = []
    for number in range(int(rate * (seconds + _WARM_UP))):
        due = started + number / rate
        await asyncio.sleep(max(0.0, due - perf_counter()))
        tasks.append(asyncio.create_task(send(requests[number % len(requests)], due)))
    await asyncio.gather(*tasks)
    for connection in free:
        connection.close()
    return latencies


def report(found: dict[str, Latencies], rate: float) -> tuple[list[str], list[str]]:
    """Return the lines of the report and the missed targets."""
    lines = [f"{rate:g} requests per second; latency from the scheduled time to the response.", ""]
    lines += [
        "| board | responses | p50 | p99 | max | target | errors |",
        "|---|---:|---:|---:|---:|---:|---:|",
    ]
    missed = []
    for board, latencies in found.items():
        times = latencies.milliseconds
        p50, p99 = quantiles(times, n=100)[49], latencies.p99
        lines.append(
            f"| {board} | {len(times)} | {p50:.1f} ms | {p99:.1f} ms | {max(times):.1f} ms "
            f"| p99 < {MAX_P99_MS[board]:g} ms | {len(latencies.errors)} |"
        )
        if p99 >= MAX_P99_MS[board]:
            missed.append(f"{board}: p99 is {p99:.1f} ms")
        missed += [f"{board}: {error}" for error in latencies.errors[:3]]
    return lines, missed


if __name__ == "__main__":
    sys.exit(main())
