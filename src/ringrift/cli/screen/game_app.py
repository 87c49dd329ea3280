"""A game on the full screen: people choose cells, computers think in a thread."""

from __future__ import annotations

import asyncio
import textwrap
from collections.abc import Callable, Iterable, Sequence
from typing import ClassVar, Final

from rich.text import Text
from textual.binding import Binding, BindingType

from ringrift.cli import messages
from ringrift.cli.hints import Hint, suggest_moves
from ringrift.cli.messages import colour_name
from ringrift.cli.screen.board_app import BoardApp
from ringrift.cli.screen.board_view import BoardPicture, BoardView, theme
from ringrift.cli.screen.dialogs import (
    BOARD_KEYS,
    GAME_KEYS,
    ConfirmDialog,
    ListDialog,
    MoveDialog,
)
from ringrift.cli.screen.move_picker import Choice, MovePicker
from ringrift.cli.screen.move_text import changed_cells, describe_effects, describe_move
from ringrift.cli.screen.timeline import Timeline
from ringrift.cli.session_text import describe_event, describe_result, seat_names
from ringrift.host import (
    ComputerSeats,
    Event,
    GameSession,
    NoClock,
    PeopleSwapped,
    Person,
    SessionError,
    TakenBack,
)
from ringrift.rules import (
    DecisionKind,
    Move,
    PlaceRing,
    RingRiftError,
    Seat,
    State,
    SwapSides,
)
from ringrift.rules.explain import positions_of
from ringrift.rules.grid import Cell
from ringrift.rules.notation import format_move

_TICK: Final = 0.2  # seconds between two looks at the clocks
_FOLLOW: Final = 0.4  # seconds that a computer's turn is shown to a person
_MAX_SPEED: Final = 60.0  # seconds a turn is shown
_MIN_SPEED: Final = 0.05  # above 0, which shows turns without a pause
_LISTED_EFFECTS: Final = 12  # lists up to this length say what every choice does
_TOAST: Final = 8.0  # seconds that a message is shown


