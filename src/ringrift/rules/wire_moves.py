"""Converts moves to and from the JSON objects of wire.md, by a table derived from the classes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields
from functools import cache
from itertools import pairwise
from typing import (
    TYPE_CHECKING,
    Any,
    Final,
    Literal,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

from ringrift.rules.errors import InvalidMoveError
from ringrift.rules.explain import positions_of
from ringrift.rules.grid import Position
from ringrift.rules.messages import refusal
from ringrift.rules.moves import MOVE_TYPES, Move, Positions, RecoverySlide
from ringrift.rules.setup import MAX_PLAYERS
from ringrift.rules.wire_fields import JsonField

if TYPE_CHECKING:
    from ringrift.rules.wire_types import PositionObject

Kind = Literal["seat", "number", "choice", "position", "positions"]

# rules-exact.md §11: older names of the same moves.
ALIASES: Final = {
    "move_ring": "move_stack",
    "choose_line_option": "choose_line_reward",
    "choose_territory_option": "process_territory_region",
}
MOVE_RULES: Final = {
    "place_ring": "R080",
    "skip_placement": "R080",
    "swap_sides": "R180",
    "no_placement_action": "R075",
    "move_stack": "R090",
    "overtaking_capture": "R101",
    "continue_capture_segment": "R103",
    "skip_capture": "R093",
    "recovery_slide": "R110",
    "skip_recovery": "R112",
    "no_movement_action": "R075",
    "process_line": "R121",
    "choose_line_reward": "R121",
    "no_line_action": "R075",
    "process_territory_region": "R145",
    "skip_territory_processing": "R144",
    "no_territory_action": "R075",
    "eliminate_rings_from_stack": "R122",
    "forced_elimination": "R100",
}
MAX_CELLS: Final = 469  # cells of the largest board: no list of cells is longer
MAX_COORDINATE: Final = 999  # beyond every board: such a cell parses, and the rules reject it
_ACCEPTED_TYPES: Final = (*MOVE_TYPES, *ALIASES)


@dataclass(frozen=True, slots=True)
class MoveField:
    """One field of a move: its name in the class and on the wire, and its kind."""

    name: str
    wire: str
    kind: Kind
    choices: tuple[str | int, ...]  # for kind `choice`
    nullable: bool  # may hold null
    optional: bool  # omitted at its default value


def move_fields(kind: type[Move]) -> tuple[MoveField, ...]:
    """Return the fields of a kind of move, in the order of the class."""
    return _fields_of(kind.type)


@cache
def _fields_of(name: str) -> tuple[MoveField, ...]:
    if name not in MOVE_TYPES:
        raise InvalidMoveError(refusal("MALFORMED.move_type", name=repr(name)))
    kind = MOVE_TYPES[name]
    hints = get_type_hints(kind)
    return tuple(
        _move_field(
            field.name,
            hints[field.name],
            str(field.metadata.get("wire", field.name)),
            field.default,
        )
        for field in fields(kind)
    )


def _move_field(name: str, hint: Any, wire: str, default: object) -> MoveField:
    nullable = type(None) in get_args(hint)
    plain = get_args(hint)[0] if nullable else hint
    choices = get_args(plain) if get_origin(plain) is Literal else ()
    kind: Kind
    if choices:
        kind = "choice"
    elif plain == Position:
        kind = "position"
    elif plain == Positions:
        kind = "positions"
    else:
        kind = "number" if wire == "placementCount" else "seat"
    return MoveField(name, wire, kind, choices, nullable, optional=default is not MISSING)


def dump_coordinates(position: Position) -> PositionObject:
    """Return coordinates as wire.md writes them."""
    if len(position) == 2:
        return {"x": position[0], "y": position[1]}
    return {"x": position[0], "y": position[1], "z": position[2]}


def dump_move(move: Move) -> dict[str, Any]:
    """Return the move as a JSON object."""
    written: dict[str, Any] = {"type": move.type}
    for field in move_fields(type(move)):
        value = getattr(move, field.name)
        if value is None and field.optional:
            continue
        if field.kind == "position":
            value = dump_coordinates(value)
        elif field.kind == "positions":
            value = [dump_coordinates(position) for position in value]
        written[field.wire] = value
    return written


def load_move(value: object) -> Move:
    """Return the move of a JSON object; unknown fields are ignored.

    The rules check whether the move is legal and its cells are on the board.
    """
    return read_move(JsonField(value, InvalidMoveError))


def read_move(source: JsonField) -> Move:
    """Return the move that a field holds."""
    named = source.get("type", "R074").choice(_ACCEPTED_TYPES, "R074")
    kind = MOVE_TYPES[ALIASES.get(named, named)]
    rule = MOVE_RULES[kind.type]
    move = cast(Callable[..., Move], kind)(
        **{field.name: _read_move_field(source, field, rule) for field in move_fields(kind)}
    )
    if isinstance(move, RecoverySlide):
        _check_slide(source, move)
    _check_coordinates(source, move, rule)
    return move


def _read_move_field(source: JsonField, field: MoveField, rule: str) -> object:
    found = source.find(field.wire, rule) if field.optional else source.get(field.wire, rule)
    if found is None or (found.is_null and field.nullable):
        return None
    match field.kind:
        case "seat":
            return found.integer(rule, 1, MAX_PLAYERS)
        case "number":
            return found.integer(rule, 1, MAX_COORDINATE)
        case "position":
            return read_coordinates(found, rule)
        case "positions":
            return _read_cells(found, rule)
        case _:
            return _read_choice(found, field.choices, rule)


def _read_choice(found: JsonField, choices: tuple[str | int, ...], rule: str) -> str | int:
    names = tuple(choice for choice in choices if isinstance(choice, str))
    return found.choice(names, rule) if names else found.integer(rule, 1, len(choices))


def read_coordinates(found: JsonField, rule: str) -> Position:
    """Return coordinates: x and y, on a hexagon also z."""
    axes = [found.get(axis, rule) for axis in "xy"]
    third = found.find("z", rule)
    if third is not None:
        axes.append(third)
    return tuple(axis.integer(rule, -MAX_COORDINATE, MAX_COORDINATE) for axis in axes)


def _read_cells(found: JsonField, rule: str) -> Positions:
    cells = tuple(read_coordinates(element, rule) for element in found.elements(rule, MAX_CELLS))
    if not cells:
        found.refuse("MALFORMED.cells_empty", rule)
    order = [(cell[1], cell[0]) for cell in cells]
    if any(after <= before for before, after in pairwise(order)):
        found.refuse("MALFORMED.cells_order", rule)
    return cells


def _check_slide(source: JsonField, move: RecoverySlide) -> None:
    """R112, R113: check that a slide has the fields of its mode."""
    for name, value in (
        ("line", move.line),
        ("recoveryOption", move.option),
        ("collapse", move.collapse),
    ):
        if value is None and move.mode == "line":
            _member(source, name).refuse("MALFORMED.slide_line")
        if value is not None and move.mode != "line":
            _member(source, name).refuse("MALFORMED.slide_mode", mode=move.mode)
    if move.extraction is None and move.option != 2:
        _member(source, "extractionStack").refuse("MALFORMED.extraction_missing")
    if move.extraction is not None and move.option == 2:
        _member(source, "extractionStack").refuse("MALFORMED.extraction_free")


def _member(source: JsonField, name: str) -> JsonField:
    """Return a member, present or not, to report an error at its path."""
    return JsonField(None, source.error, source.at(name))


def _check_coordinates(source: JsonField, move: Move, rule: str) -> None:
    if len({len(position) for position in positions_of(move)}) > 1:
        source.refuse("MALFORMED.coordinates", rule)
