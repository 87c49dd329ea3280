"""The panels beside and below the board: the seats, the story and the prompt."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Final

from rich.text import Text
from textual.message import Message
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from ringrift.cli.messages import colour_name
from ringrift.cli.screen.board_view import theme
from ringrift.cli.screen.move_text import describe_effects, describe_played
from ringrift.cli.screen.timeline import Timeline, Turn
from ringrift.rules import Seat, State

_FULL_WIDTH: Final = 38  # of the seats, in columns; narrower ones are abbreviated
_HANG: Final = 11  # columns before the moves of a turn


class SeatsPanel(Static):
    """Every seat: who plays, the clock, what it has and how far it is from winning."""

    def show(
        self, state: State, names: Sequence[str], to_move: Seat | None, clocks: Sequence[str]
    ) -> None:
        """Show the seats of a state; `clocks` is empty in a game without clocks."""
        lines: list[Text] = []
        width = max(self.size.width, 1)
        for seat, name in enumerate(names, 1):
            lines += _seat_lines(state, seat, name, width, seat == to_move, clocks)
        self.update(Text("\n").join(lines))


def _seat_lines(
    state: State, seat: Seat, name: str, width: int, active: bool, clocks: Sequence[str]
) -> list[Text]:
    board, counts = state.board, state.seat(seat)
    ink = theme().seat(seat).ink
    clock = clocks[seat - 1] if clocks else ""
    title = Text(f"{'▶' if active else ' '} {name}"[: width - len(clock) - 1], f"bold {ink}")
    title.append(" " * (width - len(title) - len(clock)))
    title.append(clock, "bold reverse" if active and clock else "")
    short = width < _FULL_WIDTH
    counted = (
        f"hand {counts.hand}",
        f"stacks {board.controlled[seat].bit_count()}",
        f"markers {board.markers[seat].bit_count()}",
        f"{'terr.' if short else 'territory'} {board.territory(seat)}/{state.territory_threshold}",
        f"{'elim.' if short else 'eliminated'} {counts.eliminated}/{state.ring_threshold}",
    )
    lines = [""]
    for count in counted:
        if lines[-1] and len(lines[-1]) + len(count) + 4 > width:
            lines.append("")
        lines[-1] += f"  {count}"
    return [title, *(Text(line[:width], theme()["quiet"]) for line in lines)]


class StoryPanel(OptionList, can_focus=False):
    """The turns in notation, the shown one in words. A click shows the position after a turn.

    Above them is an introduction; a click on it shows the start.
    """

    class TurnChosen(Message):
        """A person chose to see the position after this many moves."""

        def __init__(self, at: int) -> None:
            super().__init__()
            self.at = at

    def __init__(self, introduction: str) -> None:
        super().__init__(id="story")
        self._introduction = introduction
        self._turns: list[Turn] = []
        self._shown: tuple[object, ...] = ()

    def show(self, timeline: Timeline, at: int) -> None:
        """Show the turns up to the end, and in words the turn that led to `at`."""
        turns = timeline.turns()
        current = next((place for place, turn in enumerate(turns) if at <= turn.end), None)
        if at == 0:
            current = None
        played = timeline.played[-1] if timeline.played else None
        width = self.content_size.width - 2  # without the scroll bar
        shown = (len(timeline), at, played, width)
        if shown == self._shown:
            return
        self._shown = shown
        self._turns = turns
        self.clear_options()
        self.add_option(Option(Text(self._introduction, theme()["quiet"])))
        self.add_options(
            Option(_turn_text(timeline, turn, width, at if place == current else None))
            for place, turn in enumerate(turns)
        )
        self.highlighted = 0 if current is None else current + 1
        self.call_after_refresh(self.scroll_to_highlight)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        place = event.option_index
        self.post_message(self.TurnChosen(self._turns[place - 1].end if place else 0))


def _turn_text(timeline: Timeline, turn: Turn, width: int, at: int | None) -> Text:
    """Return a turn in one line; with `at`, also in words up to that move."""
    moves = timeline.played[turn.begin : turn.end]
    notation = " ".join(played.notation for played in moves if not played.move.bookkeeping) or "-"
    text = Text(f"{turn.number:>3} ")
    text.append(f"{colour_name(turn.seat):5}", theme().seat(turn.seat).ink)
    text.append(_wrap(notation, width, " ", " " * _HANG))
    if at is None:
        return text
    for number in range(turn.begin, min(at, turn.end)):
        move, state = timeline.played[number].move, timeline.states[number]
        if move.bookkeeping:
            continue
        sentences = [describe_played(state, move), *describe_effects(state, move, plain=False)]
        for place, sentence in enumerate(sentences):
            indent = " " * (6 if place else 4)
            text.append("\n")
            text.append(
                _wrap(f"{sentence[:1].upper()}{sentence[1:]}.", width, indent, indent),
                theme()["quiet" if place else "ink"],
            )
    return text


def _wrap(text: str, width: int, first: str, rest: str) -> str:
    if width <= len(rest) + 1:
        return first + text
    lines = textwrap.wrap(text, width - len(rest), break_on_hyphens=False)
    return first + f"\n{rest}".join(lines)


class PromptPanel(Static):
    """What to choose, and what the choice under the cursor would do."""

    def show(self, question: Text, *lines: str | Text) -> None:
        """Show a question and lines below it."""
        text = Text(no_wrap=False)
        text.append_text(question)
        for line in lines:
            text.append("\n")
            text.append_text(line if isinstance(line, Text) else Text(line, theme()["quiet"]))
        self.update(text)
