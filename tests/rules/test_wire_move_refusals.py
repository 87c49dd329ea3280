"""What the import of moves refuses: always with the field that is at fault."""

from __future__ import annotations

import pytest

from ringrift.rules import InvalidMoveError
from ringrift.rules.wire import load_move
from tests.rules.wire_examples import MISSING, Json, changed

MOVE: Json = {"type": "move_stack", "player": 1, "from": {"x": 3, "y": 3}, "to": {"x": 3, "y": 5}}
SLIDE: Json = {
    "type": "recovery_slide",
    "player": 1,
    "from": {"x": 5, "y": 2},
    "to": {"x": 5, "y": 1},
    "recoveryMode": "line",
    "line": [{"x": 4, "y": 1}, {"x": 5, "y": 1}],
    "recoveryOption": 1,
    "collapse": [{"x": 4, "y": 1}, {"x": 5, "y": 1}],
    "extractionStack": {"x": 0, "y": 0},
}


@pytest.mark.parametrize(
    ("base", "changes", "path"),
    [
        (MOVE, {"type": MISSING}, "type"),
        (MOVE, {"type": "teleport"}, "type"),
        (MOVE, {"type": ["move_stack"]}, "type"),
        (MOVE, {"player": 0}, "player"),
        (MOVE, {"player": 5}, "player"),
        (MOVE, {"player": True}, "player"),
        (MOVE, {"to": MISSING}, "to"),
        (MOVE, {"to": None}, "to"),
        (MOVE, {"to": [3, 5]}, "to"),
        (MOVE, {"to": {"x": 3}}, "to.y"),
        (MOVE, {"to.x": "3"}, "to.x"),
        (MOVE, {"to.x": 10**30}, "to.x"),
        (MOVE, {"to.z": -8}, ""),
        (MOVE, {"type": "place_ring"}, "placementCount"),
        (MOVE, {"type": "place_ring", "placementCount": 0}, "placementCount"),
        (MOVE, {"type": "process_line"}, "line"),
        (MOVE, {"type": "process_line", "line": []}, "line"),
        (MOVE, {"type": "process_line", "line": {}}, "line"),
        (MOVE, {"type": "process_line", "line": [{"x": 1, "y": 0}, {"x": 0, "y": 0}]}, "line"),
        (MOVE, {"type": "process_line", "line": [{"x": 1, "y": 0}] * 2}, "line"),
        (MOVE, {"type": "process_line", "line": [{"x": 1, "y": 0}] * 500}, "line"),
        (MOVE, {"type": "process_territory_region", "region": [{"x": 1, "y": 0}]}, "borderPlayer"),
        (
            MOVE,
            {"type": "eliminate_rings_from_stack", "eliminationContext": "tax"},
            "eliminationContext",
        ),
        (SLIDE, {"recoveryMode": "glide"}, "recoveryMode"),
        (SLIDE, {"recoveryOption": 3}, "recoveryOption"),
        (SLIDE, {"recoveryOption": "1"}, "recoveryOption"),
        (SLIDE, {"line": MISSING}, "line"),
        (SLIDE, {"recoveryOption": None}, "recoveryOption"),
        (SLIDE, {"collapse": MISSING}, "collapse"),
        (SLIDE, {"extractionStack": MISSING}, "extractionStack"),
        (SLIDE, {"recoveryOption": 2}, "extractionStack"),
        (SLIDE, {"recoveryMode": "fallback"}, "line"),
        (
            SLIDE,
            {"recoveryMode": "stack_strike", "line": MISSING, "collapse": MISSING},
            "recoveryOption",
        ),
    ],
)
def test_a_broken_move_is_refused_at_the_field(
    base: Json, changes: dict[str, object], path: str
) -> None:
    load_move(base)
    with pytest.raises(InvalidMoveError) as caught:
        load_move(changed(base, changes))
    assert (caught.value.path, caught.value.code) == (path, "MALFORMED")
    assert str(caught.value.rule).startswith("R")


@pytest.mark.parametrize("value", [None, 1, "@d4", [], {}, object()])
def test_what_is_no_move_at_all_is_refused(value: object) -> None:
    with pytest.raises(InvalidMoveError):
        load_move(value)
