"""Measure the speed of the reference engine and write bench/results/reference-engine.md."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from bench import client_move, random_play
from bench.machine import describe_machine, require_clean_tree_for

RESULTS = Path(__file__).parent / "results" / "reference-engine.md"
MIN_MOVES_PER_SECOND = {"square8": 15_000, "hexagonal": 3_000}
MAX_P99_MS = {"square8": 2.0, "hexagonal": 10.0}
BOARDS = ("square8", "hex8", "square19", "hexagonal")


def main() -> int:
    """Measure and report; return 1 if a target is missed."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--seconds", type=float, default=3.0, help="for each kind of random play")
    parser.add_argument("--no-write", action="store_true", help="print only")
    arguments = parser.parse_args()
    if not arguments.no_write:
        require_clean_tree_for(RESULTS)

    rates = [
        random_play.measure(board, players, "standard", arguments.seconds)
        for board in BOARDS
        for players in (2, 3, 4)
    ]
    latencies = [
        client_move.measure(board, games) for board, games in (("square8", 30), ("hexagonal", 3))
    ]
    report = _format_report(rates, latencies)
    print(report)
    if not arguments.no_write:
        RESULTS.parent.mkdir(exist_ok=True)
        RESULTS.write_text(report)
    missed = [
        r
        for r in rates
        if r.players == 2 and r.moves_per_second < MIN_MOVES_PER_SECOND.get(r.board, 0)
    ]
    slow = [latency for latency in latencies if latency.p99_ms > MAX_P99_MS[latency.board]]
    return 1 if missed or slow else 0


def _format_report(rates: list[random_play.MoveRate], latencies: list[client_move.Latency]) -> str:
    lines = ["# Speed of the reference engine", "", "Written by `make bench`.", ""]
    lines += [f"- {name}: {value}" for name, value in describe_machine().items()]
    lines += [
        "",
        "Random play, standard edition, whole games on one core, the best of five rounds:",
        "",
    ]
    lines += ["| board | players | games | moves | moves/s | target |", "|---|---|---|---|---|---|"]
    for rate in rates:
        bar = MIN_MOVES_PER_SECOND.get(rate.board) if rate.players == 2 else None
        lines.append(
            f"| {rate.board} | {rate.players} | {rate.games} | {rate.moves} "
            f"| {rate.moves_per_second:,.0f} | {f'≥ {bar:,}' if bar else ''} |"
        )
    lines += ["", "A client's move: JSON text parsed, validated and applied to a loaded state:", ""]
    lines += [
        "| board | moves | median ms | p99 ms | worst ms | target p99 |",
        "|---|---|---|---|---|---|",
    ]
    lines += [
        f"| {late.board} | {late.moves} | {late.p50_ms:.3f} | {late.p99_ms:.3f} "
        f"| {late.worst_ms:.3f} | ≤ {MAX_P99_MS[late.board]:g} |"
        for late in latencies
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main())
