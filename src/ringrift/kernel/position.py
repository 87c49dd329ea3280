"""A position in the kernel, with the states and moves of `ringrift.rules` as its interface."""

from __future__ import annotations

from threading import RLock
from typing import Final

from ringrift.kernel import state_fields as field
from ringrift.kernel._native import Game
from ringrift.kernel.explanations import first_invalid_state, to_query, to_refusal
from ringrift.kernel.move_codec import Numbers, to_move, to_numbers
from ringrift.kernel.playout_results import (
    Playout,
    Playouts,
    check_game_count,
    check_threads,
    to_playout,
)
from ringrift.kernel.state_codec import Fields, from_fields, to_fields
from ringrift.rules.errors import IllegalMoveError, InvalidMoveError, Refusal
from ringrift.rules.grid import BOARD_NAMES, Grid, grid_named
from ringrift.rules.moves import Move
from ringrift.rules.state import History, State

_MAX_SEED: Final = 2**64 - 1
_MAX_PERFT_DEPTH: Final = 64  # no count of longer sequences could ever end


class KernelDiffersError(AssertionError):
    """The kernel contradicts itself or the reference engine. Please report the position."""


class Position:
    """A position that `apply` and `undo` change in place.

    Long calls (`perft`, `playout`, `playouts`) work on a copy and release the GIL. Threads may
    share a position: every call is atomic.

        >>> from ringrift.rules import new_game
        >>> position = Position.from_state(new_game("square8", 2))
        >>> position.apply(position.legal_moves()[0])
        >>> position.undo()
    """

    __slots__ = ("_game", "_grid", "_histories", "_length", "_lock", "_moves_cache", "_seats")

    def __init__(self, game: Game, grid: Grid, seats: int, histories: tuple[History, ...]) -> None:
        """Internal: use `from_state`."""
        self._game = game
        self._grid = grid
        self._seats = seats
        self._length = grid.line_length(seats)
        self._moves_cache: tuple[Move, ...] | None = None  # of the current position
        self._lock = RLock()  # the game and its histories change together
        # One for each state that `undo` can reach, and the current one.
        self._histories = list(histories)

    @classmethod
    def from_state(cls, state: State, isa: str = "") -> Position:
        """Return the position of a state. `isa` selects an instruction set: base, avx2, avx512."""
        fields = to_fields(state)
        return cls(_game(fields, isa), state.board.grid, len(state.seats), (state.history,))

    def to_state(self) -> State:
        """Return the state of the position."""
        with self._lock:
            fields, history = self._game.fields(), self._histories[-1]
        return from_fields(fields, history)

    def legal_moves(self) -> tuple[Move, ...]:
        """Return the interactive moves: none if bookkeeping is due or the game is over."""
        moves = self._moves()
        return () if moves and moves[0].bookkeeping else moves

    def bookkeeping(self) -> Move | None:
        """R075: return the bookkeeping move that is due, if any."""
        moves = self._moves()
        return moves[0] if moves and moves[0].bookkeeping else None

    def apply(self, move: Move) -> None:
        """Play a move. An illegal one raises `IllegalMoveError` and changes nothing."""
        with self._lock:
            self._game.apply(self._legal_numbers(move))
            self._moves_cache = None
            self._histories.append(self._histories[-1].then(move))

    def why_illegal(self, move: Move) -> Refusal | None:
        """Return why a move is illegal, or None if it is legal; the same as `rules.why_illegal`."""
        query = to_query(move, self._grid)
        with self._lock:
            explanation = self._game.why_illegal(query)
        return None if explanation is None else to_refusal(explanation, self._grid, move)

    def undo(self) -> None:
        """Undo the last move; raise `IndexError` if there is none."""
        with self._lock:
            self._game.undo()
            self._moves_cache = None
            self._histories.pop()

    @property
    def hash(self) -> int:
        """The kernel's 64-bit hash: equal for equal states within one version of the kernel."""
        return self._game.hash()

    @property
    def isa(self) -> str:
        """The instruction set in use."""
        return self._game.isa()

    def is_consistent(self) -> bool:
        """Return whether the incrementally updated state equals a freshly loaded one."""
        return self._game.is_consistent()

    def perft(self, depth: int) -> int:
        """Count the move sequences of exactly `depth` moves (0 to 64). Signals interrupt it."""
        if depth not in range(_MAX_PERFT_DEPTH + 1):
            raise ValueError(
                f"depth {depth}: use 0 to {_MAX_PERFT_DEPTH}; each ply multiplies the time"
            )
        return self._game.perft(depth)

    def playout(self, seed: int) -> Playout:
        """Play a copy to the end with uniformly random moves."""
        return to_playout(self._game.playout(seed & _MAX_SEED))

    def playout_moves(self, seed: int) -> tuple[Move, ...]:
        """Return the moves of the game that `playout` plays with this seed."""
        copy = self.copy()
        played = []
        for numbers in copy._game.playout_moves(seed & _MAX_SEED):
            played.append(copy._to_move(numbers, copy._game.fields()))
            copy._game.apply(numbers)
        return tuple(played)

    def playouts(self, n: int, seed: int, threads: int = 1) -> Playouts:
        """Play `n` random games (at most a million). Threads do not change the results."""
        check_game_count(n)
        check_threads(threads)
        return Playouts(tuple(map(to_playout, self._game.playouts(n, seed & _MAX_SEED, threads))))

    def actions(self) -> list[int]:
        """Return the actions of the legal moves, or of the bookkeeping move that is due."""
        return self._game.actions()

    def encode(self, move: Move) -> int:
        """Return the action of a legal move (docs/reference/actions.md)."""
        with self._lock:
            return self._game.encode(self._legal_numbers(move))

    def decode(self, action: int) -> Move:
        """Return the legal move of an action; raise `InvalidMoveError` if it names none."""
        with self._lock:
            try:
                numbers = self._game.decode(action)
            except (TypeError, ValueError) as error:
                message = f"action {action!r} is not legal here; `actions` lists those that are"
                raise InvalidMoveError(Refusal("MALFORMED", None, message)) from error
            return self._to_move(numbers, self._game.fields())

    def copy(self) -> Position:
        """Return a copy, including the moves that can be undone."""
        with self._lock:
            return Position(self._game.copy(), self._grid, self._seats, tuple(self._histories))

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Position:
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        with self._lock:
            return _unpickle, (self._game.fields(), self._histories[-1])

    def __repr__(self) -> str:
        return f"<Position on {self._grid.name}, {self._seats} players, hash {self.hash:016x}>"

    def _moves(self) -> tuple[Move, ...]:
        with self._lock:
            if self._moves_cache is None:
                fields = self._game.fields()
                self._moves_cache = tuple(
                    [self._to_move(numbers, fields) for numbers in self._game.moves()]
                )
            return self._moves_cache

    def _to_move(self, numbers: Numbers, fields: Fields) -> Move:
        return to_move(
            numbers,
            fields[field.PLAYER] + 1,
            self._grid,
            self._length,
            fields[field.PENDING],
            self._game.move_cells,
        )

    def _legal_numbers(self, move: Move) -> Numbers:
        numbers = to_numbers(move, self._grid)
        if numbers is not None and self._game.is_legal(numbers) and self._names_move(numbers, move):
            return numbers
        refusal = self.why_illegal(move)
        if refusal is None:
            raise KernelDiffersError(f"the kernel rejects {move} here without giving a reason")
        raise IllegalMoveError(refusal)

    def _names_move(self, numbers: Numbers, move: Move) -> bool:
        """Return whether the numbers mean this move: its line or region may name other cells."""
        return self._to_move(numbers, self._game.fields()) == move


def _game(fields: Fields, isa: str = "") -> Game:
    try:
        return Game(fields[field.BOARD], fields, isa)
    except (TypeError, ValueError) as error:
        raise first_invalid_state([fields], error) from error


def _unpickle(fields: Fields, history: History) -> Position:
    """Restore a pickled position, without the moves that could be undone."""
    return Position(
        _game(fields), grid_named(BOARD_NAMES[fields[field.BOARD]]), fields[field.SEATS], (history,)
    )
