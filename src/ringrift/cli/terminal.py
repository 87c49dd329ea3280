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
from ringrift.cli.board_text import WIDTH, position_text, style_of
from ringrift.drawing.look import load_look
from ringrift.rules import Decision, Effect, Move, Refusal, Seat, State
from ringrift.rules.grid import Cell
from ringrift.rules.notation import FORMS, format_move

_LINES_BELOW: Final = (
    4  # of a question and its prompt: on a low terminal the board comes before air
)
_HELP: Final = (("You can type", messages.COMMANDS), ("Moves", messages.NOTATION))
_LEGEND: Final = (("On the board", messages.LEGEND),)


class Screen:
    """Prints to standard output, without colour where that is no terminal; reads standard input."""

    def __init__(self) -> None:
        self.console = Console(highlight=False, emoji=False, markup=False)

    @property
    def interactive(self) -> bool:
        """Whether somebody sits there and can be waited for."""
        return sys.stdin.isatty()

    def say(self, text: str) -> None:
        self.console.print(text)

    def colour(self, seat: Seat) -> str:
        """What people call the seat."""
        return load_look().seat(seat).name

    def prompt(self, seat: Seat, left: str = "") -> None:
        """Ask the person at that seat for a line; `left` is the time on their clock."""
        clock = f" {left}" if left else ""
        self.console.print(f"{self.colour(seat)}{clock}> ", end="", style=style_of(seat))
        sys.stdout.flush()

    def line(self) -> str | None:
        """The line; None when there is no more."""
        try:
            return input().strip()
        except EOFError:
            self.console.print()
            return None

    def ready(self, seconds: float | None) -> bool:
        """Whether a line is there to be read within that time; None: wait for it."""
        try:
            return bool(select.select([sys.stdin], [], [], seconds)[0])
        except (
            OSError,
            ValueError,
        ):  # a terminal that cannot be watched so: wait for the line itself
            return True

    def thinking(self, who: str, *, shown: bool = True) -> AbstractContextManager[object]:
        """Says who is thinking, as long as it lasts."""
        if shown and self.console.is_terminal:
            return self.console.status(f"{who} ...", spinner="line")
        return nullcontext()

    def welcome(self, state: State, names: Sequence[str], *, alone: bool) -> None:
        """How to begin."""
        self.say(
            f"RingRift on {state.board.grid.name}, {state.edition.name} edition: {', '.join(names)}.\n"
            + messages.welcome(state, alone=alone)
        )

    def position(
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

    def question(self, state: State, due: Decision, numbered: int) -> None:
        """Whose turn it is and what to choose; a few moves are listed with numbers."""
        if self.console.height - state.board.grid.width > _LINES_BELOW:
            self.console.print()
        asked = Text(f"Turn {state.turn_number}, ")
        asked.append(self.colour(due.seat), style_of(due.seat))
        self.console.print(asked.append(f": {messages.question(state, due)}."))
        if len(due.moves) <= numbered:
            for number, move in enumerate(due.moves, start=1):
                self.console.print(f"  {number}  {format_move(state, move)}")
        else:
            such = messages.examples(state, due.moves)
            self.console.print(
                f"  {len(due.moves)} moves, such as {such}. Or type show, hint, moves, help."
            )

    def moves(self, state: State, moves: Iterable[Move], about: Sequence[str]) -> None:
        """The moves in groups; of those, the ones that name all the cells `about`."""
        chosen = [
            move for move in moves if all(messages.concerns(state, move, name) for name in about)
        ]
        if not chosen:
            self.say(f"No legal move names {' and '.join(about)}.")
        for heading, texts in messages.groups(state, chosen).items():
            self.console.print(f"{heading}: {' '.join(texts)}")

    def consequences(self, state: State, move: Move, effects: Iterable[Effect]) -> None:
        """A legal move, and what it would do."""
        sentences = [text for what in effects if (text := messages.effect(state, what))]
        follows = "It would do this:" if sentences else "No piece would change."
        self.say(f"{format_move(state, move)} is legal. {follows}")
        for sentence in sentences:
            self.say(f"  {sentence}")

    def refuse(self, refusal: Refusal) -> None:
        """Why not. The table of `help` is easier to read than a line with all forms of moves."""
        message = refusal.message.replace(
            f"The forms are: {FORMS}.", "Type help for moves and commands."
        )
        source = f"{refusal.rule}, {refusal.code}" if refusal.rule else refusal.code
        self.console.print(f"No: {message} [{source}]")

    def turn(self, number: int, seat: Seat, moves: Iterable[str]) -> None:
        """A line of the log."""
        line = Text(f"turn {number:>3}  ")
        line.append(f"{self.colour(seat):5}", style_of(seat))
        self.console.print(line.append(f"  {' '.join(moves)}"))

    def help(self, *, board: bool) -> None:
        """What can be typed; or what the board shows. Each fits a low terminal."""
        for title, rows in _LEGEND if board else _HELP:
            table = Grid(
                box=None, pad_edge=False, title=title, title_justify="left", show_header=False
            )
            for row in rows:
                table.add_row(*row)
            self.console.print(table)

    def result(self, state: State, names: Sequence[str]) -> None:
        """Who won, how, and the ranking."""
        outcome = state.outcome
        assert outcome is not None
        self.console.print()
        how = outcome.reason.replace("_", " ")
        moves = f"{_counted(len(state.history), 'move')}, {_counted(state.turn_number, 'turn')}"
        self.console.print(
            f"{names[outcome.winner - 1]} wins by {how} ({moves}).", style=style_of(outcome.winner)
        )
        for placing in outcome.ranking:
            self.console.print(f"  {placing.rank}.  {names[placing.seat - 1]}")


def _counted(number: int, what: str) -> str:
    return f"1 {what}" if number == 1 else f"{number} {what}s"
