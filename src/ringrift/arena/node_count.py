"""Node counts: how many nodes a search of fixed depth visits on each board.

A change that must not affect the search leaves these numbers as they are.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Final

from ringrift.arena.openings import random_start
from ringrift.arena.schedule import arena_error
from ringrift.players.search import Budget, Method, Searcher
from ringrift.rules.editions import DEFAULT_EDITION
from ringrift.rules.grid import SMALL_BOARDS, BoardName
from ringrift.rules.setup import Setup

_DEPTHS: Final = {"square8": 6}  # in decisions
_SMALL_BOARD_DEPTH: Final = 5
_BIG_BOARD_DEPTH: Final = 2
_SMALL_BOARD_TURNS: Final = (2, 6, 10, 16)  # random turns before each searched position
_BIG_BOARD_TURNS: Final = (2, 10)


def count_nodes(board: BoardName) -> int:
    """Return the total number of nodes of the searches on one board."""
    setup = Setup(board, 2, DEFAULT_EDITION)
    small = board in SMALL_BOARDS
    depth = _DEPTHS.get(board, _SMALL_BOARD_DEPTH if small else _BIG_BOARD_DEPTH)
    nodes = 0
    for turns in _SMALL_BOARD_TURNS if small else _BIG_BOARD_TURNS:
        state = random_start(setup, turns, Random(f"signature {board} {turns}"))
        if state.outcome is None:
            searcher = Searcher(Method.ALPHA_BETA, megabytes=4)
            nodes += searcher.search(state, Budget(depth=depth)).nodes
    return nodes


def read_node_counts(path: Path) -> dict[str, int]:
    """Read the node counts by board from a JSON file."""
    try:
        body = json.loads(path.read_text(encoding="utf-8"))
        return {str(board): int(nodes) for board, nodes in body.items()}
    except (ValueError, TypeError, AttributeError) as error:
        message = f"{path} contains no node counts; use a file that --write created"
        raise arena_error("node-count", message) from error


def write_node_counts(path: Path, counts: Mapping[str, int]) -> None:
    """Write the node counts; those of other boards in the file stay."""
    previous = read_node_counts(path) if path.exists() else {}
    path.write_text(json.dumps({**previous, **counts}, indent=2) + "\n", encoding="utf-8")
