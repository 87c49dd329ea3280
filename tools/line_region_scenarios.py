"""Scenarios of turns with a line and then a region, on every board with two to four players."""

from __future__ import annotations

from collections.abc import Iterator

from ringrift.rules.grid import BoardName
from tools.scenario_source import ScenarioSource, fill_cells, player_claim


def line_region_scenarios() -> Iterator[ScenarioSource]:
    """Yield a turn on each board and for each number of players: a move makes a line, its collapse
    closes a wall, and the region behind it is taken in the same turn."""
    rules = ("R120", "R122", "R140", "R143", "R145", "R208")
    # The cells of the line without the moving stack, the stack, its landing cell, territory that
    # completes the wall, and the number of cells behind it.
    plans: dict[tuple[BoardName, int], tuple[str, str, str, str, int]] = {
        ("square8", 4): ("a4 b4 c4", "d4", "d6", "d1 d2 d3", 9),
        ("square8", 3): ("a3 b3", "c3", "c6", "c1 c2", 4),
        ("hex8", 4): ("d2 e2 f2", "g2", "g5", "h2 i2", 5),
        ("hex8", 3): ("d2 e2", "f2", "f4", "g2 h2 i2", 5),
        ("square19", 4): ("a4 b4 c4", "d4", "d6", "d1 d2 d3", 9),
        ("hexagonal", 4): ("l2 m2 n2", "o2", "o4", "p2 q2 r2 s2 t2 u2 v2 w2 x2 y2", 13),
    }
    inside = {"square8": "b2", "hex8": "f1", "square19": "b2", "hexagonal": "o1"}
    far = {"square8": "h8", "hex8": "a9", "square19": "s19", "hexagonal": "a25"}
    others = {"square8": "g7", "hex8": "c8", "square19": "q17", "hexagonal": "c23"}
    for board in ("square8", "hex8", "square19", "hexagonal"):
        for players in (2, 3, 4):
            short = players > 2 and board in ("square8", "hex8")
            length = 3 if short else 4
            row, stack, landing, wall, size = plans[board, length]
            # The last two seats have rings outside only, so the region lacks them.
            elsewhere = " ".join(
                f"{cell}:{seat}"
                for seat, cell in zip((3, 4), _cells_below(others[board]), strict=True)
                if seat <= players
            )
            cells = (
                f"{fill_cells(row, '*1')} {stack}:11 {fill_cells(wall, '#1')} {inside[board]}:2 "
                f"{far[board]}:1 {others[board]}:2 {elsewhere}"
            )
            territory = length + len(wall.split()) + size
            yield ScenarioSource(
                id=f"line-then-region-{board}-{players}p",
                title=(
                    f"A line of {length} collapses, and the region that it closes is taken in the "
                    f"same turn ({board}, {players} players)."
                ),
                rules=rules,
                tags=("line", "region"),
                board=board,
                players=players,
                cells=cells,
                fields="player: 1  phase: movement  swap: off",
                moves=(
                    f"{stack}-{landing}",
                    f"={row.split()[0]}..{stack}",
                    f"^{landing}",
                    f"#{_first_inside(board)}/0",
                    f"^{far[board]}",
                ),
                claims={
                    "players": [
                        player_claim(1, eliminatedRings=3, territorySpaces=territory),
                        player_claim(2, eliminatedRings=0, territorySpaces=0),
                    ],
                    "stacks": {landing: [1]},
                    "empty": [far[board]],
                    "currentPlayer": 2,
                    "currentPhase": "ring_placement",
                },
                faq=("Q7", "Q15"),
            )


def _cells_below(cell: str) -> tuple[str, str]:
    """Return two cells below, in the same column."""
    column, row = cell[0], int(cell[1:])
    return f"{column}{row - 2}", f"{column}{row - 3}"


def _first_inside(board: str) -> str:
    return {"square8": "a1", "hex8": "e1", "square19": "a1", "hexagonal": "m1"}[board]
