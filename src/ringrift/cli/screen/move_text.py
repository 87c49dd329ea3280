"""Sentences about moves: what a choice does, and what happened in a turn."""

from __future__ import annotations

from ringrift.cli import messages
from ringrift.cli.messages import colour_name
from ringrift.drawing.plurals import format_count
from ringrift.rules import (
    CellsCollapsed,
    ChooseLineReward,
    ContinueCaptureSegment,
    ControlChanged,
    EliminateRingsFromStack,
    ForcedElimination,
    MarkerPlaced,
    MarkersFlipped,
    MarkersRemoved,
    Move,
    MoveStack,
    OvertakingCapture,
    PlaceRing,
    Position,
    ProcessLine,
    ProcessTerritoryRegion,
    RecoverySlide,
    RingCaptured,
    RingsEliminated,
    SkipCapture,
    SkipPlacement,
    SkipRecovery,
    SkipTerritoryProcessing,
    StackChanged,
    State,
    SwapSides,
    effects,
)
from ringrift.rules.grid import Cell
from ringrift.rules.stack import cap_height


def describe_move(state: State, move: Move) -> str:
    """Describe a choice as an order: `move d4 to d7`."""
    grid = state.board.grid

    def name(position: Position) -> str:
        return grid.cell_name(grid.cell_of[position])

    match move:
        case PlaceRing(to=to, count=count):
            return f"place {format_count(count, 'ring')} on {name(to)}"
        case MoveStack(origin=origin, to=to):
            return f"move {name(origin)} to {name(to)}"
        case (
            OvertakingCapture(origin=origin, target=target, to=to)
            | ContinueCaptureSegment(origin=origin, target=target, to=to)
        ):
            return f"capture {name(target)}, from {name(origin)} to {name(to)}"
        case RecoverySlide(origin=origin, to=to, extraction=extraction):
            paid = (
                "" if extraction is None else f", paid with the buried ring on {name(extraction)}"
            )
            return f"slide the marker on {name(origin)} to {name(to)}{paid}"
        case ProcessLine(line=line):
            return f"collapse the line {name(line[0])} to {name(line[-1])}, at a cost"
        case ChooseLineReward(option=1, line=line):
            return f"collapse the whole line {name(line[0])} to {name(line[-1])}, at a cost"
        case ChooseLineReward(collapse=collapse):
            return f"collapse only {name(collapse[0])} to {name(collapse[-1])}, free of charge"
        case ProcessTerritoryRegion(region=region, border=border):
            edge = "" if border is None else f" inside {colour_name(border)}'s markers"
            cells = format_count(len(region), "cell")
            return f"take the region at {name(region[0])}{edge} ({cells})"
        case EliminateRingsFromStack(to=to):
            return f"pay with the stack on {name(to)}"
        case ForcedElimination(to=to):
            return f"give up the cap on {name(to)}"
        case _:
            return _DECLINING.get(type(move), "nothing to do")


_DECLINING: dict[type[Move], str] = {
    SkipPlacement: "keep the rings in hand",
    SwapSides: "take over the first player's position (swap sides)",
    SkipCapture: "do not capture",
    SkipRecovery: "do not recover",
    SkipTerritoryProcessing: "leave the region as it is",
}


def describe_played(state: State, move: Move) -> str:
    """Describe a move that was played: `moves d4 to d7`."""
    verb, _, rest = describe_move(state, move).partition(" ")
    return f"{'does' if verb == 'do' else f'{verb}s'} {rest}"


def describe_effects(state: State, move: Move, *, plain: bool = True) -> list[str]:
    """Return what a move changes, in sentences without their full stop.

    Without `plain`, omit what every placement and movement does.
    """
    found = (
        messages.describe_effect(state, what)
        for what in effects(state, move)
        if plain or not isinstance(what, StackChanged | MarkerPlaced)
    )
    return [text for text in found if text]


def changed_cells(state: State, move: Move) -> frozenset[Cell]:
    """Return the cells whose contents a move changes."""
    cell_of = state.board.grid.cell_of
    found: set[Cell] = set()
    for what in effects(state, move):
        match what:
            case MarkersRemoved(cells=cells) | MarkersFlipped(cells=cells):
                found.update(cell_of[at] for at in cells)
            case CellsCollapsed(cells=cells):
                found.update(cell_of[at] for at in cells)
            case (
                StackChanged(cell=at)
                | MarkerPlaced(cell=at)
                | RingsEliminated(cell=at)
                | ControlChanged(cell=at)
                | RingCaptured(target=at)
            ):
                found.add(cell_of[at])
    return frozenset(found)


def describe_cell(state: State, cell: Cell) -> str:
    """Describe what is on a cell."""
    board = state.board
    name = board.grid.cell_name(cell)
    if rings := board.rings[cell]:
        cap = cap_height(rings)
        height = f"height {len(rings)}, cap {cap}"
        return f"{name}: {colour_name(rings[0])}'s stack {''.join(map(str, rings))} ({height})"
    if (seat := board.marker_owner(cell)) is not None:
        return f"{name}: {colour_name(seat)}'s marker"
    if (seat := board.territory_owner(cell)) is not None:
        return f"{name}: {colour_name(seat)}'s territory"
    return f"{name}: empty"
