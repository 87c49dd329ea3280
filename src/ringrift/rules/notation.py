"""Move notation for people and records (wire.md "Move notation").

`format_move` and `parse_move` are inverse to each other: in a state, a notation names one legal
move. Formatting reads the move only; parsing builds the described move and checks that it is legal.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from ringrift.rules.errors import (
    AmbiguousMoveError,
    IllegalMoveError,
    InvalidMoveError,
    Refusal,
)
from ringrift.rules.explain import MOVES_OF_PHASE, why_illegal
from ringrift.rules.grid import Cell, Grid, Position, out_of_bounds
from ringrift.rules.legal import is_legal, legal_moves, moves_between
from ringrift.rules.messages import refusal
from ringrift.rules.moves import (
    ChooseLineReward,
    ContinueCaptureSegment,
    EliminateRingsFromStack,
    ForcedElimination,
    Move,
    MoveStack,
    NoPlacementAction,
    Option,
    OvertakingCapture,
    PlaceRing,
    Positions,
    ProcessLine,
    ProcessTerritoryRegion,
    RecoveryMode,
    RecoverySlide,
    SkipPlacement,
    SwapSides,
)
from ringrift.rules.state import Phase, State
from ringrift.rules.wire_fields import describe_value

FORMS: Final = (
    "@d4 @d4x3 place, d4-d7 move, d4xd6-d7 capture, >d7xf5-h3 chain, =a1..d1 line, =a1..e1!all or "
    "=a1..e1!b1..e1 reward, #b2/1 region, ^d4 pay, ^^d4 forced elimination, ~a1-b2^c3 or "
    "~a1-b2=a2..d2!all^c3 or ~a1-b2=a2..e2!a2..d2 recovery, swap, skip, - (nothing to choose)"
)
_LISTED: Final = 24  # moves listed in a message


def format_move(state: State, move: Move) -> str:
    """Return the move in notation; `state` is the state before the move."""
    name = _MoveFormatter(state.board.grid)
    match move:
        case PlaceRing(to=to, count=count):
            return f"@{name(to)}" if count == 1 else f"@{name(to)}x{count}"
        case MoveStack(origin=origin, to=to):
            return f"{name(origin)}-{name(to)}"
        case OvertakingCapture(origin=origin, target=target, to=to):
            return f"{name(origin)}x{name(target)}-{name(to)}"
        case ContinueCaptureSegment(origin=origin, target=target, to=to):
            return f">{name(origin)}x{name(target)}-{name(to)}"
        case ProcessLine(line=line):
            return f"={name.run(line)}"
        case ChooseLineReward(line=line, collapse=collapse):
            return f"={name.reward(line, collapse)}"
        case ProcessTerritoryRegion(region=region, border=border):
            return f"#{name.first(region)}/{border or 0}"
        case EliminateRingsFromStack(to=to):
            return f"^{name(to)}"
        case ForcedElimination(to=to):
            return f"^^{name(to)}"
        case RecoverySlide():
            return name.slide(move)
        case SwapSides():
            return "swap"
        case _:
            return "-" if move.bookkeeping else "skip"


class _MoveFormatter:
    """Formats the cells of one board for notation."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid

    def __call__(self, position: Position) -> str:
        cell = self.grid.cell_of.get(position)
        if cell is None:
            raise InvalidMoveError(out_of_bounds(self.grid, position))
        return self.grid.cell_name(cell)

    def first(self, cells: Positions) -> str:
        if not cells:
            raise InvalidMoveError(refusal("MALFORMED.notation_cells"))
        return self(cells[0])

    def run(self, cells: Positions) -> str:
        return f"{self.first(cells)}..{self(cells[-1])}"

    def reward(self, line: Positions, collapse: Positions) -> str:
        return f"{self.run(line)}!{'all' if collapse == line else self.run(collapse)}"

    def slide(self, move: RecoverySlide) -> str:
        text = f"~{self(move.origin)}-{self(move.to)}"
        if move.line is not None and move.collapse is not None:
            text += f"={self.reward(move.line, move.collapse)}"
        return text if move.extraction is None else f"{text}^{self(move.extraction)}"


def parse_move(state: State, text: str) -> Move:
    """Return the legal move, interactive or bookkeeping, that the text names in this state.

    A text that stops before `/`, `!`, `^` or `=` is accepted if only one legal move continues it.
    """
    described = _parse_described_move(state, text)
    if format_move(state, described) == text and is_legal(state, described):
        return described
    begun = tuple(text + sign for sign in "/!^=")
    fitting = [
        move for move in _candidates(state, described) if format_move(state, move).startswith(begun)
    ]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        raise AmbiguousMoveError(_ambiguous(state, text, fitting))
    reason = why_illegal(state, described)
    assert reason is not None
    raise IllegalMoveError(reason)


def _candidates(state: State, described: Move) -> Sequence[Move]:
    """Return the legal moves whose notation may continue that of the described move."""
    if state.phase is Phase.MOVEMENT:
        return moves_between(state, described)
    lines_or_regions = state.phase in (Phase.LINE_PROCESSING, Phase.TERRITORY_PROCESSING)
    return legal_moves(state) if lines_or_regions else ()


def _ambiguous(state: State, text: str, fitting: list[Move]) -> Refusal:
    moves = tuple(format_move(state, move) for move in fitting[:_LISTED])
    count, more = len(fitting), len(fitting) - len(moves)
    if more:
        return refusal("AMBIGUOUS.many", text=text, count=count, moves=moves, more=more)
    return refusal("AMBIGUOUS", text=text, count=count, moves=moves)


