"""The claims of a scenario about a state: a few facts, with cells by name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from ringrift.conformance.vectors import Json
from ringrift.rules.grid import Cell
from ringrift.rules.state import State
from ringrift.rules.wire import dump_state_without_history

Difference = tuple[str, object, object]  # where, expected, found
_PIECE_KINDS: Final = ("stacks", "markers", "collapsed")
_CELLS_OF_TURN: Final = ("mustMoveFrom", "captureFrom")
_TURN_FIELDS: Final = (*_CELLS_OF_TURN, "pendingElimination", "recoveryMode")
_SEAT_FIELDS: Final = ("ringsInHand", "eliminatedRings", "territorySpaces", "eliminatedAtTurn")
NO_CLAIM: Final = "nothing"


def find_unmet_claims(after: Json, state: State) -> Iterator[Difference]:
    """Yield the facts of an `after` object that do not hold in the state."""
    found = all_claims(state)
    for subject, expected in after.items():
        match subject:
            case "stacks" | "markers" | "collapsed":
                for name, content in expected.items():
                    yield from _compare_values(
                        f"{subject} on {name}", content, found[subject].get(name, NO_CLAIM)
                    )
            case "empty":
                for name in expected:
                    yield from _compare_values(
                        f"cell {name}", NO_CLAIM, _claimed_content(state, found, name)
                    )
            case "players":
                for player in expected:
                    seat = player["playerNumber"]
                    own: Json = next((p for p in found["players"] if p["playerNumber"] == seat), {})
                    yield from _compare_objects(f"player {seat}", player, own)
            case "turn" | "lps" | "swap":
                yield from _compare_objects(subject, expected, found[subject])
            case _:
                yield from _compare_values(subject, expected, found.get(subject, NO_CLAIM))


def all_claims(state: State) -> Json:
    """Return everything that an `after` object may claim, except `empty`, which is derived."""
    board, name = state.board, state.board.grid.cell_name
    claims = dump_state_without_history(state)
    del claims["board"]
    cells = board.grid.cells
    claims["stacks"] = {name(cell): list(board.rings[cell]) for cell in cells if board.rings[cell]}
    claims["markers"] = {name(cell): seat for cell in cells if (seat := board.marker_owner(cell))}
    claims["collapsed"] = {
        name(cell): seat for cell in cells if (seat := board.territory_owner(cell))
    }
    for field, cell in zip(
        _CELLS_OF_TURN, (state.turn.must_move_from, state.turn.capture_from), strict=True
    ):
        claims["turn"][field] = _cell_name(state, cell)
    return claims


def describe_changes(before: State, after: State) -> Json:
    """Return an `after` object with every visible change, the seat to move and the phase."""
    old, new = all_claims(before), all_claims(after)
    cells: Json = {kind: _changed_members(old[kind], new[kind]) for kind in _PIECE_KINDS}
    gone = {name for kind in _PIECE_KINDS for name in old[kind]} - {
        name for kind in _PIECE_KINDS for name in new[kind]
    }
    cells["empty"] = [name for name in _cell_names(after) if name in gone]
    facts: Json = {
        "players": [
            {"playerNumber": mine["playerNumber"], **changed}
            for his, mine in zip(old["players"], new["players"], strict=True)
            if (changed := _changed_members(his, mine, _SEAT_FIELDS))
        ],
        "currentPlayer": new["currentPlayer"],
        "currentPhase": new["currentPhase"],
        **_changed_members(old, new, ("turnNumber",)),
        "turn": _changed_members(old["turn"], new["turn"], _TURN_FIELDS),
        "lps": _changed_members(old["lps"], new["lps"], ("exclusivePlayer", "exclusiveRounds")),
        "swap": new["swap"] if old["swap"] != new["swap"] else {},
        **_changed_members(old, new, ("winner", "victoryReason", "ranking")),
    }
    return {subject: fact for subject, fact in (cells | facts).items() if fact not in ({}, [])}


def _changed_members(old: Json, new: Json, fields: Iterable[str] | None = None) -> Json:
    """Return the members that are new or changed."""
    return {
        name: new[name]
        for name in (new if fields is None else fields)
        if name not in old or old[name] != new[name]
    }


def _cell_names(state: State) -> Iterator[str]:
    return map(state.board.grid.cell_name, state.board.grid.cells)


def find_differences(expected: object, found: object, path: str = "") -> Iterator[Difference]:
    """Yield where two JSON values differ: the innermost members that are not equal."""
    if isinstance(expected, dict) and isinstance(found, dict):
        for key in expected | found:
            inside = f"{path}.{key}" if path else str(key)
            yield from find_differences(
                expected.get(key, NO_CLAIM), found.get(key, NO_CLAIM), inside
            )
    elif isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        for index, (wanted, got) in enumerate(zip(expected, found, strict=True)):
            yield from find_differences(wanted, got, f"{path}[{index}]")
    else:
        yield from _compare_values(path, expected, found)


def _compare_values(where: str, expected: object, found: object) -> Iterator[Difference]:
    if expected != found:
        yield where, expected, found


def _compare_objects(where: str, expected: Json, found: Json) -> Iterator[Difference]:
    for field, value in expected.items():
        yield from _compare_values(f"{where} {field}", value, found.get(field, NO_CLAIM))


def _claimed_content(state: State, claims: Json, name: str) -> Any:
    if state.board.grid.cell_named(name) is None:
        return "no such cell"
    for subject in _PIECE_KINDS:
        if name in claims[subject]:
            return f"{subject} {claims[subject][name]}"
    return NO_CLAIM


def _cell_name(state: State, cell: Cell | None) -> str | None:
    return None if cell is None else state.board.grid.cell_name(cell)
