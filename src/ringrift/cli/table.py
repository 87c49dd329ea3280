"""One game at a terminal: asks people, rolls the dice for chance, fills in bookkeeping moves."""

from __future__ import annotations

from enum import StrEnum
from random import Random
from typing import TYPE_CHECKING, Final

from ringrift.rules import (
    Decision,
    Move,
    RingRiftError,
    Seat,
    State,
    SwapSides,
    apply,
    conclude,
    decision,
    effects,
)
from ringrift.rules.notation import notation, parse
from ringrift.rules.victory import ranking_with

if TYPE_CHECKING:
    from ringrift.cli.screen import Screen

NUMBERED: Final = 9  # so few moves are listed with numbers, and a number chooses one


class SeatKind(StrEnum):
    """Who takes a seat."""

    PERSON = "person"
    RANDOM = "random"


class Table:
    """A game and those who play it. States are values, so the past is a list and undo shortens it."""

    def __init__(self, start: State, seats: tuple[SeatKind, ...], chance: Random, screen: Screen) -> None:
        self.states = [start]
        self.seats = seats
        self.chance = chance
        self.screen = screen
        self.told = 0  # how many moves people have been told of

    @property
    def state(self) -> State:
        return self.states[-1]

    def kind(self, state: State, seat: Seat) -> SeatKind:
        """Who has the seat: when sides are swapped the people exchange seats, the pieces stay [R180]."""
        return self.seats[-seat if state.swap_used else seat - 1]

    def play(self) -> None:
        """Until the game ends or a person leaves."""
        if SeatKind.PERSON in self.seats:
            self.screen.say(
                f"RingRift on {self.state.board.grid.name}, {self.state.edition.name} edition. "
                "Type a move such as @d4, or help."
            )
        while due := decision(self.state):
            if not due.interactive:
                self._push(due.moves[0])
            elif self.kind(self.state, due.seat) is SeatKind.RANDOM:
                self._push(self.chance.choice(due.moves))
            elif not self._ask(due):
                self.screen.say(f"The game stays unfinished in turn {self.state.turn_number}.")
                return
        self._tell()
        self.screen.position(self.state, self._names())
        self.screen.result(self.state, self._names())

    def _push(self, move: Move) -> None:
        self.states.append(apply(self.state, move))
        if isinstance(move, SwapSides):
            self._tell()
            self.screen.say(f"The sides are swapped: {', '.join(self._names())}.")

    def _names(self) -> list[str]:
        return [
            f"{self.screen.colour(seat)} ({self.kind(self.state, seat)})" for seat in self.state.board.seats
        ]

    def _tell(self) -> None:
        """The moves since people last looked, a line a turn."""
        if SeatKind.PERSON not in self.seats:
            return
        turns: dict[tuple[int, Seat], list[str]] = {}
        for before, after in zip(self.states[self.told :], self.states[self.told + 1 :], strict=False):
            move = after.history.last()
            if move is not None and after.history is not before.history:
                turns.setdefault((before.turn_number, move.player), []).append(notation(before, move))
        for (turn, seat), moves in turns.items():
            self.screen.turn(turn, seat, moves)
        self.told = len(self.states) - 1

    def _ask(self, due: Decision) -> bool:
        """Let a person choose; False if they leave."""
        self._tell()
        self.screen.position(self.state, self._names())
        self.screen.question(self.state, due, numbered=NUMBERED)
        here = len(self.states)
        while len(self.states) == here and self.state.outcome is None:
            line = self.screen.ask(due.seat)
            if line is None or line in ("quit", "exit", "q"):
                return False
            try:
                self._answer(due, *line.split())
            except RingRiftError as error:
                self.screen.refuse(error.refusal)
        return True

    def _answer(self, due: Decision, word: str = "", *rest: str) -> None:
        """One line of a person: a command, a number of the list, or a move."""
        match word, rest:
            case "", _:
                self.screen.say("Type a move, moves to list them, or help.")
            case "help" | "h", _:
                self.screen.help()
            case "?" | "moves", _:
                self.screen.moves(self.state, due.moves, about=rest)
            case "board", _:
                self.screen.position(self.state, self._names())
                self.screen.question(self.state, due, numbered=NUMBERED)
            case "why", [text]:
                move = parse(self.state, text)
                self.screen.consequences(self.state, move, effects(self.state, move))
            case "why", _:
                self.screen.say("Write one move after it, such as: why d4-d7")
            case "undo", _:
                self._undo()
            case "resign", _:
                self._resign(due.seat)
            case number, () if number.isdecimal() and len(due.moves) <= NUMBERED:
                self._choose(due, int(number))
            case _, ():
                self._push(parse(self.state, word))
            case _:
                self.screen.say("One move at a time, please. Type help for the commands.")

    def _choose(self, due: Decision, number: int) -> None:
        if 1 <= number <= len(due.moves):
            self._push(due.moves[number - 1])
        else:
            self.screen.say(f"The list goes from 1 to {len(due.moves)}.")

    def _undo(self) -> None:
        """Back to the last choice of a person before this one."""
        for length in range(len(self.states) - 1, 0, -1):
            state = self.states[length - 1]
            due = decision(state)
            if due and due.interactive and self.kind(state, due.seat) is SeatKind.PERSON:
                del self.states[length:]
                self.told = length - 1
                self.screen.say("Taken back.")
                return
        self.screen.say("There is nothing to take back.")

    def _resign(self, seat: Seat) -> None:
        """The seat gives up; of several opponents the one that stands best wins."""
        best = ranking_with(self.state, seat)[1]
        self.states.append(conclude(self.state, best.seat, "resignation"))
