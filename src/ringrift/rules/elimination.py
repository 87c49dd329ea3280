"""Line and region costs, extraction, forced elimination [R100, R113, R122, R145]."""

from __future__ import annotations

from ringrift.rules.board import BoardDraft
from ringrift.rules.grid import Cell, CellSet, cell_set, cells_in
from ringrift.rules.moves import EliminateRingsFromStack, ForcedElimination
from ringrift.rules.stack import Seat, cap_height, without_bottom_ring
from ringrift.rules.state import State


def paying_stacks(state: State, seat: Seat) -> CellSet:
    """Return the stacks that can pay: controlled ones; after a recovery, any with a buried ring."""
    if state.turn.recovery_mode is None:
        return state.board.controlled[seat]
    return cell_set(state.board.cells_with_buried_ring(seat))


def payment_moves(state: State) -> list[EliminateRingsFromStack]:
    """R122, R145, R113: return the moves that pay the due cost."""
    seat, context, at = state.player, state.turn.pending, state.board.grid.positions
    assert context is not None
    return [
        EliminateRingsFromStack(seat, at[cell], context)
        for cell in cells_in(paying_stacks(state, seat))
    ]


def forced_elimination_moves(state: State) -> list[ForcedElimination]:
    """R100: return one move per stack that the player controls."""
    seat, at = state.player, state.board.grid.positions
    return [ForcedElimination(seat, at[cell]) for cell in cells_in(state.board.controlled[seat])]


def perform_payment(draft: BoardDraft, state: State, move: EliminateRingsFromStack) -> None:
    """R122: pay a line with a cap or a ring. R145: pay a region with a cap. R113: extract."""
    cell = draft.grid.cell_of[move.to]
    if move.context == "recovery":
        extract_ring(draft, cell, move.player)
    elif move.context == "line" and not state.edition.line_costs_cap:
        eliminate_top_rings(draft, cell, 1, move.player)
    else:
        eliminate_cap(draft, cell, move.player)


def eliminate_cap(draft: BoardDraft, cell: Cell, seat: Seat) -> None:
    """R100, R145: eliminate the whole cap of a stack."""
    eliminate_top_rings(draft, cell, cap_height(draft.rings[cell]), seat)


def eliminate_top_rings(draft: BoardDraft, cell: Cell, count: int, seat: Seat) -> None:
    """Eliminate rings from the top of a stack."""
    rings = draft.rings[cell]
    draft.set_stack(cell, rings[count:])
    draft.eliminate(cell, rings[:count], seat)


def extract_ring(draft: BoardDraft, cell: Cell, seat: Seat) -> None:
    """R113: eliminate the seat's lowest ring in a stack."""
    draft.set_stack(cell, without_bottom_ring(draft.rings[cell], seat))
    draft.eliminate(cell, (seat,), seat)
