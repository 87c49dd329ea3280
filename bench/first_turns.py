"""Wins after each first turn with two players; writes bench/results/first-turns.md.

The games are played without the swap rule, to show the value of each seat; the last row of a board
shows how often seat 2 would have swapped.

python -m bench.first_turns [--board B] [--every N] [--nodes N]
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median
from typing import Final

from bench.machine import describe_machine, require_clean_tree_for
from ringrift.arena.openings import random_start
from ringrift.players.search import Budget, Method, Searcher, apply_due_bookkeeping
from ringrift.rules import apply, legal_moves, new_game
from ringrift.rules.grid import BOARD_NAMES, BoardName
from ringrift.rules.moves import SwapSides
from ringrift.rules.setup import Setup
from ringrift.rules.state import State

RESULTS: Final = Path(__file__).parent / "results" / "first-turns.md"
LONG_SEARCH_DIVISOR: Final = 6  # divides the number of games for slow searches


@dataclass(frozen=True, slots=True)
class SearchSetting:
    """The search settings of a seat."""

    nodes: int
    method: Method = Method.ALPHA_BETA

    def __str__(self) -> str:
        return f"{self.nodes:,} nodes" + (", tree" if self.method is Method.TREE else "")


def first_turns(board: BoardName, every: int, *, swap: bool) -> list[State]:
    """Return the states after every `every`-th first turn, over all cells and ring counts."""
    start = new_game(board, 2, swap=swap)
    placed = [apply(start, placement) for placement in legal_moves(start)]
    ends = [
        apply_due_bookkeeping(apply(state, move)) for state in placed for move in legal_moves(state)
    ]
    return ends[::every]


def one_turn_each(board: BoardName, count: int) -> list[State]:
    """Return states after one random turn of each seat."""
    rng = Random(f"first turns of {board}")
    return [random_start(Setup(board, 2, "standard"), 2, rng) for _ in range(count)]


def play_to_end(state: State, thinkers: Sequence[SearchSetting]) -> State:
    """Play the game to its end with one search setting per seat; return the last state."""
    searchers = [Searcher(thinker.method, megabytes=4) for thinker in thinkers]
    while state.outcome is None:
        seat = state.player - 1
        searchers[seat].clear()
        report = searchers[seat].search(state, Budget(nodes=thinkers[seat].nodes))
        state = apply_due_bookkeeping(apply(state, report.best))
    return state


def games_row(
    board: BoardName,
    start: str,
    states: Sequence[State],
    thinkers: tuple[SearchSetting, SearchSetting],
) -> str:
    """Play the games and return a row of the table."""
    ends = [play_to_end(state, thinkers) for state in states]
    wins = [
        sum(end.outcome is not None and end.outcome.winner == seat for end in ends)
        for seat in (1, 2)
    ]
    reasons = sum(
        end.outcome is not None and end.outcome.reason == "ring_elimination" for end in ends
    )
    rings = sum(sum(seat.eliminated for seat in end.seats) for end in ends)
    turns = [end.turn_number for end in ends]
    cells = (
        board,
        start,
        *map(str, thinkers),
        f"{wins[0]} : {wins[1]}",
        f"{reasons / len(ends):.0%}",
    )
    return f"| {' | '.join(cells)} | {median(turns):g} | {rings / sum(turns):.2f} |"


def count_swaps(states: Sequence[State], nodes: int) -> int:
    """Return how many of the first turns seat 2 would swap."""
    searcher = Searcher(megabytes=4)
    count = 0
    for state in states:
        searcher.clear()
        count += isinstance(searcher.search(state, Budget(nodes=nodes)).best, SwapSides)
    return count


def board_rows(board: BoardName, every: int, nodes: int) -> list[str]:
    """Return the table rows of a board."""
    states = first_turns(board, every, swap=False)
    few = states[::LONG_SEARCH_DIVISOR]
    short, long, tree = (
        SearchSetting(nodes),
        SearchSetting(100 * nodes),
        SearchSetting(nodes, Method.TREE),
    )
    longer = SearchSetting(10 * nodes)
    offered = first_turns(board, every, swap=True)
    swaps = f"{count_swaps(offered, longer.nodes)} of {len(offered)}"
    return [
        games_row(board, "any first turn", states, (short, short)),
        games_row(board, "any first turn", few, (longer, longer)),
        games_row(board, "any first turn", few, (long, long)),
        games_row(board, "any first turn", few, (long, short)),
        games_row(board, "any first turn", few, (short, long)),
        games_row(board, "any first turn", few, (tree, tree)),
        games_row(
            board, "a turn of chance each", one_turn_each(board, len(states)), (short, short)
        ),
        f"| {board} | seat 2 would swap | | {longer} | {swaps} | | | |",
    ]


def main() -> int:
    """Measure and write the results."""
    parser = argparse.ArgumentParser(prog="python -m bench.first_turns", description=__doc__)
    parser.add_argument("--board", action="append", choices=BOARD_NAMES, help="(square8 and hex8)")
    parser.add_argument(
        "--every", type=int, default=20, help="one first turn in so many (%(default)s)"
    )
    parser.add_argument("--no-write", action="store_true", help="print only")
    parser.add_argument("--nodes", type=int, default=1000, help="of a short thought (%(default)s)")
    args = parser.parse_args()
    if not args.no_write:
        require_clean_tree_for(RESULTS)
    lines = [
        "# First turns",
        "",
        "Written by `python -m bench.first_turns`.",
        "",
        *(f"- {name}: {value}" for name, value in describe_machine().items()),
        "",
        f"Two players, one first turn in {args.every}, no swap rule. One ring per turn means that",
        "both seats together eliminated as many rings as turns were played.",
        "",
        "| board | start | seat 1 | seat 2 | wins | by ring elimination | median turns "
        "| rings per turn |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for board in args.board or ("square8", "hex8"):
        lines += board_rows(board, args.every, args.nodes)
    text = "\n".join(lines) + "\n"
    print(text)
    if not args.no_write:
        RESULTS.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
