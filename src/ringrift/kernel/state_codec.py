"""States of the law to and from the plain numbers that the kernel takes (native: exchange.hpp)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Final, NoReturn, get_args

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
    Placing,
    Rounds,
    SeatState,
    State,
    Turn,
    VictoryReason,
)

Fields = list[int]

SEATS: Final = 4
PHASES: Final = tuple(Phase)
CONTEXTS: Final[tuple[EliminationContext, ...]] = get_args(EliminationContext)
MODES: Final[tuple[RecoveryMode, ...]] = get_args(RecoveryMode)
REASONS: Final[tuple[VictoryReason, ...]] = get_args(VictoryReason)
FIRST_CELL: Final = 22 + 5 * SEATS  # before it: 22 single fields, five of each seat
COLLAPSED: Final = 4  # added to the seat
STACK: Final = 9
_STACKS_KEPT: Final = (
    1 << 16
)  # codes of stacks that are remembered; there are more than memory could hold


@cache
def indices(grid: Grid) -> Mapping[Cell, int]:
    """The canonical index of each cell: the kernel's name for it."""
    return {cell: index for index, cell in enumerate(grid.cells)}


def board_number(grid: Grid) -> int:
    return BOARD_NAMES.index(grid.name)


def to_fields(state: State) -> Fields:
    """The numbers of a state; `InvalidStateError` for what is no state."""
    expect_state(state)
    try:
        return _fields(state)
    except (AttributeError, IndexError, KeyError, OverflowError, TypeError, ValueError) as error:
        _refuse(f"the state is malformed ({error}); wire.load_state makes states that are not")


def expect_state(state: object) -> None:
    if not isinstance(state, State):
        _refuse(f"{type(state).__name__} is no State; rules.new_game and wire.load_state make one")
    if not isinstance(state.board, Board):
        _refuse(
            f"{type(state.board).__name__} is no Board; wire.load_state makes states that have one"
        )


def _fields(state: State) -> Fields:
    grid, turn, rounds, outcome = state.board.grid, state.turn, state.rounds, state.outcome
    at = indices(grid)
    _check_edition(state)
    _check_lengths(state.board, len(state.seats))
    fields = [
        board_number(grid),
        int(state.edition.name == "standard"),
        len(state.seats),
        state.player - 1,
        PHASES.index(state.phase),
        state.turn_number,
        -1 if turn.must_move_from is None else at[turn.must_move_from],
        -1 if turn.capture_from is None else at[turn.capture_from],
        1 + CONTEXTS.index(turn.pending) if turn.pending else 0,
        1 + MODES.index(turn.recovery_mode) if turn.recovery_mode else 0,
        int(turn.acted),
        int(turn.had_real_action),
        int(turn.took_real_action),
        _seat_bits(rounds.had_action, len(state.seats)),
        _seat_bits(rounds.took_action, len(state.seats)),
        int(rounds.partial),
        rounds.exclusive_seat or 0,
        rounds.exclusive_rounds,
        int(state.swap_enabled),
        int(state.swap_used),
        outcome.winner if outcome else 0,
        1 + REASONS.index(outcome.reason) if outcome else 0,
    ]
    ranks = {placing.seat: placing.rank for placing in outcome.ranking} if outcome else {}
    seats = [*state.seats, *[SeatState(0)] * (SEATS - len(state.seats))]
    fields += [seat.hand for seat in seats]
    fields += [seat.eliminated for seat in seats]
    fields += [seat.last_action_turn or 0 for seat in seats]
    fields += [seat.eliminated_at_turn or 0 for seat in seats]
    fields += [ranks.get(number, 0) for number in range(1, SEATS + 1)]
    return fields + _codes(state.board)


def _check_edition(state: State) -> None:
    """An edition changed at will would be played as the one whose name it bears."""
    name = state.edition.name
    if name not in EDITION_NAMES or state.edition is not edition_named(name):
        raise ValueError(
            f"edition {name!r} is not one of ours; editions are {listed(EDITION_NAMES)}"
        )


def _check_lengths(board: Board, seats: int) -> None:
    if len(board.rings) != board.grid.width**2:
        raise ValueError(f"{board.grid.name} has {board.grid.width**2} entries of rings")
    for layers in (board.controlled, board.markers, board.collapsed):
        if len(layers) != seats + 1 or layers[0] != 0:
            raise ValueError(f"sets of cells by seat are a 0 and {seats} more")


