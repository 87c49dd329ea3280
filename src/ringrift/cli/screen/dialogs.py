"""Dialogs over the board: a list of choices, a confirmation, a typed move, and help."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.suggester import SuggestFromList
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from ringrift.cli import messages
from ringrift.cli.screen.board_view import theme
from ringrift.rules import Decision, Move, RingRiftError, State, why_illegal
from ringrift.rules.notation import FORMS, format_move

GAME_KEYS: Final = (
    ("Enter, click", "choose the cell: first a stack, then where it goes"),
    ("Escape", "choose another stack; close a dialog; return to the game"),
    ("s  w", "skip: decline what you may decline; swap sides"),
    ("h  u", "hint; undo your last choice and everything after it"),
    ("c", "list every choice, also those without a cell"),
    ("m", "type a move in notation; Right completes it"),
    ("r", "resign"),
    ("p  +  -", "when only computers play: pause or resume; faster, slower"),
)
BOARD_KEYS: Final = (
    ("arrows, mouse", "move the cursor; Tab: to the next cell that you can choose"),
    (",  .", "the turn before, the turn after; < and >: move by move"),
    ("Home  End", "the start of the game; the end. A click on a turn shows it"),
    ("?  q", "this help; quit (an unfinished game is saved). Ctrl+C quits from a dialog too"),
)
MARKS: Final = (
    (">", "a stack or marker that can act"),
    ("o", "a cell where it can go"),
    ("x", "a stack that it can capture"),
    ("·", "an empty cell"),
    *(row for row in messages.LEGEND if row[0] not in (".", "a5", "2+")),
    ("2+", "a stack of seat 2 that is too tall for its cell; the prompt writes it out"),
)
_CLOSE: Final[list[BindingType]] = [Binding("escape", "cancel", "Back")]
_WIDTH: Final = 76  # columns of a dialog, as in the style sheet
_FRAME: Final = 8  # columns of its border and the scroll bar
_DIGITS: Final = 9  # choices that a digit selects


class ListDialog(ModalScreen[int | None]):
    """A list to choose from; the result is the place in the list, None: nothing."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *_CLOSE,
        *(
            Binding(f"{number}", f"choose({number - 1})", show=False)
            for number in range(1, _DIGITS + 1)
        ),
    ]

    def __init__(self, title: str, rows: Sequence[str | Text], note: str = "") -> None:
        super().__init__()
        self.rows = rows
        self._title = title
        self._note = note or "Enter chooses, Escape goes back."

    @staticmethod
    def text_width(terminal: int) -> int:
        """Return the columns of a row in a terminal with so many."""
        return min(_WIDTH, terminal * 96 // 100) - _FRAME

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static(Text(self._title, "bold"))
            yield OptionList(*map(Option, self._numbered()))
            yield Static(Text(self._note, "dim"))

    def _numbered(self) -> list[Text]:
        few = len(self.rows) <= _DIGITS
        return [
            Text.assemble(f"{number}  " if few else "", row)
            for number, row in enumerate(self.rows, 1)
        ]

    def on_mount(self) -> None:
        self.query_one(OptionList).highlighted = 0

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option_index)

    def action_choose(self, place: int) -> None:
        if place < len(self.rows) <= _DIGITS:
            self.dismiss(place)

    def action_cancel(self) -> None:
        self.dismiss(None)


class ConfirmDialog(ModalScreen[bool]):
    """A question that only `y` answers with yes."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "answer(True)", "Yes"),
        Binding("n,escape,enter", "answer(False)", "No"),
    ]

    def __init__(self, question: str) -> None:
        super().__init__()
        self._question = question

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static(Text(self._question))
            yield Static(Text("Press y to confirm, n or Escape to go back.", "dim"))

    def action_answer(self, answer: bool) -> None:
        self.dismiss(answer)


class MoveDialog(ModalScreen[Move | None]):
    """A line for a move in notation; it stays open until the move is legal."""

    BINDINGS: ClassVar[list[BindingType]] = _CLOSE

    def __init__(self, state: State, due: Decision) -> None:
        super().__init__()
        self._state = state
        self._due = due
        self._moves = [format_move(state, move) for move in due.moves]

    def compose(self) -> ComposeResult:
        example = self._moves[len(self._moves) // 2]
        with Vertical(classes="dialog"):
            yield Static(Text(f"Type a move, such as {example}", "bold"))
            yield Input(suggester=SuggestFromList(self._moves, case_sensitive=False))
            yield Static(id="refusal")
            yield Static(Text("Right completes, Enter plays, Escape goes back.", "dim"))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        text = event.value.strip().lower()
        try:
            move = messages.parse_typed_move(self._state, self._due, text)
            refusal = why_illegal(self._state, move)
        except RingRiftError as error:
            move, refusal = None, error.refusal
        if refusal is None:
            self.dismiss(move)
            return
        message = refusal.message.replace(f" The forms are: {FORMS}.", "")
        self.query_one("#refusal", Static).update(Text(message, theme()["danger"]))

    def action_cancel(self) -> None:
        self.dismiss(None)


class HelpDialog(ModalScreen[None]):
    """The keys, the marks of the board and the notation of moves."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,question_mark,f1,q", "cancel", "Back")]

    def __init__(self, keys: Sequence[tuple[str, str]]) -> None:
        super().__init__()
        self._keys = keys

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog help"):
            with VerticalScroll():
                for title, rows in (
                    ("Keys", self._keys),
                    ("On the board", MARKS),
                    ("Moves in notation", messages.NOTATION),
                ):
                    yield Static(_table(title, rows))
            yield Static(Text("Up and Down scroll, Escape goes back.", "dim"))

    def action_cancel(self) -> None:
        self.dismiss(None)


def _table(title: str, rows: Sequence[tuple[str, str]]) -> Table:
    table = Table(box=None, pad_edge=False, show_header=False, title=title, title_justify="left")
    table.add_column(no_wrap=True, style="bold")
    table.add_column()
    for row in rows:
        table.add_row(*map(Text, row))
    return table
