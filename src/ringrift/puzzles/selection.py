"""Selects the puzzles to ship: spread over boards, players, themes and difficulty."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from ringrift.puzzles.puzzle import Puzzle

# Puzzles to ship, by board and number of players.
QUOTAS: Final = {
    ("square8", 2): 470,
    ("hex8", 2): 390,
    ("square19", 2): 130,
    ("hexagonal", 2): 90,
    ("square8", 3): 130,
    ("hex8", 3): 110,
    ("square19", 3): 20,
    ("hexagonal", 3): 10,
    ("square8", 4): 15,
    ("hex8", 4): 15,
}
_BAND: Final = 150  # of ratings


def select(puzzles: Iterable[Puzzle]) -> list[Puzzle]:
    """Return the puzzles to ship, by id.

    Of each setup, the next one taken is the one whose goal, themes and difficulty are rarest among
    those taken before. Equal positions and equal solutions of equal themes count as one.
    """
    pools: dict[tuple[str, int], list[Puzzle]] = {key: [] for key in QUOTAS}
    seen: set[str] = set()
    for puzzle in sorted(puzzles, key=lambda one: one.id):
        pool = pools.get((puzzle.board, puzzle.players))
        if pool is not None and puzzle.id not in seen:
            seen.add(puzzle.id)
            pool.append(puzzle)
    chosen: list[Puzzle] = []
    for key, pool in pools.items():
        chosen.extend(_pick(pool, QUOTAS[key]))
    return sorted(chosen, key=lambda one: one.id)


def _pick(pool: list[Puzzle], wanted: int) -> list[Puzzle]:
    groups: dict[tuple[object, ...], list[Puzzle]] = {}
    for puzzle in pool:
        groups.setdefault(_group(puzzle), []).append(puzzle)
    taken: list[Puzzle] = []
    counts: Counter[tuple[object, ...]] = Counter()
    while len(taken) < wanted and any(groups.values()):
        rarest = min((key for key in groups if groups[key]), key=lambda key: (counts[key], key))
        taken.append(groups[rarest].pop())
        counts[rarest] += 1
    return taken


def _group(puzzle: Puzzle) -> tuple[object, ...]:
    themes = tuple(theme.value for theme in puzzle.themes)
    return puzzle.goal.value, puzzle.turns, themes, puzzle.rating // _BAND
