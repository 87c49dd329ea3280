"""Mean and worst decision time of each level, by board and number of players, as Markdown.

python -m bench.levels [--decisions N] [--board B] [--players N] [--level N]
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final

from bench.machine import describe_machine, require_clean_tree_for
from ringrift.conformance.random_play import play_randomly
from ringrift.players import level
from ringrift.rules import legal_moves, new_game
from ringrift.rules.grid import BOARD_NAMES, SMALL_BOARDS, BoardName
from ringrift.rules.state import State

COUNTED_LEVELS: Final = range(1, 10)
RESULTS: Final = Path(__file__).parent / "results" / "levels.md"
TIMED_SECONDS: Final = 0.2
MAX_OVERRUN: Final = 0.05


@dataclass(frozen=True, slots=True)
class DecisionTime:
    """The decision times of one level on one board, in seconds."""

    board: BoardName
    players: int
    level: int
    decisions: int
    mean: float
    worst: float

    @property
    def bar(self) -> float:
        if self.level not in COUNTED_LEVELS:
            return TIMED_SECONDS + MAX_OVERRUN
        quick, slow = (0.3, 2.0) if self.board in SMALL_BOARDS else (1.0, 5.0)
        return quick if self.level <= 5 else slow


def sample_states(board: BoardName, players: int, count: int, seed: int = 1) -> list[State]:
    """Return decisions from all stages of random games, including a first one."""
    chance = Random(f"{board}/{players}/{seed}")
    states: list[State] = []
    while len(states) < 20 * count:
        start = new_game(board, players)
        states += [start, *(step.after for step in play_randomly(start, chance, 5000))]
    choices = [state for state in states if state.outcome is None and len(legal_moves(state)) > 1]
    return [choices[0], *chance.sample(choices, count - 1)]


def measure(number: int, states: Sequence[State]) -> DecisionTime:
    player = level(number, seconds=TIMED_SECONDS) if number not in COUNTED_LEVELS else level(number)
    spent = []
    for state in states:
        legal_moves(state)  # cached, as in a real game, where the host has listed the moves
        started = time.perf_counter()
        player.choose(state)
        spent.append(time.perf_counter() - started)
    first = states[0]
    return DecisionTime(
        first.board.grid.name,
        len(first.seats),
        number,
        len(spent),
        sum(spent) / len(spent),
        max(spent),
    )


def main() -> int:
    """Measure and report; return 1 if a target is missed."""
    parser = argparse.ArgumentParser(prog="python -m bench.levels", description=__doc__)
    parser.add_argument(
        "--decisions", type=int, default=12, help="of each level on each board (%(default)s)"
    )
    parser.add_argument("--board", action="append", choices=BOARD_NAMES)
    parser.add_argument("--players", action="append", type=int, choices=(2, 3, 4))
    parser.add_argument("--level", action="append", type=int, choices=range(1, 11))
    parser.add_argument("--no-write", action="store_true", help="print only")
    args = parser.parse_args()
    if not args.no_write:
        require_clean_tree_for(RESULTS)
    lines = [
        "# The levels: time of a decision",
        "",
        "Written by `python -m bench.levels`.",
        "",
        *(f"- {name}: {value}" for name, value in describe_machine().items()),
        "",
        f"Level 10 was given {TIMED_SECONDS * 1000:.0f} ms.",
        "",
        "| board | players | level | decisions | mean ms | worst ms | target ms |",
        "|---|---|---|---|---|---|---|",
    ]
    print("\n".join(lines))
    missed = 0
    for board in args.board or BOARD_NAMES:
        for players in args.players or (2, 3, 4):
            states = sample_states(board, players, args.decisions)
            for number in args.level or range(1, 11):
                found = measure(number, states)
                missed += found.worst > found.bar
                lines.append(
                    f"| {board} | {players} | {number} | {found.decisions} "
                    f"| {found.mean * 1000:.1f} | {found.worst * 1000:.1f} | {found.bar * 1000:.0f}"
                    f"{' missed' if found.worst > found.bar else ''} |"
                )
                print(lines[-1], flush=True)
    if not args.no_write:
        RESULTS.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
