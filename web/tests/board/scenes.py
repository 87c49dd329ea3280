"""Expected values of the board's tests, as JSON.

The scenes of the documents and random positions of every board with their Python pictures, and the
moves of the scenes with the states before and after them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

from ringrift.conformance.positions import random_position
from ringrift.drawing import board_svg
from ringrift.drawing.diagram import parse_diagram
from ringrift.drawing.svg import Place, resolve_position
from ringrift.rules import apply
from ringrift.rules.grid import BOARD_NAMES, Grid
from ringrift.rules.notation import parse_move
from ringrift.rules.setup import Setup
from ringrift.rules.state import State
from ringrift.rules.wire import dump_move, dump_state_without_history
from tools.rules_scenes import RULES_SCENES
from tools.scene import Scene, apply_bookkeeping, find_targets


def key(grid: Grid, place: Place) -> str:
    return ",".join(map(str, resolve_position(grid, place)))


def scene_picture(scene: Scene) -> dict[str, Any]:
    state, _ = scene.played()
    grid = state.board.grid
    targets, landings, captures = find_targets(state, scene.chosen)
    region = scene.spotlight and {
        "cells": [key(grid, cell) for cell in scene.spotlight.cells],
        "seat": state.player,
        "label": scene.spotlight.note,
        "selected": True,
    }
    marks = {
        "targets": [key(grid, cell) for cell in targets],
        "landings": [key(grid, cell) for cell in landings],
        "captures": [key(grid, cell) for cell in captures],
        "chosen": scene.chosen and key(grid, scene.chosen),
        "regions": [region] if region else [],
    }
    last = None if scene.chosen or not scene.moves else list(scene_steps(scene))[-1]
    wire = dump_state_without_history(state)
    return {"name": scene.name, "state": wire, "marks": marks, "last": last, "svg": scene.svg()}


def board_pictures() -> Iterator[dict[str, Any]]:
    for seed, board in enumerate(BOARD_NAMES):
        for players in (2, 4):
            state = random_position(Setup(board, players, "standard"), Random(seed + players))
            wire = dump_state_without_history(state)
            name = f"{board} for {players}"
            yield {"name": name, "state": wire, "marks": {}, "last": None, "svg": board_svg(state)}


def scene_steps(scene: Scene) -> Iterator[dict[str, Any]]:
    """Every move of a scene, bookkeeping filled in."""
    state: State = parse_diagram(scene.diagram)
    for notation in scene.moves:
        before = apply_bookkeeping(state)
        move = parse_move(before, notation)
        state = apply(before, move)
        yield {
            "before": dump_state_without_history(before),
            "move": dump_move(move),
            "after": dump_state_without_history(state),
        }


if __name__ == "__main__":
    output = {
        "pictures": [*map(scene_picture, RULES_SCENES), *board_pictures()],
        "steps": {scene.name: list(scene_steps(scene)) for scene in RULES_SCENES if scene.moves},
    }
    print(json.dumps(output))
