"""Games to be played by the load: random ones, made before, so that the clients need no rules."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from ringrift.kernel import Position
from ringrift.rules import apply, new_game
from ringrift.rules.moves import SwapSides
from ringrift.rules.notation import notation


@dataclass(frozen=True, slots=True)
class Script:
    """The choices of a game in order: the seat, and the move in notation."""

    choices: tuple[tuple[int, str], ...]


def script(board: str, seed: int) -> Script:
    """A random game on the board. Nobody swaps, so that each client keeps its seat."""
    random = Random(seed)
    state = new_game(board, 2)
    choices = []
    while state.outcome is None:
        position = Position.from_state(state)
        due = position.bookkeeping()
        if due is None:
            moves = [move for move in position.legal_moves() if not isinstance(move, SwapSides)]
            due = random.choice(moves)
            choices.append((state.player, notation(state, due)))
        state = apply(state, due)
    return Script(tuple(choices))
