"""The reference engine: the complete rules of RingRift as a library that reads like the rulebook.

States are values. `legal_moves` lists the choices, `bookkeeping` names the move that must be
applied where there is no choice, and `apply` returns the next state. The library invents no move,
reads no clock and uses no randomness.

>>> from ringrift.rules import apply, legal_moves, new_game
>>> state = new_game("square8", players=2)
>>> apply(state, legal_moves(state)[0]).phase.value
'movement'
"""

from ringrift.rules.board import Board
from ringrift.rules.chains import Chain, ChainSearchResult, chains_from, current_chain
from ringrift.rules.decisions import Decision, DecisionKind, decision
from ringrift.rules.editions import EDITION_NAMES, Edition, EditionName
from ringrift.rules.effects import (
    CellsCollapsed,
    ControlChanged,
    Effect,
    MarkerPlaced,
    MarkersFlipped,
    MarkersRemoved,
    RingCaptured,
    RingsEliminated,
    StackChanged,
)
from ringrift.rules.errors import (
    AmbiguousMoveError,
    IllegalMoveError,
    InvalidMoveError,
    InvalidSetupError,
    InvalidStateError,
    Refusal,
    RingRiftError,
    UnknownSeatError,
)
from ringrift.rules.explain import why_illegal
from ringrift.rules.grid import BOARD_NAMES, BoardName, Grid, Position, grid_named
from ringrift.rules.hashing import state_hash
from ringrift.rules.invariants import (
    InvariantChecks,
    InvariantError,
    Violation,
    find_step_violations,
    find_transition_violations,
    find_violations,
    monotone_sum,
)
from ringrift.rules.legal import (
    bookkeeping,
    is_legal,
    legal_moves,
    seat_captures,
    seat_moves,
    seat_placements,
)
from ringrift.rules.messages import CODES
from ringrift.rules.moves import (
    MOVE_TYPES,
    Capture,
    ChooseLineReward,
    ContinueCaptureSegment,
    EliminateRingsFromStack,
    ForcedElimination,
    Move,
    MoveStack,
    NoLineAction,
    NoMovementAction,
    NoPlacementAction,
    NoTerritoryAction,
    OvertakingCapture,
    PlaceRing,
    ProcessLine,
    ProcessTerritoryRegion,
    RecoverySlide,
    SkipCapture,
    SkipPlacement,
    SkipRecovery,
    SkipTerritoryProcessing,
    SwapSides,
)
from ringrift.rules.phases import conclude
from ringrift.rules.play import apply, effects
from ringrift.rules.predicates import (
    has_any_ring,
    has_real_action,
    has_turn_material,
    in_rotation,
    is_blocked,
    next_seat,
    nobody_can_play,
    owes_forced_elimination,
)
from ringrift.rules.recovery import is_recovery_eligible
from ringrift.rules.setup import DEFAULT_PLAYERS, Setup, new_game
from ringrift.rules.stack import Rings, Seat
from ringrift.rules.state import (
    History,
    Outcome,
    Phase,
    RankedSeat,
    Rounds,
    SeatState,
    State,
    Turn,
    VictoryReason,
)
from ringrift.rules.victory import outcome, ranking

__all__ = [
    "BOARD_NAMES",
    "CODES",
    "DEFAULT_PLAYERS",
    "EDITION_NAMES",
    "MOVE_TYPES",
    "AmbiguousMoveError",
    "Board",
    "BoardName",
    "Capture",
    "CellsCollapsed",
    "Chain",
    "ChainSearchResult",
    "ChooseLineReward",
    "ContinueCaptureSegment",
    "ControlChanged",
    "Decision",
    "DecisionKind",
    "Edition",
    "EditionName",
    "Effect",
    "EliminateRingsFromStack",
    "ForcedElimination",
    "Grid",
    "History",
    "IllegalMoveError",
    "InvalidMoveError",
    "InvalidSetupError",
    "InvalidStateError",
    "InvariantChecks",
    "InvariantError",
    "MarkerPlaced",
    "MarkersFlipped",
    "MarkersRemoved",
    "Move",
    "MoveStack",
    "NoLineAction",
    "NoMovementAction",
    "NoPlacementAction",
    "NoTerritoryAction",
    "Outcome",
    "OvertakingCapture",
    "Phase",
    "PlaceRing",
    "Position",
    "ProcessLine",
    "ProcessTerritoryRegion",
    "RankedSeat",
    "RecoverySlide",
    "Refusal",
    "RingCaptured",
    "RingRiftError",
    "Rings",
    "RingsEliminated",
    "Rounds",
    "Seat",
    "SeatState",
    "Setup",
    "SkipCapture",
    "SkipPlacement",
    "SkipRecovery",
    "SkipTerritoryProcessing",
    "StackChanged",
    "State",
    "SwapSides",
    "Turn",
    "UnknownSeatError",
    "VictoryReason",
    "Violation",
    "apply",
    "bookkeeping",
    "chains_from",
    "conclude",
    "current_chain",
    "decision",
    "effects",
    "find_step_violations",
    "find_transition_violations",
    "find_violations",
    "grid_named",
    "has_any_ring",
    "has_real_action",
    "has_turn_material",
    "in_rotation",
    "is_blocked",
    "is_legal",
    "is_recovery_eligible",
    "legal_moves",
    "monotone_sum",
    "new_game",
    "next_seat",
    "nobody_can_play",
    "outcome",
    "owes_forced_elimination",
    "ranking",
    "seat_captures",
    "seat_moves",
    "seat_placements",
    "state_hash",
    "why_illegal",
]
