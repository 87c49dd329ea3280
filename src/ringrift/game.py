"""A game played move by move, with an API modelled on python-chess.

>>> from ringrift import Game
>>> game = Game("square8", players=2)
>>> game.push_notation("@d4x2").count
2
>>> "d4-d6" in game.legal_moves
True

`Game` contains no rules. It keeps the states of `ringrift.rules`, so moves can be undone.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final, Literal

from ringrift.drawing.diagram import format_diagram, parse_diagram
from ringrift.drawing.look import ThemeName
from ringrift.drawing.svg import (
    LastMove,
    Place,
    Spotlight,
    board_svg,
    describe_move,
    resolve_position,
)
from ringrift.rules.decisions import Decision, decision
from ringrift.rules.editions import DEFAULT_EDITION
from ringrift.rules.errors import IllegalMoveError, Refusal, RingRiftError
from ringrift.rules.hashing import state_hash
from ringrift.rules.legal import bookkeeping, is_legal, legal_moves
from ringrift.rules.moves import ContinueCaptureSegment, Move, MoveStack, OvertakingCapture
from ringrift.rules.notation import format_move, parse_move
from ringrift.rules.phases import conclude
from ringrift.rules.play import apply
from ringrift.rules.position_string import dump_position, load_position
from ringrift.rules.setup import DEFAULT_PLAYERS, Setup, new_game
from ringrift.rules.stack import Seat
from ringrift.rules.state import Outcome, Phase, State, VictoryReason
from ringrift.rules.victory import outcome
from ringrift.starts.book import balanced_moves, parse_start_name

GameBoard = Literal["square8", "hex8", "square19", "hexagonal"]
"""The boards by name, so that a type checker finds a misspelt one."""

_SHOWN: Final = 6  # moves shown in a repr


class LegalMoves:
    """The interactive moves of a state, listed on demand; `in` checks a single move."""

    __slots__ = ("_state",)

    def __init__(self, state: State) -> None:
        self._state = state

    def __iter__(self) -> Iterator[Move]:
        return iter(legal_moves(self._state))

    def __len__(self) -> int:
        return len(legal_moves(self._state))

    def __bool__(self) -> bool:
        return bool(legal_moves(self._state))

    def __contains__(self, move: object) -> bool:
        """Return whether the move, or its notation, can be chosen now."""
        if isinstance(move, str):
            try:
                move = parse_move(self._state, move)
            except RingRiftError:
                return False
        return isinstance(move, Move) and not move.bookkeeping and is_legal(self._state, move)

    def __repr__(self) -> str:
        texts = [format_move(self._state, move) for move in islice(self, _SHOWN)]
        more = ["…"] if len(self) > _SHOWN else []
        return f"<LegalMoves {len(self)}: {', '.join(texts + more)}>"


class Game:
    """One game: its current state, the legal moves, and undo."""

    __slots__ = ("_moves", "_start_moves", "_states")

    def __init__(
        self,
        board: GameBoard = "square8",
        players: int = DEFAULT_PLAYERS,
        edition: str = DEFAULT_EDITION,
        swap: bool = True,
        start: str = "empty",
        seed: int = 0,
    ) -> None:
        """Begin a game. `start="balanced"` plays the start that `seed` selects, without a swap."""
        balanced = parse_start_name(start) == "balanced"
        self._begin(new_game(board, players, edition, swap and not balanced))
        if balanced:
            for move in balanced_moves(Setup(board, players, edition), seed):
                self.push(move)
            self._start_moves = len(self._moves)

    def _begin(self, state: State) -> None:
        self._states = [state]
        self._moves: list[Move] = []
        self._start_moves = 0  # of a balanced start; they cannot be popped

    @classmethod
    def from_state(cls, state: State) -> Game:
        """Continue a game from a state. The moves before it cannot be popped."""
        game = cls.__new__(cls)
        game._begin(state)
        return game

    @classmethod
    def from_position(cls, text: str) -> Game:
        """Continue a game from a position string."""
        return cls.from_state(load_position(text))

    @classmethod
    def from_diagram(cls, text: str) -> Game:
        """Continue a game from a text diagram."""
        return cls.from_state(parse_diagram(text))

    @property
    def state(self) -> State:
        """Return the current state: a value of `ringrift.rules`."""
        return self._states[-1]

    @property
    def moves(self) -> tuple[Move, ...]:
        """Return the moves pushed and not popped, first to last."""
        return tuple(self._moves)

    @property
    def start_moves(self) -> int:
        """Return how many of the moves are the balanced start."""
        return self._start_moves

    @property
    def player(self) -> Seat:
        """Return the seat to move; in a finished game, the seat that moved last."""
        return self.state.player

    @property
    def turn(self) -> Seat:
        """Return `player`, under the name that python-chess uses."""
        return self.state.player

    @property
    def turn_number(self) -> int:
        """The number of the turn, which begins with 1."""
        return self.state.turn_number

    @property
    def phase(self) -> Phase:
        """The phase of the turn."""
        return self.state.phase

    @property
    def legal_moves(self) -> LegalMoves:
        """Return the moves that can be chosen now."""
        return LegalMoves(self.state)

    @property
    def bookkeeping(self) -> Move | None:
        """R075: return the move that must be pushed because nothing can be chosen, or None."""
        return bookkeeping(self.state)

    def decision(self) -> Decision | None:
        """Return who must choose among which moves, or None when the game is over."""
        return decision(self.state)

    def outcome(self) -> Outcome | None:
        """Return how the game ended, or None while it is in progress."""
        return outcome(self.state)

    @property
    def is_over(self) -> bool:
        """Whether the game has an outcome."""
        return self.outcome() is not None

    def push(self, move: Move) -> None:
        """Play a move. An illegal move raises `IllegalMoveError` and changes nothing."""
        self._states.append(apply(self.state, move))
        self._moves.append(move)

    def push_notation(self, text: str) -> Move:
        """Play the move that the notation names, and return it."""
        move = self.parse(text)
        self.push(move)
        return move

    def play_bookkeeping(self) -> tuple[Move, ...]:
        """Push the required `no_*` moves until there is a choice or the game ends; return them."""
        pushed: list[Move] = []
        while (move := self.bookkeeping) is not None:
            self.push(move)
            pushed.append(move)
        return tuple(pushed)

    def pop(self) -> Move:
        """Undo the last move, and any result that the host declared after it."""
        move = self.peek()
        if len(self._moves) == self._start_moves:
            message = "The balanced start cannot be popped; create a game with an empty start."
            raise IllegalMoveError(Refusal("NO_MOVE_TO_TAKE_BACK", None, message))
        self._states.pop()
        self._moves.pop()
        return move

    def peek(self) -> Move:
        """Return the last move."""
        if not self._moves:
            raise IllegalMoveError(
                Refusal(
                    "NO_MOVE_TO_TAKE_BACK",
                    None,
                    "No move has been pushed; push one before you pop or peek.",
                )
            )
        return self._moves[-1]

    def parse(self, text: str) -> Move:
        """Return the legal move that the notation names in this state."""
        return parse_move(self.state, text)

    def notation(self, move: Move) -> str:
        """Return a legal move in notation."""
        return format_move(self.state, move)

    def notations(self) -> tuple[str, ...]:
        """Return the moves so far in notation."""
        return tuple(
            format_move(state, move) for state, move in zip(self._states, self._moves, strict=False)
        )

    def conclude(self, winner: Seat, reason: VictoryReason) -> None:
        """R170: end the game as its host: by resignation, timeout or abandonment."""
        self._states[-1] = conclude(self.state, winner, reason)

    def resign(self, seat: Seat) -> None:
        """Resign for one player of a two-player game: the other wins."""
        seats = self.state.board.seats
        if len(seats) != 2 or seat not in seats:
            advice = (
                "with two players name seat 1 or 2; with more call conclude(winner, 'resignation')"
            )
            raise IllegalMoveError(
                Refusal("INVALID_RESULT", "R170", f"Seat {seat!r} cannot resign so; {advice}.")
            )
        self.conclude(3 - seat, "resignation")

    @property
    def position(self) -> str:
        """Return the state as a position string, without its history."""
        return dump_position(self.state)

    @property
    def hash(self) -> str:
        """Return the state hash, which is equal in every engine."""
        return state_hash(self.state)

    def copy(self) -> Game:
        """Return an independent copy of the game."""
        game = self.from_state(self._states[0])
        game._states = self._states.copy()
        game._moves = self._moves.copy()
        game._start_moves = self._start_moves
        return game

    def fork(self) -> Game:
        """Return a new game that begins in the current state."""
        return self.from_state(self.state)

    def last_move_effects(self) -> LastMove | None:
        """Return the effects of the last move, for drawing."""
        return describe_move(self._states[-2], self._moves[-1], self.state) if self._moves else None

    def svg(
        self,
        *,
        theme: ThemeName = "paper",
        coordinates: bool = True,
        chosen: Place | None = None,
        spotlight: Spotlight | None = None,
        width: float | None = None,
    ) -> str:
        """Return the board as SVG with the last move; a chosen stack shows its targets."""
        acts = [] if chosen is None else self._targets_from(chosen)
        return board_svg(
            self.state,
            theme=theme,
            coordinates=coordinates,
            last_move=None if chosen is not None else self.last_move_effects(),
            chosen=chosen,
            targets={move.to for move in acts if isinstance(move, MoveStack)},
            landings={move.to for move in acts if not isinstance(move, MoveStack)},
            captures={move.target for move in acts if not isinstance(move, MoveStack)},
            spotlight=spotlight,
            width=width,
        )

    def _targets_from(
        self, chosen: Place
    ) -> list[MoveStack | OvertakingCapture | ContinueCaptureSegment]:
        at = resolve_position(self.state.board.grid, chosen)
        kinds = (MoveStack, OvertakingCapture, ContinueCaptureSegment)
        return [move for move in self.legal_moves if isinstance(move, kinds) and move.origin == at]

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        return format_diagram(self.state)

    def __repr__(self) -> str:
        state = self.state
        kind = f"{state.board.grid.name}, {len(state.seats)} players, {state.edition.name}"
        if state.outcome is not None:
            return f"<Game {kind}: seat {state.outcome.winner} won, {state.outcome.reason}>"
        return f"<Game {kind}: turn {state.turn_number}, seat {state.player}, {state.phase}>"
