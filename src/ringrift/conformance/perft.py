"""Perft: counts move sequences from a state, the standard test of a move generator."""

from __future__ import annotations

from ringrift.rules import apply, bookkeeping, legal_moves
from ringrift.rules.moves import Move
from ringrift.rules.state import State


def moves_to_play(state: State) -> tuple[Move, ...]:
    """Return the interactive moves, or the one bookkeeping move; nothing once the game is over."""
    moves = legal_moves(state)
    if moves:
        return moves
    required = bookkeeping(state)
    return () if required is None else (required,)


def perft_counts(state: State, depth: int) -> tuple[int, ...]:
    """Return the numbers of sequences of exactly 1, 2, ... `depth` moves.

    Bookkeeping moves count like any other; a game that ends earlier contributes nothing. The last
    move of a sequence is counted, not played.
    """
    counts = [0] * depth
    _count_sequences(state, 0, counts)
    return tuple(counts)


def perft(state: State, depth: int) -> int:
    """Return the number of sequences of exactly `depth` moves; 1 for depth 0."""
    return perft_counts(state, depth)[-1] if depth else 1


def perft_by_move(state: State, depth: int) -> dict[Move, int]:
    """Return `perft` for each first move, to locate the difference between two engines' totals."""
    return {move: perft(apply(state, move), depth - 1) for move in moves_to_play(state)}


def _count_sequences(state: State, ply: int, counts: list[int]) -> None:
    if ply == len(counts):
        return
    moves = moves_to_play(state)
    counts[ply] += len(moves)
    if ply + 1 < len(counts):
        for move in moves:
            _count_sequences(apply(state, move), ply + 1, counts)
