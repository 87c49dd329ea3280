"""Write the project's own scenarios: `python -m tools.project_scenarios`.

They have the format of the given vectors, which stay as they are. A source states what must be true
at the end; everything else of a row comes from the reference engine. Tests run the rows in both
engines.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from ringrift.conformance.scenario_claims import find_unmet_claims
from ringrift.conformance.vector_generator import format_row, make_scenario
from ringrift.conformance.vectors import Json
from ringrift.drawing.diagram import parse_diagram
from ringrift.rules.grid import Grid, grid_named
from ringrift.rules.legal import bookkeeping
from ringrift.rules.moves import Move
from ringrift.rules.notation import parse_move
from ringrift.rules.play import apply
from ringrift.rules.state import State
from tools.generated_files import run_generator
from tools.line_region_scenarios import line_region_scenarios
from tools.rule_coverage import PROJECT_SCENARIOS
from tools.scenario_source import ScenarioSource
from tools.several_player_scenarios import SEVERAL_PLAYER_SCENARIOS

TARGET: Final = PROJECT_SCENARIOS
SOURCES: Final = (*line_region_scenarios(), *SEVERAL_PLAYER_SCENARIOS)


def scenario_row(source: ScenarioSource) -> Json:
    """Return the row of a source; raise `ValueError` if its claims do not hold."""
    initial = load_initial_state(source)
    moves, final = play_source(source, initial)
    unmet = list(find_unmet_claims(source.claims, final))
    if unmet:
        raise ValueError(f"{source.id}: {unmet}")
    row = make_scenario(source.id, initial, moves, source.title)
    row |= {"rules": list(source.rules), "faq": list(source.faq), "tags": list(source.tags)}
    row["finalLegal"]["containing"] = list(source.offered)
    row["finalLegal"]["notContaining"] = list(source.not_offered)
    return row


def load_initial_state(source: ScenarioSource) -> State:
    """Return the position of a source, by way of a text diagram."""
    grid = grid_named(source.board)
    contents = dict(pair.split(":") for pair in source.cells.split())
    header = f"board: {source.board}  edition: {source.edition}  players: {source.players}"
    rows = "\n".join(
        " ".join([cells[0], *(contents.pop(cell, ".") for cell in cells)])
        for cells in _rows_from_the_top(grid)
    )
    if contents:
        raise ValueError(f"{source.id}: no cells {', '.join(contents)}")
    return parse_diagram(f"{header}  {source.fields}\n{rows}")


def _rows_from_the_top(grid: Grid) -> list[list[str]]:
    rows: dict[int, list[str]] = {}
    for cell in grid.cells:
        name = grid.cell_name(cell)
        rows.setdefault(int(name.lstrip("abcdefghijklmnopqrstuvwxyz")), []).append(name)
    return [rows[number] for number in sorted(rows, reverse=True)]


def play_source(source: ScenarioSource, state: State) -> tuple[list[Move], State]:
    """Return the moves with the bookkeeping moves between them, and the last state."""
    moves: list[Move] = []

    def play_due_moves(state: State, until_turn: int | None = None) -> State:
        while (due := bookkeeping(state)) and state.turn_number != until_turn:
            moves.append(due)
            state = apply(state, due)
        return state

    for text in source.moves:
        state = play_due_moves(state)
        moves.append(parse_move(state, text))
        state = apply(state, moves[-1])
    if source.ends_turn or source.settles:
        state = play_due_moves(state, None if source.settles else state.turn_number + 1)
    return moves, state


def render_file() -> str:
    """Return the file, one line per scenario."""
    return "".join(f"{format_row('scenarios', scenario_row(source))}\n" for source in SOURCES)


def render_files(_: Path) -> Iterator[tuple[Path, str]]:
    yield TARGET, render_file()


def main(arguments: Sequence[str] | None = None) -> int:
    return run_generator(__doc__, render_files, arguments)


if __name__ == "__main__":
    raise SystemExit(main())
