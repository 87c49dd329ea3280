"""A drawn position of the documents: a diagram and moves in notation, which the rules validate."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from ringrift.drawing.diagram import parse_diagram
from ringrift.drawing.look import ThemeName
from ringrift.drawing.svg import LastMove, Spotlight, board_svg, describe_move
from ringrift.rules.legal import bookkeeping, legal_moves
from ringrift.rules.moves import MoveStack, OvertakingCapture, RecoverySlide
from ringrift.rules.notation import parse_move
from ringrift.rules.play import apply
from ringrift.rules.state import State

WIDTH: Final = 400  # width of a picture in the documents, in pixels


@dataclass(frozen=True, slots=True)
class Scene:
    """One picture."""

    name: str
    diagram: str
    moves: tuple[str, ...] = ()  # played before drawing; bookkeeping moves are filled in
    chosen: str | None = None  # the chosen stack or marker, drawn with its targets
    spotlight: Spotlight | None = None
    theme: ThemeName = "paper"
    width: int = WIDTH
    ends: str | None = field(default=None)  # the victory reason after the moves

    def played(self) -> tuple[State, LastMove | None]:
        """Return the state that the picture shows, and the effects of the last interactive move."""
        state, track = parse_diagram(self.diagram), None
        for text in self.moves:
            before = apply_bookkeeping(state)
            move = parse_move(before, text)
            state = apply(before, move)
            track = describe_move(before, move, state)
        return apply_bookkeeping(state) if self.ends else state, track

    def svg(self) -> str:
        """Return the picture as SVG."""
        state, track = self.played()
        targets, landings, captures = find_targets(state, self.chosen)
        return board_svg(
            state,
            theme=self.theme,
            last_move=None if self.chosen else track,
            chosen=self.chosen,
            targets=targets,
            landings=landings,
            captures=captures,
            spotlight=self.spotlight,
            width=self.width,
            ids=self.name.replace("-", ""),
        )


def apply_bookkeeping(state: State) -> State:
    """Return the state after due bookkeeping moves."""
    while (due := bookkeeping(state)) is not None:
        state = apply(state, due)
    return state


def find_targets(
    state: State, chosen: str | None
) -> tuple[set[tuple[int, ...]], set[tuple[int, ...]], set[tuple[int, ...]]]:
    """Return targets of the chosen stack or marker, landings of captures, and captured stacks."""
    grid = state.board.grid
    kinds = (MoveStack, OvertakingCapture, RecoverySlide)
    moves = [
        move
        for move in legal_moves(state)
        if isinstance(move, kinds)
        and chosen
        and grid.cell_of[move.origin] == grid.cell_named(chosen)
    ]
    struck = {
        move.to for move in moves if isinstance(move, RecoverySlide) and move.mode == "stack_strike"
    }
    captured = {move.target for move in moves if isinstance(move, OvertakingCapture)}
    landings = {move.to for move in moves if isinstance(move, OvertakingCapture)}
    return {move.to for move in moves} - struck - landings, landings, struck | captured
