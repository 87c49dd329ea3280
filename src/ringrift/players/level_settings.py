"""The search limits of each level, from `level_settings.json`.

Levels 1 to 9 are limited by nodes and depth, never by time, so they play the same on every machine.
The settings are a data file because the web client reads them too.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Final

from ringrift.players.search import Method
from ringrift.rules.grid import BOARD_NAMES, BoardName
from ringrift.rules.state import State

TIMED_LEVEL: Final = 10  # the level with a time limit instead
PLAYERS: Final = (2, 3, 4)

_DATA: Final[Mapping[str, Any]] = json.loads(
    files("ringrift.players").joinpath("level_settings.json").read_text(encoding="utf-8")
)
# A tree node has about twenty children of 48 bytes each; an alpha-beta table entry takes
# 16 bytes.
_NODES_PER_MEGABYTE: Final = {
    Method(name): int(nodes) for name, nodes in _DATA["nodesPerMegabyte"].items()
}


@dataclass(frozen=True, slots=True)
class LevelSettings:
    """The search limits of one level per decision."""

    nodes: int
    method: Method
    depth: int | None = None  # maximum search depth in decisions
    attention: float | None = None  # mean number of moves that it notices; None: all

    @property
    def megabytes(self) -> int:
        """Return the memory for the search: just enough, because it is cleared per decision."""
        each = _NODES_PER_MEGABYTE[self.method]
        return 1 + self.nodes // each


# The search method of levels 1 to 9 and of analysis.
METHODS: Final[Mapping[tuple[BoardName, int], Method]] = {
    (board, players): Method(_DATA["setups"][f"{board}/{players}"]["method"])
    for board in BOARD_NAMES
    for players in PLAYERS
}

# The search method of level 10. With three or four players alpha-beta loses accuracy with depth;
# the tree has a tenth of the nodes but a value per seat, and improves with time.
TIMED_METHODS: Final[Mapping[tuple[BoardName, int], Method]] = {
    setup: Method(_DATA["setups"][f"{setup[0]}/{setup[1]}"].get("timed", method))
    for setup, method in METHODS.items()
}

# The search method of level 10 with a network and at least `LEARNED_SECONDS` for a decision: a tree
# search gains more from time than alpha-beta (bench/results/learning.md).
LEARNED_METHODS: Final[Mapping[tuple[BoardName, int], Method]] = {
    setup: Method(_DATA["setups"][f"{setup[0]}/{setup[1]}"].get("learned", method))
    for setup, method in TIMED_METHODS.items()
}
LEARNED_SECONDS: Final[float] = _DATA["learnedSeconds"]

# Settings of the kernel's search that level 10 and analysis change. Levels 1 to 9 use the kernel's
# own.
TIMED_SETTINGS: Final[Mapping[tuple[BoardName, int], Mapping[str, int]]] = {
    (board, players): {
        **_DATA["timedSettings"][board],
        **_DATA["setups"][f"{board}/{players}"].get("timedSettings", {}),
    }
    for board, players in METHODS
}

# The settings of levels 1 to 9, by board and number of players.
LEVEL_SETTINGS: Final[Mapping[tuple[BoardName, int], tuple[LevelSettings, ...]]] = {
    (board, players): tuple(
        LevelSettings(method=method, **one)
        for one in _DATA["setups"][f"{board}/{players}"]["levels"]
    )
    for (board, players), method in METHODS.items()
}


def settings_for_level(level: int, board: BoardName, players: int) -> LevelSettings:
    """Return the settings of a level from 1 to 9 in a setup."""
    return LEVEL_SETTINGS[board, players][level - 1]


def default_method(state: State) -> Method:
    """Return the search method for node and depth limits."""
    return METHODS[state.board.grid.name, len(state.seats)]


def timed_method(state: State) -> Method:
    """Return the search method for time limits."""
    return TIMED_METHODS[state.board.grid.name, len(state.seats)]


def learned_method(state: State) -> Method:
    """Return the search method for time limits with a network."""
    return LEARNED_METHODS[state.board.grid.name, len(state.seats)]


def timed_settings(state: State) -> Mapping[str, int]:
    """Return the search settings of level 10."""
    return TIMED_SETTINGS[state.board.grid.name, len(state.seats)]
