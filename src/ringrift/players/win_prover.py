"""Prove forced wins by exhaustive search: all moves of every player, without any evaluation."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Final

from ringrift.kernel.state_codec import board_number, to_fields
from ringrift.players.search import ResultReader, expect_decision, import_kernel
from ringrift.players.weights import weights_for
from ringrift.rules.moves import Move
from ringrift.rules.state import State

_METHOD: Final = 2  # of the kernel's search
_MEGABYTES: Final = 64
MAX_WINNING_MOVES: Final = 64


@dataclass(frozen=True, slots=True)
class WinProof:
    """The moves that win by force, within the fewest own turns."""

    turns: int  # own turns, this one included; 0: no win was found
    moves: tuple[Move, ...]  # at most `MAX_WINNING_MOVES`
    complete: bool  # whether all moves were searched within the nodes
    nodes: int


def prove_win(
    state: State, turns: int, nodes: int = 10_000_000, *, megabytes: int = _MEGABYTES
) -> WinProof:
    """Search for a win of the player to move within `turns` own turns, whatever the others do.

    A win counts when it falls at the latest at the end of the last of these turns. A choice whether
    to swap sides is never proved.
    """
    expect_decision(state)
    started = time.perf_counter()
    search, _ = import_kernel()
    weights = weights_for(state.board.grid.name, len(state.seats), state.edition.name)
    fields = to_fields(state)
    native = search(board_number(state.board.grid), weights, megabytes, 1)
    result = native.search(fields, _METHOD, nodes, 0, turns, 0, 1, None)
    report = ResultReader(state, fields, started).report(result)
    moves = tuple(pv.move for pv in report.pvs)
    return WinProof(report.depth, moves, report.nodes < nodes, report.nodes)
