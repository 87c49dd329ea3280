"""One game at a terminal: a face of the host that asks people, lets computers think, tells what happens."""

from __future__ import annotations

import re
from collections.abc import Iterable
from time import sleep
from typing import TYPE_CHECKING, Final

from ringrift.cli import messages
from ringrift.cli.highlights import pointing
from ringrift.cli.hints import hint
from ringrift.host import (
    ClockWarned,
    ComputerSeats,
    ComputerTrouble,
    Engine,
    Event,
    FlagFell,
    GameSession,
    Level,
    PeopleSwapped,
    Person,
    SessionError,
    Substituted,
    TakenBack,
)
from ringrift.rules import Decision, RingRiftError, Seat, apply, effects
from ringrift.rules.explain import positions_of
from ringrift.rules.grid import Cell
from ringrift.rules.notation import parse_move

if TYPE_CHECKING:
    from ringrift.cli.terminal import Screen

_SLOW: Final = 6  # from this level on it is said that a computer thinks
_SLOWEST: Final = 60.0  # seconds that a turn may stand when watching
_QUICKEST: Final = 0.05
_CELL: Final = re.compile(
    r"[a-z]\d+", re.ASCII
)  # what is written as a cell is, of this board or not
_LOOKS: Final = ("help", "h", "?", "moves", "show", "s", "hint", "log", "board", "b", "why")


