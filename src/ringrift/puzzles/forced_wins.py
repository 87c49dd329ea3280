"""Puzzles of the goal `win`: one line of decisions forces a win within a few own turns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ringrift.players.search import (
    Budget,
    PrincipalVariation,
    Report,
    Searcher,
    apply_due_bookkeeping,
)
from ringrift.players.win_prover import WinProof, prove_win
from ringrift.puzzles.puzzle import is_key_decision, is_same_choice, is_same_turn
from ringrift.rules import Move, State, apply
from ringrift.rules.notation import format_move

MAX_SECOND_SHARE: Final = 0.9  # expected share of the best move that does not force the win
# Nodes of a proof, by own turns: what a browser can repeat within a few seconds.
PROOF_NODES: Final = {1: 2_000_000, 2: 2_000_000, 3: 3_000_000}
RIVAL_PVS: Final = 6  # variations that are compared: up to three of them place on one cell
_MEGABYTES: Final = {1: 1, 2: 16, 3: 32}
_REPLY_NODES: Final = 2_000


@dataclass(frozen=True, slots=True)
class FoundLine:
    """A solution in notation, and the nodes that its proofs took."""

    words: tuple[str, ...]
    nodes: int


def prove(state: State, turns: int) -> WinProof:
    """Prove a win within so many own turns, with the nodes of a puzzle."""
    return prove_win(state, turns, PROOF_NODES[turns], megabytes=_MEGABYTES[turns])


def best_and_rival(report: Report) -> tuple[PrincipalVariation, float]:
    """Return the best variation, and the mover's share after the best other choice; 0 if none."""
    best = report.pvs[0]
    others = [pv for pv in report.pvs if not is_same_choice(pv.move, best.move)]
    return best, max((pv.mover_share for pv in others), default=0.0)


def find_forced_win(
    state: State, turns: int, searcher: Searcher, search_nodes: int
) -> FoundLine | None:
    """Return the only line that wins in exactly so many own turns, or None.

    Every key decision of the first turn has one winning move, and every other move is clearly
    worse by a search of `search_nodes`.
    """
    proof = prove(state, turns)
    if proof.turns != turns or not proof.complete:
        return None
    words: list[str] = []
    nodes, now, left = proof.nodes, state, turns
    while now.outcome is None:
        if now.player != state.player:
            move = _search(searcher, now, _REPLY_NODES)
        else:
            proof = prove(now, left)
            nodes += proof.nodes
            if not proof.turns or not proof.complete:
                return None
            move = proof.moves[0]
            if is_same_turn(now, state) and is_key_decision(now):
                if not all(is_same_choice(one, move) for one in proof.moves):
                    return None
                if _is_rivalled(now, move, searcher, search_nodes):
                    return None
        words.append(format_move(now, move))
        after = apply_due_bookkeeping(apply(now, move))
        if now.player == state.player and not is_same_turn(after, now):
            left -= 1
        now = after
    return FoundLine(tuple(words), nodes) if now.outcome.winner == state.player else None


def _is_rivalled(state: State, winning: Move, searcher: Searcher, nodes: int) -> bool:
    """Return whether another move is nearly as good by a search."""
    searcher.clear()
    report = searcher.search(state, Budget(nodes=nodes), best=RIVAL_PVS)
    others = [pv.mover_share for pv in report.pvs if not is_same_choice(pv.move, winning)]
    return bool(others) and max(others) > MAX_SECOND_SHARE


def _search(searcher: Searcher, state: State, nodes: int) -> Move:
    searcher.clear()
    return searcher.search(state, Budget(nodes=nodes)).best
