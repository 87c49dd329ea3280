"""What a scenario says about a state: a few facts, with cells called by their names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from ringrift.conformance.vectors import Json
from ringrift.rules.grid import Cell
from ringrift.rules.state import State
from ringrift.rules.wire import dump_state_without_history

Difference = tuple[str, object, object]  # where, expected, found
_PIECES: Final = ("stacks", "markers", "collapsed")
_CELLS_OF_TURN: Final = ("mustMoveFrom", "captureFrom")
_TURN_FIELDS: Final = (*_CELLS_OF_TURN, "pendingElimination", "recoveryMode")
_SEAT_FIELDS: Final = ("ringsInHand", "eliminatedRings", "territorySpaces", "eliminatedAtTurn")
NOTHING: Final = "nothing"


def unmet_claims(after: Json, state: State) -> Iterator[Difference]:
    """The facts of an `after` object that do not hold in the state."""
    found = claims_of(state)
    for subject, expected in after.items():
        match subject:
            case "stacks" | "markers" | "collapsed":
                for name, content in expected.items():
                    yield from _unequal(
                        f"{subject} on {name}", content, found[subject].get(name, NOTHING)
                    )
            case "empty":
                for name in expected:
                    yield from _unequal(f"cell {name}", NOTHING, _content(state, found, name))
            case "players":
                for player in expected:
                    seat = player["playerNumber"]
                    own: Json = next((p for p in found["players"] if p["playerNumber"] == seat), {})
                    yield from _differing_fields(f"player {seat}", player, own)
            case "turn" | "lps" | "swap":
                yield from _differing_fields(subject, expected, found[subject])
            case _:
                yield from _unequal(subject, expected, found.get(subject, NOTHING))


def claims_of(state: State) -> Json:
    """Everything that an `after` object may mention, in its words; `empty` is left to be worked out."""
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
        claims["turn"][field] = _name(state, cell)
    return claims


def changes(before: State, after: State) -> Json:
    """An `after` object that says everything a player could see change, and whose turn and phase it is."""
    old, new = claims_of(before), claims_of(after)
    cells: Json = {kind: _changed(old[kind], new[kind]) for kind in _PIECES}
    gone = {name for kind in _PIECES for name in old[kind]} - {
        name for kind in _PIECES for name in new[kind]
    }
    cells["empty"] = [name for name in _names(after) if name in gone]
    facts: Json = {
        "players": [
            {"playerNumber": mine["playerNumber"], **changed}
            for his, mine in zip(old["players"], new["players"], strict=True)
            if (changed := _changed(his, mine, _SEAT_FIELDS))
        ],
        "currentPlayer": new["currentPlayer"],
        "currentPhase": new["currentPhase"],
        **_changed(old, new, ("turnNumber",)),
        "turn": _changed(old["turn"], new["turn"], _TURN_FIELDS),
        "lps": _changed(old["lps"], new["lps"], ("exclusivePlayer", "exclusiveRounds")),
        "swap": new["swap"] if old["swap"] != new["swap"] else {},
        **_changed(old, new, ("winner", "victoryReason", "ranking")),
    }
    return {subject: fact for subject, fact in (cells | facts).items() if fact not in ({}, [])}


def _changed(old: Json, new: Json, fields: Iterable[str] | None = None) -> Json:
    """The members that are new or differ."""
    return {
        name: new[name]
        for name in (new if fields is None else fields)
        if name not in old or old[name] != new[name]
    }


def _names(state: State) -> Iterator[str]:
    return map(state.board.grid.cell_name, state.board.grid.cells)


def differences(expected: object, found: object, path: str = "") -> Iterator[Difference]:
    """Where two JSON values differ: the innermost members that are not the same."""
    if isinstance(expected, dict) and isinstance(found, dict):
        for key in expected | found:
            inside = f"{path}.{key}" if path else str(key)
            yield from differences(expected.get(key, NOTHING), found.get(key, NOTHING), inside)
    elif isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        for index, (wanted, got) in enumerate(zip(expected, found, strict=True)):
            yield from differences(wanted, got, f"{path}[{index}]")
    else:
        yield from _unequal(path, expected, found)


def _unequal(where: str, expected: object, found: object) -> Iterator[Difference]:
    if expected != found:
        yield where, expected, found


def _differing_fields(where: str, expected: Json, found: Json) -> Iterator[Difference]:
    for field, value in expected.items():
        yield from _unequal(f"{where} {field}", value, found.get(field, NOTHING))


def _content(state: State, claims: Json, name: str) -> Any:
    if state.board.grid.cell_named(name) is None:
        return "no such cell"
    for subject in _PIECES:
        if name in claims[subject]:
            return f"{subject} {claims[subject][name]}"
    return NOTHING


def _name(state: State, cell: Cell | None) -> str | None:
    return None if cell is None else state.board.grid.cell_name(cell)