class GameApp(BoardApp, inherit_bindings=False):
    """Plays a session until it ends or a person quits.

    `speed` is how many seconds each turn of a computer is shown; `save` is called after every
    choice.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        BoardApp.HELP_BINDING,
        Binding("s", "skip", "Skip"),
        Binding("w", "swap", "Swap"),
        Binding("h", "hint", "Hint"),
        Binding("c", "choices", "Choices"),
        Binding("m,colon", "type_move", "Type", key_display="m"),
        Binding("u", "undo", "Undo"),
        Binding("p", "pause", "Pause"),
        Binding("plus", "speed(0.5)", "Faster", show=False),
        Binding("minus", "speed(2)", "Slower", show=False),
        Binding("r", "resign", "Resign"),
        *BoardApp.COMMON_BINDINGS,
    ]

    KEYS = (*GAME_KEYS, *BOARD_KEYS)

    def __init__(
        self,
        session: GameSession,
        computers: ComputerSeats,
        speed: float | None = None,
        save: Callable[[], None] | None = None,
    ) -> None:
        self.session = session
        self.computers = computers
        self.save = save
        self.people = sum(isinstance(who, Person) for who in session.seats)
        timed = not isinstance(session.settings.clock, NoClock)
        self.speed = (0.0 if timed else _FOLLOW) if speed is None else speed
        self.paused = False
        self.picker: MovePicker | None = None  # while a person is to choose
        self.hint: Hint | None = None
        self.notice = ""
        self._select_next: Cell | None = None
        self._thinking = False
        self._searching = False
        timeline = Timeline(session.settings.first_state)
        timeline.follow(session)
        super().__init__(timeline)

    def begin(self) -> None:
        """Start the clocks and the game."""
        self.set_interval(_TICK, self.check_clocks)
        self._advance()

    # The course of the game.

    def _advance(self) -> None:
        """Ask the seat to move for its choice."""
        session = self.session
        self.timeline.follow(session)
        self._save()
        self.picker, self.hint, self.notice = None, None, ""
        if self.at is not None and self.at >= len(self.timeline):
            self.at = None
        if self.computers.seat_to_move() is not None:
            if not self.paused:
                self._think()
        elif (due := session.decision()) is not None:
            self.picker = MovePicker(session.state, due)
            if self._select_next is not None:
                self.picker.pick(self._select_next)
        self._select_next = None
        self.refresh_bindings()
        self.show_all()

    def _save(self) -> None:
        """Save the game. If that fails, say so and play on."""
        if self.save is None:
            return
        try:
            self.save()
        except OSError as error:
            self.save = None
            message = f"The game cannot be saved while you play: {error}."
            self.notify(message, severity="error", timeout=_TOAST, markup=False)

    def _think(self) -> None:
        if not self._thinking:
            self._thinking = True
            self.run_worker(self._play_computer(), exclusive=False)

    async def _play_computer(self) -> None:
        """Let the computer think in a thread, then play its choice."""
        turn = self.session.state.turn_number
        try:
            decision = await asyncio.to_thread(self.computers.decide)
        except RuntimeError:  # a person took back or left before it began
            self._thinking = False
            self._advance()
            return
        happened = self.computers.apply(decision)
        self.timeline.follow(self.session)
        new_turn = self.session.state.turn_number != turn
        if new_turn and not self.session.over and self.speed:
            self.show_all()
            await asyncio.sleep(self.speed)
        self._thinking = False
        self._react(happened)

    def check_clocks(self) -> None:
        """Show the clocks, and end the turn of a seat whose time is up."""
        if self.session.over:
            return
        happened = self.session.tick()
        if happened:
            self._react(happened)
        elif self.session.clock() is not None:
            self.show_clocks()

    def _react(self, happened: Iterable[Event]) -> None:
        """Report events and go on."""
        happened = tuple(happened)
        back = any(isinstance(event, TakenBack) for event in happened)
        for event in happened:
            text = describe_event(self.session, event)
            if isinstance(event, PeopleSwapped) and self.people and not back:
                text = f"The players have swapped sides: {', '.join(self.names())}."
            if text:
                self.notify(text, timeout=_TOAST, markup=False)
        if back:
            self.computers.stop()
        self._advance()

    def _play(self, move: Move, then: Cell | None = None) -> None:
        assert self.picker is not None
        seat = self.picker.due.seat
        self._select_next = then
        try:
            self._react(self.session.play(seat, move))
        except RingRiftError as error:
            self._refuse(error.refusal.message)

    def _refuse(self, message: str) -> None:
        self.notice = message
        self.bell()
        self.show_prompt()

    # What is shown.

    @property
    def choosing(self) -> MovePicker | None:
        """The picker, if a person is to choose and the board shows the game as it is."""
        return self.picker if self.at is None else None

    def introduction(self) -> str:
        rules = messages.rules_summary(self.timeline.states[0])
        return f"{rules}\n{messages.BALANCED_START}" if self.session.start_moves else rules

    def names(self) -> Sequence[str]:
        return seat_names(self.session)

    def clocks(self) -> Sequence[str]:
        left = self.session.clock()
        return () if left is None else [messages.format_duration(seconds) for seconds in left]

    def picture(self) -> BoardPicture:
        picker = self.choosing
        if picker is None:
            return super().picture()
        targets = picker.targets()
        quiet = picker.due.kind is DecisionKind.PLACEMENT and not picker.picked
        hint = frozenset[Cell]()
        if self.hint is not None and self.hint.move is not None:
            cell_of = self.shown_state.board.grid.cell_of
            hint = frozenset(cell_of[at] for at in positions_of(self.hint.move))
        return BoardPicture(
            self.shown_state,
            targets,
            quiet=quiet,
            picked=picker.picked,
            touched=self.last_cells(),
            previewed=self._previewed(picker),
            hint=hint,
        )

    def prompt(self) -> list[Text]:
        if self.at is not None:
            keys = Text(", and . step through the game; End returns to it.", theme()["quiet"])
            return [self.where(), self.cell_line(), keys]
        if self.session.over:
            return self._result()
        state = self.session.state
        seat = state.player
        title = Text(f"Turn {state.turn_number}, ", "bold")
        title.append(self.names()[seat - 1], f"bold {theme().seat(seat).ink}")
        if self.picker is None:
            return [title.append(self._waiting_for(seat)), self.cell_line()]
        title.append(f": {messages.describe_decision(state, self.picker.due)}.")
        lines = [title]
        if self.notice:
            lines.append(Text(self.notice, theme()["danger"]))
        if self._searching:
            lines.append(Text("Searching for a hint ...", theme()["accent"]))
        elif self.hint is not None:
            lines += [Text(line, theme()["accent"]) for line in self.hint.lines]
        return [*lines, *self._preview(self.picker)]

    def _waiting_for(self, seat: Seat) -> str:
        """Say why no person can choose now."""
        if isinstance(self.session.occupant(seat), Person):
            return " is next."  # while the computer's turn is shown
        return " is paused; p resumes." if self.paused else " is thinking ..."

    def _result(self) -> list[Text]:
        winner, *rest = describe_result(self.session)
        outcome = self.session.outcome
        ink = "" if outcome is None else theme().seat(outcome.winner).ink
        ranking = "   ".join(line.strip() for line in rest if line)
        last = Text(", and . step through the game; q quits.", theme()["quiet"])
        places = [Text(ranking)] if ranking else []
        return [Text(winner, f"bold {ink}"), *places, self.cell_line(), last]

    def _preview(self, picker: MovePicker) -> list[Text]:
        """Describe the cell under the cursor and what choosing it would do."""
        cell, state = self.board.cursor, picker.state
        line, others = self.cell_line(), self._other_choices(picker)
        moves = [choice.move for choice in picker.choices_at(cell)]
        if picker.can_reset:
            others = [Text("Escape: choose another stack", theme()["quiet"]), *others]
        if len(moves) != 1:
            does = _describe_several(state, moves)
            if not moves and cell in picker.targets():
                does = "choose where it goes"
            if does:
                line.append(f". Enter: {does}.", theme()["target"])
            return [line, *others]
        line.append(f". Enter: {describe_move(state, moves[0])}.", theme()["target"])
        changes = describe_effects(state, moves[0])
        effect = [Text(f"Effect: {'; '.join(changes)}.", theme()["quiet"])] if changes else []
        return [line, *effect, *others]

    def _previewed(self, picker: MovePicker) -> frozenset[Cell]:
        """Return the cells that the choice under the cursor would change."""
        choices = picker.choices_at(self.board.cursor)
        return changed_cells(picker.state, choices[0].move) if len(choices) == 1 else frozenset()

    def _other_choices(self, picker: MovePicker) -> list[Text]:
        keys = [
            f"{'w' if isinstance(move, SwapSides) else 's'}: {describe_move(picker.state, move)}"
            for move in picker.moves_without_cells()
        ]
        return [Text(";  ".join(keys), theme()["quiet"])] if keys else []

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer only the keys that do something now."""
        picker = self.choosing
        without = () if picker is None else picker.moves_without_cells()
        match action:
            case "choices" | "type_move" | "hint":
                return picker is not None
            case "skip":
                return any(not isinstance(move, SwapSides) for move in without)
            case "swap":
                return any(isinstance(move, SwapSides) for move in without)
            case "undo" | "resign":
                return bool(self.people) and not self.session.over
            case "pause" | "speed":
                return not self.people and not self.session.over
            case _:
                return super().check_action(action, parameters)

    # What people do.

    def on_board_view_pointed(self, _event: BoardView.Pointed) -> None:
        self.notice = ""  # the board app shows the prompt

    def on_board_view_chosen(self, event: BoardView.Chosen) -> None:
        picker = self.choosing
        if picker is None:
            if self.at is not None:
                self.action_live()
            return
        before = picker.picked
        choices = picker.pick(event.cell)
        self.hint, self.notice = None, ""
        if choices:
            self._choose(choices)
        elif picker.picked == before and not picker.can_choose(event.cell):
            refusal = picker.why_not(event.cell)
            self._refuse("Nothing to choose here." if refusal is None else refusal.message)
        else:
            self.show_board()

    def _choose(self, choices: Sequence[Choice]) -> None:
        """Play the only choice, or let the person choose from a list."""
        if len(choices) == 1 and choices[0].then is None:
            self._play(choices[0].move)
        else:
            self._list(choices)

    def _list(self, choices: Sequence[Choice]) -> None:
        assert self.picker is not None
        state, width = self.picker.state, ListDialog.text_width(self.size.width)
        rows = [_describe_row(state, choice.move, len(choices), width) for choice in choices]
        here = self.session.decision_sequence

        def chosen(place: int | None) -> None:
            if self.session.decision_sequence != here:  # the person's time was up
                return
            if place is None:
                self.show_board()
            else:
                self._play(choices[place].move, choices[place].then)

        self.push_screen(ListDialog("Choose", rows), chosen)

    def action_choices(self) -> None:
        """List every choice."""
        if self.choosing is not None:
            self._list(tuple(Choice(move) for move in self.choosing.due.moves))

    def action_type_move(self) -> None:
        """Ask for a move in notation."""
        if (picker := self.choosing) is None:
            return
        state = picker.state

        def typed(move: Move | None) -> None:
            if move is not None and self.picker is picker:
                self._play(move)

        self.push_screen(MoveDialog(state, picker.due), typed)

    def action_skip(self) -> None:
        """Decline."""
        self._play_without_cell(swap=False)

    def action_swap(self) -> None:
        """Swap sides."""
        self._play_without_cell(swap=True)

    def _play_without_cell(self, *, swap: bool) -> None:
        if (picker := self.choosing) is not None:
            moves = picker.moves_without_cells()
            move = next((move for move in moves if isinstance(move, SwapSides) == swap), None)
            if move is not None:
                self._play(move)

    def action_hint(self) -> None:
        """Search for a good move in a thread."""
        if self.choosing is not None and not self._searching:
            self._searching = True
            self.show_prompt()
            self.run_worker(self._search(self.choosing))

    async def _search(self, picker: MovePicker) -> None:
        try:
            hint = await asyncio.to_thread(suggest_moves, picker.state)
        finally:
            self._searching = False
        if self.picker is picker:
            self.hint = hint
            self.show_board()

    def action_undo(self) -> None:
        """Take back to the person's last choice."""
        person = next(
            (seat for seat, who in enumerate(self.session.seats, 1) if isinstance(who, Person)),
            None,
        )
        if person is None or self.session.over:
            return
        due = self.session.seat_to_move
        if due is not None and isinstance(self.session.occupant(due), Person):
            person = due
        try:
            happened = self.session.offer_take_back(person)
        except SessionError as error:
            nothing = error.code == "NO_MOVE_TO_TAKE_BACK"
            self._refuse("There is nothing to take back." if nothing else str(error))
            return
        self.at = None
        self._react(happened)

    def action_resign(self) -> None:
        """Ask whether the person to move wants to resign."""
        seat = self.session.seat_to_move
        if seat is None:
            return
        if not isinstance(self.session.occupant(seat), Person):
            if self.people != 1:
                self._refuse("Wait until it is your turn.")
                return
            seat = next(s for s, who in enumerate(self.session.seats, 1) if isinstance(who, Person))
        leaving = seat

        def answered(yes: bool | None) -> None:
            if yes and not self.session.over:
                self.computers.stop()
                self._react(self.session.resign(leaving))

        question = (
            f"{colour_name(seat).capitalize()} resigns? {messages.resignation_effect(self.session)}"
            " You cannot undo this."
        )
        self.push_screen(ConfirmDialog(question), answered)

    def action_pause(self) -> None:
        """Pause or resume the computers."""
        self.paused = not self.paused
        self._advance()

    def action_speed(self, factor: float) -> None:
        """Show every turn for a shorter or longer time."""
        speed = max(_MIN_SPEED, self.speed) * factor
        self.speed = 0.0 if speed < _MIN_SPEED else min(_MAX_SPEED, speed)
        self.notify(f"Each turn is shown for {self.speed:g} s.", timeout=2)

    def action_leave(self) -> None:
        """Return to the game, or choose another stack."""
        self.hint, self.notice = None, ""
        if self.at is None and self.picker is not None:
            self.picker.reset()
        super().action_leave()

    async def action_quit(self) -> None:
        self.computers.stop()
        self.exit()


def _describe_several(state: State, moves: Sequence[Move]) -> str:
    """Describe the moves that a cell offers."""
    if len(moves) > 1 and all(isinstance(move, PlaceRing) for move in moves):
        return f"{describe_move(state, moves[0])}, or up to {len(moves)}"
    rest = "" if len(moves) <= 2 else f", and {len(moves) - 2} more"
    return ", or ".join(describe_move(state, move) for move in moves[:2]) + rest


def _describe_row(state: State, move: Move, count: int, width: int) -> Text:
    """Describe a choice of a list; the effects only if the list is short."""
    text = Text(describe_move(state, move))
    text.append(f"  {format_move(state, move)}", theme()["accent"])
    changes = describe_effects(state, move)
    if count <= _LISTED_EFFECTS and not isinstance(move, PlaceRing) and changes:
        lines = textwrap.wrap("; ".join(changes), width - 3)
        text.append("\n   " + "\n   ".join(lines), theme()["quiet"])
    return text
