"""Every state of a game and the moves between them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ringrift.host import GameSession
from ringrift.records import Record, replay
from ringrift.rules import Move, Seat, State, apply
from ringrift.rules.explain import positions_of
from ringrift.rules.grid import Cell
from ringrift.rules.notation import format_move


@dataclass(frozen=True, slots=True)
class Played:
    """A move of the game; `turn` is the number of its turn."""

    seat: Seat
    move: Move
    notation: str
    turn: int
    event: object = None  # of the session


@dataclass(frozen=True, slots=True)
class Turn:
    """The moves of one seat in one turn: from the state before `begin` to the state at `end`."""

    number: int
    seat: Seat
    begin: int
    end: int


class Timeline:
    """States and moves; `states[n]` is the state after `n` moves."""

    def __init__(self, start: State) -> None:
        self.states: list[State] = [start]
        self.played: list[Played] = []

    @classmethod
    def of_record(cls, record: Record) -> Timeline:
        """Return the timeline of a record. Its last state has the result."""
        states = list(replay(record))
        line = cls(states[0])
        for before, move, after in zip(states, record.moves, states[1:], strict=False):
            notation = format_move(before, move)
            line.played.append(Played(before.player, move, notation, before.turn_number))
            line.states.append(after)
        line.states[-1] = states[-1]  # after the last move the host may have ended the game
        return line

    def __len__(self) -> int:
        return len(self.played)

    def follow(self, session: GameSession) -> None:
        """Take over the moves of the session, which may have been taken back."""
        moves = session.moves
        same = 0
        while same < min(len(moves), len(self.played)) and self.played[same].event is moves[same]:
            same += 1
        del self.played[same:], self.states[same + 1 :]
        for event in moves[same:]:
            before = self.states[-1]
            self.played.append(
                Played(event.seat, event.move, event.notation, before.turn_number, event)
            )
            self.states.append(apply(before, event.move))
        self.states[-1] = session.state

    def turns(self) -> list[Turn]:
        """Return the turns that have a move, in order."""
        found: list[Turn] = []
        for at, played in enumerate(self.played):
            if found and (found[-1].number, found[-1].seat) == (played.turn, played.seat):
                last = found[-1]
                found[-1] = Turn(last.number, last.seat, last.begin, at + 1)
            else:
                found.append(Turn(played.turn, played.seat, at, at + 1))
        return found

    def touched_cells(self, moves: Iterable[Played]) -> frozenset[Cell]:
        """Return the cells that these moves name."""
        cell_of = self.states[0].board.grid.cell_of
        return frozenset(cell_of[at] for played in moves for at in positions_of(played.move))
