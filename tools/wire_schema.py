"""JSON Schema (draft 2020-12) of wire.md's objects, generated from the types.

States come from the typed dictionaries of `rules.wire_types`, moves from the move classes, errors
from `Refusal`. The result is committed in `src/ringrift/conformance/schema/`. A schema gives the
shape of accepted input; only `load_state` detects contradictions.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Final,
    Literal,
    NotRequired,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from ringrift.rules.errors import Refusal
from ringrift.rules.moves import MOVE_TYPES, Move, RecoverySlide
from ringrift.rules.setup import MAX_PLAYERS
from ringrift.rules.wire_moves import ALIASES, MAX_CELLS, MAX_COORDINATE, MoveField, move_fields
from ringrift.rules.wire_types import Keys, MoveObject, OneOf, PositionObject, Range, StateObject

Schema = dict[str, Any]
SchemaName = Literal["state", "move", "error"]
VERSION: Final = 1  # of the wire format; incremented when a valid object becomes invalid
DRAFT: Final = "https://json-schema.org/draft/2020-12/schema"
FOLDER: Final = Path(__file__).parents[1] / "src/ringrift/conformance/schema"
_PRIMITIVE_SCHEMAS: Final[dict[Any, Schema]] = {
    int: {"type": "integer"},
    str: {"type": "string"},
    bool: {"type": "boolean"},
    NoneType: {"type": "null"},
}


def schemas() -> dict[SchemaName, Schema]:
    """Return every schema by name."""
    return {"state": state_schema(), "move": move_schema(), "error": error_schema()}


def state_schema() -> Schema:
    """Return the schema of a state, with its history."""
    definitions = _move_definitions()
    definitions["move"] = _any_move_schema()
    body = _type_schema(StateObject, definitions)
    state = definitions.pop(body["$ref"].rpartition("/")[2])
    return _schema_document("state", "A state of a RingRift game.", state, definitions)


def move_schema() -> Schema:
    """Return the schema of a move."""
    return _schema_document(
        "move", "A move of a RingRift game.", _any_move_schema(), _move_definitions()
    )


def error_schema() -> Schema:
    """Return the schema of an error object."""
    names = list(Refusal("", None, "").to_json()["error"])
    parts: Schema = {name: {"type": "string"} for name in names}
    parts["code"]["pattern"] = "^[A-Z][A-Z_]*$"
    parts["rule"] = {"type": ["string", "null"], "pattern": "^R[0-9]{3}$"}
    error = {"type": "object", "properties": parts, "required": names}
    body = {"type": "object", "properties": {"error": error}, "required": ["error"]}
    return _schema_document("error", "Why something was refused, and what to do instead.", body, {})


def schema_text(schema: Schema) -> str:
    """Return a schema as committed."""
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def write_schemas(folder: Path = FOLDER) -> list[Path]:
    """Write every schema into a folder and return the paths."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, schema in schemas().items():
        path = folder / f"{name}.schema.json"
        path.write_text(schema_text(schema), encoding="utf-8")
        written.append(path)
    return written


@cache
def committed_schema(name: SchemaName) -> Schema:
    """Return the schema that ships with the package."""
    schema: Schema = json.loads((FOLDER / f"{name}.schema.json").read_text(encoding="utf-8"))
    return schema


def _schema_document(name: str, about: str, body: Schema, definitions: Schema) -> Schema:
    head = {
        "$schema": DRAFT,
        "$id": f"urn:ringrift:schema:{name}:{VERSION}",
        "title": f"RingRift {name}",
    }
    tail = {"$defs": dict(sorted(definitions.items()))} if definitions else {}
    return {
        **head,
        "description": about,
        **{key: body[key] for key in body if key != "description"},
        **tail,
    }


def _type_schema(hint: Any, definitions: Schema) -> Schema:
    """Return the schema of a type; named objects go into the definitions and are referenced."""
    if is_typeddict(hint):
        return _object_schema(hint, definitions)
    if hint in _PRIMITIVE_SCHEMAS:
        return dict(_PRIMITIVE_SCHEMAS[hint])
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _apply_limit(_type_schema(parts[0], definitions), parts[1])
    if origin is Literal:
        return {"enum": list(parts)}
    if origin in (Union, UnionType):
        return {"anyOf": [_type_schema(part, definitions) for part in parts]}
    if origin is list:
        return {"type": "array", "items": _type_schema(parts[0], definitions)}
    if origin is dict:
        values = (
            {} if parts[1] is Any else {"additionalProperties": _type_schema(parts[1], definitions)}
        )
        return {"type": "object", **values}
    raise TypeError(f"no schema for {hint}")


