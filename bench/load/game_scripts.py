"""Games to be played by the load: random ones, made before, so that the clients need no rules."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count, islice
from random import Random

from ringrift.rules import apply, bookkeeping, legal_moves, new_game
from ringrift.rules.moves import SwapSides
from ringrift.rules.notation import format_move


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
        due = bookkeeping(state)
        if due is None:
            moves = [move for move in legal_moves(state) if not isinstance(move, SwapSides)]
            due = random.choice(moves)
            choices.append((state.player, format_move(state, due)))
        state = apply(state, due)
    return Script(tuple(choices))


def scripts(board: str, wanted: int, choices: int) -> list[Script]:
    """So many games that do not end before so many choices."""
    games = (script(board, seed) for seed in islice(count(), 10 * wanted))
    found = list(islice((game for game in games if len(game.choices) >= choices), wanted))
    if not found:
        raise SystemExit(f"no game on {board} has {choices} choices: take more games, or less time")
    return found