class TerminalGame:
    """Plays the game of a session until it ends or a person leaves.

    `speed`: how many seconds each turn stands where only computers play; None: only the last board is shown.
    """

    def __init__(
        self,
        session: GameSession,
        computers: ComputerSeats,
        screen: Screen,
        speed: float | None = None,
    ) -> None:
        self.session = session
        self.computers = computers
        self.screen = screen
        self.speed = speed
        self.people = sum(isinstance(who, Person) for who in session.seats)
        self.told = 0  # how many moves were told
        self.shown = session.state  # the state after them
        self.touched: frozenset[Cell] = frozenset()  # cells of the moves told last
        self.giving_up = False  # whether the last line was a resignation, to be said once more

    def play(self) -> None:
        """Until the game ends or a person leaves."""
        if self.people:
            self.screen.welcome(self.session.state, self._names(), alone=self.people == 1)
        elif self.speed is not None:
            self.screen.say(
                "Enter pauses and resumes; + or - and Enter change the speed; q and Enter quits."
            )
        while not self.session.over:
            goes_on = self._ask() if self.computers.seat_to_move() is None else self._let_think()
            if not goes_on:
                self.screen.say(
                    f"The game stays unfinished in turn {self.session.state.turn_number}."
                )
                return
        self._tell(always=bool(self.people) or self.speed is not None)
        self._draw()
        self.screen.result(self.session.state, self._names())

    def _names(self) -> list[str]:
        return [
            f"{self.screen.colour(seat)} ({self._who(seat)})"
            for seat in self.session.state.board.seats
        ]

    def _who(self, seat: Seat) -> str:
        occupant = self.session.occupant(seat)
        return "you" if isinstance(occupant, Person) and self.people == 1 else occupant.name

    def _let_think(self) -> bool:
        """One choice of a computer; False if somebody who watches leaves."""
        seat, turn = self.session.state.player, self.session.state.turn_number
        occupant = self.session.occupant(seat)
        slow = isinstance(occupant, Engine) or (
            isinstance(occupant, Level) and occupant.number >= _SLOW
        )
        with self.screen.thinking(
            f"{self.screen.colour(seat)} ({occupant.name}) thinks", shown=slow
        ):
            events = self.computers.step()
        self._hear(events)
        state = self.session.state
        if (
            self.people
            or self.speed is None
            or (state.turn_number == turn and not self.session.over)
        ):
            return True
        self._tell()
        if self.session.over:
            return True
        self._draw()
        return self._linger()

    def _linger(self) -> bool:
        """Let those who watch look at a turn; False if they leave."""
        assert self.speed is not None
        if not self.screen.interactive:
            sleep(self.speed)
            return True
        patience: float | None = self.speed
        while self.screen.ready(patience):
            line = self.screen.line()
            word = "q" if line is None else line.lower()
            if word in ("q", "quit", "exit"):
                return False
            if word in ("+", "-"):
                self.speed = min(_SLOWEST, max(_QUICKEST, self.speed * (0.5 if word == "+" else 2)))
                self.screen.say(f"A turn stands {self.speed:g} s.")
                patience = self.speed
            elif patience is None:
                return True
            else:
                self.screen.say("Paused: Enter resumes, q and Enter quits.")
                patience = None
        return True

    def _hear(self, events: Iterable[Event]) -> None:
        """What people are told at once."""
        back = False
        for event in events:
            match event:
                case TakenBack():
                    back = True
                    self.told = len(self.session.moves)
                    self.shown = self.session.state
                    self.touched = frozenset()
                case PeopleSwapped() if self.people and not back:
                    self._tell()
                    self.screen.say(f"The sides are swapped: {', '.join(self._names())}.")
                case ComputerTrouble(seat=seat, problem=problem, message=message):
                    self.screen.say(
                        f"{self.screen.colour(seat)} {messages.TROUBLES[problem]}: {message}"
                    )
                case Substituted(seat=seat, occupant=occupant):
                    self.screen.say(
                        f"{self.screen.colour(seat)} is played by {occupant.name} from now on."
                    )
                case ClockWarned(seat=seat, left=left):
                    self.screen.say(
                        f"\n{self.screen.colour(seat)}: {messages.duration(left)} left."
                    )
                case FlagFell(seat=seat):
                    self.screen.say(f"\n{self.screen.colour(seat)}'s time is up.")
                case _:
                    pass

    def _tell(self, *, always: bool = True) -> None:
        """The moves since people last looked, a line a turn."""
        turns: dict[tuple[int, Seat], list[str]] = {}
        touched: set[Cell] = set()
        state = self.shown
        for event in self.session.moves[self.told :]:
            turns.setdefault((state.turn_number, event.seat), []).append(event.notation)
            touched |= {state.board.grid.cell_of[position] for position in positions_of(event.move)}
            state = apply(state, event.move)
        for (turn, seat), moves in turns.items():
            if always:
                self.screen.turn(turn, seat, moves)
        if turns:
            self.touched = frozenset(touched)
        self.told, self.shown = len(self.session.moves), state

    def _draw(self, marks: dict[Cell, str] | None = None) -> None:
        self.screen.position(self.session.state, self._names(), marks, self.touched)

    def _ask(self) -> bool:
        """Let a person choose; False if they leave."""
        due = self.session.decision()
        assert due is not None
        self._tell()
        self._draw()
        self.screen.question(self.session.state, due, numbered=messages.NUMBERED)
        here = self.session.decision_sequence
        while self.session.decision_sequence == here:
            line = self._line(due.seat)
            if self.session.over:
                return True
            words = (
                ["quit"] if line is None else line.lower().split()
            )  # no command or move needs capitals
            if words in (["quit"], ["exit"], ["q"]):
                return False
            try:
                self._answer(due, *words)
            except RingRiftError as error:
                self.screen.refuse(error.refusal)
        return True

    def _line(self, seat: Seat) -> str | None:
        """What the person types; in a game with clocks they are looked at while it is waited for."""
        self.screen.prompt(seat, self._time_left(seat))
        while (deadline := self.session.deadline()) is not None and self.screen.interactive:
            if self.screen.ready(max(0.0, deadline - self.session.time())):
                break
            self._hear(self.session.tick())
            if self.session.over:
                return None
            self.screen.prompt(seat, self._time_left(seat))
        return self.screen.line()

    def _time_left(self, seat: Seat) -> str:
        left = self.session.clock()
        return "" if left is None else messages.duration(left[seat - 1])

    def _answer(self, due: Decision, word: str = "", *rest: str) -> None:
        """One line of a person: a command, a number of the list, or a move."""
        gave_up, self.giving_up = self.giving_up, (word, rest) == ("resign", ())
        match word, rest:
            case "", _:
                self.screen.say("Type a move, moves to list them, hint for advice, or help.")
            case word, _ if word in _LOOKS:
                self._look(due, word, rest)
            case "undo" | "u", _:
                self._undo(due.seat)
            case "resign", () if gave_up:
                self._hear(self.session.resign(due.seat))
            case "resign", ():
                self.screen.say(
                    "That ends the game and cannot be taken back: type resign again to give up."
                )
            case "resign", _:
                self.screen.say("Type resign alone to give up.")
            case number, () if number.isdecimal() and len(due.moves) <= messages.NUMBERED:
                self._choose(due, number)
            case _, ():
                self._hear(self.session.play(due.seat, parse_move(self.session.state, word)))
            case _:
                self.screen.say("One move at a time, please. Type help for the commands.")

    def _look(self, due: Decision, word: str, rest: tuple[str, ...]) -> None:
        """A command that changes nothing."""
        state = self.session.state
        match word, rest:
            case "help" | "h", _:
                self.screen.help(board="board" in rest)
            case "?" | "moves", _:
                self.screen.moves(state, due.moves, about=rest)
            case "show" | "s", _:
                self._show(due, rest[0] if rest else "")
            case "hint", _:
                with self.screen.thinking("searching"):
                    lines = hint(state)
                self.screen.say("\n".join(lines))
            case "log", _:
                self._log()
            case "board" | "b", _:
                self._draw()
                self.screen.question(state, due, numbered=messages.NUMBERED)
            case "why", [text]:
                move = parse_move(state, text)
                self.screen.consequences(state, move, effects(state, move))
            case _:
                self.screen.say("Write one move after it, such as: why d4-d7")

    def _show(self, due: Decision, about: str) -> None:
        """The board with marks for what the word is about."""
        grid = self.session.state.board.grid
        if _CELL.fullmatch(about) and grid.cell_named(about) is None:
            self.screen.say(f"{about} is no cell of {grid.name}; name a cell of this board.")
            return
        shown = pointing(self.session.state, due, about)
        self._draw(shown.marks)
        self.screen.say(shown.sentence)

    def _choose(self, due: Decision, number: str) -> None:
        move = messages.numbered(due, number)
        if move is None:
            self.screen.say(f"The list goes from 1 to {len(due.moves)}.")
        else:
            self._hear(self.session.play(due.seat, move))

    def _undo(self, seat: Seat) -> None:
        """Back to the last choice of a person before this one."""
        try:
            events = self.session.offer_take_back(seat)
        except SessionError as error:
            if error.code != "NO_MOVE_TO_TAKE_BACK":
                raise
            self.screen.say("There is nothing to take back.")
            return
        self.screen.say("Taken back.")
        self._hear(events)

    def _log(self) -> None:
        """The whole game so far, a line a turn."""
        self.told, self.shown = 0, self.session.settings.start
        self._tell()