def _object_schema(hint: Any, definitions: Schema) -> Schema:
    name = hint.__name__.removesuffix("Object")
    name = name[0].lower() + name[1:]
    if name not in definitions:
        definitions[name] = {}  # reserves the name, in case an object refers to itself
        hints = get_type_hints(hint, include_extras=True)
        definitions[name] = {
            "type": "object",
            "description": hint.__doc__,
            "properties": {
                key: _type_schema(_unwrap_optional(part), definitions)
                for key, part in hints.items()
            },
            "required": [key for key, part in hints.items() if get_origin(part) is not NotRequired],
        }
    return {"$ref": f"#/$defs/{name}"}


def _unwrap_optional(hint: Any) -> Any:
    """Return the type of a member, whether or not it is required."""
    return get_args(hint)[0] if get_origin(hint) is NotRequired else hint


def _apply_limit(schema: Schema, limit: object) -> Schema:
    match limit:
        case Range(low=low, high=high):
            least, most = (
                ("minItems", "maxItems") if schema["type"] == "array" else ("minimum", "maximum")
            )
            return schema | {least: low} | ({} if high is None else {most: high})
        case Keys(pattern=pattern) if schema["type"] == "object":
            return schema | {"propertyNames": {"pattern": pattern}}
        case Keys(pattern=pattern):
            return schema | {"pattern": pattern}
        case OneOf(choices=choices):
            return {"enum": list(choices)}
        case MoveObject():
            return {"$ref": "#/$defs/move"}
    raise TypeError(f"no schema for {limit}")


def _any_move_schema() -> Schema:
    return {"oneOf": [{"$ref": f"#/$defs/{name}"} for name in MOVE_TYPES]}


def _move_definitions() -> Schema:
    definitions: Schema = {}
    _type_schema(PositionObject, definitions)
    return definitions | {name: _single_move_schema(kind) for name, kind in MOVE_TYPES.items()}


def _single_move_schema(kind: type[Move]) -> Schema:
    table = move_fields(kind)
    names = [kind.type, *(alias for alias, name in ALIASES.items() if name == kind.type)]
    schema: Schema = {
        "type": "object",
        "description": kind.__doc__,
        "properties": {"type": {"enum": names}}
        | {field.wire: _move_field_schema(field) for field in table},
        "required": ["type", *(field.wire for field in table if not field.optional)],
    }
    return schema | {"anyOf": _slide_mode_schemas()} if kind is RecoverySlide else schema


def _move_field_schema(field: MoveField) -> Schema:
    position = {"$ref": "#/$defs/position"}
    by_kind: dict[str, Schema] = {
        "seat": {"type": "integer", "minimum": 1, "maximum": MAX_PLAYERS},
        "number": {"type": "integer", "minimum": 1, "maximum": MAX_COORDINATE},
        "choice": {"enum": list(field.choices)},
        "position": position,
        "positions": {
            "type": "array",
            "items": position,
            "minItems": 1,
            "maxItems": MAX_CELLS,
            "uniqueItems": True,
        },
    }
    schema = by_kind[field.kind]
    return {"anyOf": [schema, {"type": "null"}]} if field.nullable else schema


def _slide_mode_schemas() -> list[Schema]:
    """R112: return the fields of a recovery slide for each mode and option."""
    line = ["line", "recoveryOption", "collapse"]
    return [
        _slide_mode_schema(
            {"recoveryMode": "line", "recoveryOption": 1}, [*line, "extractionStack"]
        ),
        _slide_mode_schema({"recoveryMode": "line", "recoveryOption": 2}, line),
        _slide_mode_schema({"recoveryMode": "fallback"}, ["extractionStack"]),
        _slide_mode_schema({"recoveryMode": "stack_strike"}, ["extractionStack"]),
    ]


def _slide_mode_schema(values: dict[str, str | int], required: list[str]) -> Schema:
    return {
        "properties": {name: {"const": value} for name, value in values.items()},
        "required": required,
    }


if __name__ == "__main__":
    write_schemas()
