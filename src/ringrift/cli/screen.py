"""The terminal: the board in colour, the table of seats, questions and answers. All that `play` prints."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Sequence
from typing import Final

from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from ringrift.cli import wording
from ringrift.drawing.diagram import board_rows
from ringrift.drawing.look import look
from ringrift.rules import Decision, Effect, Move, Refusal, Seat, State
from ringrift.rules.notation import notation

_PIECES: Final = re.compile(
    r"(?<= )(?:(?P<empty>\.)|\*(?P<marker>\d)|#(?P<collapsed>\d)|(?P<rings>[1-4]+)\+?)(?!\S)"
)

_HELP: Final = (
    ("You can type", wording.COMMANDS),
    ("Moves", wording.NOTATION),
    ("On the board", wording.LEGEND),
)


class Screen:
    """Prints to standard output, without colour where that is no terminal; reads standard input."""

    def __init__(self) -> None:
        self.console = Console(highlight=False, emoji=False, markup=False)

    def say(self, text: str) -> None:
        self.console.print(text)

    def colour(self, seat: Seat) -> str:
        """What people call the seat."""
        return look().seat(seat).name

    def ask(self, seat: Seat) -> str | None:
        """A line of the person at that seat; None when there is no more."""
        prompt = f"{self.colour(seat)}> "
        self.console.print(prompt, end="", style=_style(seat))
        sys.stdout.flush()
        try:
            return input().strip()
        except EOFError:
            self.console.print()
            return None

    def position(self, state: State, names: Sequence[str]) -> None:
        """The board, and what every seat has."""
        self.console.print()
        self.console.print(
            coloured(board_rows(state.board), square=not state.board.grid.hexagonal), soft_wrap=True
        )
        self.console.print()
        table = Grid(box=None, pad_edge=False, header_style="")
        for heading in ("seat", "", "hand", "stacks", "markers", "territory", "eliminated"):
            table.add_column(heading, justify="left" if heading in ("seat", "") else "right")
        for seat, name in enumerate(names, start=1):
            board, own = state.board, state.seat(seat)
            counts = (
                own.hand,
                board.controlled[seat].bit_count(),
                board.markers[seat].bit_count(),
                board.territory(seat),
                own.eliminated,
            )
            table.add_row(str(seat), Text(name, _style(seat)), *map(str, counts))
        table.add_row("", "wins with", "", "", "", str(state.territory_threshold), str(state.ring_threshold))
        self.console.print(table)

    def question(self, state: State, due: Decision, numbered: int) -> None:
        """Whose turn it is and what to choose; a few moves are listed with numbers."""
        self.console.print()
        asked = Text(f"Turn {state.turn_number}, ")
        asked.append(self.colour(due.seat), _style(due.seat))
        self.console.print(asked.append(f": {wording.question(state, due)}."))
        if len(due.moves) <= numbered:
            for number, move in enumerate(due.moves, start=1):
                self.console.print(f"  {number}  {notation(state, move)}")
        else:
            such = wording.examples(state, due.moves)
            self.console.print(f"  {len(due.moves)} moves, such as {such}. Type moves to list them.")

    def moves(self, state: State, moves: Iterable[Move], about: Sequence[str]) -> None:
        """The moves in groups; of those, the ones that name all the cells `about`."""
        chosen = [move for move in moves if all(wording.concerns(state, move, name) for name in about)]
        if not chosen:
            self.say(f"No legal move names {' and '.join(about)}.")
        for heading, texts in wording.groups(state, chosen).items():
            self.console.print(f"{heading}: {' '.join(texts)}")

    def consequences(self, state: State, move: Move, effects: Iterable[Effect]) -> None:
        """A legal move, and what it would do."""
        sentences = [text for what in effects if (text := wording.effect(state, what))]
        follows = "It would do this:" if sentences else "No piece would change."
        self.say(f"{notation(state, move)} is legal. {follows}")
        for sentence in sentences:
            self.say(f"  {sentence}")

    def refuse(self, refusal: Refusal) -> None:
        self.console.print(f"No: {refusal.message} [{refusal.rule}, {refusal.code}]")

    def turn(self, number: int, seat: Seat, moves: Iterable[str]) -> None:
        """A line of the log."""
        line = Text(f"turn {number:>3}  ")
        line.append(f"{self.colour(seat):5}", _style(seat))
        self.console.print(line.append(f"  {' '.join(moves)}"))

    def help(self) -> None:
        for title, rows in _HELP:
            table = Grid(box=None, pad_edge=False, title=title, title_justify="left", show_header=False)
            for row in rows:
                table.add_row(*row)
            self.console.print(table)
            self.console.print()

    def result(self, state: State, names: Sequence[str]) -> None:
        """Who won, how, and the ranking."""
        outcome = state.outcome
        assert outcome is not None
        self.console.print()
        how = outcome.reason.replace("_", " ")
        moves = f"{len(state.history)} moves, {state.turn_number} turns"
        self.console.print(
            f"{names[outcome.winner - 1]} wins by {how} ({moves}).", style=_style(outcome.winner)
        )
        for placing in outcome.ranking:
            self.console.print(f"  {placing.rank}.  {names[placing.seat - 1]}")


def coloured(rows: str, *, square: bool) -> Text:
    """The text of a board with its pieces in the colours of their seats."""
    text = Text(rows)
    labels = 2 if square else 0  # row numbers look like stacks, but are none
    at = 0
    for line in rows.splitlines(keepends=True):
        for piece in _PIECES.finditer(line, labels):
            begin, end = at + piece.start(), at + piece.end()
            if piece["empty"]:
                text.stylize("dim", begin, end)
            elif piece["marker"]:
                text.stylize(_style(int(piece["marker"])), begin, end)
            elif piece["collapsed"]:
                text.stylize(f"{_style(int(piece['collapsed']))} reverse", begin, end)
            else:
                for place, ring in enumerate(piece["rings"], start=begin):
                    text.stylize(f"bold {_style(int(ring))}", place, place + 1)
        at += len(line)
    return text


def _style(seat: Seat) -> str:
    return look().seat(seat).colour
