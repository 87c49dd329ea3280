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
    ("square8", 2): (900, 3_000, 9_500, 30_000, 90_000, 260_000),
    ("square8", 3): (400, 1_800, 8_000, 36_000, 150_000, 500_000),
    ("square8", 4): (400, 1_800, 8_000, 36_000, 150_000, 500_000),
    ("hex8", 2): (500, 1_900, 7_000, 25_000, 85_000, 280_000),
    ("hex8", 3): (400, 1_800, 8_000, 36_000, 150_000, 500_000),
    ("hex8", 4): (400, 1_800, 8_000, 36_000, 150_000, 500_000),
    ("square19", 2): (400, 1_500, 5_000, 16_000, 50_000, 150_000),
    ("square19", 3): (400, 1_500, 5_000, 16_000, 50_000, 150_000),
    ("square19", 4): (400, 1_500, 5_000, 16_000, 50_000, 150_000),
    ("hexagonal", 2): (400, 1_500, 5_000, 16_000, 50_000, 150_000),
    ("hexagonal", 3): (400, 1_500, 5_000, 16_000, 50_000, 150_000),
    ("hexagonal", 4): (400, 1_500, 5_000, 16_000, 50_000, 150_000),
}

# How levels and analysis search. In the same time the tree has a tenth of the nodes, and was behind.
METHODS: Final[Mapping[tuple[BoardName, int], Method]] = dict.fromkeys(NODES, Method.ALPHA_BETA)


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
