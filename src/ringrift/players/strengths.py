"""How hard each level thinks: the one table that is changed when levels are measured anew.

Levels 1 to 9 are counted in nodes and depth, never in time, so they play the same on every machine.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from ringrift.players.search import Method
from ringrift.rules.grid import BoardName
from ringrift.rules.state import State

TIMED: Final = 10  # the level that has a clock instead
# A child of a tree's node takes 48 bytes, and there are some twenty; an entry of alpha-beta's table takes 16.
_NODES_OF_A_MEGABYTE: Final = {Method.TREE: 2_000, Method.ALPHA_BETA: 64_000}


@dataclass(frozen=True, slots=True)
class Strength:
    """What one level does for one decision."""

    nodes: int
    method: Method
    depth: int | None = None  # decisions that it looks ahead at most
    candidates: int = 1  # so many of the best moves come to its mind
    draws: int = 0  # or so many moves at random, one after the other, until one will do
    slack: float = 0.0  # a move will do that gives away no more than this of the share of the win

    @property
    def megabytes(self) -> int:
        """Little memory is quickly cleared, which happens before each decision; a tree has to fit into it."""
        each = _NODES_OF_A_MEGABYTE[self.method]
        return 1 + self.nodes // each


@dataclass(frozen=True, slots=True)
class Slip:
    """How a beginner errs."""

    slack: float
    candidates: int = 1
    draws: int = 0


# Levels 1, 2 and 3 choose among moves that are not much worse than the best, on small boards and on big ones.
# Their depth ends the search before the nodes do, but in the widest positions of the big boards.
SLIPS: Final = (
    (Slip(slack=0.50, draws=8), Slip(slack=0.25, candidates=8), Slip(slack=0.14, candidates=6)),
    (Slip(slack=0.50, draws=8), Slip(slack=0.35, candidates=4), Slip(slack=0.05, candidates=2)),
)
SLIP_NODES: Final = (60_000, 120_000)
BIG: Final = ("square19", "hexagonal")

# Nodes a decision, by board and number of players; one column a level, from 4 to 9.
NODES: Final[Mapping[tuple[BoardName, int], tuple[int, ...]]] = {
    ("square8", 2): (800, 2_400, 7_500, 22_000, 60_000, 160_000),
    ("square8", 3): (300, 800, 2_000, 5_000, 12_000, 30_000),
    ("square8", 4): (300, 800, 2_000, 5_000, 12_000, 30_000),
    ("hex8", 2): (600, 2_400, 10_000, 40_000, 150_000, 500_000),
    ("hex8", 3): (300, 800, 2_000, 5_000, 12_000, 30_000),
    ("hex8", 4): (300, 800, 2_000, 5_000, 12_000, 30_000),
    ("square19", 2): (300, 800, 2_000, 5_000, 10_000, 20_000),
    ("square19", 3): (300, 800, 2_000, 5_000, 10_000, 20_000),
    ("square19", 4): (300, 800, 2_000, 5_000, 10_000, 20_000),
    ("hexagonal", 2): (300, 800, 2_000, 5_000, 10_000, 20_000),
    ("hexagonal", 3): (300, 800, 2_000, 5_000, 10_000, 20_000),
    ("hexagonal", 4): (300, 800, 2_000, 5_000, 10_000, 20_000),
}

# How levels 4 to 10 and analysis search. Those that err look ahead with alpha-beta, which sees every move.
# A node of alpha-beta takes a tenth of the time of one of the tree.
METHODS: Final[Mapping[tuple[BoardName, int], Method]] = {
    **dict.fromkeys(NODES, Method.TREE),
    ("square8", 2): Method.ALPHA_BETA,
    ("hex8", 2): Method.ALPHA_BETA,
}


def strength_of(level: int, board: BoardName, players: int) -> Strength:
    """What a level from 1 to 9 does for a decision on that board."""
    slips = SLIPS[board in BIG]
    if level > len(slips):
        return Strength(NODES[board, players][level - 1 - len(slips)], METHODS[board, players])
    slip = slips[level - 1]
    nodes = SLIP_NODES[board in BIG]
    return Strength(nodes, Method.ALPHA_BETA, 1, slip.candidates, slip.draws, slip.slack)


def usual_method(state: State) -> Method:
    """How a state is searched where nobody asks for another way."""
    return METHODS[state.board.grid.name, len(state.seats)]
