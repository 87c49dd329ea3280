"""The terminal of `ringrift play`: everything it prints and reads."""

from __future__ import annotations

import select
import sys
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Final

from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from ringrift.cli import messages
from ringrift.cli.board_text import WIDTH, position_text, seat_style
from ringrift.cli.line_editor import open_line_editor
from ringrift.cli.messages import colour_name
from ringrift.cli.session_text import describe_result
from ringrift.rules import Decision, Effect, Move, Refusal, Seat, State
from ringrift.rules.grid import Cell
from ringrift.rules.notation import FORMS, format_move

if TYPE_CHECKING:
    from ringrift.cli.unfinished_games import UnfinishedGame
    from ringrift.host import GameSession

_LINES_BELOW: Final = (
    4  # of a question and its prompt: on a low terminal the board comes before air
)
_HELP: Final = (("You can type", messages.COMMANDS), ("Moves", messages.NOTATION))
_LEGEND: Final = (("On the board", messages.LEGEND),)


class Terminal:
    """Prints to standard output, in colour on a terminal; reads standard input."""

    def __init__(self) -> None:
        self.console = Console(highlight=False, emoji=False, markup=False)
        self._editor = open_line_editor() if self.interactive else None

    @property
    def interactive(self) -> bool:
        """Whether standard input is a terminal."""
        return sys.stdin.isatty()

    def print(self, text: str) -> None:
        self.console.print(text)

    def colour_name(self, seat: Seat) -> str:
        """Return the colour name of the seat."""
        return colour_name(seat)

    def complete_with(self, words: Sequence[str]) -> None:
        """Let Tab complete these words."""
        if self._editor is not None:
            self._editor.words = tuple(words)

    def ask(self, seat: Seat, left: str = "", seconds: float | None = None) -> str | None:
        """Read a line of that seat; `left` is the time on its clock. None at the end of the input.

        At a terminal, raises `TimeoutError` after `seconds` without a line.
        """
        prompt = Text(f"{self.colour_name(seat)}{left and f' {left}'}> ", seat_style(seat))
        if self._editor is not None:
            with self.console.capture() as captured:
                self.console.print(prompt, end="")
            return self._editor.read_line(captured.get(), seconds)
        self.console.print(prompt, end="")
        sys.stdout.flush()
        if self.interactive and seconds is not None and not self.wait_for_input(seconds):
            raise TimeoutError
        return self.read_line()

    def read_line(self) -> str | None:
        """Read a line; None at the end of the input."""
        try:
            return input().strip()
        except EOFError:
            self.console.print()
            return None

    def offer_unfinished_games(self, games: Sequence[UnfinishedGame]) -> UnfinishedGame | None:
        """Let a person choose a game to continue, or delete some; None: a new game."""
        remaining = dict(enumerate(games, start=1))
        while remaining:
            self.print("You have unfinished games:")
            for number, game in remaining.items():
                self.print(f"  {number}  {messages.describe_unfinished(game)}")
            self.print(
                "Type a number to continue that game, d and a number to delete it, or press Enter"
                " for a new game."
            )
            line = self.read_line()
            word, _, rest = (line or "").lower().replace("d", "d ", 1).partition(" ")
            number_text = (rest if word == "d" else word).strip()
            if not number_text and word != "d":
                return None
            chosen = next((n for n in remaining if str(n) == number_text), None)
            if chosen is None:
                self.print(f"There is no game {number_text or 'without a number'} in the list.")
            elif word == "d":
                remaining.pop(chosen).delete()
                self.print(f"Game {chosen} is deleted.")
            else:
                return remaining[chosen]
        return None

    def wait_for_input(self, seconds: float | None) -> bool:
        """Return whether a line arrives within that time; None: wait for it."""
        try:
            return bool(select.select([sys.stdin], [], [], seconds)[0])
        except (
            OSError,
            ValueError,
        ):  # a terminal that cannot be watched so: wait for the line itself
            return True

    def show_thinking(self, who: str, *, shown: bool = True) -> AbstractContextManager[object]:
        """Show who is thinking while the context is open."""
        if shown and self.console.is_terminal:
            return self.console.status(f"{who} ...", spinner="line")
        return nullcontext()

    def show_welcome(self, state: State, names: Sequence[str], *, alone: bool) -> None:
        """Print the introduction."""
        self.print(
            f"RingRift on {state.board.grid.name}, {state.edition.name} edition: "
            f"{', '.join(names)}.\n" + messages.welcome_text(state, alone=alone)
        )

    def show_position(
        self,
        state: State,
        names: Sequence[str],
        marks: Mapping[Cell, str] | None = None,
        touched: Collection[Cell] = (),
    ) -> None:
        """Print the board and the counts of every seat."""
        self.console.print()
        for line in position_text(state, names, marks, touched, min(WIDTH, self.console.width)):
            line.rstrip()
            self.console.print(line, soft_wrap=True)

    def show_decision(self, state: State, due: Decision, numbered: int) -> None:
        """Print whose turn it is and what to choose; number the moves if they are few."""
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
                f"  {len(due.moves)} moves, such as {such}."
                " You can also type show, hint, moves or help."
            )

    def show_moves(self, state: State, moves: Iterable[Move], about: Sequence[str]) -> None:
        """Print the moves in groups; with `about`, only those that name all these cells."""
        chosen = [
            move for move in moves if all(messages.names_cell(state, move, name) for name in about)
        ]
        if not chosen:
            self.print(f"No legal move involves {' and '.join(about)}.")
        for heading, texts in messages.group_moves(state, chosen).items():
            self.console.print(f"{heading}: {' '.join(texts)}")

    def show_effects(self, state: State, move: Move, effects: Iterable[Effect]) -> None:
        """Print what a legal move would do."""
        sentences = [text for what in effects if (text := messages.describe_effect(state, what))]
        follows = "Effect:" if sentences else "No piece would change."
        self.print(f"{format_move(state, move)} is legal. {follows}")
        for sentence in sentences:
            self.print(f"  {sentence}")

    def show_refusal(self, refusal: Refusal) -> None:
        """Print why a move is rejected; `help` replaces the long list of notations."""
        message = refusal.message.replace(
            f"The forms are: {FORMS}.", "Type help for moves and commands."
        )
        source = f"{refusal.rule}, {refusal.code}" if refusal.rule else refusal.code
        self.console.print(f"No: {message} [{source}]")

    def show_turn(self, number: int, seat: Seat, moves: Iterable[str]) -> None:
        """Print a line of the log."""
        line = Text(f"turn {number:>3}  ")
        line.append(f"{self.colour_name(seat):5}", seat_style(seat))
        self.console.print(line.append(f"  {' '.join(moves)}"))

    def show_help(self, *, board: bool) -> None:
        """Print the commands, or the legend of the board."""
        for title, rows in _LEGEND if board else _HELP:
            table = Grid(
                box=None, pad_edge=False, title=title, title_justify="left", show_header=False
            )
            for row in rows:
                table.add_row(*row)
            self.console.print(table)

    def show_end(self, session: GameSession) -> None:
        """Print the winner and the ranking; of a game without a result, why it has none."""
        if not session.over:
            self.print(f"The game was left unfinished on turn {session.state.turn_number}.")
            return
        first, *rest = describe_result(session)
        outcome = session.outcome
        if outcome is not None:
            self.console.print()
        self.console.print(first, style=None if outcome is None else seat_style(outcome.winner))
        if rest:
            self.print("\n".join(rest))
