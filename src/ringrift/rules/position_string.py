"""The position string: a state on one line, like FEN (docs/reference/position-string.md).

    square8 standard 8/8/8/3(aa)4/8/8/8/8 1 movement 1 aht,@d4 16,18 0,0 1,- -,- -/-/-/- on *

A loaded string passes the same checks as a JSON state.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import groupby
from typing import Any, Final, NoReturn

from ringrift.rules.board import Board
from ringrift.rules.editions import EDITION_NAMES
from ringrift.rules.errors import InvalidStateError
from ringrift.rules.grid import BOARD_NAMES, Cell, Grid, cells_in, grid_named
from ringrift.rules.messages import refusal_at
from ringrift.rules.state import Rounds, State, Turn
from ringrift.rules.wire_board import cell_keys
from ringrift.rules.wire_fields import Choice, describe_value
from ringrift.rules.wire_import import PHASES, load_state

FIELDS: Final = (
    "board",
    "edition",
    "cells",
    "seat",
    "phase",
    "turnNumber",
    "turn",
    "hands",
    "eliminated",
    "lastAction",
    "out",
    "rounds",
    "swap",
    "result",
)
MAX_LENGTH: Final = 10_000  # characters; more than twice what any state needs
_SEATS: Final = "abcd"  # seats 1 to 4 among the cells; capitals for collapsed cells
_CELL: Final = "[a-y][1-9][0-9]?"
_NUMBER: Final = re.compile("0|[1-9][0-9]{0,15}")
_PIECE: Final = re.compile(
    r"(?P<run>[1-9][0-9]{0,2})|\((?P<rings>[a-d]+)\)|(?P<marker>[a-d])|(?P<gone>[A-D])"
)
_TURN: Final = re.compile(
    r"(?:-|(?=[aht])(?P<acted>a?)(?P<had>h?)(?P<took>t?))"
    rf"(?:,@(?P<placed>{_CELL}))?(?:,x(?P<capturer>{_CELL}))?"
    r"(?:,\^(?P<due>line|territory|recovery))?(?:,~(?P<mode>line|fallback|stack_strike))?"
)
_ROUNDS: Final = re.compile(
    r"(?P<had>-|[1-4]{1,4})/(?P<took>-|[1-4]{1,4})/(?P<partial>[-p])/(?:-|(?P<seat>[1-4])x(?P<count>[12]))"
)
_RESULT: Final = re.compile(r"(?P<winner>[1-4]):(?P<reason>[a-z_]{1,24})")
_SWAP_STATES: Final = {"off": (False, False), "on": (True, False), "used": (True, True)}


def dump_position(state: State) -> str:
    """Return the state on one line, without its history."""
    outcome, seats = state.outcome, state.seats
    return " ".join(
        (
            state.board.grid.name,
            state.edition.name,
            _dump_cells(state.board),
            str(state.player),
            state.phase.value,
            str(state.turn_number),
            _dump_turn(state.turn, state.board.grid),
            ",".join(str(seat.hand) for seat in seats),
            ",".join(str(seat.eliminated) for seat in seats),
            ",".join(_dump_number(seat.last_action_turn) for seat in seats),
            ",".join(_dump_number(seat.eliminated_at_turn) for seat in seats),
            _dump_rounds(state.rounds),
            ("used" if state.swap_used else "on") if state.swap_enabled else "off",
            f"{outcome.winner}:{outcome.reason}" if outcome else "*",
        )
    )


def _dump_cells(board: Board) -> str:
    pieces = {
        cell: f"({''.join(_SEATS[ring - 1] for ring in board.rings[cell])})"
        for cell in cells_in(board.stacks)
    }
    for seat in board.seats:
        letter = _SEATS[seat - 1]
        pieces |= dict.fromkeys(cells_in(board.markers[seat]), letter)
        pieces |= dict.fromkeys(cells_in(board.collapsed[seat]), letter.upper())
    return "/".join(
        _dump_row([pieces.get(cell, "") for cell in row]) for row in _cells_by_row(board.grid)
    )


def _dump_row(pieces: list[str]) -> str:
    written: list[str] = []
    for piece, run in groupby(pieces):
        length = len(list(run))
        written.append(piece * length if piece else str(length))
    return "".join(written)


def _dump_turn(turn: Turn, grid: Grid) -> str:
    flags = "a" * turn.acted + "h" * turn.had_real_action + "t" * turn.took_real_action
    text = flags or "-"
    if turn.must_move_from is not None:
        text += f",@{grid.cell_name(turn.must_move_from)}"
    if turn.capture_from is not None:
        text += f",x{grid.cell_name(turn.capture_from)}"
    if turn.pending:
        text += f",^{turn.pending}"
    return f"{text},~{turn.recovery_mode}" if turn.recovery_mode else text


def _dump_number(number: int | None) -> str:
    return "-" if number is None else str(number)


def _dump_rounds(rounds: Rounds) -> str:
    had, took = (
        "".join(map(str, seats)) or "-" for seats in (rounds.had_action, rounds.took_action)
    )
    exclusive = (
        f"{rounds.exclusive_seat}x{rounds.exclusive_rounds}" if rounds.exclusive_seat else "-"
    )
    return f"{had}/{took}/{'p' if rounds.partial else '-'}/{exclusive}"


def load_position(text: str) -> State:
    """Return the state of a position string; raise `InvalidStateError` with the field."""
    part = _split_fields(text)
    grid = grid_named(_load_choice(part["board"], BOARD_NAMES, "board"))
    enabled, used = _SWAP_STATES[_load_choice(part["swap"], tuple(_SWAP_STATES), "swap")]
    return load_state(
        {
            "edition": _load_choice(part["edition"], EDITION_NAMES, "edition"),
            "board": _load_cells(part["cells"], grid),
            "players": _load_players(part),
            "currentPlayer": _load_number(part["seat"], "seat"),
            "currentPhase": _load_choice(part["phase"], PHASES, "phase"),
            "turnNumber": _load_number(part["turnNumber"], "turnNumber"),
            "swap": {"enabled": enabled, "used": used},
            "turn": _load_turn(part["turn"], grid),
            "lps": _load_rounds(part["rounds"]),
            **_load_result(part["result"]),
        }
    )


def _split_fields(text: object) -> dict[str, str]:
    if not isinstance(text, str):
        _refuse("", text, "a position string")
    if len(text) > MAX_LENGTH:
        _refuse("", text, f"at most {MAX_LENGTH} characters")
    parts = text.split(" ")
    if len(parts) != len(FIELDS):
        _refuse("", text, f"the {len(FIELDS)} fields {' '.join(FIELDS)}, one space between them")
    return dict(zip(FIELDS, parts, strict=True))


def _load_choice(text: str, choices: tuple[Choice, ...], field: str) -> Choice:
    if text not in choices:
        _refuse(field, text, " or ".join(choices))
    return choices[choices.index(text)]


def _load_cells(text: str, grid: Grid) -> dict[str, Any]:
    """Return the board object of wire.md."""
    rows, texts = _cells_by_row(grid), text.split("/")
    if len(texts) != len(rows):
        _refuse("cells", text, f"{len(rows)} rows with / between them")
    stacks, markers, collapsed = {}, {}, {}
    for number, (row, written) in enumerate(zip(rows, texts, strict=True), start=1):
        for cell, kind, seats in _load_row(written, row, f"cells[{number}]"):
            key, rings = cell_keys(grid)[cell], [_SEATS.index(seat) + 1 for seat in seats.lower()]
            if kind == "rings":
                stacks[key] = {"rings": rings}
            elif kind == "marker":
                markers[key] = {"player": rings[0]}
            else:
                collapsed[key] = rings[0]
    return {"type": grid.name, "stacks": stacks, "markers": markers, "collapsedSpaces": collapsed}


def _load_row(text: str, row: tuple[Cell, ...], path: str) -> Iterator[tuple[Cell, str, str]]:
    """Yield the contents of a row: cell, kind of piece, its seats."""
    at = end = 0
    while end < len(text):
        found = _PIECE.match(text, end)
        if found is None:
            _refuse(
                path,
                text,
                "numbers of empty cells, (abc) stacks, abcd markers, ABCD collapsed cells",
            )
        end = found.end()
        cells = int(found["run"] or 1)
        if at + cells <= len(row) and not found["run"]:
            kind = found.lastgroup or ""
            yield row[at], kind, found[kind]
        at += cells
    if at != len(row):
        _refuse(path, text, f"{len(row)} cells in this row")


def _load_players(part: dict[str, str]) -> list[dict[str, Any]]:
    hands = part["hands"].split(",")
    columns: dict[str, Sequence[int | None]] = {
        "ringsInHand": [_load_number(hand, "hands") for hand in hands],
        "eliminatedRings": [
            _load_number(n, "eliminated") for n in _split_by_seat(part, "eliminated", len(hands))
        ],
        "lastActionTurn": [
            _load_turn_or_none(n, "lastAction")
            for n in _split_by_seat(part, "lastAction", len(hands))
        ],
        "eliminatedAtTurn": [
            _load_turn_or_none(n, "out") for n in _split_by_seat(part, "out", len(hands))
        ],
    }
    return [
        {"playerNumber": at + 1, **{name: values[at] for name, values in columns.items()}}
        for at in range(len(hands))
    ]


def _split_by_seat(part: dict[str, str], field: str, seats: int) -> list[str]:
    values = part[field].split(",")
    if len(values) != seats:
        _refuse(field, part[field], f"{seats} values with commas between them, one a seat")
    return values


def _load_number(text: str, field: str) -> int:
    if not _NUMBER.fullmatch(text):
        _refuse(field, text, "a number")
    return int(text)


def _load_turn_or_none(text: str, field: str) -> int | None:
    return None if text == "-" else _load_number(text, field)


def _load_turn(text: str, grid: Grid) -> dict[str, Any]:
    found = _TURN.fullmatch(text)
    if found is None:
        _refuse("turn", text, "a, h and t or -, then ,@d4 ,xd4 ,^line and ,~line where they apply")
    return {
        "acted": bool(found["acted"]),
        "hadRealAction": bool(found["had"]),
        "tookRealAction": bool(found["took"]),
        "mustMoveFrom": _load_cell(found["placed"], grid),
        "captureFrom": _load_cell(found["capturer"], grid),
        "pendingElimination": found["due"],
        "recoveryMode": found["mode"],
    }


def _load_cell(name: str | None, grid: Grid) -> str | None:
    if name is None:
        return None
    cell = grid.cell_named(name)
    if cell is None:
        _refuse("turn", name, f"a cell on {grid.name}")
    return cell_keys(grid)[cell]


def _load_rounds(text: str) -> dict[str, Any]:
    found = _ROUNDS.fullmatch(text)
    if found is None:
        _refuse("rounds", text, "had/took/partial/exclusive: 12/1/-/- or -/-/p/- or -/-/-/2x1")
    return {
        "roundHadAction": [int(seat) for seat in found["had"] if seat != "-"],
        "roundTookAction": [int(seat) for seat in found["took"] if seat != "-"],
        "roundPartial": found["partial"] == "p",
        "exclusivePlayer": int(found["seat"]) if found["seat"] else None,
        "exclusiveRounds": int(found["count"] or 0),
    }


def _load_result(text: str) -> dict[str, Any]:
    if text == "*":
        return {}
    found = _RESULT.fullmatch(text)
    if found is None:
        _refuse(
            "result",
            text,
            "* for a game in progress, or the winner and the reason: 1:ring_elimination",
        )
    return {"winner": int(found["winner"]), "victoryReason": found["reason"]}


@cache
def _cells_by_row(grid: Grid) -> tuple[tuple[Cell, ...], ...]:
    """Return the cells row by row, in canonical order."""
    return tuple(tuple(row) for _, row in groupby(grid.cells, lambda cell: cell // grid.width))


def _refuse(field: str, found: object, expected: str) -> NoReturn:
    args = {"expected": expected, "found": describe_value(found)}
    raise InvalidStateError(refusal_at("MALFORMED.position_string", args, path=field))
