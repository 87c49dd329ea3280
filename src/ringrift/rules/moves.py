"""Every kind of move, one class each (rules-exact.md §11, wire.md "Moves").

A move is a value: moves of one class with equal fields are equal. It names cells by coordinates, so
it can be read without a board. The metadata of a field holds its wire name where that differs, for
the codec and the schema.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import ClassVar, Final, Literal

from ringrift.rules.grid import Position
from ringrift.rules.stack import Seat

Positions = tuple[Position, ...]  # canonical order: by y, then x
EliminationContext = Literal["line", "territory", "recovery"]
RecoveryMode = Literal["line", "fallback", "stack_strike"]
Option = Literal[1, 2]


@dataclass(frozen=True, slots=True)
class Move:
    """Base class of all moves: the player who moves. `type` is its name on the wire."""

    type: ClassVar[str] = ""
    bookkeeping: ClassVar[bool] = False  # applied when there is no choice [R075]
    turn_action: ClassVar[bool] = True  # all but skip_*, no_* and swap_sides [R072]
    real_action: ClassVar[bool] = False  # counts for last player standing [R172]

    player: Seat


@dataclass(frozen=True, slots=True)
class PlaceRing(Move):
    """R080: place rings from the hand on an empty cell or a stack."""

    type: ClassVar[str] = "place_ring"
    real_action: ClassVar[bool] = True

    to: Position
    count: int = field(metadata={"wire": "placementCount"})


@dataclass(frozen=True, slots=True)
class SkipPlacement(Move):
    """R080: keep the rings in hand and move a stack, or recover."""

    type: ClassVar[str] = "skip_placement"
    turn_action: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class SwapSides(Move):
    """R180: seat 2 takes over seat 1's position; the people exchange seats."""

    type: ClassVar[str] = "swap_sides"
    turn_action: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class NoPlacementAction(Move):
    """R075: nothing can be placed."""

    type: ClassVar[str] = "no_placement_action"
    bookkeeping: ClassVar[bool] = True
    turn_action: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class MoveStack(Move):
    """R090: move a stack along a ray by at least its height."""

    type: ClassVar[str] = "move_stack"
    real_action: ClassVar[bool] = True

    origin: Position = field(metadata={"wire": "from"})
    to: Position


@dataclass(frozen=True, slots=True)
class OvertakingCapture(Move):
    """R101: the first capture of a turn: jump over a stack and take its top ring."""

    type: ClassVar[str] = "overtaking_capture"
    real_action: ClassVar[bool] = True

    origin: Position = field(metadata={"wire": "from"})
    target: Position = field(metadata={"wire": "captureTarget"})
    to: Position


@dataclass(frozen=True, slots=True)
class ContinueCaptureSegment(Move):
    """R103: the next capture of a chain."""

    type: ClassVar[str] = "continue_capture_segment"
    real_action: ClassVar[bool] = True

    origin: Position = field(metadata={"wire": "from"})
    target: Position = field(metadata={"wire": "captureTarget"})
    to: Position


@dataclass(frozen=True, slots=True)
class SkipCapture(Move):
    """R093: do not capture after the move."""

    type: ClassVar[str] = "skip_capture"
    turn_action: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class RecoverySlide(Move):
    """R110: a player without a stack slides a marker and pays with a buried ring."""

    type: ClassVar[str] = "recovery_slide"

    origin: Position = field(metadata={"wire": "from"})
    to: Position
    mode: RecoveryMode = field(metadata={"wire": "recoveryMode"})
    extraction: Position | None = field(default=None, metadata={"wire": "extractionStack"})
    line: Positions | None = None
    option: Option | None = field(default=None, metadata={"wire": "recoveryOption"})
    collapse: Positions | None = None


@dataclass(frozen=True, slots=True)
class SkipRecovery(Move):
    """R112: decline to recover."""

    type: ClassVar[str] = "skip_recovery"
    turn_action: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class NoMovementAction(Move):
    """R075: nothing can move."""

    type: ClassVar[str] = "no_movement_action"
    bookkeeping: ClassVar[bool] = True
    turn_action: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class ProcessLine(Move):
    """R121: collapse a line of exactly the line length; a cost falls due."""

    type: ClassVar[str] = "process_line"

    line: Positions


@dataclass(frozen=True, slots=True)
class ChooseLineReward(Move):
    """R121: collapse a longer line whole (1, a cost falls due) or one segment of it (2, free)."""

    type: ClassVar[str] = "choose_line_reward"

    line: Positions
    option: Option
    collapse: Positions


@dataclass(frozen=True, slots=True)
class NoLineAction(Move):
    """R075: no line to process."""

    type: ClassVar[str] = "no_line_action"
    bookkeeping: ClassVar[bool] = True
    turn_action: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class ProcessTerritoryRegion(Move):
    """R145: take a disconnected region."""

    type: ClassVar[str] = "process_territory_region"

    region: Positions
    border: Seat | None = field(metadata={"wire": "borderPlayer"})


@dataclass(frozen=True, slots=True)
class SkipTerritoryProcessing(Move):
    """R144: decline the remaining regions."""

    type: ClassVar[str] = "skip_territory_processing"
    turn_action: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class NoTerritoryAction(Move):
    """R075: no region can be taken."""

    type: ClassVar[str] = "no_territory_action"
    bookkeeping: ClassVar[bool] = True
    turn_action: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class EliminateRingsFromStack(Move):
    """R122, R145, R113: pay the due cost."""

    type: ClassVar[str] = "eliminate_rings_from_stack"

    to: Position
    context: EliminationContext = field(metadata={"wire": "eliminationContext"})


@dataclass(frozen=True, slots=True)
class ForcedElimination(Move):
    """R100: a player who did nothing gives up a cap."""

    type: ClassVar[str] = "forced_elimination"

    to: Position


Capture = OvertakingCapture | ContinueCaptureSegment

MOVE_TYPES: Final[Mapping[str, type[Move]]] = MappingProxyType(
    {
        move.type: move
        for move in (
            PlaceRing,
            SkipPlacement,
            SwapSides,
            NoPlacementAction,
            MoveStack,
            OvertakingCapture,
            ContinueCaptureSegment,
            SkipCapture,
            RecoverySlide,
            SkipRecovery,
            NoMovementAction,
            ProcessLine,
            ChooseLineReward,
            NoLineAction,
            ProcessTerritoryRegion,
            SkipTerritoryProcessing,
            NoTerritoryAction,
            EliminateRingsFromStack,
            ForcedElimination,
        )
    }
)
"""The types of moves by their names in the wire format."""
