"""Proposes simpler starts for a difference: fewer pieces, lower stacks, less history.

Each proposal is a wire object. If import rejects it, the next one is tried.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from copy import deepcopy
from functools import partial
from typing import Final

from ringrift.conformance.vectors import Json
from ringrift.rules.state import State
from ringrift.rules.wire import dump_state_without_history

_PIECE_FIELDS: Final = ("stacks", "markers", "collapsedSpaces")
_START_PHASES: Final = ("ring_placement", "movement")


def minimal_wire(state: State) -> Json:
    """Return the wire object of a state without derived fields, so that parts can be removed."""
    whole = dump_state_without_history(state)
    board = whole["board"]
    if whole["currentPhase"] in _START_PHASES and not whole["turn"]["acted"]:
        del whole["turn"]["hadRealAction"]
    kept = ("edition", "currentPlayer", "currentPhase", "turnNumber", "swap", "turn", "lps")
    return {name: whole[name] for name in (*kept, "winner", "victoryReason")} | {
        "board": {
            "type": board["type"],
            "stacks": {key: {"rings": stack["rings"]} for key, stack in board["stacks"].items()},
            "markers": {
                key: {"player": marker["player"]} for key, marker in board["markers"].items()
            },
            "collapsedSpaces": board["collapsedSpaces"],
        },
        "players": [
            {name: player[name] for name in player if name != "territorySpaces"}
            for player in whole["players"]
        ],
    }


def occupied_cells(state: State) -> list[str]:
    """Return the keys of the occupied cells."""
    board = dump_state_without_history(state)["board"]
    return [key for piece in _PIECE_FIELDS for key in board[piece]]


def clear_cells(state: State, keys: Collection[str]) -> Iterator[Json]:
    """Yield the position with these cells emptied; their rings are eliminated or in hand."""
    yield from _apply_edit(state, lambda wire: _remove_pieces(wire, keys))


def remove_bottom_rings(state: State) -> Iterator[Json]:
    """Yield, for each stack of two or more rings, the position without its lowest ring."""
    for key, stack in minimal_wire(state)["board"]["stacks"].items():
        if len(stack["rings"]) > 1:
            yield from _apply_edit(state, partial(_remove_bottom_ring, key))


def reduce_hands(state: State) -> Iterator[Json]:
    """Yield, for each hand, the position with that hand empty or reduced to one ring."""
    for index, seat in enumerate(state.seats):
        for left in range(min(seat.hand, 2)):
            wire = minimal_wire(state)
            wire["players"][index]["ringsInHand"] = left
            _credit_eliminated(wire, seat.hand - left)
            yield wire


def forget_history(state: State) -> Iterator[Json]:
    """Yield the position without its records of earlier turns, together and one by one."""
    edits: tuple[Callable[[Json], None], ...] = (
        _set_early_turn,
        _drop_rounds,
        _drop_swap,
        _drop_turn_records,
    )
    wire = minimal_wire(state)
    for edit in edits:
        edit(wire)
    yield wire
    for edit in edits:
        wire = minimal_wire(state)
        edit(wire)
        yield wire


def _apply_edit(state: State, edit: Callable[[Json], list[int]]) -> Iterator[Json]:
    """Yield the edited position twice: removed rings eliminated, then back in hand."""
    wire = minimal_wire(state)
    taken = edit(wire)
    eliminated = deepcopy(wire)
    _credit_eliminated(eliminated, len(taken))
    yield eliminated
    if taken:
        for ring in taken:
            wire["players"][ring - 1]["ringsInHand"] += 1
        yield wire


def _remove_bottom_ring(key: str, wire: Json) -> list[int]:
    return [wire["board"]["stacks"][key]["rings"].pop()]


def _remove_pieces(wire: Json, keys: Collection[str]) -> list[int]:
    board = wire["board"]
    taken = [
        ring for key in keys if key in board["stacks"] for ring in board["stacks"][key]["rings"]
    ]
    for piece in _PIECE_FIELDS:
        board[piece] = {key: content for key, content in board[piece].items() if key not in keys}
    return taken


def _credit_eliminated(wire: Json, rings: int) -> None:
    """Credit eliminated rings to the seats with the fewest, so that nobody wins by them."""
    for _ in range(rings):
        fewest = min(wire["players"], key=lambda player: player["eliminatedRings"])
        fewest["eliminatedRings"] += 1


def _set_early_turn(wire: Json) -> None:
    """Set the third round: late enough for every recorded fact, and after the swap."""
    wire["turnNumber"] = 2 * len(wire["players"]) + wire["currentPlayer"]


def _drop_rounds(wire: Json) -> None:
    wire.pop("lps")


def _drop_swap(wire: Json) -> None:
    wire.pop("swap")


def _drop_turn_records(wire: Json) -> None:
    for player in wire["players"]:
        player["lastActionTurn"] = player["eliminatedAtTurn"] = None
