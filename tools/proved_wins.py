"""Collect positions with a proved win from self-played games: `python -m tools.proved_wins`.

Each game is played by short searches after a random opening. From its end backwards, the winner's
decisions are given to the exhaustive prover until it finds no win. Positions in which most moves
win are left out. Writes one JSON object per line to tests/data/proved_wins.jsonl.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Final

from ringrift.arena.openings import random_start
from ringrift.players.search import Budget, Method, Searcher, apply_due_bookkeeping
from ringrift.players.win_prover import MAX_WINNING_MOVES, WinProof, prove_win
from ringrift.rules import apply, legal_moves
from ringrift.rules.editions import DEFAULT_EDITION
from ringrift.rules.grid import BoardName
from ringrift.rules.notation import format_move
from ringrift.rules.position_string import dump_position
from ringrift.rules.setup import Setup
from ringrift.rules.state import State

OUTPUT: Final = Path(__file__).parents[1] / "tests" / "data" / "proved_wins.jsonl"
# Positions to collect, by board, number of players and proof length in own turns.
QUOTAS: Final[dict[tuple[BoardName, int], dict[int, int]]] = {
    ("square8", 2): {1: 75, 2: 60},
    ("hex8", 2): {1: 75, 2: 60},
    ("square8", 3): {1: 25, 2: 10},
    ("hex8", 3): {1: 25, 2: 10},
}
GAME_NODES: Final = 800  # of a decision of self-play
PROOF_NODES: Final = {1: 1_500_000, 2: 1_500_000, 3: 1_500_000}
OPENING_TURNS: Final = 6
MOST_PER_GAME: Final = 4  # of one proof length
MAX_GAMES: Final = 60


def main() -> None:
    """Write the suite."""
    parser = argparse.ArgumentParser(prog="python -m tools.proved_wins", description=__doc__)
    parser.add_argument("--output", type=Path, default=OUTPUT)
    parser.add_argument("--games", type=int, default=MAX_GAMES, help="per setup, at most")
    args = parser.parse_args()
    lines: list[str] = []
    for (board, players), quota in QUOTAS.items():
        left = dict(quota)
        for number in range(args.games):
            if not any(left.values()):
                break
            found = collect(Setup(board, players, DEFAULT_EDITION), number, left)
            lines.extend(json.dumps(one, separators=(",", ":")) for one in found)
            args.output.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
            print(f"{board}, {players} players, game {number}: still wanted {left}", flush=True)


def collect(setup: Setup, number: int, left: dict[int, int]) -> Iterator[dict[str, Any]]:
    """Yield the wanted positions of one game, and count them off."""
    decisions, winner = play_game(setup, number)
    taken = dict.fromkeys(left, 0)
    turns, longest = 1, max((length for length, count in left.items() if count), default=0)
    for state in reversed([one for one in decisions if one.player == winner]):
        count = len(legal_moves(state))
        if count < 2:
            continue
        proof = next(
            (one for length in range(turns, longest + 1) if (one := _prove(state, length)).turns),
            None,
        )
        if proof is None:
            return
        turns = proof.turns
        if not left[turns] or taken[turns] == MOST_PER_GAME:
            continue
        if len(proof.moves) >= min(MAX_WINNING_MOVES, count / 2) or not proof.complete:
            continue
        left[turns] -= 1
        taken[turns] += 1
        yield {
            "position": dump_position(state),
            "turns": turns,
            "moves": sorted(format_move(state, move) for move in proof.moves),
        }


def play_game(setup: Setup, number: int) -> tuple[list[State], int]:
    """Return the decisions of a self-played game and the seat that wins."""
    random = Random(f"proved wins {setup.board} {setup.players} {number}")
    state = random_start(setup, OPENING_TURNS, random)
    searcher = Searcher(Method.ALPHA_BETA, megabytes=1)
    decisions = []
    while state.outcome is None:
        decisions.append(state)
        searcher.clear()
        move = searcher.search(state, Budget(nodes=GAME_NODES), seed=random.getrandbits(64)).best
        state = apply_due_bookkeeping(apply(state, move))
    return decisions, state.outcome.winner


def _prove(state: State, turns: int) -> WinProof:
    return prove_win(state, turns, PROOF_NODES[turns])


if __name__ == "__main__":
    main()
