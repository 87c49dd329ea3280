"""One game in the terminal: reads the moves of people, runs computers, shows what happens."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from time import sleep
from typing import TYPE_CHECKING, Final

from ringrift.cli import messages
from ringrift.cli.highlights import highlight
from ringrift.cli.hints import suggest_moves
from ringrift.cli.session_text import describe_event, seat_names
from ringrift.host import (
    ClockWarned,
    ComputerSeats,
    Engine,
    Event,
    GameSession,
    Left,
    Level,
    PeopleSwapped,
    Person,
    SessionError,
    TakenBack,
)
from ringrift.rules import Decision, RingRiftError, Seat, apply, effects
from ringrift.rules.explain import positions_of
from ringrift.rules.grid import Cell
from ringrift.rules.notation import parse_move

if TYPE_CHECKING:
    from ringrift.cli.terminal import Terminal

_SLOW_LEVEL: Final = 6  # from this level on, the terminal shows that a computer thinks
_MAX_SPEED_SECONDS: Final = 60.0
_MIN_SPEED_SECONDS: Final = 0.05
_QUERIES: Final = ("help", "h", "?", "moves", "show", "s", "hint", "log", "board", "b", "why")


class TerminalGame:
    """Plays a session until it ends or a person quits.

    `speed` is how many seconds each turn is shown when only computers play; None: show only the
    last board. `save` is called after every choice.
    """

    def __init__(
        self,
        session: GameSession,
        computers: ComputerSeats,
        terminal: Terminal,
        speed: float | None = None,
        save: Callable[[], None] | None = None,
    ) -> None:
        self.session = session
        self.computers = computers
        self.terminal = terminal
        self.speed = speed
        self.save = save
        self.people = sum(isinstance(who, Person) for who in session.seats)
        self.moves_shown = len(session.moves)
        self.shown_state = session.state  # the state after them
        self.last_cells: frozenset[Cell] = frozenset()  # of the moves shown last
        self.resignation_pending = False  # `resign` must be typed twice

    def play(self) -> None:
        """Play until the game ends or a person quits."""
        if self.people:
            self.terminal.show_welcome(
                self.session.state, seat_names(self.session), alone=self.people == 1
            )
            if self.session.start_moves:
                self.terminal.print(messages.BALANCED_START)
        elif self.speed is not None:
            self.terminal.print(
                "Press Enter to pause or resume, + or - and Enter to change the speed,"
                " q and Enter to quit."
            )
        while not self.session.over:
            continues = (
                self._play_person()
                if self.computers.seat_to_move() is None
                else self._play_computer()
            )
            if self.save is not None:
                self.save()
            if not continues:
                return
        self._show_new_moves(always=bool(self.people) or self.speed is not None)
        self._draw()

    def _play_computer(self) -> bool:
        """Play one choice of a computer; return False if a watcher quits."""
        seat, turn = self.session.state.player, self.session.state.turn_number
        occupant = self.session.occupant(seat)
        slow = isinstance(occupant, Engine) or (
            isinstance(occupant, Level) and occupant.number >= _SLOW_LEVEL
        )
        with self.terminal.show_thinking(
            f"{self.terminal.colour_name(seat)} ({occupant.name}) is thinking", shown=slow
        ):
            events = self.computers.step()
        self._report_events(events)
        state = self.session.state
        if (
            self.people
            or self.speed is None
            or (state.turn_number == turn and not self.session.over)
        ):
            return True
        self._show_new_moves()
        if self.session.over:
            return True
        self._draw()
        return self._pause_between_turns()

    def _pause_between_turns(self) -> bool:
        """Show a turn for `speed` seconds; return False if a watcher quits."""
        assert self.speed is not None
        if not self.terminal.interactive:
            sleep(self.speed)
            return True
        patience: float | None = self.speed
        while self.terminal.wait_for_input(patience):
            line = self.terminal.read_line()
            word = "q" if line is None else line.lower()
            if word in ("q", "quit", "exit"):
                return False
            if word in ("+", "-"):
                self.speed = min(
                    _MAX_SPEED_SECONDS,
                    max(_MIN_SPEED_SECONDS, self.speed * (0.5 if word == "+" else 2)),
                )
                self.terminal.print(f"Each turn is shown for {self.speed:g} s.")
                patience = self.speed
            elif patience is None:
                return True
            else:
                self.terminal.print("Paused. Press Enter to resume, q and Enter to quit.")
                patience = None
        return True

    def _report_events(self, events: Iterable[Event]) -> None:
        """Print the events that people must know about."""
        back = False
        for event in events:
            match event:
                case TakenBack():
                    back = True
                    self.moves_shown = len(self.session.moves)
                    self.shown_state = self.session.state
                    self.last_cells = frozenset()
                case PeopleSwapped() if self.people and not back:
                    self._show_new_moves()
                    self.terminal.print(
                        f"The players have swapped sides: {', '.join(seat_names(self.session))}."
                    )
                case ClockWarned() | Left(reason="flag_fell"):  # while a prompt is open
                    self.terminal.print(f"\n{describe_event(self.session, event)}")
                case _:
                    text = describe_event(self.session, event)
                    if text is not None:
                        self.terminal.print(text)

    def _show_new_moves(self, *, always: bool = True) -> None:
        """Print the moves since the last call, one line per turn."""
        turns: dict[tuple[int, Seat], list[str]] = {}
        last_cells: set[Cell] = set()
        state = self.shown_state
        for event in self.session.moves[self.moves_shown :]:
            turns.setdefault((state.turn_number, event.seat), []).append(event.notation)
            last_cells |= {
                state.board.grid.cell_of[position] for position in positions_of(event.move)
            }
            state = apply(state, event.move)
        for (turn, seat), moves in turns.items():
            if always:
                self.terminal.show_turn(turn, seat, moves)
        if turns:
            self.last_cells = frozenset(last_cells)
        self.moves_shown, self.shown_state = len(self.session.moves), state

    def _draw(self, marks: dict[Cell, str] | None = None) -> None:
        self.terminal.show_position(
            self.session.state, seat_names(self.session), marks, self.last_cells
        )

    def _play_person(self) -> bool:
        """Let a person choose; return False if they quit."""
        due = self.session.decision()
        assert due is not None
        self._show_new_moves()
        self._draw()
        self.terminal.show_decision(self.session.state, due, numbered=messages.MAX_NUMBERED_MOVES)
        here = self.session.decision_sequence
        while self.session.decision_sequence == here:
            line = self._line(due)
            if self.session.decision_sequence != here:  # the person's time was up
                return True
            words = (
                ["quit"] if line is None else line.lower().split()
            )  # no command or move needs capitals
            if words in (["quit"], ["exit"], ["q"]):
                return False
            try:
                self._execute(due, *words)
            except RingRiftError as error:
                self.terminal.show_refusal(error.refusal)
        return True

    def _line(self, due: Decision) -> str | None:
        """Read a line; in a game with clocks, check them while waiting."""
        seat = due.seat
        self.terminal.complete_with(messages.completions(self.session.state, due))
        while True:
            deadline = self.session.deadline()
            wait = None if deadline is None else max(0.0, deadline - self.session.time())
            try:
                return self.terminal.ask(seat, self._time_left(seat), wait)
            except TimeoutError:
                self._report_events(self.session.tick())
            if self.session.over or self.session.occupant(seat).computer:
                return None

    def _time_left(self, seat: Seat) -> str:
        left = self.session.clock()
        return "" if left is None else messages.format_duration(left[seat - 1])

    def _execute(self, due: Decision, word: str = "", *rest: str) -> None:
        """Execute a line: a command, a number of the list, or a move."""
        confirmed = self.resignation_pending
        self.resignation_pending = (word, rest) == ("resign", ()) and not confirmed
        match word, rest:
            case "", _:
                self.terminal.print(
                    "Type a move; or type moves to list the moves, hint for advice, or help."
                )
            case word, _ if word in _QUERIES:
                self._execute_query(due, word, rest)
            case "undo" | "u", _:
                self._undo(due.seat)
            case "resign", () if confirmed:
                self.computers.stop()  # pondering
                self._report_events(self.session.resign(due.seat))
            case "resign", ():
                self.terminal.print(messages.describe_resignation(self.session))
            case "resign", _:
                self.terminal.print("To give up, type resign on its own.")
            case number, () if number.isdecimal() and len(due.moves) <= messages.MAX_NUMBERED_MOVES:
                self._choose(due, number)
            case _, ():
                move = messages.parse_typed_move(self.session.state, due, word)
                self._report_events(self.session.play(due.seat, move))
            case _:
                self.terminal.print("One move at a time, please. Type help for the commands.")

    def _execute_query(self, due: Decision, word: str, rest: tuple[str, ...]) -> None:
        """Execute a command that does not change the game."""
        state = self.session.state
        match word, rest:
            case "help" | "h", _:
                self.terminal.show_help(board="board" in rest)
            case "?" | "moves", _:
                self.terminal.show_moves(state, due.moves, about=rest)
            case "show" | "s", _:
                self._show(due, rest[0] if rest else "")
            case "hint", _:
                with self.terminal.show_thinking("Searching"):
                    hint = suggest_moves(state)
                self.terminal.print("\n".join(hint.lines))
            case "log", _:
                self._log()
            case "board" | "b", _:
                self._draw()
                self.terminal.show_decision(state, due, numbered=messages.MAX_NUMBERED_MOVES)
            case "why", [text]:
                move = parse_move(state, text)
                self.terminal.show_effects(state, move, effects(state, move))
            case _:
                self.terminal.print("Write one move after why, such as: why d4-d7")

    def _show(self, due: Decision, about: str) -> None:
        """Draw the board with the cells of a stack or a move marked."""
        grid = self.session.state.board.grid
        if messages.CELL_NAME.fullmatch(about) and grid.cell_named(about) is None:
            self.terminal.print(
                f"{about} is not a cell on {grid.name}; choose a cell on this board."
            )
            return
        highlighted = highlight(self.session.state, due, about)
        self._draw(highlighted.marks)
        self.terminal.print(highlighted.sentence)

    def _choose(self, due: Decision, number: str) -> None:
        move = messages.numbered_move(due, number)
        if move is None:
            self.terminal.print(f"Choose a number from 1 to {len(due.moves)}.")
        else:
            self._report_events(self.session.play(due.seat, move))

    def _undo(self, seat: Seat) -> None:
        """Take back to the person's last choice."""
        try:
            events = self.session.offer_take_back(seat)
        except SessionError as error:
            if error.code != "NO_MOVE_TO_TAKE_BACK":
                raise
            self.terminal.print("There is nothing to take back.")
            return
        self.computers.stop()  # pondering about a position that is gone
        self.terminal.print("Taken back.")
        self._report_events(events)

    def _log(self) -> None:
        """Print the whole game so far, one line per turn."""
        self.moves_shown, self.shown_state = 0, self.session.settings.first_state
        self._show_new_moves()
