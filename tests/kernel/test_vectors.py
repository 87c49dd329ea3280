"""The kernel against the vectors of the independent engine."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from ringrift.kernel import Position
from ringrift.rules import Move, new_game
from ringrift.rules.grid import BOARD_NAMES
from ringrift.rules.hashing import state_hash
from ringrift.rules.wire import dump_move, load_move, load_state

VECTORS = Path(__file__).parents[1] / "data" / "vectors"
EVERY = {"square8": 5, "hex8": 7, "square19": 45, "hexagonal": 89}  # one row in so many


def _rows(name: str) -> Iterator[Any]:
    with gzip.open(VECTORS / name, "rt") as lines:
        yield from map(json.loads, lines)


def _text(move: Move) -> str:
    return json.dumps(dump_move(move), sort_keys=True, separators=(",", ":"))


def _digest(moves: tuple[Move, ...]) -> str:
    content = json.dumps(sorted(map(_text, moves)), separators=(",", ":"))
    return sha256(content.encode()).hexdigest()[:16]


def test_the_numbers_of_move_sequences_are_the_known_ones() -> None:
    for row in _rows("perft.jsonl.gz"):
        state = (
            load_state(row["state"])
            if row["state"]
            else new_game(row["board"], row["players"], row["edition"])
        )
        position = Position.from_state(state)
        assert [position.perft(depth) for depth in range(1, len(row["perft"]) + 1)] == row["perft"]


@pytest.mark.parametrize("board", BOARD_NAMES)
def test_recorded_games_are_replayed_state_by_state(board: str) -> None:
    for number, row in enumerate(_rows(f"games-{board}.jsonl.gz")):
        if number % EVERY[board]:
            continue
        position = Position.from_state(load_state(row["initial"]))
        for step in row["steps"]:
            offered = position.legal_moves()
            assert len(offered) == step["legal"], row["id"]
            assert _digest(offered) == step["legalDigest"], row["id"]
            position.apply(load_move(step["move"]))
            assert state_hash(position.to_state()) == step["stateDigest"], row["id"]


def test_scenarios_of_single_rules_come_out_as_told() -> None:
    for line in (VECTORS / "scenarios.jsonl").read_text().splitlines():
        row = json.loads(line)
        if row.get("refuse"):
            continue
        position = Position.from_state(load_state(row["initial"]))
        for step in row["steps"]:
            assert _digest(position.legal_moves()) == step["legalBefore"]["digest"], row["id"]
            position.apply(load_move(step["move"]))
            assert state_hash(position.to_state()) == step["stateDigest"], row["id"]
        assert _digest(position.legal_moves()) == row["finalLegal"]["digest"], row["id"]