def _parse_described_move(state: State, text: object) -> Move:
    """Return the move that the text describes, legal or not."""
    if isinstance(text, str):
        for pattern, build in _PATTERNS:
            if found := pattern.fullmatch(text):
                return build(_ParsedText(state, found))
    raise InvalidMoveError(refusal("MALFORMED.notation", text=describe_value(text), forms=FORMS))


class _ParsedText:
    """A text in the form of a move, in a state, with access to its parts."""

    def __init__(self, state: State, found: re.Match[str]) -> None:
        self.state = state
        self.grid = state.board.grid
        self.seat = state.player
        self.part = found.groupdict()

    def at(self, part: str) -> Position:
        """Return the cell that a part of the text names."""
        return self.grid.positions[self._cell(part)]

    def run(self, first: str, last: str) -> Positions:
        """Return the cells from one to another in a straight line, in canonical order."""
        start, end = self._cell(first), self._cell(last)
        if start >= end:
            raise InvalidMoveError(refusal("MALFORMED.notation_run"))
        direction = self.grid.direction(start, end)
        inner = 0 if direction is None else self.grid.cells_between(start, end, direction)
        return self.grid.positions_in(inner | 1 << start | 1 << end)

    def collapse(self, line: Positions) -> Positions:
        return line if self.part["from"] is None else self.run("from", "till")

    def option(self) -> Option:
        return 2 if self.part["from"] else 1

    def purse(self) -> Position | None:
        return self.at("purse") if self.part["purse"] else None

    def _cell(self, part: str) -> Cell:
        cell = self.grid.cell_named(self.part[part])
        if cell is None:
            raise InvalidMoveError(out_of_bounds(self.grid, self.part[part]))
        return cell


def _parse_placement(text: _ParsedText) -> Move:
    return PlaceRing(text.seat, text.at("to"), int(text.part["count"] or 1))


def _parse_movement(text: _ParsedText) -> Move:
    return MoveStack(text.seat, text.at("origin"), text.at("to"))


def _parse_capture(text: _ParsedText) -> Move:
    kind = ContinueCaptureSegment if text.part["chain"] else OvertakingCapture
    return kind(text.seat, text.at("origin"), text.at("target"), text.at("to"))


def _parse_line(text: _ParsedText) -> Move:
    line = text.run("first", "last")
    if text.part["reward"] is None:
        return ProcessLine(text.seat, line)
    return ChooseLineReward(text.seat, line, text.option(), text.collapse(line))


def _parse_region(text: _ParsedText) -> Move:
    """Return the legal region with this first cell and border, else a placeholder to explain."""
    first, border = text.at("to"), int(text.part["border"] or 0) or None
    in_phase = text.state.phase is Phase.TERRITORY_PROCESSING
    for move in legal_moves(text.state) if in_phase else ():
        if isinstance(move, ProcessTerritoryRegion) and (move.region[0], move.border) == (
            first,
            border,
        ):
            return move
    return ProcessTerritoryRegion(text.seat, (first,), border)


def _parse_payment(text: _ParsedText) -> Move:
    return EliminateRingsFromStack(text.seat, text.at("to"), text.state.turn.pending or "line")


def _parse_forced_elimination(text: _ParsedText) -> Move:
    return ForcedElimination(text.seat, text.at("to"))


def _parse_slide(text: _ParsedText) -> Move:
    to = text.at("to")
    mode: RecoveryMode = (
        "stack_strike" if text.state.board.rings[text.grid.cell_of[to]] else "fallback"
    )
    return RecoverySlide(text.seat, text.at("origin"), to, mode, text.purse())


def _parse_line_slide(text: _ParsedText) -> Move:
    line = text.run("first", "last")
    return RecoverySlide(
        text.seat,
        text.at("origin"),
        text.at("to"),
        "line",
        text.purse(),
        line,
        text.option(),
        text.collapse(line),
    )


def _parse_skip(text: _ParsedText) -> Move:
    kinds = (kind for kind in MOVES_OF_PHASE[text.state.phase] if kind.type.startswith("skip"))
    return next(kinds, SkipPlacement)(text.seat)


def _parse_bookkeeping(text: _ParsedText) -> Move:
    kinds = (kind for kind in MOVES_OF_PHASE[text.state.phase] if kind.bookkeeping)
    return next(kinds, NoPlacementAction)(text.seat)


def _compile_pattern(form: str) -> re.Pattern[str]:
    """Compile a form with `<name>` for a cell and `..` between the ends of a run."""
    cells = re.sub(r"(?<!P)<(\w+)>", r"(?P<\1>[a-z][1-9][0-9]?)", form)
    return re.compile(cells, re.ASCII)


_REWARD: Final = r"(?P<reward>!(?:all|<from>\.\.<till>))"
_PATTERNS: Final[tuple[tuple[re.Pattern[str], Callable[[_ParsedText], Move]], ...]] = tuple(
    (_compile_pattern(form), build)
    for form, build in (
        (r"@<to>(?:x(?P<count>[2-9]))?", _parse_placement),
        (r"<origin>-<to>", _parse_movement),
        (r"(?P<chain>>?)<origin>x<target>-<to>", _parse_capture),
        (rf"=<first>\.\.<last>{_REWARD}?", _parse_line),
        (r"#<to>(?:/(?P<border>[0-4]))?", _parse_region),
        (r"\^<to>", _parse_payment),
        (r"\^\^<to>", _parse_forced_elimination),
        (r"~<origin>-<to>(?:\^<purse>)?", _parse_slide),
        (rf"~<origin>-<to>=<first>\.\.<last>(?:{_REWARD}(?:\^<purse>)?)?", _parse_line_slide),
        (r"swap", lambda text: SwapSides(text.seat)),
        (r"skip", _parse_skip),
        (r"-", _parse_bookkeeping),
    )
)
