"""Makes puzzles from many games, in several processes; an interrupted run continues.

The output is a journal: one line of JSON for each finished game, with its key and its puzzles.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from functools import partial
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Final

from ringrift.puzzles.finder import FinderSettings, PuzzleFinder
from ringrift.puzzles.games import recorded_decisions, self_play
from ringrift.puzzles.puzzle import Puzzle, PuzzleError, dump_puzzle, parse_puzzle
from ringrift.records import Record
from ringrift.rules.errors import Refusal
from ringrift.rules.setup import Setup

_SPAWN: Final = get_context("spawn")  # a fork would inherit the kernel's threads and locks
_QUEUED_PER_JOB: Final = 2


@dataclass(frozen=True, slots=True)
class PuzzleSource:
    """A game to look at: a seed of self-play, or a record."""

    key: str
    setup: Setup
    seed: int
    record: Record | None = None


def self_play_sources(setups: Iterable[Setup], games: int, seed: int) -> Iterator[PuzzleSource]:
    """Yield so many games of each setup, the setups in turn."""
    setups = tuple(setups)
    for number in range(seed, seed + games):
        for setup in setups:
            key = f"{setup.board}/{setup.players}/{setup.edition}#{number}"
            yield PuzzleSource(key, setup, number)


def puzzles_of(source: PuzzleSource, settings: FinderSettings) -> str:
    """Return the journal line of a game."""
    states = (
        self_play(source.setup, source.seed)
        if source.record is None
        else recorded_decisions(source.record)
    )
    found = PuzzleFinder(settings).find(states, Random(source.key))
    return json.dumps({"game": source.key, "puzzles": [puzzle.to_json() for puzzle in found]})


def make_puzzles(
    sources: Iterable[PuzzleSource],
    journal: Path,
    settings: FinderSettings,
    *,
    jobs: int = 1,
    seconds: float | None = None,
    on_game: Callable[[int], None] = lambda _: None,
) -> int:
    """Add the puzzles of the games to the journal and return their number.

    Games that the journal holds already are skipped. No game starts after `seconds`; `on_game` is
    called with the number of puzzles of each finished one.
    """
    done = _repair(journal)
    until = None if seconds is None else time.monotonic() + seconds
    missing = (source for source in sources if source.key not in done)
    made = 0
    with journal.open("a", encoding="utf-8") as file:
        for line in _run(missing, partial(puzzles_of, settings=settings), jobs, until):
            file.write(f"{line}\n")
            file.flush()
            os.fsync(file.fileno())
            count = len(json.loads(line)["puzzles"])
            made += count
            on_game(count)
    return made


def _run(
    sources: Iterator[PuzzleSource],
    find: Callable[[PuzzleSource], str],
    jobs: int,
    until: float | None,
) -> Iterator[str]:
    pending: set[Future[str]] = set()
    with ProcessPoolExecutor(jobs, mp_context=_SPAWN) as pool:
        try:
            while True:
                if until is None or time.monotonic() < until:
                    free = jobs * _QUEUED_PER_JOB - len(pending)
                    pending |= {pool.submit(find, one) for one in islice(sources, free)}
                else:
                    pending = {one for one in pending if not one.cancel()}
                if not pending:
                    return
                finished, pending = wait(pending, return_when=FIRST_COMPLETED)
                yield from (one.result() for one in finished)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def read_journals(paths: Iterable[Path]) -> Iterator[Puzzle]:
    """Yield the puzzles of journals, or of files with one puzzle a line."""
    for path in paths:
        with path.open(encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                try:
                    fields = json.loads(line)
                    if "game" not in fields:
                        yield parse_puzzle(line)
                    for one in fields.get("puzzles", ()):
                        yield parse_puzzle(json.dumps(one))
                except (ValueError, TypeError, AttributeError) as error:
                    message = f"line {number} of {path} is not a line of `ringrift puzzles make`"
                    raise PuzzleError(Refusal("BAD_PUZZLE", None, message, str(path))) from error


def write_puzzles(puzzles: Iterable[Puzzle], path: Path) -> None:
    """Write one puzzle a line."""
    path.write_text("".join(f"{dump_puzzle(one)}\n" for one in puzzles), encoding="utf-8")


def _repair(journal: Path) -> set[str]:
    """Drop a last line that was only partly written; return the keys of the finished games."""
    journal.parent.mkdir(parents=True, exist_ok=True)
    if not journal.exists():
        return set()
    data = journal.read_bytes()
    whole = data[: data.rfind(b"\n") + 1]
    if len(whole) < len(data):
        journal.write_bytes(whole)
    try:
        return {json.loads(line)["game"] for line in whole.splitlines()}
    except (ValueError, KeyError, TypeError) as error:
        message = f"{journal} is not a journal of `ringrift puzzles make`; choose another file"
        raise PuzzleError(Refusal("BAD_JOURNAL", None, message, str(journal))) from error
