"""The puzzles that ship with the package: one a line, by id."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Final

from ringrift.puzzles.puzzle import Puzzle, parse_puzzle

PACK_NAME: Final = "puzzles.jsonl"


@cache
def pack_text() -> str:
    """Return the file of the shipped puzzles."""
    return files("ringrift.puzzles").joinpath("data", PACK_NAME).read_text(encoding="utf-8")


@cache
def shipped_puzzles() -> tuple[Puzzle, ...]:
    """Return the puzzles that ship with the package, by id."""
    return tuple(parse_puzzle(line) for line in pack_text().splitlines())


def puzzle_named(name: str) -> Puzzle | None:
    """Return the shipped puzzle with this id."""
    return next((puzzle for puzzle in shipped_puzzles() if puzzle.id == name), None)
