"""The types of wire.md's JSON objects, from which the JSON Schema is generated.

`NotRequired` marks fields that an imported state may omit; they are then derived.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal, NotRequired, TypedDict

from ringrift.rules.editions import EditionName
from ringrift.rules.grid import BoardName
from ringrift.rules.moves import EliminationContext, RecoveryMode
from ringrift.rules.state import Phase, VictoryReason


@dataclass(frozen=True, slots=True)
class Range:
    """A whole number, or the length of a list, from `low` to `high` (None: no limit)."""

    low: int
    high: int | None = None


@dataclass(frozen=True, slots=True)
class Keys:
    """The pattern of the keys of an object."""

    pattern: str


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of these strings."""

    choices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MoveObject:
    """Stands for the object of any move; the table in `wire_moves` defines its shape."""


CELL_KEY = r"^-?[0-9]+,-?[0-9]+(,-?[0-9]+)?$"

Count = Annotated[int, Range(0)]
SeatNumber = Annotated[int, Range(1, 4)]
TurnNumber = Annotated[int, Range(1)]
Coordinate = Annotated[int, Range(-999, 999)]
Seats = Annotated[list[SeatNumber], Range(0, 4)]
CellKey = Annotated[str, Keys(CELL_KEY)]
PhaseName = Annotated[str, OneOf(tuple(phase.value for phase in Phase))]


class PositionObject(TypedDict):
    """A cell: x and y, on a hexagon also z with x + y + z = 0."""

    x: Coordinate
    y: Coordinate
    z: NotRequired[Coordinate]


class StackObject(TypedDict):
    """Rings, top first [R021, R022]."""

    position: NotRequired[PositionObject]
    rings: Annotated[list[SeatNumber], Range(1, 25)]
    stackHeight: NotRequired[Annotated[int, Range(1, 25)]]
    capHeight: NotRequired[Annotated[int, Range(1, 25)]]
    controllingPlayer: NotRequired[SeatNumber]


class MarkerObject(TypedDict):
    """A marker of one player [R021]."""

    player: SeatNumber
    position: NotRequired[PositionObject]
    type: NotRequired[Literal["regular"]]


class BoardObject(TypedDict):
    """The contents of the cells. `size` is the side length."""

    type: BoardName
    size: NotRequired[Annotated[int, Range(5, 19)]]
    stacks: Annotated[dict[str, StackObject], Keys(CELL_KEY)]
    markers: Annotated[dict[str, MarkerObject], Keys(CELL_KEY)]
    collapsedSpaces: Annotated[dict[str, SeatNumber], Keys(CELL_KEY)]
    eliminatedRings: NotRequired[dict[str, Count]]


class PlayerObject(TypedDict):
    """A seat: rings in hand, rings credited [R060], territory [R041]."""

    playerNumber: SeatNumber
    ringsInHand: Count
    eliminatedRings: Count
    territorySpaces: NotRequired[Count]
    lastActionTurn: NotRequired[TurnNumber | None]
    eliminatedAtTurn: NotRequired[TurnNumber | None]


class PlacingObject(TypedDict):
    """A seat's place in the final ranking [R170]."""

    playerNumber: SeatNumber
    rank: SeatNumber


class SwapObject(TypedDict):
    """R180: two players only."""

    enabled: NotRequired[bool]
    used: NotRequired[bool]


class TurnObject(TypedDict):
    """The turn so far [R070-R076]."""

    mustMoveFrom: NotRequired[CellKey | None]
    captureFrom: NotRequired[CellKey | None]
    pendingElimination: NotRequired[EliminationContext | None]
    recoveryMode: NotRequired[RecoveryMode | None]
    acted: NotRequired[bool]
    hadRealAction: NotRequired[bool]
    tookRealAction: NotRequired[bool]


class LpsObject(TypedDict):
    """The rounds for last player standing [R172]."""

    roundHadAction: NotRequired[Seats]
    roundTookAction: NotRequired[Seats]
    roundPartial: NotRequired[bool]
    exclusivePlayer: NotRequired[SeatNumber | None]
    exclusiveRounds: NotRequired[Annotated[int, Range(0, 2)]]


class StateObject(TypedDict):
    """A state of a game."""

    edition: NotRequired[EditionName]
    board: BoardObject
    players: Annotated[list[PlayerObject], Range(2, 4)]
    currentPlayer: SeatNumber
    currentPhase: PhaseName
    turnNumber: TurnNumber
    gameStatus: NotRequired[Literal["active", "completed"]]
    winner: NotRequired[SeatNumber | None]
    victoryReason: NotRequired[VictoryReason | None]
    ranking: NotRequired[Annotated[list[PlacingObject], Range(2, 4)] | None]
    totalRingsInPlay: NotRequired[Count]
    totalRingsEliminated: NotRequired[Count]
    victoryThreshold: NotRequired[Count]
    territoryVictoryThreshold: NotRequired[Count]
    swap: NotRequired[SwapObject]
    turn: NotRequired[TurnObject]
    lps: NotRequired[LpsObject]
    moveHistory: NotRequired[list[Annotated[dict[str, Any], MoveObject()]]]
