"""Analysis of a state, reported while the search runs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from queue import SimpleQueue
from threading import Thread
from typing import Any, Final

from ringrift.players.search import (
    Budget,
    Method,
    PrincipalVariation,
    Report,
    Searcher,
    expect_decision,
    parse_method,
)
from ringrift.players.search_plan import strongest_plan
from ringrift.rules.moves import Move
from ringrift.rules.notation import format_move
from ringrift.rules.state import State

MEMORY_MEGABYTES: Final = 64
_UNLIMITED_SECONDS: Final = 30 * 24 * 3600.0  # the caller closes an analysis without a limit
_STOP_RETRY_SECONDS: Final = 0.02  # between stop requests, while the search may still be starting


def analyse(
    state: State,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    best: int = 3,
    method: Method | str | None = None,
    threads: int = 1,
    seed: int = 0,
) -> Iterator[Report]:
    """Yield a report per finished depth (for a tree, several per second) and a final one.

    It searches as level 10 does, except that nodes and depth limit the method of levels 1 to 9.
    Without a limit it continues until the iterator is closed, which stops the search immediately.
    """
    expect_decision(state)
    limits = Budget(nodes, seconds, depth)
    budget = limits if limits.has_limit else Budget(seconds=_UNLIMITED_SECONDS)
    named = None if method is None else parse_method(method)
    timed = not (nodes or depth)
    plan = strongest_plan(state, timed=timed, seconds=seconds, method=named).without_early_stop()
    searcher = plan.new_searcher(threads=threads, megabytes=MEMORY_MEGABYTES)
    return _stream_reports(searcher, state, budget, best, seed)


def _stream_reports(
    searcher: Searcher, state: State, budget: Budget, best: int, seed: int
) -> Iterator[Report]:
    heard: SimpleQueue[Report | None] = SimpleQueue()
    failures: list[BaseException] = []

    def think() -> None:
        try:
            heard.put(searcher.search(state, budget, seed=seed, best=best, on_report=heard.put))
        except BaseException as error:  # noqa: BLE001 - re-raised in the consuming thread
            failures.append(error)
        finally:
            heard.put(None)

    thread = Thread(target=think, name="analysis", daemon=True)
    thread.start()
    try:
        while (report := heard.get()) is not None:
            yield report
        if failures:
            raise failures[0]
    finally:
        while thread.is_alive():
            searcher.stop()
            thread.join(_STOP_RETRY_SECONDS)


def format_pv(state: State, moves: Sequence[Move], most: int | None = None) -> str:
    """Return the interactive moves in notation; an ellipsis marks a truncated line."""
    texts = [format_move(state, move) for move in moves if not move.bookkeeping]
    if most is not None and len(texts) > most:
        texts = [*texts[:most], "…"]
    return " ".join(texts)


def format_shares(shares: Sequence[float]) -> str:
    """Return the expected share of each seat, in per cent."""
    return " ".join(f"{100 * share:.1f}" for share in shares)


def format_report(state: State, report: Report) -> list[str]:
    """Return a report as lines of text, one per best move."""
    speed = f"depth {report.depth}, {report.nodes:,} nodes, {report.nodes_per_second:,.0f} nodes/s"
    return [
        f"{number}. {format_move(state, line.move)}  {format_shares(line.shares)}%  {speed}  "
        f"{format_pv(state, line.pv)}"
        for number, line in enumerate(report.pvs, start=1)
    ]


def report_json(state: State, report: Report) -> dict[str, Any]:
    """Return a report as a JSON object; the variation includes bookkeeping moves as `-`."""
    return {
        "depth": report.depth,
        "nodes": report.nodes,
        "seconds": round(report.seconds, 3),
        "nodesPerSecond": round(report.nodes_per_second),
        "lines": [_pv_json(state, line) for line in report.pvs],
    }


def _pv_json(state: State, line: PrincipalVariation) -> dict[str, Any]:
    return {
        "move": format_move(state, line.move),
        "shares": [round(share, 4) for share in line.shares],
        "variation": [format_move(state, move) for move in line.pv],
    }
