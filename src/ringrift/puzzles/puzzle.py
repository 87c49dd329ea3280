"""A puzzle: a position, a goal and the line that reaches it (docs/reference/puzzles.md)."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, NoReturn

from ringrift.players.search import apply_due_bookkeeping
from ringrift.rules import DecisionKind, Move, PlaceRing, State, apply, legal_moves
from ringrift.rules.decisions import decision_kind
from ringrift.rules.errors import Refusal, RingRiftError, listed
from ringrift.rules.notation import parse_move
from ringrift.rules.position_string import load_position

MAX_TURNS: Final = 3  # own turns of a forced win
MIN_RATING: Final = 600
MAX_RATING: Final = 2400
_ID_LENGTH: Final = 8


class Goal(StrEnum):
    """What the solver must reach."""

    WIN = "win"  # win by force within the puzzle's turns
    DEFEND = "defend"  # play the only turn after which the opponent cannot win at once
    GAIN = "gain"  # play the turn that is clearly better than every other


class Theme(StrEnum):
    """What a puzzle is about. A solver learns it after solving."""

    CAPTURE_CHAIN = "capture_chain"
    LONG_CHAIN = "long_chain"
    LINE = "line"
    DOUBLE_LINE = "double_line"
    REGION_CUT = "region_cut"
    FORCED_ELIMINATION = "forced_elimination"
    RECOVERY = "recovery"
    RACE = "race"
    LAST_PLAYER_STANDING = "last_player_standing"
    ONLY_DEFENCE = "only_defence"
    WIN_BY_RINGS = "win_by_rings"
    WIN_BY_LAND = "win_by_land"
    QUIET_PLACEMENT = "quiet_placement"


class PuzzleError(RingRiftError):
    """A puzzle that cannot be read, or that is not what it says."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A puzzle. The solution holds the chosen moves of all seats, without bookkeeping."""

    goal: Goal
    turns: int  # own turns until the goal is reached
    rating: int  # estimated difficulty, on the scale of the solvers' ratings
    themes: tuple[Theme, ...]
    position: str  # the position string
    solution: tuple[str, ...]  # in move notation

    @property
    def id(self) -> str:
        """Return the puzzle's name: equal for equal positions and goals."""
        text = f"{self.goal} {self.turns} {self.position}"
        return hashlib.sha256(text.encode()).hexdigest()[:_ID_LENGTH]

    @property
    def board(self) -> str:
        """The name of the board."""
        return self.position.split(" ", 1)[0]

    def state(self) -> State:
        """Return the position to solve."""
        return load_position(self.position)

    @property
    def players(self) -> int:
        """The number of seats."""
        return self.position.split(" ")[7].count(",") + 1

    def line(self) -> Iterator[tuple[State, Move]]:
        """Yield each state of the solution with its move; raise if a move is not legal."""
        state = self.state()
        for word in self.solution:
            move = parse_move(state, word)
            yield state, move
            state = apply_due_bookkeeping(apply(state, move))

    def end(self) -> State:
        """Return the state after the solution."""
        state = self.state()
        for before, move in self.line():
            state = apply_due_bookkeeping(apply(before, move))
        return state

    def to_json(self) -> dict[str, Any]:
        """Return the puzzle as a JSON object."""
        return {
            "id": self.id,
            "goal": self.goal.value,
            "turns": self.turns,
            "rating": self.rating,
            "themes": [theme.value for theme in self.themes],
            "position": self.position,
            "solution": " ".join(self.solution),
        }


# Choices of how to settle what the turn has already reached: any that keeps the goal is right.
_SETTLING: Final = frozenset(
    {
        DecisionKind.LINE,
        DecisionKind.LINE_COST,
        DecisionKind.REGION,
        DecisionKind.REGION_COST,
        DecisionKind.RECOVERY_COST,
        DecisionKind.FORCED_ELIMINATION,
    }
)


def is_key_decision(state: State) -> bool:
    """Return whether the solver must find one move here: not when only settling what is won."""
    moves = legal_moves(state)
    return len(moves) > 1 and decision_kind(state, moves) not in _SETTLING


def is_same_choice(one: Move, other: Move) -> bool:
    """Return whether two moves are one idea: how many rings are placed on a cell rarely matters."""
    if isinstance(one, PlaceRing) and isinstance(other, PlaceRing):
        return one.to == other.to
    return one == other


def is_same_turn(state: State, other: State) -> bool:
    """Return whether both states belong to the same turn of the same seat."""
    return (state.turn_number, state.player) == (other.turn_number, other.player)


def dump_puzzle(puzzle: Puzzle) -> str:
    """Return the puzzle as one line of JSON."""
    return json.dumps(puzzle.to_json(), separators=(",", ":"))


def parse_puzzle(line: str) -> Puzzle:
    """Return the puzzle of a line of JSON; its solution is not replayed."""
    try:
        fields = json.loads(line)
    except ValueError as error:
        _refuse(f"this is not a JSON object: {error}", "", error)
    names = ("id", "goal", "turns", "rating", "themes", "position", "solution")
    if not isinstance(fields, dict) or set(fields) != set(names):
        _refuse(f"a puzzle has exactly the fields {listed(names)}", "")
    for name in ("turns", "rating"):
        if type(fields[name]) is not int or not 1 <= fields[name] <= MAX_RATING:
            _refuse(f"{name} is a whole number from 1 to {MAX_RATING}", name)
    try:
        goal = Goal(fields["goal"])
        themes = tuple(Theme(theme) for theme in fields["themes"])
        words = tuple(str(fields["solution"]).split())
    except (TypeError, ValueError) as error:
        _refuse(f"{error}; docs/reference/puzzles.md lists the goals and themes", "goal", error)
    puzzle = Puzzle(goal, fields["turns"], fields["rating"], themes, str(fields["position"]), words)
    if puzzle.id != fields["id"]:
        _refuse(f"the id {fields['id']!r} does not belong to this position and goal", "id")
    return puzzle


def _refuse(message: str, path: str, error: Exception | None = None) -> NoReturn:
    raise PuzzleError(Refusal("BAD_PUZZLE", None, message, path)) from error
