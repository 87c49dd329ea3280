"""Measure the search in nodes per second on one core and write bench/results/search.md.

The best of several runs over the same positions of random games counts, in CPU time.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from bench.levels import sample_states
from bench.machine import describe_machine, require_clean_tree_for
from ringrift.players.search import Budget, Method, Searcher
from ringrift.rules.grid import BOARD_NAMES
from ringrift.rules.state import State

RESULTS: Final = Path(__file__).parent / "results" / "search.md"
TARGETS: Final = {("square8", Method.ALPHA_BETA): 500_000, ("square8", Method.TREE): 100_000}
NODES: Final = {Method.ALPHA_BETA: 50_000, Method.TREE: 10_000}
DECISIONS: Final = 12


def rate(method: Method, states: Sequence[State], runs: int) -> float:
    """Return the nodes per second of the best run."""
    searcher = Searcher(method, megabytes=16)
    best = 0.0
    for _ in range(runs):
        nodes = 0
        begun = time.process_time()
        for state in states:
            searcher.clear()
            nodes += searcher.search(state, Budget(nodes=NODES[method])).nodes
        best = max(best, nodes / (time.process_time() - begun))
    return best


def main() -> int:
    """Measure and report; return 1 if a target is missed."""
    parser = argparse.ArgumentParser(prog="python -m bench.search", description=__doc__)
    parser.add_argument(
        "--runs", type=int, default=3, help="of which the best counts (%(default)s)"
    )
    parser.add_argument("--no-write", action="store_true", help="print only")
    args = parser.parse_args()
    if not args.no_write:
        require_clean_tree_for(RESULTS)
    lines = [
        "# Speed of the search",
        "",
        *(f"- {name}: {value}" for name, value in describe_machine().items()),
        "",
        "Nodes per second on one core with the full evaluation. A node is a position after a move.",
        "",
        "| board | players | alpha-beta | tree | targets |",
        "|---|---:|---:|---:|---|",
    ]
    missed = False
    for board in BOARD_NAMES:
        for players in (2, 3, 4):
            states = sample_states(board, players, DECISIONS)
            found = {method: rate(method, states, args.runs) for method in Method}
            targets = [
                f"{TARGETS[board, method]:,}"
                for method in Method
                if players == 2 and (board, method) in TARGETS
            ]
            missed |= players == 2 and any(
                found[method] < TARGETS.get((board, method), 0) for method in Method
            )
            rates = " | ".join(f"{found[method]:,.0f}" for method in Method)
            lines.append(f"| {board} | {players} | {rates} | {' and '.join(targets)} |")
    report = "\n".join(lines) + "\n"
    print(report)
    if not args.no_write:
        RESULTS.write_text(report, encoding="utf-8")
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
