"""A record on the full screen: `ringrift records replay GAME --screen`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from rich.text import Text
from textual.binding import BindingType

from ringrift.cli.messages import colour_name
from ringrift.cli.screen.board_app import BoardApp
from ringrift.cli.screen.timeline import Timeline
from ringrift.records import Record

_SHOWN_TAGS: Final = ("Event", "Site", "Date")


class ReplayApp(BoardApp, inherit_bindings=False):
    """Steps through a record, from its start or from the position after `at` moves."""

    BINDINGS: ClassVar[list[BindingType]] = [BoardApp.HELP_BINDING, *BoardApp.COMMON_BINDINGS]

    def __init__(self, record: Record, at: int = 0) -> None:
        super().__init__(Timeline.of_record(record))
        self.record = record
        self.at = None if at >= len(self.timeline) else at

    def introduction(self) -> str:
        tags = self.record.heading.tags
        named = [tags[name] for name in _SHOWN_TAGS if name in tags]
        return "\n".join(["The start of the game.", *named])

    def names(self) -> Sequence[str]:
        seats = self.shown_state.board.seats
        named = ((seat, self.record.person(seat, self.shown_at)) for seat in seats)
        return [
            f"{colour_name(seat)} ({name})" if name else colour_name(seat) for seat, name in named
        ]

    def prompt(self) -> list[Text]:
        keys = Text(", and . step turn by turn, < and > move by move; Home, End; ? lists all keys.")
        lines = [self.where(), self.cell_line(), keys]
        outcome = self.record.outcome
        if self.at is None and outcome is not None:
            winner = self.names()[outcome.winner - 1]
            lines.insert(1, Text(f"{winner} wins by {outcome.reason.replace('_', ' ')}.", "bold"))
        elif self.at is None:
            lines.insert(1, Text("The game is not over.", "bold"))
        return lines
