"""The source of a scenario: a position by its cells, moves, and what must be true at the end."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ringrift.rules.grid import BoardName


@dataclass(frozen=True, slots=True)
class ScenarioSource:
    """A position, moves and what must be true after them."""

    id: str
    title: str
    rules: tuple[str, ...]
    tags: tuple[str, ...]
    board: BoardName
    players: int
    cells: str  # the contents of the cells as in a text diagram: "a3:*1 b3:12"
    fields: str  # as in a text diagram: "player: 1  phase: movement"
    moves: tuple[str, ...]  # bookkeeping moves in between are filled in
    claims: dict[str, Any]  # about the last state, like `after` of a step
    edition: str = "standard"
    faq: tuple[str, ...] = ()
    ends_turn: bool = False  # fill in bookkeeping moves up to the end of the turn
    settles: bool = False  # fill in bookkeeping moves up to the next choice or the end
    offered: tuple[dict[str, Any], ...] = field(default=())  # in the last state
    not_offered: tuple[dict[str, Any], ...] = field(default=())


def player_claim(seat: int, **values: int | None) -> dict[str, Any]:
    """Return a claim about a seat: `player_claim(1, territorySpaces=4)`."""
    return {"playerNumber": seat, **values}


def fill_cells(cells: str, content: str) -> str:
    """Return the cells, separated by spaces, all with the same content."""
    return " ".join(f"{cell}:{content}" for cell in cells.split())
