"""Random games, generated in advance: the clients need no rules."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count, islice
from random import Random

from ringrift.rules import apply, bookkeeping, legal_moves, new_game
from ringrift.rules.moves import SwapSides
from ringrift.rules.notation import format_move


@dataclass(frozen=True, slots=True)
class GameScript:
    """The choices of a game in order: seat and notation."""

    choices: tuple[tuple[int, str], ...]


def random_script(board: str, seed: int) -> GameScript:
    """Return a random game without a swap, so each client keeps its seat."""
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
    return GameScript(tuple(choices))


def random_scripts(board: str, wanted: int, choices: int) -> list[GameScript]:
    """Return games that last for at least `choices` choices."""
    games = (random_script(board, seed) for seed in islice(count(), 10 * wanted))
    found = list(islice((game for game in games if len(game.choices) >= choices), wanted))
    if not found:
        raise SystemExit(
            f"no game on {board} has {choices} choices: use more games or a shorter time"
        )
    return found
