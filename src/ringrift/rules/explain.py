"""Why a move is illegal: the reason, the rule and what can be done instead."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from typing import Final

from ringrift.rules.errors import Refusal
from ringrift.rules.grid import Position
from ringrift.rules.legal import bookkeeping, is_legal, legal_moves
from ringrift.rules.moves import Move, SwapSides
from ringrift.rules.phases import TRANSITIONS
from ringrift.rules.reasons import REASONS
from ringrift.rules.state import Phase, State

MOVES_OF_PHASE: Final[dict[Phase, frozenset[type[Move]]]] = {
    phase: frozenset(t.move for t in TRANSITIONS if t.phase is phase) for phase in Phase
}


def why_illegal(state: State, move: Move) -> Refusal | None:
    """None for a legal move."""
    return (
        None if is_legal(state, move) else _general_reason(state, move) or _own_reason(state, move)
    )


def _general_reason(state: State, move: Move) -> Refusal | None:
    """Reasons that any kind of move can have: the game, the seat, the board, the phase."""
    if state.outcome is not None:
        return Refusal(
            "GAME_OVER",
            "R170",
            f"the game is over, seat {state.outcome.winner} won; start a new game",
        )
    if move.player != state.player:
        return Refusal(
            "NOT_YOUR_TURN",
            "R070",
            f"seat {state.player} is to move, not seat {move.player}; wait for your turn",
        )
    for position in positions_of(move):
        if position not in state.board.grid.cell_of:
            grid = state.board.grid
            return Refusal(
                "OUT_OF_BOUNDS",
                grid.rule,
                f"{position} is no cell of {grid.name}; name a cell of this board",
            )
    if isinstance(move, SwapSides):
        return Refusal(
            "SWAP_UNAVAILABLE",
            "R180",
            f"sides are swapped by seat 2 of two, in its first placement, once; {_advice(state)}",
        )
    if type(move) not in MOVES_OF_PHASE[state.phase]:
        return _wrong_phase(state, move)
    if move.bookkeeping:
        return Refusal(
            "ACTION_AVAILABLE",
            "R075",
            f"{move.type} is for players who cannot do anything, and you can; {_advice(state)}",
        )
    return None


def _wrong_phase(state: State, move: Move) -> Refusal:
    if state.phase is Phase.CHAIN_CAPTURE:
        return Refusal(
            "CHAIN_MUST_CONTINUE",
            "R103",
            f"a chain goes on while a capture is left; {_advice(state)}",
        )
    return Refusal(
        "WRONG_PHASE", "R070", f"{move.type} has no place in {state.phase}; {_advice(state)}"
    )


def _own_reason(state: State, move: Move) -> Refusal:
    """Reasons of this kind of move."""
    if state.turn.pending and move.type != "eliminate_rings_from_stack":
        rule = "R145" if state.phase is Phase.TERRITORY_PROCESSING else "R122"
        return Refusal("COST_DUE", rule, f"first pay what is due; {_advice(state)}")
    return REASONS[type(move)](state, move)


def positions_of(move: Move) -> Iterable[Position]:
    """Every cell that a move names, as it names it."""
    for part in fields(move):
        named, kind = getattr(move, part.name), str(part.type)
        if "Position" not in kind or (named is None and "None" in kind):
            continue
        yield from named if "Positions" in kind else (named,)


def _advice(state: State) -> str:
    """What the state offers instead."""
    due = bookkeeping(state)
    if due:
        return f"apply {due.type}"
    kinds = sorted({move.type for move in legal_moves(state)})
    return f"choose {' or '.join(kinds)}"
