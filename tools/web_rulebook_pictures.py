"""Generate the examples in the web rulebook: `python -m tools.web_rulebook_pictures`.

They are the pictures of the documents (`tools.doc_pictures`) as positions and moves, which the web
client draws and lets its reader play.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from ringrift.conformance.vectors import Json
from ringrift.drawing.diagram import parse_diagram
from ringrift.rules.notation import parse_move
from ringrift.rules.play import apply
from ringrift.rules.position_string import dump_position
from ringrift.rules.wire import dump_move
from ringrift.rules.wire_board import cell_keys
from tools.doc_pictures import SCENES
from tools.generated_files import run_generator
from tools.scene import Scene, apply_bookkeeping, find_targets

TARGET: Final = Path("web/src/rulebook/pictures.json")


def rulebook_pictures() -> Iterator[tuple[str, Json]]:
    """Yield name and contents of each light picture; dark ones show the same positions."""
    for scene in SCENES:
        if scene.theme == "paper":
            yield scene.name, rulebook_picture(scene)


def rulebook_picture(scene: Scene) -> Json:
    """Return the positions from the start to the picture, the moves between them and the marks."""
    state = parse_diagram(scene.diagram)
    positions, moves = [dump_position(state)], list[dict[str, Any]]()
    for at, text in enumerate(scene.moves):
        before = apply_bookkeeping(state)
        move = parse_move(before, text)
        state = apply(before, move)
        if scene.ends and at == len(scene.moves) - 1:
            state = apply_bookkeeping(state)
        moves.append(dump_move(move))
        positions.append(dump_position(state))
    return {"positions": positions, "moves": moves, "marks": _marks(scene)}


def _marks(scene: Scene) -> Json:
    state, _ = scene.played()
    grid = state.board.grid
    key_of = cell_keys(grid)
    named = {grid.cell_name(cell): key_of[cell] for cell in grid.cells}
    marks: dict[str, Any] = {}
    if scene.chosen:
        targets, landings, captures = find_targets(state, scene.chosen)
        marks["chosen"] = named[scene.chosen]
        for mark, places in (
            ("targets", targets),
            ("landings", landings),
            ("captures", captures),
        ):
            marks[mark] = [key_of[cell] for cell in sorted(grid.cell_of[place] for place in places)]
    if scene.spotlight:
        cells = [named[str(place)] for place in scene.spotlight.cells]
        marks["regions"] = [
            {
                "cells": cells,
                "seat": state.player,
                "label": scene.spotlight.note,
                "selected": False,
            }
        ]
    return marks


def render_file() -> str:
    """Return the file, one line per picture to keep diffs small."""
    rows = [
        f"{json.dumps(name)}: {json.dumps(row, ensure_ascii=False)}"
        for name, row in rulebook_pictures()
    ]
    return "{\n  " + ",\n  ".join(rows) + "\n}\n"


def main(arguments: Sequence[str] | None = None) -> int:
    return run_generator(__doc__, lambda _: [(TARGET, render_file())], arguments)


if __name__ == "__main__":
    raise SystemExit(main())
