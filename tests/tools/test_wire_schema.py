"""The JSON Schema is what the types say, and accepts what import accepts."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from ringrift.rules import IllegalMoveError, MoveStack, RingRiftError, apply, new_game
from ringrift.rules.wire import dump_state, load_move, load_state
from tests.rules.wire_examples import (
    EXAMPLE,
    FINISHED,
    MISSING,
    SPARSE,
    Json,
    changed,
    game_states,
    rows,
    scenarios,
)
from tools.wire_schema import (
    FOLDER,
    SchemaName,
    committed_schema,
    schema_text,
    schemas,
    write_schemas,
)


@cache
def validator(name: SchemaName) -> Any:
    return Draft202012Validator(committed_schema(name))


def accepts(name: SchemaName, value: object) -> bool:
    return bool(validator(name).is_valid(value))


@pytest.mark.parametrize("name", list(schemas()))
def test_the_committed_schema_is_the_generated_one(name: SchemaName) -> None:
    """Run `python -m tools.wire_schema` after a change of the types."""
    committed = (FOLDER / f"{name}.schema.json").read_text(encoding="utf-8")
    assert committed == schema_text(schemas()[name])


@pytest.mark.parametrize("name", list(schemas()))
def test_every_schema_is_a_schema(name: SchemaName) -> None:
    Draft202012Validator.check_schema(committed_schema(name))


def test_schemas_are_written_where_one_wants_them(tmp_path: Path) -> None:
    written = write_schemas(tmp_path / "new")
    assert sorted(path.name for path in written) == [
        "error.schema.json",
        "move.schema.json",
        "state.schema.json",
    ]
    assert (tmp_path / "new" / "move.schema.json").read_text() == schema_text(
        committed_schema("move")
    )


def test_states_of_the_vectors_are_valid() -> None:
    for wire in game_states(every=40):
        validator("state").validate(wire)
    for row in rows("perft.jsonl.gz", every=10):
        assert row["state"] is None or accepts("state", row["state"])


def test_positions_of_the_scenarios_are_valid_sparse_ones_included() -> None:
    for row in scenarios():
        if not row.get("refuse"):
            validator("state").validate(row["initial"])


def test_moves_of_the_vectors_are_valid() -> None:
    for row in scenarios():
        for step in row.get("steps", ()):
            validator("move").validate(step["move"])
    for row in rows("games-hex8.jsonl.gz", every=30):
        for step in row["steps"]:
            assert accepts("move", step["move"])


def test_a_state_with_its_history_is_valid() -> None:
    row = next(
        row for row in rows("games-square8.jsonl.gz") if row["id"].endswith("2-standard-game-0")
    )
    state = load_state(row["initial"])
    for step in row["steps"][:40]:
        state = apply(state, load_move(step["move"]))
    assert len(dump_state(state)["moveHistory"]) == 40
    validator("state").validate(dump_state(state))


@pytest.mark.parametrize("path", [*EXAMPLE, *(f"turn.{key}" for key in EXAMPLE["turn"])])
def test_a_field_is_required_where_import_requires_it(path: str) -> None:
    """A phase that could do without its turn, so that only the field's absence counts."""
    wire = changed(dump_state(load_state(SPARSE)), {path: MISSING})
    assert accepts("state", wire) is _loads(load_state, wire)


@pytest.mark.parametrize(
    "key", ["playerNumber", "ringsInHand", "eliminatedRings", "territorySpaces", "lastActionTurn"]
)
def test_a_players_field_is_required_where_import_requires_it(key: str) -> None:
    wire = changed(EXAMPLE, {f"players[0].{key}": MISSING})
    assert accepts("state", wire) is _loads(load_state, wire)


@pytest.mark.parametrize(
    "changes",
    [
        {"currentPhase": "tea"},
        {"edition": "modern"},
        {"board.type": "square9"},
        {"board.stacks.d4": {"rings": [1]}},
        {"board.stacks.3,3.rings": []},
        {"board.stacks.3,3.rings": [5]},
        {"players": EXAMPLE["players"][:1]},
        {"turnNumber": 0},
        {"turn.mustMoveFrom": "d4"},
        {"winner": "1"},
        {"lps.roundHadAction": [0]},
        {"moveHistory": [{"type": "pass", "player": 1}]},
    ],
)
def test_a_malformed_state_is_invalid(changes: dict[str, object]) -> None:
    wire = changed(EXAMPLE, changes)
    assert not accepts("state", wire)
    assert not _loads(load_state, wire)


def test_unknown_fields_and_older_names_are_valid() -> None:
    assert accepts("state", changed(EXAMPLE, {"theme": "dark", "board.theme": "dark"}))
    move = {"player": 1, "from": {"x": 0, "y": 0}, "to": {"x": 0, "y": 1}, "moveNumber": 3}
    assert accepts("move", move | {"type": "move_ring"})
    assert accepts("move", move | {"type": "move_stack"})


def test_a_finished_game_is_valid() -> None:
    assert accepts("state", FINISHED)
    assert accepts("state", dump_state(load_state(FINISHED)))


SLIDE: Json = {
    "type": "recovery_slide",
    "player": 1,
    "from": {"x": 5, "y": 2},
    "to": {"x": 5, "y": 1},
    "recoveryMode": "line",
    "line": [{"x": 4, "y": 1}],
    "recoveryOption": 1,
    "collapse": [{"x": 4, "y": 1}],
    "extractionStack": {"x": 0, "y": 0},
}


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"extractionStack": MISSING},
        {"extractionStack": MISSING, "recoveryOption": 2},
        {"line": MISSING},
        {
            "recoveryMode": "fallback",
            "line": MISSING,
            "collapse": MISSING,
            "recoveryOption": MISSING,
        },
        {"recoveryMode": "glide"},
        {"to.x": "5"},
        {"player": 5},
    ],
)
def test_a_slide_has_the_fields_of_its_mode(changes: dict[str, object]) -> None:
    """R112."""
    move = changed(SLIDE, changes)
    assert accepts("move", move) is _loads(load_move, move)


def test_errors_are_valid() -> None:
    with pytest.raises(IllegalMoveError) as caught:
        apply(new_game("square8", 2), MoveStack(1, (0, 0), (0, 1)))
    assert accepts("error", caught.value.to_json())
    assert not accepts("error", {"error": {"code": "no code"}})


def _loads(load: Any, value: object) -> bool:
    try:
        load(value)
    except RingRiftError:
        return False
    return True
