"""Encode states as the plain numbers that the kernel takes, and decode them.

The layout is native/include/ringrift/state_codec.hpp's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Final, NoReturn, get_args

from ringrift.kernel import state_fields as field
from ringrift.rules.board import Board
from ringrift.rules.editions import EDITION_NAMES, edition_named
from ringrift.rules.errors import InvalidStateError, Refusal, listed
from ringrift.rules.grid import BOARD_NAMES, Cell, CellSet, Grid, cells_in, grid_named
from ringrift.rules.moves import EliminationContext, RecoveryMode
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

Fields = list[int]

PHASES: Final = tuple(Phase)
CONTEXTS: Final[tuple[EliminationContext, ...]] = get_args(EliminationContext)
MODES: Final[tuple[RecoveryMode, ...]] = get_args(RecoveryMode)
REASONS: Final[tuple[VictoryReason, ...]] = get_args(VictoryReason)
COLLAPSED: Final = 4  # code of a collapsed cell: this + seat
STACK: Final = 9
_STACK_CACHE_SIZE: Final = 1 << 16
_MAX_STACK_HEIGHT: Final = 25


@cache
def indices(grid: Grid) -> Mapping[Cell, int]:
    """Return the canonical index of each cell, which the kernel uses."""
    return {cell: index for index, cell in enumerate(grid.cells)}


def board_number(grid: Grid) -> int:
    """Return the kernel's index of the board."""
    return BOARD_NAMES.index(grid.name)


def to_fields(state: State) -> Fields:
    """Return the numbers of a state; raise `InvalidStateError` if it is malformed."""
    expect_state(state)
    try:
        return _encode(state)
    except (AttributeError, IndexError, KeyError, OverflowError, TypeError, ValueError) as error:
        _refuse(
            f"the state is malformed ({error}); use wire.load_state to create well-formed states"
        )


def expect_state(state: object) -> None:
    """Raise `InvalidStateError` unless this is a `State` with a `Board`."""
    if not isinstance(state, State):
        _refuse(
            f"{type(state).__name__} is not a State;"
            " create one with rules.new_game or wire.load_state"
        )
    if not isinstance(state.board, Board):
        _refuse(
            f"{type(state.board).__name__} is not a Board;"
            " use wire.load_state to create valid states"
        )


def _encode(state: State) -> Fields:
    grid, turn, rounds, outcome = state.board.grid, state.turn, state.rounds, state.outcome
    index_of, seats = indices(grid), len(state.seats)
    _check_edition(state)
    _check_lengths(state.board, seats)
    fields = [0] * field.CELLS
    fields[field.BOARD] = board_number(grid)
    fields[field.EDITION] = EDITION_NAMES.index(state.edition.name)
    fields[field.SEATS] = seats
    fields[field.PLAYER] = state.player - 1
    fields[field.PHASE] = PHASES.index(state.phase)
    fields[field.TURN_NUMBER] = state.turn_number
    fields[field.MUST_MOVE_FROM] = (
        -1 if turn.must_move_from is None else index_of[turn.must_move_from]
    )
    fields[field.CAPTURE_FROM] = -1 if turn.capture_from is None else index_of[turn.capture_from]
    fields[field.PENDING] = 1 + CONTEXTS.index(turn.pending) if turn.pending else 0
    fields[field.RECOVERY] = 1 + MODES.index(turn.recovery_mode) if turn.recovery_mode else 0
    fields[field.ACTED] = int(turn.acted)
    fields[field.HAD_REAL_ACTION] = int(turn.had_real_action)
    fields[field.TOOK_REAL_ACTION] = int(turn.took_real_action)
    fields[field.ROUND_HAD_ACTION] = _seat_bits(rounds.had_action, seats)
    fields[field.ROUND_TOOK_ACTION] = _seat_bits(rounds.took_action, seats)
    fields[field.ROUND_PARTIAL] = int(rounds.partial)
    fields[field.EXCLUSIVE_SEAT] = rounds.exclusive_seat or 0
    fields[field.EXCLUSIVE_ROUNDS] = rounds.exclusive_rounds
    fields[field.SWAP_ENABLED] = int(state.swap_enabled)
    fields[field.SWAP_USED] = int(state.swap_used)
    for at, seat in enumerate(state.seats):
        fields[field.HAND + at] = seat.hand
        fields[field.ELIMINATED + at] = seat.eliminated
        fields[field.LAST_ACTION_TURN + at] = seat.last_action_turn or 0
        fields[field.ELIMINATED_AT_TURN + at] = seat.eliminated_at_turn or 0
    if outcome:
        fields[field.WINNER] = outcome.winner
        fields[field.REASON] = 1 + REASONS.index(outcome.reason)
        ranks = {placing.seat: placing.rank for placing in outcome.ranking}
        for at in range(field.MAX_SEATS):
            fields[field.RANK + at] = ranks.get(at + 1, 0)
    return fields + _cell_codes(state.board)


