"""How games between equal levels are won, for docs/strategy.md; writes bench/results/strategy.md.

python -m bench.strategy [--games N] [--level L] [--no-write]
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import mean, median
from typing import Final

from bench.machine import describe_machine, require_clean_tree_for
from ringrift.arena.openings import random_start
from ringrift.players.levels import level
from ringrift.players.search import apply_due_bookkeeping
from ringrift.rules import Move, apply
from ringrift.rules.grid import BOARD_NAMES
from ringrift.rules.moves import (
    EliminateRingsFromStack,
    OvertakingCapture,
    PlaceRing,
    ProcessTerritoryRegion,
)
from ringrift.rules.setup import Setup
from ringrift.rules.state import State

RESULTS: Final = Path(__file__).parent / "results" / "strategy.md"
LARGE: Final = ("square19", "hexagonal")
LARGE_DIVISOR: Final = 6  # games on the large boards take longer
REASONS: Final = ("ring_elimination", "territory_control", "last_player_standing", "stalemate")


@dataclass(slots=True)
class GameStatistics:
    """What happened in the games of one setup."""

    turns: list[int] = field(default_factory=list)
    reasons: Counter[str] = field(default_factory=Counter)
    winners: Counter[int] = field(default_factory=Counter)
    rings: Counter[str] = field(default_factory=Counter)  # eliminated rings by cause
    placements: Counter[str] = field(default_factory=Counter)
    moves: Counter[str] = field(default_factory=Counter)
    tallest: list[int] = field(default_factory=list)

    def count_move(self, before: State, move: Move, after: State) -> None:
        """Count a move by type, and the rings that it eliminated by cause."""
        self.moves[move.type] += 1
        eliminated = sum(seat.eliminated for seat in after.seats)
        eliminated -= sum(seat.eliminated for seat in before.seats)
        if after.outcome is None or after.outcome.reason != "stalemate":
            self.rings[_cause(before, move)] += eliminated
        if isinstance(move, PlaceRing):
            cell = before.board.grid.cell_of[move.to]
            on_stack = bool(before.board.rings[cell])
            self.placements["on a stack" if on_stack else str(move.count)] += 1

    def count_end(self, end: State, tallest: int) -> None:
        assert end.outcome is not None
        self.turns.append(end.turn_number)
        self.reasons[end.outcome.reason] += 1
        self.winners[end.outcome.winner] += 1
        self.tallest.append(tallest)


def _cause(before: State, move: Move) -> str:
    if isinstance(move, EliminateRingsFromStack):
        return f"payment for a {'region' if before.turn.pending == 'territory' else 'line'}"
    if isinstance(move, ProcessTerritoryRegion):
        return "inside a region"
    return {"forced_elimination": "forced", "recovery_slide": "recovery"}.get(move.type, "landing")


def play_games(setup: Setup, number: int, games: int) -> GameStatistics:
    """Play games between equal levels, each after one random turn per seat."""
    found = GameStatistics()
    rng = Random(f"strategy {setup}")
    for game in range(games):
        state = random_start(setup, setup.players, rng)
        players = [level(number, seed=1000 * game + seat) for seat in range(setup.players)]
        tallest = 0
        while state.outcome is None:
            move = players[state.player - 1].choose(state)
            after = apply_due_bookkeeping(apply(state, move))
            found.count_move(state, move, after)
            tallest = max(tallest, *map(len, after.board.rings))
            state = after
        found.count_end(state, tallest)
        for player in players:
            player.close()
    return found


def table_rows(setup: Setup, number: int, found: GameStatistics) -> Iterator[str]:
    """Yield the row of a setup."""
    games, turns = len(found.turns), sum(found.turns)
    rings = found.rings.total()
    placed = found.placements.total()
    captures = found.moves[OvertakingCapture.type] + found.moves["continue_capture_segment"]
    cells = (
        setup.board,
        str(setup.players),
        str(number),
        str(games),
        f"{median(found.turns):g}",
        " / ".join(f"{found.reasons[reason] / games:.0%}" for reason in REASONS),
        " : ".join(f"{found.winners[seat] / games:.0%}" for seat in range(1, setup.players + 1)),
        " / ".join(
            f"{found.rings[cause] / rings:.0%}"
            for cause in (
                "landing",
                "payment for a line",
                "inside a region",
                "payment for a region",
                "forced",
                "recovery",
            )
        ),
        " / ".join(
            f"{found.placements[how] / placed:.0%}" for how in ("1", "2", "3", "on a stack")
        ),
        f"{captures / turns:.2f}",
        f"{found.moves[ProcessTerritoryRegion.type] / games:.1f}",
        f"{mean(found.tallest):.1f}",
    )
    yield f"| {' | '.join(cells)} |"


def main() -> int:
    """Measure and write the results."""
    parser = argparse.ArgumentParser(prog="python -m bench.strategy", description=__doc__)
    parser.add_argument("--games", type=int, default=48, help="on a small board (%(default)s)")
    parser.add_argument("--level", type=int, default=7, help="on a small board (%(default)s)")
    parser.add_argument("--no-write", action="store_true", help="print only")
    args = parser.parse_args()
    if not args.no_write:
        require_clean_tree_for(RESULTS)
    lines = [
        "# How games are won",
        "",
        "Written by `python -m bench.strategy`.",
        "",
        *(f"- {name}: {value}" for name, value in describe_machine().items()),
        "",
        "Games between equal levels of the default edition, each after one random turn per seat.",
        "",
        "- won by: ring elimination / territory / last player standing / stalemate",
        "- rings: causes of eliminated rings: landing on a marker / payment for a line / inside a",
        "  region / payment for a region / forced elimination / recovery",
        "- placed: 1 / 2 / 3 rings on an empty cell / one ring on a stack",
        "- captures: per turn; regions: taken per game; tallest: the mean of the tallest stacks",
        "",
        "| board | players | level | games | median turns | won by | wins by seat | rings | placed "
        "| captures | regions | tallest |",
        "|---|---|---|---|---|---|---|---|---|---|---|---|",
    ]
    for board in BOARD_NAMES:
        large = board in LARGE
        for players in (2, 3, 4):
            setup, number = Setup(board, players, "standard"), args.level - large
            games = max(1, args.games // LARGE_DIVISOR if large else args.games)
            lines += table_rows(setup, number, play_games(setup, number, games))
            print(lines[-1], flush=True)
    if not args.no_write:
        RESULTS.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
