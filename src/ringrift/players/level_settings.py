"""The search limits of each level, from `level_settings.json`.

Levels 1 to 9 are counted in nodes and depth, never in time, so they play the same on every machine.
The table is a file of data because the page reads it too.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Final

from ringrift.players.search import Budget, Method
from ringrift.rules.grid import BOARD_NAMES, BoardName
from ringrift.rules.state import State

TIMED_LEVEL: Final = 10  # the level that has a clock instead
PLAYERS: Final = (2, 3, 4)

_DATA: Final[Mapping[str, Any]] = json.loads(
    files("ringrift.players").joinpath("level_settings.json").read_text(encoding="utf-8")
)
# A child of a tree's node takes 48 bytes, and there are some twenty; an entry of alpha-beta's table
# takes 16.
_NODES_PER_MEGABYTE: Final = {
    Method(name): int(nodes) for name, nodes in _DATA["nodesOfAMegabyte"].items()
}


@dataclass(frozen=True, slots=True)
class LevelSettings:
    """The search limits of one level for a decision."""

    nodes: int
    method: Method
    depth: int | None = None  # decisions that it looks ahead at most
    candidates: int = 1  # so many of the best moves come to its mind
    draws: int = 0  # or so many moves at random, one after the other, until one will do
    slack: float = 0.0  # a move will do that gives away no more than this of the share of the win

    @property
    def megabytes(self) -> int:
        """Memory for the search: as little as holds a tree, because it is cleared per decision."""
        each = _NODES_PER_MEGABYTE[self.method]
        return 1 + self.nodes // each


GLANCE_BUDGET: Final = Budget(**_DATA["glance"])  # at a move that level 1 has drawn

# How levels 1 to 9 and analysis search.
METHODS: Final[Mapping[tuple[BoardName, int], Method]] = {
    (board, players): Method(_DATA["setups"][f"{board}/{players}"]["method"])
    for board in BOARD_NAMES
    for players in PLAYERS
}

# How level 10 searches: far ahead against three others at once alpha-beta sees ever less that is
# true, while the tree, which has a tenth of the nodes but a value for each seat, gains by time.
TIMED_METHODS: Final[Mapping[tuple[BoardName, int], Method]] = {
    setup: Method(_DATA["setups"][f"{setup[0]}/{setup[1]}"].get("timed", method))
    for setup, method in METHODS.items()
}

# What levels 1 to 9 do, by board and number of players.
LEVEL_SETTINGS: Final[Mapping[tuple[BoardName, int], tuple[LevelSettings, ...]]] = {
    (board, players): tuple(
        LevelSettings(method=method, **one)
        for one in _DATA["setups"][f"{board}/{players}"]["levels"]
    )
    for (board, players), method in METHODS.items()
}


def settings_for_level(level: int, board: BoardName, players: int) -> LevelSettings:
    """Return the settings of a level from 1 to 9 on a board."""
    return LEVEL_SETTINGS[board, players][level - 1]


def default_method(state: State) -> Method:
    """Return the default search method of a state."""
    return METHODS[state.board.grid.name, len(state.seats)]


def timed_method(state: State) -> Method:
    """Return the search method for time limits."""
    return TIMED_METHODS[state.board.grid.name, len(state.seats)]
