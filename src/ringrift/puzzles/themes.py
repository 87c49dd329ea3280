"""Names the themes of a solution."""

from __future__ import annotations

from ringrift.players.search import apply_due_bookkeeping
from ringrift.puzzles.forced_wins import prove
from ringrift.puzzles.puzzle import Goal, Puzzle, Theme
from ringrift.rules import (
    ForcedElimination,
    Move,
    MoveStack,
    ProcessLine,
    ProcessTerritoryRegion,
    RecoverySlide,
    State,
    apply,
    legal_moves,
)
from ringrift.rules.moves import Capture, ChooseLineReward

_REASONS = {
    "ring_elimination": Theme.WIN_BY_RINGS,
    "territory_control": Theme.WIN_BY_LAND,
    "last_player_standing": Theme.LAST_PLAYER_STANDING,
}


def name_themes(puzzle: Puzzle) -> tuple[Theme, ...]:
    """Return the themes of the puzzle's solution, in the order of `Theme`."""
    start = puzzle.state()
    line = [(state, move) for state, move in puzzle.line()]
    own = [move for state, move in line if state.player == start.player]
    first = [move for state, move in line if state.turn_number == start.turn_number]
    found = _themes_of_turns(line, start.player)
    if any(isinstance(move, ForcedElimination) for _, move in line):
        found.add(Theme.FORCED_ELIMINATION)
    if any(isinstance(move, RecoverySlide) for move in own):
        found.add(Theme.RECOVERY)
    if puzzle.goal is Goal.DEFEND:
        found.add(Theme.ONLY_DEFENCE)
    end = puzzle.end()
    if end.outcome is not None:
        if end.outcome.reason in _REASONS:
            found.add(_REASONS[end.outcome.reason])
        if is_race(start, own):
            found.add(Theme.RACE)
    if puzzle.turns > 1 and not any(_is_loud(move) for move in first):
        found.add(Theme.QUIET_PLACEMENT)
    return tuple(theme for theme in Theme if theme in found)


def _themes_of_turns(line: list[tuple[State, Move]], seat: int) -> set[Theme]:
    found: set[Theme] = set()
    for turn in {state.turn_number for state, _ in line if state.player == seat}:
        moves = [move for state, move in line if state.turn_number == turn]
        captures = sum(isinstance(move, Capture) for move in moves)
        lines = sum(isinstance(move, ProcessLine | ChooseLineReward) for move in moves)
        found |= {Theme.CAPTURE_CHAIN} if captures >= 2 else set()
        found |= {Theme.LONG_CHAIN} if captures >= 4 else set()
        found |= {Theme.LINE} if lines == 1 else set()
        found |= {Theme.DOUBLE_LINE} if lines >= 2 else set()
        if any(isinstance(move, ProcessTerritoryRegion) for move in moves):
            found.add(Theme.REGION_CUT)
    return found


def _is_loud(move: Move) -> bool:
    return isinstance(move, Capture | ProcessLine | ChooseLineReward | ProcessTerritoryRegion)


def is_race(state: State, own: list[Move]) -> bool:
    """Return whether the next seat would win at once if the player wasted this turn."""
    for move in _quiet_turn(state, own):
        state = apply_due_bookkeeping(apply(state, move))
    return state.outcome is None and bool(prove(state, 1).turns)


def _quiet_turn(state: State, own: list[Move]) -> list[Move]:
    """Return a turn of the player without any capture, line or region, if there is one."""
    moves: list[Move] = []
    now = state
    while now.outcome is None and now.turn_number == state.turn_number:
        legal = legal_moves(now)
        quiet = [move for move in legal if not isinstance(move, Capture) and move not in own]
        walks = [move for move in quiet if isinstance(move, MoveStack)]
        chosen = (walks or quiet or list(legal))[0]
        moves.append(chosen)
        now = apply_due_bookkeeping(apply(now, chosen))
    return moves
