"""Paying with rings: line and region costs, extraction, forced elimination [R100, R113, R122, R145]."""

from __future__ import annotations

from ringrift.rules.board import Draft
from ringrift.rules.grid import Cell, CellSet, cell_set, cells_in
from ringrift.rules.moves import EliminateRingsFromStack, ForcedElimination
from ringrift.rules.stack import Seat, cap_height, without_bottommost
from ringrift.rules.state import State


def payers(state: State, seat: Seat) -> CellSet:
    """The stacks that could pay a cost now: those controlled; after a recovery those with a buried ring."""
    if state.turn.recovery_mode is None:
        return state.board.controlled[seat]
    return cell_set(state.board.buried(seat))


def payments(state: State) -> list[EliminateRingsFromStack]:
    """R122, R145, R113: the ways to pay the cost that is due."""
    seat, context, at = state.player, state.turn.pending, state.board.grid.positions
    assert context is not None
    return [
        EliminateRingsFromStack(seat, at[cell], context) for cell in cells_in(payers(state, seat))
    ]


def forced_eliminations(state: State) -> list[ForcedElimination]:
    """R100: one for each stack that the player controls."""
    seat, at = state.player, state.board.grid.positions
    return [ForcedElimination(seat, at[cell]) for cell in cells_in(state.board.controlled[seat])]


def perform_payment(draft: Draft, state: State, move: EliminateRingsFromStack) -> None:
    """R122: a line costs a cap or, in `standard`, a ring. R145: a region costs a cap. R113: extraction."""
    cell = draft.grid.cell_of[move.to]
    if move.context == "recovery":
        extract(draft, cell, move.player)
    elif move.context == "line" and not state.edition.line_costs_cap:
        take_top(draft, cell, 1, move.player)
    else:
        take_cap(draft, cell, move.player)


def take_cap(draft: Draft, cell: Cell, seat: Seat) -> None:
    """R100, R145: the whole cap of a stack is eliminated."""
    take_top(draft, cell, cap_height(draft.rings[cell]), seat)


def take_top(draft: Draft, cell: Cell, count: int, seat: Seat) -> None:
    """Eliminate so many rings from the top of a stack."""
    rings = draft.rings[cell]
    draft.set_stack(cell, rings[count:])
    draft.eliminate(cell, rings[:count], seat)


def extract(draft: Draft, cell: Cell, seat: Seat) -> None:
    """R113: the seat's bottommost ring in a stack is eliminated."""
    draft.set_stack(cell, without_bottommost(draft.rings[cell], seat))
    draft.eliminate(cell, (seat,), seat)
