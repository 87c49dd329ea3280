"""The signature: how many nodes a search of fixed depth visits on each board.

A change that claims to change nothing about how we search must leave these numbers as they are.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Final

from ringrift.arena.openings import beginning
from ringrift.arena.schedule import refused
from ringrift.players.search import Budget, Method, Searcher
from ringrift.rules.grid import BoardName
from ringrift.rules.setup import Setup

# Decisions ahead, and the turns played by chance before each of the positions that are searched.
SEARCHES: Final[Mapping[BoardName, tuple[int, tuple[int, ...]]]] = {
    "square8": (6, (2, 6, 10, 16)),
    "hex8": (5, (2, 6, 10, 16)),
    "square19": (2, (2, 10)),
    "hexagonal": (2, (2, 10)),
}


def signature(board: BoardName) -> int:
    """The nodes of the searches on one board, in all."""
    setup = Setup(board, 2, "standard")
    depth, played = SEARCHES[board]
    nodes = 0
    for turns in played:
        state = beginning(setup, turns, Random(f"signature {board} {turns}"))
        if state.outcome is None:
            searcher = Searcher(Method.ALPHA_BETA, megabytes=4)
            nodes += searcher.search(state, Budget(depth=depth)).nodes
    return nodes


def read_signatures(path: Path) -> dict[str, int]:
    """Those that were written down."""
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
        return {str(board): int(nodes) for board, nodes in kept.items()}
    except (ValueError, TypeError, AttributeError) as broken:
        message = f"{path} holds no counts of nodes; name a file that --write has made"
        raise refused("signature", message) from broken


def write_signatures(path: Path, found: Mapping[str, int]) -> None:
    """Write them down; those of other boards stay as they are."""
    kept = read_signatures(path) if path.exists() else {}
    path.write_text(json.dumps({**kept, **found}, indent=2) + "\n", encoding="utf-8")
