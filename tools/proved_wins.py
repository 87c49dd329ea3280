"""Collect positions with a proved win from self-played games: `python -m tools.proved_wins`.

Each game is played by short searches after a random opening. From its end backwards, the winner's
decisions are given to the exhaustive prover until it finds no win. Positions in which half of the
moves win are left out. Writes one JSON object per line to tests/data/proved_wins.jsonl.

Wins in three own turns, and in two against three opponents, are proved where few rings are left in
hand: after a long random opening.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Final

from ringrift.arena.openings import random_start
from ringrift.players.search import Budget, Method, Searcher, apply_due_bookkeeping
from ringrift.players.win_prover import MAX_WINNING_MOVES, prove_win
from ringrift.rules import apply, legal_moves
from ringrift.rules.editions import DEFAULT_EDITION
from ringrift.rules.grid import BoardName
from ringrift.rules.notation import format_move
from ringrift.rules.position_string import dump_position
from ringrift.rules.setup import Setup
from ringrift.rules.state import State

OUTPUT: Final = Path(__file__).parents[1] / "tests" / "data" / "proved_wins.jsonl"


@dataclass(frozen=True, slots=True)
class Collection:
    """The positions to collect from games of one setup, and how they are played and proved."""

    board: BoardName
    players: int
    quotas: Mapping[int, int]  # positions, by proof length in own turns
    games: int = 60  # at most
    opening_turns: int = 6
    game_nodes: int = 800  # of a decision of self-play
    proof_nodes: int = 1_500_000
    max_refuted: int = 0  # decisions without a win, in a row, before a game is left
    most_per_game: int = 4  # positions of one proof length
    min_choices: int = 2  # legal moves of a position


# What is added later is added at the end: results are compared line by line.
COLLECTIONS: Final = (
    Collection("square8", 2, {1: 75, 2: 60}),
    Collection("hex8", 2, {1: 75, 2: 60}),
    Collection("square8", 3, {1: 25, 2: 10}),
    Collection("hex8", 3, {1: 25, 2: 10}),
    *(
        Collection(
            board,
            players,
            quotas,
            games=1500,
            opening_turns=opening_turns,
            game_nodes=8000,
            proof_nodes=30_000_000,
            max_refuted=2,
            most_per_game=2,
            min_choices=6,
        )
        for board, players, opening_turns, quotas in (
            ("square8", 2, 16, {3: 10}),  # the fewer turns are random, the longer the proofs
            ("square8", 2, 20, {3: 15}),
            ("hex8", 2, 12, {3: 14}),
            ("hex8", 2, 20, {3: 12}),
            ("square8", 3, 30, {3: 8}),
            ("hex8", 3, 30, {3: 8}),
            ("square8", 4, 6, {1: 20}),
            ("square8", 4, 34, {2: 8}),
            ("hex8", 4, 6, {1: 20}),
            ("hex8", 4, 34, {2: 8}),
        )
    ),
)


def main() -> None:
    """Write the suite."""
    parser = argparse.ArgumentParser(prog="python -m tools.proved_wins", description=__doc__)
    parser.add_argument("--output", type=Path, default=OUTPUT)
    parser.add_argument("--games", type=int, help="per collection, at most")
    args = parser.parse_args()
    lines: list[str] = []
    for collection in COLLECTIONS:
        left = dict(collection.quotas)
        for number in range(min(collection.games, args.games or collection.games)):
            if not any(left.values()):
                break
            found = collect(collection, number, left)
            lines.extend(json.dumps(one, separators=(",", ":")) for one in found)
            args.output.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
            name = f"{collection.board}, {collection.players} players, game {number}"
            print(f"{name}: still wanted {left}", flush=True)


def collect(collection: Collection, number: int, left: dict[int, int]) -> Iterator[dict[str, Any]]:
    """Yield the wanted positions of one game, and count them off."""
    decisions, winner = play_game(collection, number)
    taken = dict.fromkeys(left, 0)
    longest = max(turns for turns, count in left.items() if count)
    refuted = 0
    for state in reversed([one for one in decisions if one.player == winner]):
        count = len(legal_moves(state))
        if count < 2:
            continue
        proof = prove_win(state, longest, collection.proof_nodes)
        turns = proof.turns
        if turns == 0:
            refuted += 1
            if not proof.complete or refuted > collection.max_refuted:
                return
            continue
        refuted = 0
        if not left.get(turns) or taken[turns] == collection.most_per_game:
            continue
        if count < collection.min_choices or not proof.complete:
            continue
        if len(proof.moves) >= min(MAX_WINNING_MOVES, count / 2):
            continue
        left[turns] -= 1
        taken[turns] += 1
        yield {
            "position": dump_position(state),
            "turns": turns,
            "moves": sorted(format_move(state, move) for move in proof.moves),
        }


def play_game(collection: Collection, number: int) -> tuple[list[State], int]:
    """Return the decisions of a self-played game and the seat that wins."""
    random = Random(f"proved wins {collection.board} {collection.players} {number}")
    setup = Setup(collection.board, collection.players, DEFAULT_EDITION)
    state = random_start(setup, collection.opening_turns, random)
    searcher = Searcher(Method.ALPHA_BETA, megabytes=1)
    decisions = []
    while state.outcome is None:
        decisions.append(state)
        searcher.clear()
        budget = Budget(nodes=collection.game_nodes)
        move = searcher.search(state, budget, seed=random.getrandbits(64)).best
        state = apply_due_bookkeeping(apply(state, move))
    return decisions, state.outcome.winner


if __name__ == "__main__":
    main()