def _seat_bits(listed_seats: tuple[Seat, ...], seats: int) -> int:
    if not all(seat in range(1, seats + 1) for seat in listed_seats):
        raise ValueError(f"seats are 1 to {seats}")
    return sum({1 << seat - 1 for seat in listed_seats})


def _codes(board: Board) -> list[int]:
    """One number a cell; whoever gives one cell twice is refused."""
    grid, at = board.grid, indices(board.grid)
    codes = [0] * len(grid)
    for seat in board.seats:
        for layer, code in ((board.markers[seat], seat), (board.collapsed[seat], seat + COLLAPSED)):
            for cell in _cells(layer, grid):
                if codes[at[cell]]:
                    raise ValueError(f"two things on {grid.name_of(cell)}")
                codes[at[cell]] = code
    controlled = [0] * len(board.controlled)
    for cell, rings in enumerate(board.rings):
        if rings:
            if codes[at[cell]]:
                raise ValueError(f"two things on {grid.name_of(cell)}")
            codes[at[cell]] = _stack_code(rings)
            controlled[rings[0]] |= 1 << cell
    if controlled != list(board.controlled):
        raise ValueError("a stack is controlled by the seat of its top ring")
    return codes


def _cells(layer: CellSet, grid: Grid) -> list[Cell]:
    if layer < 0 or layer & ~grid.mask:
        raise ValueError("a cell that is not on the board")
    return cells_in(layer)


@lru_cache(_STACKS_KEPT)
def _stack_code(rings: Rings) -> int:
    if len(rings) > 25 or not all(1 <= ring <= SEATS for ring in rings):
        raise ValueError("a stack that no board can hold")
    packed = sum(ring - 1 << 2 * depth for depth, ring in enumerate(rings))
    return STACK + 16 * len(rings) + 512 * packed


@lru_cache(_STACKS_KEPT)
def _stack(code: int) -> Rings:
    return tuple(1 + (code // 512 >> 2 * depth & 3) for depth in range(code // 16 % 32))


def from_fields(fields: Sequence[int], history: History) -> State:
    """The law's state of these numbers, which the kernel has made."""
    grid = grid_named(BOARD_NAMES[fields[0]])
    seats, seat_numbers = fields[2], range(1, fields[2] + 1)
    hand, eliminated, acted, gone, ranks = (
        fields[start : start + seats] for start in range(FIRST_CELL - 5 * SEATS, FIRST_CELL, SEATS)
    )
    outcome = None
    if fields[20]:
        placings = [Placing(seat, ranks[seat - 1]) for seat in seat_numbers]
        placings.sort(key=lambda placing: (placing.rank, placing.seat))
        outcome = Outcome(fields[20], REASONS[fields[21] - 1], tuple(placings))
    return State(
        edition=edition_named("standard" if fields[1] else "classic"),
        board=_board(grid, seats, fields[FIRST_CELL:]),
        seats=tuple(
            SeatState(hand[at], eliminated[at], acted[at] or None, gone[at] or None)
            for at in range(seats)
        ),
        player=fields[3] + 1,
        phase=PHASES[fields[4]],
        turn_number=fields[5],
        turn=Turn(
            must_move_from=grid.cells[fields[6]] if fields[6] >= 0 else None,
            capture_from=grid.cells[fields[7]] if fields[7] >= 0 else None,
            pending=CONTEXTS[fields[8] - 1] if fields[8] else None,
            recovery_mode=MODES[fields[9] - 1] if fields[9] else None,
            acted=bool(fields[10]),
            had_real_action=bool(fields[11]),
            took_real_action=bool(fields[12]),
        ),
        rounds=Rounds(
            had_action=tuple(seat for seat in seat_numbers if fields[13] >> seat - 1 & 1),
            took_action=tuple(seat for seat in seat_numbers if fields[14] >> seat - 1 & 1),
            partial=bool(fields[15]),
            exclusive_seat=fields[16] or None,
            exclusive_rounds=fields[17],
        ),
        swap_enabled=bool(fields[18]),
        swap_used=bool(fields[19]),
        outcome=outcome,
        history=history,
    )


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
