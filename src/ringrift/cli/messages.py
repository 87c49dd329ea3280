"""Text about choices, moves and their effects for the terminal."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from ringrift.drawing.look import load_look
from ringrift.drawing.plurals import format_count
from ringrift.rules import (
    MOVE_TYPES,
    CellsCollapsed,
    ControlChanged,
    Decision,
    DecisionKind,
    Effect,
    Grid,
    InvalidMoveError,
    MarkerPlaced,
    MarkersFlipped,
    MarkersRemoved,
    Move,
    MoveStack,
    OvertakingCapture,
    PlaceRing,
    Position,
    Refusal,
    RingCaptured,
    RingsEliminated,
    Seat,
    StackChanged,
    State,
)
from ringrift.rules.explain import positions_of
from ringrift.rules.notation import format_move, parse_move

if TYPE_CHECKING:
    from ringrift.cli.unfinished_games import UnfinishedGame
    from ringrift.host import Aborted, GameSession
    from ringrift.host.events import AbortReason
    from ringrift.records.departures import LeaveReason

MAX_NUMBERED_MOVES: Final = 9  # a longer list of moves is not numbered
COMMANDS: Final = (
    ("a move", "in notation, or by its number if the moves are numbered; Tab completes it"),
    ("show", "what you can use; show d4: where d4 can go; show MOVE: its cells"),
    ("hint", "what a quick search would play, and why"),
    ("moves  ?", "list your legal moves; moves d4: those that involve d4"),
    ("why MOVE", "why a move is illegal, or what it would do"),
    ("board  log", "draw the board again; list the moves so far"),
    ("undo", "take back your last choice and everything after it"),
    ("resign  quit", "leave (with three or four, a computer takes over); stop the game as it is"),
    ("help board", "what the symbols on the board mean"),
)
ABORTS: Final[dict[AbortReason, str]] = {
    "request": "The game was aborted because no one had completed a turn.",
    "first_turn": "The game was aborted because the first turn was not taken in time.",
    "absence": "The game was aborted because a player was absent.",
    "operator": "The game was closed by the operator of the server.",
}
DEPARTURES: Final[dict[LeaveReason, str]] = {
    "resigned": "resigned",
    "flag_fell": "ran out of time",
    "abandoned": "was absent",
}
TROUBLES: Final = {
    "failed": "failed",
    "overran": "took too long",
    "illegal": "chose an illegal move",
}
LEGEND: Final = (
    (".", "an empty cell"),
    ("*1", "seat 1's marker"),
    ("#1", "a collapsed cell, seat 1's territory"),
    ("112", "a stack, written from the top: seat 1 controls it, with a cap of two"),
    ("2+", "a tall stack of seat 2, written out below the board"),
    ("a5", "to the left of a row of hexagons: its first cell, followed by b5, c5 ..."),
)
NOTATION: Final = (
    ("@d4  @d4x3", "place one ring; place three rings"),
    ("d4-d7", "move a stack"),
    ("d4xd6-d7  >d7xf5-h3", "capture the stack on d6; continue the chain"),
    ("=a1..d1", "collapse a line"),
    ("=a1..e1!all  =a1..e1!b1..e1", "collapse a longer line: all of it, or part of it"),
    ("#b2/1", "take the region at b2, bordered by seat 1 (0: by no seat)"),
    ("^d4  ^^d4", "pay with a stack; give up its cap when you cannot act"),
    ("~a1-b2^c3", "recover: slide a marker, pay with a buried ring"),
    ("swap  skip  -", "swap sides; decline; nothing to do"),
)
BALANCED_START: Final = (
    "The game begins after a balanced start: a few moves from a book, after which all seats have"
    " equal chances. Type log to see them."
)
_QUESTIONS: Final = {
    DecisionKind.PLACEMENT: "place rings from your hand",
    DecisionKind.MOVEMENT: "move a stack, or capture with it",
    DecisionKind.RECOVERY: "recover by sliding a marker",
    DecisionKind.CAPTURE: "capture with the stack that has moved",
    DecisionKind.CHAIN_CAPTURE: "capture again: the chain must continue",
    DecisionKind.LINE: "process a line",
    DecisionKind.LINE_COST: "pay for the line with one of your stacks",
    DecisionKind.REGION: "take a region",
    DecisionKind.REGION_COST: "pay for the region with the cap of one of your stacks",
    DecisionKind.RECOVERY_COST: "pay with one of your buried rings",
    DecisionKind.FORCED_ELIMINATION: "you could not act, so give up the cap of a stack",
}
CELL_NAME: Final = re.compile(r"[a-z]\d+", re.ASCII)  # of this board or not
_BARE_PLACEMENT: Final = re.compile(r"(?P<cell>[a-y]\d{1,2})(?:x(?P<count>[1-9]))?", re.ASCII)
_EXAMPLES: Final = 2  # of moves that a cell alone could mean
_COMMAND_WORDS: Final = (
    *("show", "hint", "moves", "why", "board", "log", "undo", "resign", "quit", "help"),
)
_DECLINING: Final = {kind.type for kind in MOVE_TYPES.values() if not kind.turn_action}


def colour_name(seat: Seat) -> str:
    """Return the colour name of the seat."""
    return load_look().seat(seat).name


def describe_decision(state: State, due: Decision) -> str:
    """Describe the current decision."""
    placed = state.turn.must_move_from
    if placed is not None:
        cell = state.board.grid.cell_name(placed)
        return f"move the stack that you placed on {cell}, or capture with it"
    declining = " or ".join(
        format_move(state, move) for move in due.moves if move.type in _DECLINING
    )
    return f"{_QUESTIONS[due.kind]}, or {declining}" if declining else _QUESTIONS[due.kind]


def describe_resignation(session: GameSession) -> str:
    """Say what a resignation would do now, and how to confirm it."""
    return f"{resignation_effect(session)} You cannot undo this. Type resign again to confirm."


def resignation_effect(session: GameSession) -> str:
    """Say what a resignation would do now."""
    left = len(session.departures)
    if not session.begun:
        return "No one has completed a turn, so this aborts the game."
    if len(session.people) - left == 1 or len(session.seats) - left == 2:
        return "This ends the game."
    return "A computer takes over your seat, and you finish behind everyone who stays."


def describe_abort(aborted: Aborted) -> str:
    """Say why the game has no result."""
    return ABORTS[aborted.reason]


def rules_summary(state: State) -> str:
    """Return the rules in three lines: a turn, lines and captures, the victory conditions."""
    territory = f"{state.territory_threshold} cells of territory"
    if state.edition.territory_majority and len(state.seats) > 2:
        territory += " (and more than all others combined)"
    return (
        "On your turn, place rings, then move that stack; it leaves a marker behind.\n"
        f"{state.line_length} markers in a row become territory; "
        "a stack may jump over another to capture.\n"
        f"To win, eliminate {state.ring_threshold} rings or hold {territory}."
    )


def welcome_text(state: State, *, alone: bool) -> str:
    """Return the introduction to a game at the prompt: the rules in short and the commands."""
    cell = example_cell(state.board.grid)
    ask = f"Type a move such as @{cell} or @{cell}x3; hint gives advice, help lists everything."
    shared = "\nYou share the keyboard: the prompt shows whose turn it is."
    return f"{rules_summary(state)}\n{ask if alone else ask + shared}"


def describe_unfinished(game: UnfinishedGame) -> str:
    """Describe a saved game in one line."""
    heading = game.record.heading
    moves = format_count(len(game.record) - heading.start_moves, "move")
    names = ", ".join(name or "person" for name in heading.names)
    return f"{heading.board}: {names}; {moves}, {game.saved:%d %B %Y, %H:%M}"


def example_cell(grid: Grid) -> str:
    """Return a cell for examples that is not in a corner."""
    return (
        "d4"
        if grid.cell_named("d4") is not None
        else grid.cell_name(grid.cells[len(grid.cells) // 2])
    )


def numbered_move(due: Decision, number: str) -> Move | None:
    """Return the move with that number in the list, or None."""
    return {str(place): move for place, move in enumerate(due.moves, 1)}.get(number)


def parse_move_or_number(state: State, due: Decision, text: str) -> Move:
    """Parse a number of the list or a notation."""
    move = numbered_move(due, text) if len(due.moves) <= MAX_NUMBERED_MOVES else None
    return parse_move(state, text) if move is None else move


def placement_meant(state: State, due: Decision, text: str) -> Move | None:
    """Return the placement that a bare `d4` or `d4x3` means; None if it could mean another move.

    On a cell with a stack, `d4` more often means a move of that stack.
    """
    found = _BARE_PLACEMENT.fullmatch(text)
    cell = None if found is None else state.board.grid.cell_named(found["cell"])
    if due.kind is not DecisionKind.PLACEMENT or found is None or cell is None:
        return None
    count = int(found["count"] or 1)
    if state.board.rings[cell] and found["count"] is None:
        return None
    placement = PlaceRing(due.seat, state.board.grid.positions[cell], count)
    return placement if placement in due.moves else None


def parse_typed_move(state: State, due: Decision, text: str) -> Move:
    """Parse a move as people type it: `d4` means a placement, unless a stack stands there."""
    placement = placement_meant(state, due, text)
    if placement is None and CELL_NAME.fullmatch(text):
        raise InvalidMoveError(Refusal("MALFORMED", None, describe_bare_cell(state, due, text)))
    return placement or parse_move(state, text)


def describe_bare_cell(state: State, due: Decision, name: str) -> str:
    """Say what can be typed instead of a cell alone."""
    if state.board.grid.cell_named(name) is None:
        return f"{name} is not a cell on {state.board.grid.name}; choose a cell on this board."
    named = [move for move in due.moves if names_cell(state, move, name)]
    if not named:
        return f"No legal move involves {name}. Type show to see what you can use."
    examples = [format_move(state, move) for move in named[:_EXAMPLES]]
    more = f"; moves {name} lists all {len(named)}" if len(named) > len(examples) else ""
    return f"{name} alone is not a move. Did you mean {' or '.join(examples)}{more}?"


def completions(state: State, due: Decision) -> tuple[str, ...]:
    """Return what Tab completes: the words of the commands, the legal moves and their cells."""
    moves = [format_move(state, move) for move in due.moves]
    positions = {position for move in due.moves for position in positions_of(move)}
    return (*_COMMAND_WORDS, *moves, *sorted(_name(state.board.grid, at) for at in positions))


def format_duration(seconds: float | None) -> str:
    """Format a time as a clock does: 4:05, 1:00:00, or 9.5 s."""
    if seconds is None:
        return ""
    if seconds < 10:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(math.ceil(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def example_moves(state: State, moves: tuple[Move, ...]) -> str:
    """Return one example of each kind of turn action."""
    kinds: dict[str, list[Move]] = {}
    for move in moves:
        if move.turn_action:
            kinds.setdefault(move.type, []).append(move)
    return ", ".join(format_move(state, same[len(same) // 2]) for same in kinds.values())


def group_moves(state: State, moves: Iterable[Move]) -> dict[str, list[str]]:
    """Group the moves in notation under headings."""
    found: dict[str, list[str]] = {}
    for move in moves:
        found.setdefault(_heading(state, move), []).append(format_move(state, move))
    return found


def _heading(state: State, move: Move) -> str:
    grid = state.board.grid
    match move:
        case PlaceRing(count=count):
            return f"place {count}"
        case MoveStack(origin=origin):
            return f"move {_name(grid, origin)}"
        case OvertakingCapture(origin=origin):
            return f"capture with {_name(grid, origin)}"
        case _:
            return move.type.replace("_", " ")


def describe_effect(state: State, what: Effect) -> str | None:
    """Describe an effect; None if another effect implies it."""
    grid = state.board.grid
    match what:
        case MarkerPlaced(cell=cell, seat=seat):
            return f"{colour_name(seat)} leaves a marker on {_name(grid, cell)}"
        case MarkersRemoved(cells=cells):
            return f"the marker on {_names(grid, cells)} is removed"
        case MarkersFlipped(cells=cells, seat=seat):
            return f"markers become {colour_name(seat)}'s: {_names(grid, cells)}"
        case CellsCollapsed(cells=cells, seat=seat):
            return f"cells become {colour_name(seat)}'s territory: {_names(grid, cells)}"
        case RingsEliminated(cell=cell, rings=rings, credited=seat):
            count = "1 ring" if len(rings) == 1 else f"{len(rings)} rings"
            return f"{count} on {_name(grid, cell)} eliminated, credited to {colour_name(seat)}"
        case RingCaptured(target=target, ring=ring):
            return f"{colour_name(ring)}'s ring on {_name(grid, target)} is captured"
        case ControlChanged(cell=cell, before=before, after=after) if before and after:
            taken = f"{colour_name(after)} takes control of {_name(grid, cell)}"
            return f"{taken} from {colour_name(before)}"
        case StackChanged(cell=cell, after=after) if after:
            return f"the stack on {_name(grid, cell)} is then {''.join(map(str, after))}, top first"
        case _:
            return None


def names_cell(state: State, move: Move, cell_name: str) -> bool:
    """Return whether the move names the cell."""
    return cell_name in (_name(state.board.grid, position) for position in positions_of(move))


def _name(grid: Grid, position: Position) -> str:
    return grid.cell_name(grid.cell_of[position])


def _names(grid: Grid, positions: Iterable[Position]) -> str:
    return " ".join(_name(grid, position) for position in positions)
