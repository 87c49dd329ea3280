"""Capture chains: the chain in progress, and all chains that a stack could make [R103]."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ringrift.rules.board import Board, BoardDraft
from ringrift.rules.capture import captures_from, perform_capture
from ringrift.rules.errors import InvalidMoveError
from ringrift.rules.grid import Cell, Position, out_of_bounds
from ringrift.rules.moves import Capture, ContinueCaptureSegment, OvertakingCapture
from ringrift.rules.stack import Seat
from ringrift.rules.state import Phase, State

Chain = tuple[Capture, ...]


@dataclass(frozen=True, slots=True)
class ChainSearchResult:
    """The result of a bounded search. `complete` is False if the limit was reached."""

    chains: tuple[Chain, ...]  # each played until no capture is left
    complete: bool


def current_chain(state: State) -> Chain:
    """Return the captures of the chain in progress, in order; empty outside `chain_capture`."""
    if state.phase is not Phase.CHAIN_CAPTURE:
        return ()
    chain: list[Capture] = []
    for move in reversed(state.history):
        if not isinstance(move, OvertakingCapture | ContinueCaptureSegment):
            break
        chain.append(move)
        if isinstance(move, OvertakingCapture):
            break
    return tuple(reversed(chain))


def chains_from(
    state: State, origin: Position, *, limit: int = 10_000, visit_once: bool = False
) -> ChainSearchResult:
    """Return the capture chains of the stack on a cell, for its controller, at most `limit`.

    The rules let a chain return to a cell or a target. `visit_once` excludes such returns to keep
    the search small; its result is for analysis and is not the full set of legal chains.
    """
    cell = state.board.grid.cell_of.get(origin)
    if cell is None:
        raise InvalidMoveError(out_of_bounds(state.board.grid, origin))
    rings = state.board.rings[cell]
    kind: type[Capture] = OvertakingCapture
    if state.phase is Phase.CHAIN_CAPTURE and cell == state.turn.capture_from:
        kind = ContinueCaptureSegment
    if not rings:
        return ChainSearchResult((), complete=True)
    found: list[Chain] = []
    visited = frozenset({cell}) if visit_once else None
    for chain in _search_chains(state.board, rings[0], cell, kind, visited):
        if len(found) >= limit:
            return ChainSearchResult(tuple(found), complete=False)
        found.append(chain)
    return ChainSearchResult(tuple(found), complete=True)


def _search_chains(
    board: Board, seat: Seat, cell: Cell, kind: type[Capture], visited: frozenset[Cell] | None
) -> Iterator[Chain]:
    """Search depth first; each capture adds a ring to the attacker, so every chain ends."""
    for capture in captures_from(board, seat, cell, kind):
        to = board.grid.cell_of[capture.to]
        if visited is not None and to in visited:
            continue
        draft = BoardDraft(board)
        perform_capture(draft, capture)
        after = draft.board()
        going_on = after.rings[to][:1] == (seat,)
        seen = visited | {to} if visited is not None else None
        ended = True
        if going_on:
            for rest in _search_chains(after, seat, to, ContinueCaptureSegment, seen):
                ended = False
                yield (capture, *rest)
        if ended:
            yield (capture,)
