"""`python -m bench.load.evaluate`: how soon `evaluate_move` answers, at fifty requests a second."""

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

from bench.load.results import publish
from bench.load.server import serving
from ringrift.rules import apply, decision, new_game
from ringrift.rules.wire import dump_state
from ringrift.rules.wire_moves import dump_move

BARS: Final = {"square8": 10.0, "hexagonal": 50.0}  # milliseconds in which 99 of 100 are answered
_QUESTIONS: Final = 400  # different ones; then they are asked again
_LONGEST: Final = 150  # moves of the games that they are taken from
_UNTIMED: Final = 1.0  # seconds until the server is warm


@dataclass(slots=True)
class Answers:
    """Of one board."""

    milliseconds: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    @property
    def p99(self) -> float:
        return quantiles(self.milliseconds, n=100)[98]


def main() -> int:
    """Exit code 1 if a bar is missed."""
    parser = argparse.ArgumentParser(prog="python -m bench.load.evaluate", description=__doc__)
    parser.add_argument("--rate", type=float, default=50, help="requests a second (%(default)s)")
    parser.add_argument("--seconds", type=float, default=20, help="for each board (%(default)s)")
    parser.add_argument("--no-write", action="store_true", help="print only")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, serving(f"sqlite:///{folder}/load.db") as server:
        found = {
            board: asyncio.run(ask(server.base, questions(board), args.rate, args.seconds))
            for board in BARS
        }
    lines, missed = report(found, args.rate)
    return publish("evaluate", lines, missed=missed, write=not args.no_write)


def questions(board: str) -> list[bytes]:
    """Positions of random games for two, from the first move to the end, each with a move in it, as JSON."""
    chance = Random(1)
    found: list[bytes] = []
    while len(found) < _QUESTIONS:
        state = new_game(board, 2)
        for _ in range(_LONGEST):
            due = decision(state)
            if due is None:
                break
            move = chance.choice(due.moves)
            found.append(json.dumps({"state": dump_state(state), "move": dump_move(move)}).encode())
            state = apply(state, move)
    return chance.sample(found, _QUESTIONS)


class Line:
    """One connection that is kept: a client that costs next to nothing beside the server it measures."""

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

    async def evaluate(self, question: bytes) -> tuple[int, bytes]:
        """The status and the answer."""
        head = f"POST /rules/evaluate_move HTTP/1.1\r\nHost: {self._host}\r\n"
        head += f"Content-Type: application/json\r\nContent-Length: {len(question)}\r\n\r\n"
        self._writer.write(head.encode() + question)
        told = (await self._reader.readuntil(b"\r\n\r\n")).decode().lower()
        length = int(told.split("content-length:")[1].split()[0])
        return int(told.split()[1]), await self._reader.readexactly(length)

    def close(self) -> None:
        self._writer.close()


async def ask(base: str, asked: Sequence[bytes], rate: float, seconds: float) -> Answers:
    """One after the other at that rate, whether those before are answered or not."""
    answers = Answers()
    free: list[Line] = []

    async def one(question: bytes, due: float) -> None:
        line = free.pop() if free else await Line.open(base)
        status, answer = await line.evaluate(question)
        took = 1000 * (perf_counter() - due)
        free.append(line)
        if status != 200 or not answer.startswith(b'{"legal":true'):
            answers.errors.append(answer.decode()[:200])
        if due >= timed:
            answers.milliseconds.append(took)

    started = perf_counter()
    timed = started + _UNTIMED
    under_way: list[asyncio.Task[None]] = []
    for number in range(int(rate * (seconds + _UNTIMED))):
        due = started + number / rate
        await asyncio.sleep(max(0.0, due - perf_counter()))
        under_way.append(asyncio.create_task(one(asked[number % len(asked)], due)))
    await asyncio.gather(*under_way)
    for line in free:
        line.close()
    return answers


def report(found: dict[str, Answers], rate: float) -> tuple[list[str], list[str]]:
    """A table, and the bars that were missed."""
    lines = [f"{rate:g} requests a second, from when each was due to its answer.", ""]
    lines += [
        "| board | answers | p50 | p99 | most | bar | errors |",
        "|---|---:|---:|---:|---:|---:|---:|",
    ]
    missed = []
    for board, answers in found.items():
        times = answers.milliseconds
        p50, p99 = quantiles(times, n=100)[49], answers.p99
        lines.append(
            f"| {board} | {len(times)} | {p50:.1f} ms | {p99:.1f} ms | {max(times):.1f} ms "
            f"| p99 < {BARS[board]:g} ms | {len(answers.errors)} |"
        )
        if p99 >= BARS[board]:
            missed.append(f"{board}: p99 is {p99:.1f} ms")
        missed += [f"{board}: {error}" for error in answers.errors[:3]]
    return lines, missed


if __name__ == "__main__":
    sys.exit(main())
