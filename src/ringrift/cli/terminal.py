"""The terminal: the board in colour, questions and answers. All that `play` prints, and all that it reads."""

from __future__ import annotations

import select
import sys
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Final

from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from ringrift.cli import messages
from ringrift.cli.board_text import WIDTH, position_text, seat_style
from ringrift.drawing.look import load_look
from ringrift.drawing.plurals import format_count
from ringrift.rules import Decision, Effect, Move, Refusal, Seat, State
from ringrift.rules.grid import Cell
from ringrift.rules.notation import FORMS, format_move

_LINES_BELOW: Final = (
    4  # of a question and its prompt: on a low terminal the board comes before air
)
_HELP: Final = (("You can type", messages.COMMANDS), ("Moves", messages.NOTATION))
_LEGEND: Final = (("On the board", messages.LEGEND),)


class Terminal:
    """Prints to standard output, without colour where that is no terminal; reads standard input."""

    def __init__(self) -> None:
        self.console = Console(highlight=False, emoji=False, markup=False)

    @property
    def interactive(self) -> bool:
        """Whether somebody sits there and can be waited for."""
        return sys.stdin.isatty()

    def print(self, text: str) -> None:
        self.console.print(text)

    def colour_name(self, seat: Seat) -> str:
        """What people call the seat."""
        return load_look().seat(seat).name

    def show_prompt(self, seat: Seat, left: str = "") -> None:
        """Ask the person at that seat for a line; `left` is the time on their clock."""
        clock = f" {left}" if left else ""
        self.console.print(f"{self.colour_name(seat)}{clock}> ", end="", style=seat_style(seat))
        sys.stdout.flush()

    def read_line(self) -> str | None:
        """The line; None when there is no more."""
        try:
            return input().strip()
        except EOFError:
            self.console.print()
            return None

    def wait_for_input(self, seconds: float | None) -> bool:
        """Whether a line is there to be read within that time; None: wait for it."""
        try:
            return bool(select.select([sys.stdin], [], [], seconds)[0])
        except (
            OSError,
            ValueError,
        ):  # a terminal that cannot be watched so: wait for the line itself
            return True

    def show_thinking(self, who: str, *, shown: bool = True) -> AbstractContextManager[object]:
        """Says who is thinking, as long as it lasts."""
        if shown and self.console.is_terminal:
            return self.console.status(f"{who} ...", spinner="line")
        return nullcontext()

    def show_welcome(self, state: State, names: Sequence[str], *, alone: bool) -> None:
        """How to begin."""
        self.print(
            f"RingRift on {state.board.grid.name}, {state.edition.name} edition: {', '.join(names)}.\n"
            + messages.welcome_text(state, alone=alone)
        )

    def show_position(
        self,
        state: State,
        names: Sequence[str],
        marks: Mapping[Cell, str] | None = None,
        touched: Collection[Cell] = (),
    ) -> None:
        """The board, and what every seat has."""
        self.console.print()
        for line in position_text(state, names, marks, touched, min(WIDTH, self.console.width)):
            line.rstrip()
            self.console.print(line, soft_wrap=True)

    def show_decision(self, state: State, due: Decision, numbered: int) -> None:
        """Whose turn it is and what to choose; a few moves are listed with numbers."""
        if self.console.height - state.board.grid.width > _LINES_BELOW:
            self.console.print()
        asked = Text(f"Turn {state.turn_number}, ")
        asked.append(self.colour_name(due.seat), seat_style(due.seat))
        self.console.print(asked.append(f": {messages.describe_decision(state, due)}."))
        if len(due.moves) <= numbered:
            for number, move in enumerate(due.moves, start=1):
                self.console.print(f"  {number}  {format_move(state, move)}")
        else:
            such = messages.example_moves(state, due.moves)
            self.console.print(
                f"  {len(due.moves)} moves, such as {such}. Or type show, hint, moves, help."
            )

    def show_moves(self, state: State, moves: Iterable[Move], about: Sequence[str]) -> None:
        """The moves in groups; of those, the ones that name all the cells `about`."""
        chosen = [
            move for move in moves if all(messages.names_cell(state, move, name) for name in about)
        ]
        if not chosen:
            self.print(f"No legal move names {' and '.join(about)}.")
        for heading, texts in messages.group_moves(state, chosen).items():
            self.console.print(f"{heading}: {' '.join(texts)}")

    def show_effects(self, state: State, move: Move, effects: Iterable[Effect]) -> None:
        """A legal move, and what it would do."""
        sentences = [text for what in effects if (text := messages.describe_effect(state, what))]
        follows = "It would do this:" if sentences else "No piece would change."
        self.print(f"{format_move(state, move)} is legal. {follows}")
        for sentence in sentences:
            self.print(f"  {sentence}")

    def show_refusal(self, refusal: Refusal) -> None:
        """Why not. The table of `help` is easier to read than a line with all forms of moves."""
        message = refusal.message.replace(
            f"The forms are: {FORMS}.", "Type help for moves and commands."
        )
        source = f"{refusal.rule}, {refusal.code}" if refusal.rule else refusal.code
        self.console.print(f"No: {message} [{source}]")

    def show_turn(self, number: int, seat: Seat, moves: Iterable[str]) -> None:
        """A line of the log."""
        line = Text(f"turn {number:>3}  ")
        line.append(f"{self.colour_name(seat):5}", seat_style(seat))
        self.console.print(line.append(f"  {' '.join(moves)}"))

    def show_help(self, *, board: bool) -> None:
        """What can be typed; or what the board shows. Each fits a low terminal."""
        for title, rows in _LEGEND if board else _HELP:
            table = Grid(
                box=None, pad_edge=False, title=title, title_justify="left", show_header=False
            )
            for row in rows:
                table.add_row(*row)
            self.console.print(table)

    def show_result(self, state: State, names: Sequence[str]) -> None:
        """Who won, how, and the ranking."""
        outcome = state.outcome
        assert outcome is not None
        self.console.print()
        how = outcome.reason.replace("_", " ")
        moves = (
            f"{format_count(len(state.history), 'move')}, {format_count(state.turn_number, 'turn')}"
        )
        self.console.print(
            f"{names[outcome.winner - 1]} wins by {how} ({moves}).",
            style=seat_style(outcome.winner),
        )
        for placing in outcome.ranking:
            self.console.print(f"  {placing.rank}.  {names[placing.seat - 1]}")