def _check_edition(state: State) -> None:
    """Refuse a modified edition: the kernel would play the one of the same name."""
    name = state.edition.name
    if name not in EDITION_NAMES or state.edition is not edition_named(name):
        raise ValueError(f"edition {name!r} is unknown; the editions are {listed(EDITION_NAMES)}")


def _check_lengths(board: Board, seats: int) -> None:
    if seats > field.MAX_SEATS:
        raise ValueError(f"at most {field.MAX_SEATS} players can play")
    if len(board.rings) != board.grid.width**2:
        raise ValueError(f"{board.grid.name} has {board.grid.width**2} entries of rings")
    for layers in (board.controlled, board.markers, board.collapsed):
        if len(layers) != seats + 1 or layers[0] != 0:
            raise ValueError(f"sets of cells by seat are a 0 and {seats} more")


def _seat_bits(listed_seats: tuple[Seat, ...], seats: int) -> int:
    if not all(seat in range(1, seats + 1) for seat in listed_seats):
        raise ValueError(f"seats are 1 to {seats}")
    return sum({1 << seat - 1 for seat in listed_seats})


def _cell_codes(board: Board) -> list[int]:
    """Return one number for each cell; raise `ValueError` if a cell holds two things."""
    grid, index_of = board.grid, indices(board.grid)
    codes = [0] * len(grid)
    for seat in board.seats:
        for layer, code in ((board.markers[seat], seat), (board.collapsed[seat], seat + COLLAPSED)):
            for cell in _cells(layer, grid):
                if codes[index_of[cell]]:
                    raise ValueError(f"two things on {grid.cell_name(cell)}")
                codes[index_of[cell]] = code
    controlled = [0] * len(board.controlled)
    for cell, rings in enumerate(board.rings):
        if rings:
            if codes[index_of[cell]]:
                raise ValueError(f"two things on {grid.cell_name(cell)}")
            codes[index_of[cell]] = _stack_code(rings)
            controlled[rings[0]] |= 1 << cell
    if controlled != list(board.controlled):
        raise ValueError("a stack is controlled by the seat of its top ring")
    return codes


def _cells(layer: CellSet, grid: Grid) -> list[Cell]:
    if layer < 0 or layer & ~grid.mask:
        raise ValueError("a cell that is not on the board")
    return cells_in(layer)


@lru_cache(_STACK_CACHE_SIZE)
def _stack_code(rings: Rings) -> int:
    if len(rings) > _MAX_STACK_HEIGHT or not all(1 <= ring <= field.MAX_SEATS for ring in rings):
        raise ValueError("a stack that no board can hold")
    packed = sum(ring - 1 << 2 * depth for depth, ring in enumerate(rings))
    return STACK + 16 * len(rings) + 512 * packed


