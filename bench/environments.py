"""The speed of the environments on one core: decisions per second with observation and mask.

python -m bench.environments [--seconds 2] [--no-write]
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import Final

from bench.machine import describe_machine, require_clean_tree_for
from ringrift.learning import VectorEnv
from ringrift.rules.grid import BOARD_NAMES, BoardName

RESULTS: Final = Path(__file__).parent / "results" / "environments.md"
TARGETS: Final[dict[BoardName, int]] = {"square8": 400_000, "hexagonal": 70_000}
GAMES: Final[dict[BoardName, int]] = {"square8": 64, "hex8": 64, "square19": 16, "hexagonal": 16}
ROUNDS: Final = 5


def decisions_per_second(board: BoardName, players: int, seconds: float) -> float:
    """Return the best of several rounds, each with random actions in every game."""
    env = VectorEnv(board=board, players=players, games=GAMES[board], seed=1)
    for _ in range(200):
        env.step(env.sample())  # games are in different stages
    best = 0.0
    for _ in range(ROUNDS):
        begun, steps = time.perf_counter(), 0
        while (spent := time.perf_counter() - begun) < seconds / ROUNDS:
            env.step(env.sample())
            steps += 1
        best = max(best, steps * len(env) / spent)
    return best


def main() -> int:
    """Measure and report; return 1 if a target is missed."""
    parser = argparse.ArgumentParser(prog="python -m bench.environments", description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="for each figure")
    parser.add_argument("--no-write", action="store_true", help="print only")
    arguments = parser.parse_args()
    if not arguments.no_write:
        require_clean_tree_for(RESULTS)
    lines = [
        "# Environments: speed",
        "",
        "Written by `python -m bench.environments`.",
        "",
        *(f"- {name}: {value}" for name, value in describe_machine().items()),
        "",
        "Decisions per second of `ringrift.learning.VectorEnv` on one core, standard edition,",
        "random actions. Each decision includes the choice, its move, bookkeeping moves,",
        "restarts, the observation and the mask.",
        "",
        "| board | players | games | decisions/s | target |",
        "|---|---|---|---|---|",
    ]
    missed = []
    for board in BOARD_NAMES:
        for players in (2, 3, 4):
            rate = decisions_per_second(board, players, arguments.seconds)
            target = TARGETS.get(board, 0) if players == 2 else 0
            bar = f"≥ {target:,}" if target else ""
            lines.append(f"| {board} | {players} | {GAMES[board]} | {rate:,.0f} | {bar} |")
            if rate < target:
                missed.append(f"{board}: {rate:,.0f} decisions/s, target {target:,}")
    report = "\n".join(lines) + "\n"
    print(report)
    if not arguments.no_write:
        RESULTS.write_text(report, encoding="utf-8")
    for miss in missed:
        print("missed:", miss, file=sys.stderr)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
