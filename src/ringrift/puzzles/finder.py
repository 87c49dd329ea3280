"""Finds puzzles in a game: forced wins, only defences, and turns that turn the game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from random import Random
from typing import Final

from ringrift.players.search import Budget, Searcher, apply_due_bookkeeping
from ringrift.puzzles.defences import find_only_defence
from ringrift.puzzles.difficulty import estimate_rating
from ringrift.puzzles.forced_wins import (
    MAX_SECOND_SHARE,
    RIVAL_PVS,
    FoundLine,
    best_and_rival,
    find_forced_win,
    prove,
)
from ringrift.puzzles.gains import find_gain, leads
from ringrift.puzzles.games import after_random_turns, turn_starts
from ringrift.puzzles.puzzle import Goal, Puzzle, is_same_choice, is_same_turn
from ringrift.puzzles.themes import name_themes
from ringrift.rules import Move, Phase, State, apply, legal_moves
from ringrift.rules.position_string import dump_position

_MEGABYTES: Final = 4
MAX_LINE: Final = 24  # decisions of a solution
_ANNOUNCED_WIN: Final = 0.9
_ANNOUNCED_LOSS: Final = 0.03
_MIN_CHOICES: Final = 6  # at the first decision
_TURNS_APART: Final = 2
_BIG: Final = 100  # cells
_LAST_TURNS: Final = 8  # of a game, all of which are looked at
_LAST_OWN_TURNS: Final = 4  # of the player who ends the game: they may win in several turns
_PLACEMENTS: Final = 3  # of a position on a big board
_PROOF_COST: Final = 0.5  # an attempt at a longer proof counts as half a puzzle: it is slow


@dataclass(frozen=True, slots=True)
class FinderSettings:
    """How hard the finder looks."""

    scan_nodes: int = 500  # of the first search of a position
    search_nodes: int = 4_000  # of the search that looks for a rival
    deep_nodes: int = 60_000  # of the search that confirms it
    max_turns: int = 2  # own turns of a forced win
    per_goal: int = 3  # puzzles of one goal and length from one game
    variations: int = 6  # turns that were not played, tried at each turn of the game
    max_positions: int = 300  # of one game, spread evenly: games on the big boards are long


class PuzzleFinder:
    """Looks for puzzles in games, one after the other."""

    def __init__(self, settings: FinderSettings | None = None) -> None:
        self._settings = settings or FinderSettings()
        self._searcher = Searcher(megabytes=_MEGABYTES)

    def find(self, states: Sequence[State], rng: Random) -> Iterator[Puzzle]:
        """Yield the puzzles of a game, given the states of its decisions; latest turns first.

        At most one puzzle comes from two turns in a row: they would show the same idea.
        """
        counts: dict[tuple[Goal, int], float] = {}
        taken = 0
        starts = turn_starts(states)
        last = [state for state in starts if state.player == states[-1].player][-_LAST_OWN_TURNS:]
        for state in reversed(self._scanned(starts)):
            variations = after_random_turns(state, self._settings.variations, rng)
            for position in chain.from_iterable(map(self._starts, (state, *variations))):
                if abs(position.turn_number - taken) < _TURNS_APART:
                    continue
                puzzle = self._puzzle_of(position, counts, near_end=position in last)
                if puzzle is not None:
                    key = (puzzle.goal, puzzle.turns)
                    counts[key] = counts.get(key, 0) + 1
                    taken = position.turn_number
                    yield puzzle

    def _scanned(self, starts: list[State]) -> list[State]:
        """Return the turns to look at: none of the opening, and not all of a long game."""
        later = starts[len(starts) * 3 // 10 :]
        step = -(-len(later) * (self._settings.variations + 1) // self._settings.max_positions)
        return [*later[: -_LAST_TURNS : max(1, step)], *later[-_LAST_TURNS:]]

    def _starts(self, state: State) -> list[State]:
        """Return where a puzzle may start: on a big board after one of the placements.

        There the run, the captures and what is claimed decide.
        """
        if len(state.board.grid) <= _BIG or state.phase is not Phase.RING_PLACEMENT:
            return [state]
        self._searcher.clear()
        budget = Budget(nodes=self._settings.scan_nodes)
        report = self._searcher.search(state, budget, best=RIVAL_PVS)
        chosen: list[Move] = []
        for pv in report.pvs:
            if not any(is_same_choice(pv.move, move) for move in chosen):
                chosen.append(pv.move)
        after = (apply_due_bookkeeping(apply(state, move)) for move in chosen[:_PLACEMENTS])
        return [one for one in after if is_same_turn(one, state)]

    def _puzzle_of(
        self, state: State, counts: dict[tuple[Goal, int], float], *, near_end: bool
    ) -> Puzzle | None:
        """Return a puzzle that starts here; longer wins are looked for near the end in any case."""
        settings = self._settings
        wanted = {
            key
            for key in [
                *((Goal.WIN, turns) for turns in range(1, settings.max_turns + 1)),
                (Goal.DEFEND, 1),
                (Goal.GAIN, 1),
            ]
            if counts.get(key, 0) < settings.per_goal
        }
        if prove(state, 1).turns:
            return self._forced_win(state, 1) if (Goal.WIN, 1) in wanted else None
        if not near_end and not any(self._hints(state, settings.scan_nodes)):
            return None
        win, loss, lead = self._hints(state, settings.search_nodes)
        for turns in range(2, settings.max_turns + 1) if win or near_end else ():
            if (Goal.WIN, turns) in wanted:
                counts[Goal.WIN, turns] = counts.get((Goal.WIN, turns), 0) + _PROOF_COST
                puzzle = self._forced_win(state, turns)
                if puzzle is not None:
                    return puzzle
        if loss and (Goal.DEFEND, 1) in wanted and len(state.seats) == 2:
            defence = find_only_defence(state, self._searcher, settings.deep_nodes)
            if defence:
                return self._puzzle(Goal.DEFEND, 1, state, defence)
        if lead and (Goal.GAIN, 1) in wanted:
            nodes = (settings.search_nodes, settings.deep_nodes)
            return self._puzzle(Goal.GAIN, 1, state, find_gain(state, self._searcher, nodes))
        return None

    def _hints(self, state: State, nodes: int) -> tuple[bool, bool, bool]:
        """Return whether a short search announces one winning, saving or leading choice."""
        self._searcher.clear()
        report = self._searcher.search(state, Budget(nodes=nodes), best=RIVAL_PVS)
        best, rival = best_and_rival(report)
        share = best.mover_share
        win = share >= _ANNOUNCED_WIN and rival <= MAX_SECOND_SHARE
        return win, rival <= _ANNOUNCED_LOSS < share, leads(state, report)

    def _forced_win(self, state: State, turns: int) -> Puzzle | None:
        found = find_forced_win(state, turns, self._searcher, self._settings.search_nodes)
        return self._puzzle(Goal.WIN, turns, state, found)

    def _puzzle(
        self, goal: Goal, turns: int, state: State, found: FoundLine | None
    ) -> Puzzle | None:
        if found is None or len(found.words) > MAX_LINE or len(legal_moves(state)) < _MIN_CHOICES:
            return None
        puzzle = Puzzle(goal, turns, 1, (), dump_position(state), found.words)
        puzzle = replace(puzzle, themes=name_themes(puzzle))
        return replace(puzzle, rating=estimate_rating(puzzle, self._searcher))
