"""The current decision: its kind, the seat and the moves to choose from."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from ringrift.rules.legal import bookkeeping, legal_moves
from ringrift.rules.moves import Move, RecoverySlide, SkipRecovery
from ringrift.rules.stack import Seat
from ringrift.rules.state import Phase, State


class DecisionKind(StrEnum):
    """Every kind of choice in the game. `BOOKKEEPING` is not a choice: its move must be applied."""

    PLACEMENT = "placement"
    MOVEMENT = "movement"
    RECOVERY = "recovery"
    CAPTURE = "capture"
    CHAIN_CAPTURE = "chain_capture"
    LINE = "line"
    LINE_COST = "line_cost"
    REGION = "region"
    REGION_COST = "region_cost"
    RECOVERY_COST = "recovery_cost"
    FORCED_ELIMINATION = "forced_elimination"
    BOOKKEEPING = "bookkeeping"


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision: the seat must choose one of these moves."""

    seat: Seat
    kind: DecisionKind
    moves: tuple[Move, ...]

    @property
    def interactive(self) -> bool:
        """Return whether the seat has a choice; if not, a host may apply the move itself."""
        return self.kind is not DecisionKind.BOOKKEEPING


def decision(state: State) -> Decision | None:
    """Return the decision of a state; None when the game is over."""
    if state.outcome is not None:
        return None
    if due := bookkeeping(state):
        return Decision(state.player, DecisionKind.BOOKKEEPING, (due,))
    moves = legal_moves(state)
    return Decision(state.player, decision_kind(state, moves), moves)


def decision_kind(state: State, moves: tuple[Move, ...]) -> DecisionKind:
    """Return the kind of choice that these moves offer."""
    if state.turn.pending:
        return _COSTS[state.turn.pending]
    if state.phase is Phase.MOVEMENT and isinstance(moves[0], RecoverySlide | SkipRecovery):
        return DecisionKind.RECOVERY
    return _KINDS[state.phase]


_COSTS: Final = {
    "line": DecisionKind.LINE_COST,
    "territory": DecisionKind.REGION_COST,
    "recovery": DecisionKind.RECOVERY_COST,
}
_KINDS: Final = {
    Phase.RING_PLACEMENT: DecisionKind.PLACEMENT,
    Phase.MOVEMENT: DecisionKind.MOVEMENT,
    Phase.CAPTURE: DecisionKind.CAPTURE,
    Phase.CHAIN_CAPTURE: DecisionKind.CHAIN_CAPTURE,
    Phase.LINE_PROCESSING: DecisionKind.LINE,
    Phase.TERRITORY_PROCESSING: DecisionKind.REGION,
    Phase.FORCED_ELIMINATION: DecisionKind.FORCED_ELIMINATION,
}
