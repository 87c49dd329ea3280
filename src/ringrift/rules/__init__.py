"""The law: the complete rules of RingRift as a library that reads like the rulebook.

States are values. `legal_moves` says what may be chosen, `bookkeeping` which move must be applied where
nothing can be chosen, `apply` makes the next state. The library invents no move, reads no clock and rolls
no dice.
"""

from ringrift.rules.board import Board
from ringrift.rules.chains import Chain, Chains, chain_so_far, chains_from
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
    Checks,
    InvariantError,
    Violation,
    step_violations,
    transition_violations,
    violations,
)
from ringrift.rules.legal import bookkeeping, is_legal, legal_moves
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
from ringrift.rules.offers import captures, moves, placements
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
from ringrift.rules.progress import progress
from ringrift.rules.recovery import recovery_eligible
from ringrift.rules.setup import new_game
from ringrift.rules.stack import Rings, Seat
from ringrift.rules.state import (
    History,
    Outcome,
    Phase,
    Placing,
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
    "EDITION_NAMES",
    "MOVE_TYPES",
    "AmbiguousMoveError",
    "Board",
    "BoardName",
    "Capture",
    "CellsCollapsed",
    "Chain",
    "Chains",
    "Checks",
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
    "Placing",
    "Position",
    "ProcessLine",
    "ProcessTerritoryRegion",
    "RecoverySlide",
    "Refusal",
    "RingCaptured",
    "RingRiftError",
    "Rings",
    "RingsEliminated",
    "Rounds",
    "Seat",
    "SeatState",
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
    "captures",
    "chain_so_far",
    "chains_from",
    "conclude",
    "decision",
    "effects",
    "grid_named",
    "has_any_ring",
    "has_real_action",
    "has_turn_material",
    "in_rotation",
    "is_blocked",
    "is_legal",
    "legal_moves",
    "moves",
    "new_game",
    "next_seat",
    "nobody_can_play",
    "outcome",
    "owes_forced_elimination",
    "placements",
    "progress",
    "ranking",
    "recovery_eligible",
    "state_hash",
    "step_violations",
    "transition_violations",
    "violations",
    "why_illegal",
]
