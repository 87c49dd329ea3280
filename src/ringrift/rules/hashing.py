"""Digests for comparing states and legal moves between engines (wire.md "State hash") [R190].

Equal states have equal hashes in every engine and language.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache, lru_cache
from hashlib import sha256
from itertools import compress
from typing import Any, Final

from ringrift.rules.board import Board
from ringrift.rules.editions import Edition
from ringrift.rules.grid import Cell, Grid, cell_flags, cells_in
from ringrift.rules.moves import Move
from ringrift.rules.stack import Rings, Seat
from ringrift.rules.state import Rounds, SeatState, State, Turn
from ringrift.rules.wire import dump_move, dump_placing, dump_rounds, dump_turn
from ringrift.rules.wire_board import cell_keys, dump_marker, dump_stack

DIGEST_LENGTH: Final = 16  # hexadecimal digits of a digest
_ENCODER: Final = json.JSONEncoder(sort_keys=True, separators=(",", ":"))
_NULL: Final = "null"


def json_digest(value: Any) -> str:
    """Return the digest of a JSON value: the truncated SHA-256 of its canonical text."""
    return _text_digest(_ENCODER.encode(value))


def _text_digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:DIGEST_LENGTH]


def state_hash(state: State) -> str:
    """Return the digest of the state's JSON object without its history.

    The text is assembled from cached parts, because consecutive states share most of them.
    """
    collapsed, contents = _canonical_board(state.board)
    eliminated = ",".join([f'"{n}":{seat.eliminated}' for n, seat in enumerate(state.seats, 1)])
    return _text_digest(
        f'{{"board":{{"collapsedSpaces":{collapsed},"eliminatedRings":{{{eliminated}}},{contents},'
        f"{_canonical_rest(state)}}}"
    )


def _canonical_rest(state: State) -> str:
    """Return the canonical members of the state that follow its board."""
    outcome, seats = state.outcome, state.seats
    total_rings, ring_threshold, territory_threshold = _constants(
        state.edition, state.board.grid, len(seats)
    )
    players = ",".join(
        [
            _canonical_seat(number, seat, state.board.territory(number))
            for number, seat in enumerate(seats, 1)
        ]
    )
    ranking = _NULL if outcome is None else _ENCODER.encode([*map(dump_placing, outcome.ranking)])
    return (
        f'"currentPhase":"{state.phase.value}","currentPlayer":{state.player},'
        f'"edition":"{state.edition.name}","gameStatus":"{"completed" if outcome else "active"}",'
        f'"lps":{_canonical_rounds(state.rounds)},"players":[{players}],"ranking":{ranking},'
        f'"swap":{{"enabled":{_bool(state.swap_enabled)},"used":{_bool(state.swap_used)}}},'
        f'"territoryVictoryThreshold":{territory_threshold},'
        f'"totalRingsEliminated":{sum([seat.eliminated for seat in seats])},'
        f'"totalRingsInPlay":{total_rings},'
        f'"turn":{_canonical_turn(state.turn, state.board.grid)},'
        f'"turnNumber":{state.turn_number},'
        f'"victoryReason":{_NULL if outcome is None else _ENCODER.encode(outcome.reason)},'
        f'"victoryThreshold":{ring_threshold},'
        f'"winner":{_NULL if outcome is None else outcome.winner}'
    )


@cache
def _constants(edition: Edition, grid: Grid, seats: int) -> tuple[int, int, int]:
    """Return the rings in play and the thresholds [R020, R061, R062] of a kind of game."""
    each = edition.rings_each[grid.name]
    thresholds = edition.ring_threshold(each, seats), edition.territory_threshold(len(grid), seats)
    return each * seats, *thresholds


def _canonical_seat(number: Seat, seat: SeatState, territory: int) -> str:
    eliminated_at, last_action = seat.eliminated_at_turn, seat.last_action_turn
    return (
        f'{{"eliminatedAtTurn":{_NULL if eliminated_at is None else eliminated_at},'
        f'"eliminatedRings":{seat.eliminated},'
        f'"lastActionTurn":{_NULL if last_action is None else last_action},'
        f'"playerNumber":{number},"ringsInHand":{seat.hand},"territorySpaces":{territory}}}'
    )


@lru_cache(maxsize=1 << 12)
def _canonical_turn(turn: Turn, grid: Grid) -> str:
    return _ENCODER.encode(dump_turn(turn, grid))


@lru_cache(maxsize=1 << 12)
def _canonical_rounds(rounds: Rounds) -> str:
    return _ENCODER.encode(dump_rounds(rounds))


def _bool(value: bool) -> str:
    return "true" if value else "false"


def _canonical_board(board: Board) -> tuple[str, str]:
    """Return the collapsed cells and the members after the eliminated rings.

    Most moves of a turn do not change the board: it keeps its text.
    """
    if board._canonical is None:
        object.__setattr__(board, "_canonical", _encode_board(board))
    assert board._canonical is not None
    return board._canonical


def _encode_board(board: Board) -> tuple[str, str]:
    """Return the texts of the board; parts start with their keys, so they sort."""
    grid, seats, rings = board.grid, board.seats, board.rings
    stacks = sorted([_canonical_stack(grid, cell, rings[cell]) for cell in cells_in(board.stacks)])
    markers: list[str] = []
    collapsed: list[str] = []
    for seat in seats:
        markers += compress(_canonical_markers(grid, seat), cell_flags(board.markers[seat]))
        collapsed += compress(_canonical_territory(grid, seat), cell_flags(board.collapsed[seat]))
    markers.sort()
    collapsed.sort()
    return (
        f"{{{','.join(collapsed)}}}",
        f'"markers":{{{",".join(markers)}}},"size":{grid.side},"stacks":{{{",".join(stacks)}}},'
        f'"type":"{grid.name}"}}',
    )


@lru_cache(maxsize=1 << 15)
def _canonical_stack(grid: Grid, cell: Cell, rings: Rings) -> str:
    return f'"{cell_keys(grid)[cell]}":{_ENCODER.encode(dump_stack(grid, cell, rings))}'


@cache
def _canonical_markers(grid: Grid, seat: Seat) -> tuple[str, ...]:
    """Return the text of the seat's marker on every cell, on the board or not."""
    keys = cell_keys(grid)
    return tuple(
        f'"{keys[cell]}":{_ENCODER.encode(dump_marker(grid, cell, seat))}' if cell in keys else ""
        for cell in range(len(grid.positions))
    )


@cache
def _canonical_territory(grid: Grid, seat: Seat) -> tuple[str, ...]:
    """Return the text of every cell as the seat's territory, on the board or not."""
    keys = cell_keys(grid)
    return tuple(f'"{keys.get(cell, "")}":{seat}' for cell in range(len(grid.positions)))


def legal_digest(moves: Iterable[Move]) -> str:
    """Return the digest of a set of moves: that of their sorted JSON strings."""
    return json_digest(sorted(map(_canonical_move, moves)))


@lru_cache(maxsize=1 << 16)  # games offer the same moves repeatedly
def _canonical_move(move: Move) -> str:
    return _ENCODER.encode(dump_move(move))
