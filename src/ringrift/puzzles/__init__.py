"""Puzzles: positions in which one line of decisions is clearly the best.

>>> from ringrift.puzzles import shipped_puzzles
>>> from ringrift.rules import legal_moves
>>> puzzle = shipped_puzzles()[0]
>>> for state, move in puzzle.line():  # the solution
...     assert move in legal_moves(state)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from ringrift.puzzles.daily import daily_puzzle
    from ringrift.puzzles.pack import puzzle_named, shipped_puzzles
    from ringrift.puzzles.puzzle import Goal, Puzzle, PuzzleError, Theme, dump_puzzle, parse_puzzle
    from ringrift.puzzles.verification import PuzzleVerifier, Verdict

__all__ = [
    "Goal",
    "Puzzle",
    "PuzzleError",
    "PuzzleVerifier",
    "Theme",
    "Verdict",
    "daily_puzzle",
    "dump_puzzle",
    "parse_puzzle",
    "puzzle_named",
    "shipped_puzzles",
]

_MODULES: Final = {
    "Goal": "puzzle",
    "Puzzle": "puzzle",
    "PuzzleError": "puzzle",
    "PuzzleVerifier": "verification",
    "Theme": "puzzle",
    "Verdict": "verification",
    "daily_puzzle": "daily",
    "dump_puzzle": "puzzle",
    "parse_puzzle": "puzzle",
    "puzzle_named": "pack",
    "shipped_puzzles": "pack",
}


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
