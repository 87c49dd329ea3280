"""Make the books of balanced starts: judge candidates in parallel, and choose the entries.

The result depends on the seed only, not on the number of processes.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from multiprocessing import get_context
from typing import Final

from ringrift.arena.start_candidates import Candidate, judge_candidate
from ringrift.rules.grid import BIG_BOARDS
from ringrift.rules.setup import Setup
from ringrift.starts.book import replay_entry
from ringrift.starts.symmetry import canonical_key

SMALL_BOARD_ENTRIES: Final = 64
BIG_BOARD_ENTRIES: Final = 16
SPARE: Final = 1.1  # kept candidates per entry: the choice among them balances the book
MAX_CANDIDATES: Final = 50_000
_CANDIDATES_PER_ENTRY: Final = 3  # in work for each missing entry
_QUEUED: Final = 2  # candidates in work per process


def book_size(setup: Setup) -> int:
    """Return the number of entries of a book."""
    return BIG_BOARD_ENTRIES if setup.board in BIG_BOARDS else SMALL_BOARD_ENTRIES


@dataclass(slots=True)
class BookInProgress:
    """The candidates of one book, read in the order of their numbers."""

    setup: Setup
    size: int
    wanted: int  # kept candidates to choose from
    judged: int = 0
    kept: list[Candidate] = field(default_factory=list)
    started: int = 0
    _waiting: dict[int, Candidate | None] = field(default_factory=dict)
    _keys: set[object] = field(default_factory=set)

    def is_complete(self) -> bool:
        """Return whether no further candidate is needed."""
        return self.candidates_needed == 0

    @property
    def candidates_needed(self) -> int:
        """How many candidates may be in work: more than that would mostly be wasted."""
        if self.judged >= MAX_CANDIDATES:
            return 0
        return max(0, self.wanted - len(self.kept)) * _CANDIDATES_PER_ENTRY

    def add(self, number: int, candidate: Candidate | None) -> None:
        """Add a judged candidate. One that equals an earlier one by symmetry is dropped."""
        self._waiting[number] = candidate
        while self.judged in self._waiting and not self.is_complete():
            found = self._waiting.pop(self.judged)
            self.judged += 1
            if found is None or not found.kept:
                continue
            key = canonical_key(replay_entry(self.setup, found.entry))
            if key not in self._keys:
                self._keys.add(key)
                self.kept.append(found)

    def chosen(self) -> list[Candidate]:
        """Return the candidates of the book: together they favour no seat at any strength."""
        return choose_balanced(self.kept, self.size)


def make_books(
    setups: Sequence[Setup],
    seed: int,
    jobs: int,
    *,
    size: Callable[[Setup], int] = book_size,
    spare: float = SPARE,
    minutes: float | None = None,
    on_complete: Callable[[BookInProgress], None] = lambda _: None,
) -> list[BookInProgress]:
    """Judge candidates until every book is complete or the time is up."""
    until = None if minutes is None else time.monotonic() + 60 * minutes
    books = [BookInProgress(one, size(one), round(spare * size(one))) for one in setups]
    running: dict[Future[Candidate | None], tuple[BookInProgress, int]] = {}
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        while any(not book.is_complete() for book in books):
            while len(running) < _QUEUED * jobs and (book := _next_book(books, running)):
                future = pool.submit(judge_candidate, book.setup, seed, book.started)
                running[future] = book, book.started
                book.started += 1
            left = None if until is None else until - time.monotonic()
            done, _ = wait(running, timeout=left, return_when=FIRST_COMPLETED)
            if not done:
                break
            for future in done:
                book, number = running.pop(future)
                if not book.is_complete():
                    book.add(number, future.result())
                    if book.is_complete():
                        on_complete(book)
        pool.shutdown(wait=False, cancel_futures=True)
    return books


def _next_book(
    books: Sequence[BookInProgress],
    running: dict[Future[Candidate | None], tuple[BookInProgress, int]],
) -> BookInProgress | None:
    """Return the first incomplete book that does not have enough candidates in work."""
    loads = Counter(id(book) for book, _ in running.values())
    return next((book for book in books if loads[id(book)] < book.candidates_needed), None)


def choose_balanced(kept: Sequence[Candidate], size: int) -> list[Candidate]:
    """Return `size` candidates whose games together are closest to fair, by exchanging pairs."""
    chosen, spare = list(kept[:size]), list(kept[size:])
    unfairness = book_unfairness(chosen)
    while spare:
        best = min(
            (
                (book_unfairness([*chosen[:out], new, *chosen[out + 1 :]]), out, at)
                for out in range(len(chosen))
                for at, new in enumerate(spare)
            ),
        )
        if best[0] >= unfairness:
            break
        unfairness, out, at = best
        chosen[out], spare[at] = spare[at], chosen[out]
    return sorted(chosen, key=lambda candidate: candidate.number)


def book_unfairness(candidates: Sequence[Candidate]) -> float:
    """Return the sum of squares by which the seats' shares differ from fair, over strengths."""
    total = 0.0
    for wins in zip(*(candidate.wins for candidate in candidates), strict=True):
        by_seat = [sum(seat) for seat in zip(*wins, strict=True)]
        games = sum(by_seat)
        total += sum((won / games - 1 / len(by_seat)) ** 2 for won in by_seat)
    return total
