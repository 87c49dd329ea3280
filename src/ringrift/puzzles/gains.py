"""Puzzles of the goal `gain`: one turn is clearly better than every other."""

from __future__ import annotations

from typing import Final

from ringrift.players.search import Budget, Report, Searcher, apply_due_bookkeeping
from ringrift.puzzles.forced_wins import RIVAL_PVS, FoundLine, best_and_rival
from ringrift.puzzles.puzzle import is_key_decision, is_same_choice, is_same_turn
from ringrift.rules import Move, ProcessLine, ProcessTerritoryRegion, State, apply
from ringrift.rules.moves import Capture, ChooseLineReward
from ringrift.rules.notation import format_move

MIN_SHARE: Final = 0.55  # expected share after the right turn
# Over the best other choice at each key decision. A turn on a big board decides less of the game.
MIN_LEAD: Final = 0.25
MIN_LEAD_BIG: Final = 0.15
_BIG: Final = 100  # cells
_MIN_CAPTURES: Final = 2


def leads(state: State, report: Report) -> bool:
    """Return whether the best choice of a report is clearly better than every other."""
    best, rival = best_and_rival(report)
    least = MIN_LEAD_BIG if len(state.board.grid) > _BIG else MIN_LEAD
    return best.mover_share >= MIN_SHARE and best.mover_share - rival >= least


def find_gain(state: State, searcher: Searcher, nodes: tuple[int, int]) -> FoundLine | None:
    """Return the only turn that turns the game, with a decisive chain, line or region, or None.

    `nodes` are those of the first search and of the deeper one, which must agree.
    """
    now, words, moves = state, list[str](), list[Move]()
    spent = 0
    while now.outcome is None and is_same_turn(now, state):
        move: Move | None = None
        for budget in nodes:
            searcher.clear()
            report = searcher.search(now, Budget(nodes=budget), best=RIVAL_PVS)
            spent += report.nodes
            if not is_key_decision(now):
                move = report.best
                break
            if not leads(now, report) or (move and not is_same_choice(move, report.best)):
                return None
            move = report.best
        assert move is not None
        words.append(format_move(now, move))
        moves.append(move)
        now = apply_due_bookkeeping(apply(now, move))
    return FoundLine(tuple(words), spent) if _is_decisive(moves) else None


def _is_decisive(moves: list[Move]) -> bool:
    captures = sum(isinstance(move, Capture) for move in moves)
    settled = any(
        isinstance(move, ProcessLine | ChooseLineReward | ProcessTerritoryRegion) for move in moves
    )
    return settled or captures >= _MIN_CAPTURES
