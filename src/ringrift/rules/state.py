"""The state of a game: an immutable value with everything that the rules depend on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from enum import StrEnum
from operator import attrgetter
from typing import Any, Literal, overload

from ringrift.rules.board import Board
from ringrift.rules.editions import Edition
from ringrift.rules.errors import UnknownSeatError
from ringrift.rules.grid import Cell
from ringrift.rules.messages import refusal
from ringrift.rules.moves import EliminationContext, Move, RecoveryMode
from ringrift.rules.stack import Seat

VictoryReason = Literal[
    "ring_elimination",
    "territory_control",
    "last_player_standing",
    "stalemate",
    "resignation",
    "timeout",
    "abandonment",
]
"""Why a game ended."""


class Phase(StrEnum):
    """The phases of a turn, in order [R070]."""

    RING_PLACEMENT = "ring_placement"
    MOVEMENT = "movement"
    CAPTURE = "capture"
    CHAIN_CAPTURE = "chain_capture"
    LINE_PROCESSING = "line_processing"
    TERRITORY_PROCESSING = "territory_processing"
    FORCED_ELIMINATION = "forced_elimination"
    GAME_OVER = "game_over"


@dataclass(frozen=True, slots=True)
class SeatState:
    """A seat's rings in hand, credited rings and turn records."""

    hand: int  # rings not yet placed
    eliminated: int = 0  # R060: rings credited to this seat, whatever their colour
    last_action_turn: int | None = None
    eliminated_at_turn: int | None = None  # the turn in which it lost its last ring


@dataclass(frozen=True, slots=True)
class Turn:
    """The turn so far."""

    must_move_from: Cell | None = None  # the placed stack, until it has moved [R081]
    capture_from: Cell | None = None  # the stack that captures, in `capture` and `chain_capture`
    pending: EliminationContext | None = None  # the cost that is due
    recovery_mode: RecoveryMode | None = None
    acted: bool = False  # a turn action was taken
    had_real_action: bool = False  # determined at the start of the turn [R172]
    took_real_action: bool = False


@dataclass(frozen=True, slots=True)
class Rounds:
    """The current round and the exclusive rounds before it, for last player standing [R172]."""

    had_action: tuple[Seat, ...] = ()
    took_action: tuple[Seat, ...] = ()
    partial: bool = False  # started in the middle of a round (an imported position)
    exclusive_seat: Seat | None = None
    exclusive_rounds: int = 0


@dataclass(frozen=True, slots=True)
class RankedSeat:
    """A seat's place in the final ranking."""

    seat: Seat
    rank: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended [R170-R173]."""

    winner: Seat
    reason: VictoryReason
    ranking: tuple[RankedSeat, ...]  # by rank, then seat


class History(Sequence[Move]):
    """Every move of a game, as a linked list: appending takes constant time."""

    __slots__ = ("_before", "_length", "_move")

    _move: Move | None
    _before: History | None
    _length: int

    def __init__(self, moves: Iterable[Move] = ()) -> None:
        tip: History | None = None
        last: Move | None = None
        length = 0
        for move in moves:
            if length:
                tip = _append_link(tip, last, length)
            last = move
            length += 1
        self._before = tip
        self._move = last
        self._length = length

    def then(self, move: Move) -> History:
        """Return the history with one more move."""
        return _append_link(self if self._length else None, move, self._length + 1)

    def last(self) -> Move | None:
        """Return the last move, or None at the start."""
        return self._move

    def __len__(self) -> int:
        return self._length

    def __reversed__(self) -> Iterator[Move]:
        at: History | None = self
        while at is not None and at._move is not None:
            yield at._move
            at = at._before

    def __iter__(self) -> Iterator[Move]:
        return iter(list(reversed(self))[::-1])

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Move, ...]: ...
    def __getitem__(self, index: int | slice) -> Move | tuple[Move, ...]:
        return tuple(self)[index]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, History) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"<History of {self._length} moves>"

    def __reduce__(self) -> tuple[object, ...]:
        return History, (tuple(self),)


def _append_link(before: History | None, move: Move | None, length: int) -> History:
    history = History.__new__(History)
    history._before = before
    history._move = move
    history._length = length
    return history


@dataclass(frozen=True, slots=True)
class State:
    """The state of a game. Equality ignores the `history`, as the rules do."""

    edition: Edition
    board: Board
    seats: tuple[SeatState, ...]
    player: Seat  # seat to move; in `game_over` the seat that moved last
    phase: Phase
    turn_number: int
    turn: Turn
    rounds: Rounds
    swap_enabled: bool
    swap_used: bool
    outcome: Outcome | None = None
    history: History = field(default_factory=History, compare=False, repr=False)

    # Computed by `legal_moves` on first use; a state is immutable, so the moves stay valid.
    _legal_moves: tuple[Move, ...] | None = field(
        default=None, init=False, compare=False, repr=False
    )

    def seat(self, number: Seat) -> SeatState:
        """Return the seat with that number; raise `UnknownSeatError` if it does not play."""
        if not 0 < number <= len(self.seats):
            raise UnknownSeatError(refusal("UNKNOWN_SEAT", seat=repr(number), max=len(self.seats)))
        return self.seats[number - 1]

    def replace_seat(self, number: Seat, seat: SeatState) -> tuple[SeatState, ...]:
        """Return all seats with one of them replaced."""
        return (*self.seats[: number - 1], seat, *self.seats[number:])

    def replace(self, **changes: Any) -> State:
        """Return the state with these fields changed: faster than `dataclasses.replace`."""
        values = list(_field_values(self))
        for name, value in changes.items():
            values[_FIELD_INDEX[name]] = value
        return State(*values)

    @property
    def rings_each(self) -> int:
        """R020: return the number of rings that each player starts with."""
        return self.edition.rings_each[self.board.grid.name]

    @property
    def line_length(self) -> int:
        """R120: return how many markers in a row make a line."""
        return self.board.grid.line_length(len(self.seats))

    @property
    def ring_threshold(self) -> int:
        """R061: return the number of eliminated rings that wins."""
        return self.edition.ring_threshold(self.rings_each, len(self.seats))

    @property
    def territory_threshold(self) -> int:
        """R062: return the smallest number of own cells that can win."""
        return self.edition.territory_threshold(len(self.board.grid), len(self.seats))

    @property
    def total_rings(self) -> int:
        """Return the number of rings in the game."""
        return self.rings_each * len(self.seats)


_FIELD_INDEX = {part.name: place for place, part in enumerate(fields(State)) if part.init}
_field_values = attrgetter(*_FIELD_INDEX)