@lru_cache(_STACK_CACHE_SIZE)
def _stack(code: int) -> Rings:
    return tuple(1 + (code // 512 >> 2 * depth & 3) for depth in range(code // 16 % 32))


def from_fields(fields: Sequence[int], history: History) -> State:
    """Return the state of numbers that the kernel has made."""
    grid = grid_named(BOARD_NAMES[fields[field.BOARD]])
    seats = fields[field.SEATS]
    return State(
        edition=edition_named(EDITION_NAMES[fields[field.EDITION]]),
        board=_board(grid, seats, fields[field.CELLS :]),
        seats=tuple(
            SeatState(
                fields[field.HAND + at],
                fields[field.ELIMINATED + at],
                fields[field.LAST_ACTION_TURN + at] or None,
                fields[field.ELIMINATED_AT_TURN + at] or None,
            )
            for at in range(seats)
        ),
        player=fields[field.PLAYER] + 1,
        phase=PHASES[fields[field.PHASE]],
        turn_number=fields[field.TURN_NUMBER],
        turn=_turn(fields, grid),
        rounds=Rounds(
            had_action=_seats_in(fields[field.ROUND_HAD_ACTION], seats),
            took_action=_seats_in(fields[field.ROUND_TOOK_ACTION], seats),
            partial=bool(fields[field.ROUND_PARTIAL]),
            exclusive_seat=fields[field.EXCLUSIVE_SEAT] or None,
            exclusive_rounds=fields[field.EXCLUSIVE_ROUNDS],
        ),
        swap_enabled=bool(fields[field.SWAP_ENABLED]),
        swap_used=bool(fields[field.SWAP_USED]),
        outcome=_outcome(fields, seats),
        history=history,
    )


def _turn(fields: Sequence[int], grid: Grid) -> Turn:
    must_move_from, capture_from = fields[field.MUST_MOVE_FROM], fields[field.CAPTURE_FROM]
    pending, recovery = fields[field.PENDING], fields[field.RECOVERY]
    return Turn(
        must_move_from=grid.cells[must_move_from] if must_move_from >= 0 else None,
        capture_from=grid.cells[capture_from] if capture_from >= 0 else None,
        pending=CONTEXTS[pending - 1] if pending else None,
        recovery_mode=MODES[recovery - 1] if recovery else None,
        acted=bool(fields[field.ACTED]),
        had_real_action=bool(fields[field.HAD_REAL_ACTION]),
        took_real_action=bool(fields[field.TOOK_REAL_ACTION]),
    )


def _outcome(fields: Sequence[int], seats: int) -> Outcome | None:
    winner = fields[field.WINNER]
    if not winner:
        return None
    placings = [RankedSeat(seat, fields[field.RANK + seat - 1]) for seat in range(1, seats + 1)]
    placings.sort(key=lambda placing: (placing.rank, placing.seat))
    return Outcome(winner, REASONS[fields[field.REASON] - 1], tuple(placings))


def _seats_in(bits: int, seats: int) -> tuple[Seat, ...]:
    return tuple(seat for seat in range(1, seats + 1) if bits >> seat - 1 & 1)


def _board(grid: Grid, seats: int, codes: Sequence[int]) -> Board:
    rings: list[Rings] = [()] * (grid.width * grid.width)
    controlled, markers, collapsed = [0] * (seats + 1), [0] * (seats + 1), [0] * (seats + 1)
    for cell, code in zip(grid.cells, codes, strict=True):
        if not code:
            continue
        if code <= COLLAPSED:
            markers[code] |= 1 << cell
        elif code < STACK:
            collapsed[code - COLLAPSED] |= 1 << cell
        else:
            rings[cell] = _stack(code)
            controlled[rings[cell][0]] |= 1 << cell
    return Board(grid, tuple(rings), tuple(controlled), tuple(markers), tuple(collapsed))


def _refuse(message: str) -> NoReturn:
    raise InvalidStateError(Refusal("MALFORMED", "R070", message))
