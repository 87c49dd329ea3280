"""Measure the kernel against its targets and write bench/results/kernel.md.

The best of several short runs counts: other load only slows a run down.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Final

from bench import random_play
from bench.machine import describe_machine, require_clean_tree_for
from bench.plot import bar_chart
from ringrift.kernel import Batch, Position
from ringrift.rules import new_game
from ringrift.rules.grid import BOARD_NAMES, BoardName

RESULTS: Final = Path(__file__).parent / "results" / "kernel.md"
PLAYOUT_TARGETS: Final = {
    "square8": 10.0,
    "square19": 2.5,
    "hexagonal": 2.5,
}  # million plies per second
SEARCH_TARGETS: Final = {"square8": 2.5, "square19": 0.5, "hexagonal": 0.5}
MIN_RATIO: Final = 300  # kernel speed relative to the reference engine, square8
MIN_SCALING: Final = 1.7  # speedup of two threads
RUNS: Final = 30
SIMILAR_GAMES: Final = {  # OpenSpiel games with boards of similar size
    "square8": "breakthrough",
    "hex8": "havannah(board_size=5)",
    "square19": "go(board_size=19)",
    "hexagonal": "havannah(board_size=13)",
}


@dataclass(frozen=True, slots=True)
class Figure:
    """A rate in million plies per second, overall and for interactive plies."""

    board: BoardName
    players: int
    plies: float
    interactive: float


def _best_rate(
    work: Callable[[int], tuple[int, int]],
    seconds: float,
    clock: Callable[[], float] = time.process_time,
) -> tuple[float, float]:
    """Return the best rate of several short runs; `work(seed)` returns plies and interactive plies.

    CPU time measures one core, so other load on a shared machine does not count.
    """
    found = (0.0, 0.0)
    for _ in range(RUNS):
        plies = interactive = seed = 0
        start = clock()
        while (spent := clock() - start) < seconds / RUNS:
            more, chosen = work(seed)
            plies, interactive, seed = plies + more, interactive + chosen, seed + 1
        found = max(found, (plies / spent / 1e6, interactive / spent / 1e6))
    return found


def playouts(board: BoardName, players: int, seconds: float) -> Figure:
    """Measure random games on one core."""
    game = Position.from_state(new_game(board, players))._game
    games = 400 if board in ("square8", "hex8") else 40
    return Figure(
        board, players, *_best_rate(lambda seed: game.playout_plies(games, seed, 1), seconds)
    )


def search_plies(board: BoardName, seconds: float) -> float:
    """Measure the rate of listing, making, hashing, undoing and playing moves."""
    game = Position.from_state(new_game(board, 2))._game
    return _best_rate(lambda seed: (game.benchmark_plies(2000, seed), 0), seconds)[0]


def perft(board: BoardName) -> float:
    """Measure perft in million leaves per second."""
    position = Position.from_state(new_game(board, 2))
    depth = 5 if board in ("square8", "hex8") else 2
    return _best_rate(lambda _: (position.perft(depth), 0), 0.5)[0]


def scaling(board: BoardName, seconds: float) -> tuple[float, float]:
    """Measure the speedup of two threads as medians of runs: by the clock and by CPU time.

    By the clock, other load counts and affects two threads sooner than one. By CPU time, threads
    that never wait for each other's memory reach two.
    """
    game = Position.from_state(new_game(board, 2))._game
    games = 2000 if board in ("square8", "hex8") else 200

    def rate(threads: int, clock: Callable[[], float]) -> float:
        return _best_rate(
            lambda seed: game.playout_plies(games, seed, threads), seconds / 5, clock
        )[0]

    clocks = (time.perf_counter, time.process_time)
    by_clock, by_processor = (
        median(rate(2, clock) / rate(1, clock) for _ in range(7)) for clock in clocks
    )
    return by_clock, 2 * by_processor


def batch(board: BoardName, seconds: float) -> float:
    """Measure batches of games through NumPy, with masks and random actions."""
    import numpy as np

    games = 256
    start = Batch.of_new_games(games, board, players=2)
    generators = np.arange(games, dtype=np.uint64)

    def work(_: int) -> tuple[int, int]:
        start.masks()
        actions = start.random_choices(generators)
        start.step(actions)
        for over in np.flatnonzero(actions < 0).tolist():
            start.replace(over, fresh)
        return int((actions >= 0).sum()), 0

    fresh = new_game(board, 2)
    return _best_rate(work, seconds)[0]


def other_engine(board: BoardName, seconds: float) -> tuple[str, float] | None:
    """Measure random play of a similar game in OpenSpiel, if installed: million moves/s."""
    try:
        import pyspiel  # type: ignore[import-not-found, unused-ignore]
    except ImportError:
        return None
    import random

    name, dice, moves = SIMILAR_GAMES[board], random.Random(1), 0
    game = pyspiel.load_game(name)
    begun = time.perf_counter()
    while (spent := time.perf_counter() - begun) < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(dice.choice(state.legal_actions()))
            moves += 1
    return name, moves / spent / 1e6


def main() -> int:
    """Measure and report; return 1 if a target is missed."""
    parser = argparse.ArgumentParser(prog="python -m bench.kernel", description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="for each figure")
    parser.add_argument("--no-write", action="store_true", help="print only")
    arguments = parser.parse_args()
    if not arguments.no_write:
        require_clean_tree_for(RESULTS)
    report, missed, rates = _report(arguments.seconds)
    print(report)
    if not arguments.no_write:
        RESULTS.parent.mkdir(exist_ok=True)
        RESULTS.write_text(report)
        RESULTS.with_suffix(".svg").write_text(
            bar_chart("Random play on one core, two players", rates)
        )
    for miss in missed:
        print("missed:", miss, file=sys.stderr)
    return 1 if missed else 0


def _report(seconds: float) -> tuple[str, list[str], dict[str, dict[str, float]]]:
    """Return the page, the missed targets, and the rates per second for the plot."""
    missed: list[str] = []
    rates: dict[str, dict[str, float]] = {board: {} for board in BOARD_NAMES}
    isa = Position.from_state(new_game("square8", 2)).isa
    facts = describe_machine() | {"compiler": _compiler(), "instruction set": isa}
    lines = ["# The kernel: speed", "", "Written by `python -m bench.kernel`.", ""]
    lines += [f"- {name}: {value}" for name, value in facts.items()]
    lines += ["", "Random games on one core, standard edition, million plies a second:", ""]
    lines += ["| board | players | plies | interactive | bar |", "|---|---|---|---|---|"]
    for board in BOARD_NAMES:
        for players in (2, 3, 4):
            figure = playouts(board, players, seconds)
            if players == 2:
                rates[board]["kernel, random games"] = figure.plies * 1e6
            bar = PLAYOUT_TARGETS.get(board) if players == 2 else None
            if bar and figure.plies < bar:
                missed.append(f"playouts on {board}: {figure.plies:.2f}")
            shown = f"≥ {bar:g}" if bar else ""
            lines.append(
                f"| {board} | {players} | {figure.plies:.2f} | {figure.interactive:.2f} | {shown} |"
            )
    lines += ["", "Two players, million a second; batches of 256 games with masks and picks:", ""]
    lines += [
        "| board | list + apply + undo with hash | bar | perft leaves | batch plies |",
        "|---|---|---|---|---|",
    ]
    for board in BOARD_NAMES:
        rate, bar = search_plies(board, seconds), SEARCH_TARGETS.get(board)
        rates[board]["kernel, lists and undo"] = rate * 1e6
        if bar and rate < bar:
            missed.append(f"lists on {board}: {rate:.2f}")
        shown = f"≥ {bar:g}" if bar else ""
        lines.append(
            f"| {board} | {rate:.2f} | {shown} | {perft(board):.1f} | {batch(board, seconds):.3f} |"
        )
    lines += [
        "",
        "Beside others in the same run, two players; OpenSpiel is driven from Python:",
        "",
    ]
    lines += [
        "| board | kernel / reference engine | two threads / one | by CPU time | OpenSpiel game"
        " | its M moves/s |",
        "|---|---|---|---|---|---|",
    ]
    for board in BOARD_NAMES:
        reference = random_play.measure(board, 2, "standard", seconds).moves_per_second / 1e6
        ratio = playouts(board, 2, seconds).plies / reference
        twice, worth = scaling(board, seconds)
        other = other_engine(board, seconds) or ("not installed", 0.0)
        rates[board] |= {
            "reference engine": reference * 1e6,
            f"OpenSpiel {other[0]}": other[1] * 1e6,
        }
        if board == "square8" and ratio < MIN_RATIO:
            missed.append(f"kernel to reference engine: {ratio:.0f}")
        if board == "square8" and twice < MIN_SCALING:
            missed.append(f"two threads: {twice:.2f}")
        lines.append(
            f"| {board} | {ratio:,.0f} | {twice:.2f} | {worth:.2f} | {other[0]} | {other[1]:.3f} |"
        )
    lines += ["", "![The rates as bars](kernel.svg)"]
    return "\n".join(lines) + "\n", missed, rates


def _compiler() -> str:
    asked = subprocess.run(["c++", "--version"], capture_output=True, text=True, check=False)
    return asked.stdout.splitlines()[0] if asked.stdout else "unknown"


if __name__ == "__main__":
    sys.exit(main())
