"""Verifies a puzzle: its line is legal, reaches the goal, and is the only one that does."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ringrift.players.search import Budget, Searcher
from ringrift.puzzles.defences import find_only_defence, survives
from ringrift.puzzles.forced_wins import RIVAL_PVS, best_and_rival, prove
from ringrift.puzzles.puzzle import (
    Goal,
    Puzzle,
    is_key_decision,
    is_same_choice,
    is_same_turn,
)
from ringrift.puzzles.themes import name_themes
from ringrift.rules import State
from ringrift.rules.errors import RingRiftError

DEEP_NODES: Final = 200_000  # of the search that confirms a gain
_MIN_CONFIRMED_LEAD: Final = 0.10


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is wrong with a puzzle; an empty reason means nothing."""

    puzzle: Puzzle
    reason: str = ""

    @property
    def holds(self) -> bool:
        """Whether the puzzle passed every check; `reason` says which one it failed."""
        return not self.reason


class PuzzleVerifier:
    """Verifies puzzles, one after the other."""

    def __init__(self, deep_nodes: int = DEEP_NODES) -> None:
        self._deep_nodes = deep_nodes
        self._searcher = Searcher(megabytes=16)

    def verify(self, puzzle: Puzzle) -> Verdict:
        """Replay the solution by the reference engine and prove again that it is the only one."""
        try:
            end = puzzle.end()
        except RingRiftError as error:
            return Verdict(puzzle, f"the solution is not legal: {error}")
        check = {Goal.WIN: self._win, Goal.DEFEND: self._defence, Goal.GAIN: self._gain}
        reason = check[puzzle.goal](puzzle, end)
        if not reason and puzzle.themes != name_themes(puzzle):
            reason = "the themes are not those of the solution"
        return Verdict(puzzle, reason)

    def _win(self, puzzle: Puzzle, end: State) -> str:
        start = puzzle.state()
        if end.outcome is None or end.outcome.winner != start.player:
            return "the solution does not end with a win"
        left = puzzle.turns
        turn = start.turn_number
        for state, move in puzzle.line():
            if state.player != start.player:
                continue
            if state.turn_number != turn:
                left, turn = left - 1, state.turn_number
            proof = prove(state, left)
            if not proof.turns or not proof.complete:
                return f"after the turn {turn} the win is not forced within the turns that are left"
            if is_same_turn(state, start):
                if proof.turns != puzzle.turns:
                    return f"the win takes {proof.turns} turns"
                if is_key_decision(state) and not all(
                    is_same_choice(one, move) for one in proof.moves
                ):
                    return "another choice wins as well"
        return ""

    def _defence(self, puzzle: Puzzle, end: State) -> str:
        if end.outcome is not None or not survives(end):
            return "the opponent wins after the solution"
        found = find_only_defence(puzzle.state(), self._searcher, self._deep_nodes)
        return "" if found is not None else "another turn defends as well, or this one loses"

    def _gain(self, puzzle: Puzzle, _: State) -> str:
        start = puzzle.state()
        for state, move in puzzle.line():
            if not is_same_turn(state, start) or not is_key_decision(state):
                continue
            self._searcher.clear()
            report = self._searcher.search(state, Budget(nodes=self._deep_nodes), best=RIVAL_PVS)
            best, rival = best_and_rival(report)
            if (
                not is_same_choice(best.move, move)
                or best.mover_share - rival < _MIN_CONFIRMED_LEAD
            ):
                return "a deeper search does not see the lead of the solution"
        return ""
