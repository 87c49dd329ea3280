"""The screen around a board: it shows any position of a game and steps through it."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.theme import Theme
from textual.widgets import Footer, Static

from ringrift.cli.screen.arrangement import arrange, too_small
from ringrift.cli.screen.board_view import BoardPicture, BoardView, theme
from ringrift.cli.screen.dialogs import BOARD_KEYS, HelpDialog
from ringrift.cli.screen.move_text import describe_cell
from ringrift.cli.screen.panels import PromptPanel, SeatsPanel, StoryPanel
from ringrift.cli.screen.timeline import Timeline
from ringrift.cli.signals import END_SIGNALS
from ringrift.drawing.plurals import format_count
from ringrift.rules import State


class BoardApp(App[None]):
    """Shows the position after any move of a timeline."""

    ENABLE_COMMAND_PALETTE = False
    TITLE = "RingRift"
    CSS = """
    Screen { layers: base; }
    #main { height: 1fr; }
    #side { padding: 0 0 0 1; }
    #title { height: 1; text-style: bold; }
    #seats { height: auto; }
    #story { height: 1fr; border: none; padding: 0; background: $background; margin: 1 0 0 0; }
    #story, .dialog OptionList, .dialog VerticalScroll {
        scrollbar-size: 1 1; scrollbar-background: $panel; scrollbar-color: $primary;
        scrollbar-background-hover: $panel; scrollbar-background-active: $panel;
    }
    #story > .option-list--option-highlighted { background: $surface; color: $foreground; }
    #prompt { padding: 0 1; background: $surface; }
    #too-small { display: none; padding: 1 2; width: 100%; height: 100%; }
    Screen.-too-small #main, Screen.-too-small #prompt, Screen.-too-small Footer { display: none; }
    Screen.-too-small #too-small { display: block; }
    ListDialog, ConfirmDialog, MoveDialog, HelpDialog { align: center middle; }
    .dialog {
        width: 76; max-width: 96%; height: auto; max-height: 96%; padding: 0 1;
        border: round $accent; background: $surface;
    }
    .dialog OptionList { height: auto; max-height: 18; border: none; padding: 0; }
    .dialog OptionList > .option-list--option-highlighted {
        background: $primary 40%; color: $foreground; text-style: bold;
    }
    .dialog VerticalScroll { height: auto; max-height: 100%; }
    .dialog.help VerticalScroll { height: 1fr; }
    .dialog.help { height: 40; }
    .dialog Static { height: auto; }
    .dialog Input { border: none; height: 1; padding: 0 1; }
    """
    # A subclass lists its own keys and then these, because the footer shows them in this order.
    # Help comes first, which a narrow footer must not cut off.
    HELP_BINDING: ClassVar[BindingType] = Binding(
        "question_mark,f1", "help", "Help", key_display="?"
    )
    COMMON_BINDINGS: ClassVar[tuple[BindingType, ...]] = (
        Binding("comma,pageup", "turn(-1)", "Turns", key_display=", ."),
        Binding("full_stop,pagedown", "turn(1)", "Forward", show=False),
        Binding("less_than_sign", "step(-1)", "Move back", show=False),
        Binding("greater_than_sign", "step(1)", "Move forward", show=False),
        Binding("home", "go(0)", "Start", show=False),
        Binding("end", "live", "End", show=False),
        Binding("escape", "leave", "Back", show=False),
        Binding("q", "quit", "Quit"),
        Binding("ctrl+c,ctrl+q", "quit", show=False, priority=True),  # also from a dialog
    )

    KEYS: ClassVar[Sequence[tuple[str, str]]] = BOARD_KEYS

    def __init__(self, timeline: Timeline) -> None:
        super().__init__()
        self.timeline = timeline
        self.at: int | None = None  # the moves before the shown position; None: all
        self.received_signal: int | None = None
        colours = theme()
        self.register_theme(
            Theme(
                name="ringrift",
                primary=colours["accent"],
                accent=colours["accent"],
                background=colours["page"],
                surface=colours["surface"],
                panel=colours["surface2"],
                foreground=colours["ink"],
                dark=True,
            )
        )
        self.theme = "ringrift"

    def compose(self) -> ComposeResult:
        with Horizontal(id="main"):
            yield BoardView(self.picture())
            with Vertical(id="side"):
                yield Static(id="title")
                yield SeatsPanel(id="seats")
                yield StoryPanel(self.introduction())
        yield PromptPanel(id="prompt")
        yield Static(id="too-small")
        yield Footer(compact=True, show_command_palette=False)

    @property
    def board(self) -> BoardView:
        """The widget of the board."""
        return self.screen_stack[0].query_one(BoardView)

    @property
    def shown_at(self) -> int:
        """The number of moves before the shown position."""
        return len(self.timeline) if self.at is None else self.at

    @property
    def shown_state(self) -> State:
        return self.timeline.states[self.shown_at]

    def on_mount(self) -> None:
        self._arrange(self.size.width, self.size.height)
        self.board.focus()
        self.call_after_refresh(self.begin)

    def begin(self) -> None:
        """Show the first position, once the panels have their sizes."""
        self.show_all()

    def on_resize(self, event: events.Resize) -> None:
        self._arrange(event.size.width, event.size.height)
        self.call_after_refresh(self.show_all)

    def _arrange(self, width: int, height: int) -> None:
        screen = self.screen_stack[0]
        board = self.shown_state.board.grid.name
        arrangement = arrange(board, width, height)
        screen.set_class(arrangement is None, "-too-small")
        if arrangement is None:
            message = f"{too_small(board, width, height)}\n\nPress Ctrl+C to quit."
            screen.query_one("#too-small", Static).update(message)
            return
        screen.query_one("#side").styles.width = arrangement.side_width
        screen.query_one("#prompt").styles.height = arrangement.prompt_height

    def show_all(self) -> None:
        """Show the current position in every panel."""
        screen, state = self.screen_stack[0], self.shown_state
        grid, edition = state.board.grid, state.edition.name
        title = f"Turn {state.turn_number}  {grid.name}, {edition}"
        screen.query_one("#title", Static).update(Text(title, no_wrap=True, overflow="ellipsis"))
        screen.query_one(StoryPanel).show(self.timeline, self.shown_at)
        self.show_board()

    def show_board(self) -> None:
        """Show what depends on the cursor and the clocks."""
        self.board.show(self.picture())
        self.show_clocks()
        self.show_prompt()

    def show_clocks(self) -> None:
        """Show the seats with their clocks."""
        state = self.shown_state
        to_move = None if state.outcome else state.player
        panel = self.screen_stack[0].query_one(SeatsPanel)
        panel.show(state, self.names(), to_move, self.clocks())

    def show_prompt(self) -> None:
        """Show the prompt and the cell under the cursor."""
        question, *lines = self.prompt()
        self.screen_stack[0].query_one(PromptPanel).show(question, *lines)

    def picture(self) -> BoardPicture:
        """Return what the board shows."""
        return BoardPicture(self.shown_state, {}, touched=self.last_cells())

    def last_cells(self) -> frozenset[int]:
        """Return the cells of the turn that led to the shown position."""
        at = self.shown_at
        turn = next((turn for turn in self.timeline.turns() if turn.begin < at <= turn.end), None)
        if turn is None:
            return frozenset()
        return self.timeline.touched_cells(self.timeline.played[turn.begin : at])

    def introduction(self) -> str:
        """Return what the story begins with."""
        raise NotImplementedError

    def names(self) -> Sequence[str]:
        """Return the names of the seats."""
        raise NotImplementedError

    def clocks(self) -> Sequence[str]:
        """Return the time left of every seat; empty: there are no clocks."""
        return ()

    def prompt(self) -> list[Text]:
        """Return the question and the lines below it."""
        raise NotImplementedError

    def where(self) -> Text:
        """Say which position of the game is shown."""
        turns = self.timeline.turns()
        done = sum(turn.end <= self.shown_at for turn in turns)
        return Text(
            f"After {done} of {format_count(len(turns), 'turn')},"
            f" move {self.shown_at} of {len(self.timeline)}.",
            "bold",
        )

    def cell_line(self) -> Text:
        """Describe the cell under the cursor."""
        return Text(describe_cell(self.shown_state, self.board.cursor), theme()["ink"])

    def on_board_view_pointed(self, _event: BoardView.Pointed) -> None:
        self.board.show(self.picture())
        self.show_prompt()

    def on_story_panel_turn_chosen(self, event: StoryPanel.TurnChosen) -> None:
        self.action_go(event.at)

    def action_turn(self, step: int) -> None:
        """Show the position a turn before or after this one."""
        self._go_past(step, [turn.end for turn in self.timeline.turns()])

    def _go_past(self, step: int, stops: Sequence[int]) -> None:
        """Show the nearest of these positions, the start or the end, before or after this one."""
        if step < 0:
            self.action_go(max((at for at in stops if at < self.shown_at), default=0))
        else:
            end = len(self.timeline)
            self.action_go(min((at for at in stops if at > self.shown_at), default=end))

    def action_step(self, step: int) -> None:
        """Show the position a choice before or after this one; bookkeeping changes nothing."""
        played = self.timeline.played
        self._go_past(step, [at for at, one in enumerate(played) if not one.move.bookkeeping])

    def action_go(self, at: int) -> None:
        """Show the position after so many moves."""
        last = len(self.timeline)
        self.at = None if at >= last else max(0, at)
        self.refresh_bindings()
        self.show_all()

    def action_live(self) -> None:
        """Show the last position."""
        self.action_go(len(self.timeline))

    def action_leave(self) -> None:
        """Return to the game."""
        self.action_live()

    def action_help(self) -> None:
        """Show the keys and the marks."""
        self.push_screen(HelpDialog(self.KEYS))

    async def action_quit(self) -> None:
        self.exit()


def run_app(app: BoardApp) -> int:
    """Run the app until it exits; return its exit code.

    A signal that ends the process first ends the app, which restores the terminal, and then counts.
    """
    handlers = {
        name: before for name in END_SIGNALS if (before := signal.getsignal(name)) != signal.SIG_IGN
    }

    async def run() -> None:
        loop = asyncio.get_running_loop()

        def exit_app(number: int, _frame: object) -> None:
            app.received_signal = number
            loop.call_soon_threadsafe(app.exit)

        for name in handlers:
            signal.signal(name, exit_app)  # not add_signal_handler, which Windows lacks
        await app.run_async()

    try:
        asyncio.run(run())
    finally:
        for name, before in handlers.items():
            signal.signal(name, before)
    if app.received_signal is not None:
        signal.raise_signal(app.received_signal)
    return app.return_code or 0
