"""The board as a widget: cells, pieces and marks in colour; a cursor, and the mouse."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import ClassVar, Final

from rich.color import Color, blend_rgb
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from ringrift.cli.highlights import FROM, OVER, TO
from ringrift.cli.screen.board_layout import BoardLayout, best_layout
from ringrift.drawing.look import Theme, load_look
from ringrift.rules import Seat, State
from ringrift.rules.grid import Cell

_EMPTY: Final = "·"
_TERRITORY_TINT: Final = 0.45  # of the seat's colour in a collapsed cell
_LAST_TINT: Final = 0.3  # of the trail's colour in the cells of the last turn
_TARGET_TINT: Final = 0.34


def theme() -> Theme:
    """Return the colours of the screen."""
    return load_look().themes["slate"]


@dataclass(frozen=True, slots=True)
class BoardPicture:
    """What the board shows: a state and what is marked on it."""

    state: State
    marks: Mapping[Cell, str]  # the cells that can be chosen, with `>`, `o` or `x`
    quiet: bool = False  # empty targets need no mark, because nearly all cells are targets
    picked: Collection[Cell] = ()
    touched: Collection[Cell] = ()  # by the last turn
    previewed: Collection[Cell] = ()  # changed by the choice under the cursor
    hint: Collection[Cell] = ()


class BoardView(Widget, can_focus=True):
    """Draws a board in the largest cells that fit."""

    DEFAULT_CSS = "BoardView { width: 1fr; height: 1fr; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "move(-1, 0)", "Left", show=False),
        Binding("right", "move(1, 0)", "Right", show=False),
        Binding("up", "move(0, 1)", "Up", show=False),
        Binding("down", "move(0, -1)", "Down", show=False),
        Binding("enter,space", "choose", "Choose", show=False),
        Binding("tab", "next_target(1)", "Next target", show=False),
        Binding("shift+tab", "next_target(-1)", "Previous target", show=False),
    ]

    class Chosen(Message):
        """A person chose a cell, with the keyboard or the mouse."""

        def __init__(self, cell: Cell) -> None:
            super().__init__()
            self.cell = cell

    class Pointed(Message):
        """The cursor or the mouse is on another cell."""

        def __init__(self, cell: Cell) -> None:
            super().__init__()
            self.cell = cell

    def __init__(self, picture: BoardPicture) -> None:
        super().__init__(id="board")
        self.picture = picture
        self.cursor = _start(picture.state)
        self._column: float | None = None  # that vertical steps keep to
        self._layout: BoardLayout | None = None

    def show(self, picture: BoardPicture) -> None:
        """Show another picture."""
        self.picture = picture
        self.refresh()

    def point(self, cell: Cell) -> None:
        """Move the cursor."""
        self._column = None
        self._point(cell)

    def _point(self, cell: Cell) -> None:
        if cell != self.cursor:
            self.cursor = cell
            self.post_message(self.Pointed(cell))
            self.refresh()

    def layout_in(self, width: int, height: int) -> BoardLayout | None:
        """Return the layout for this much room."""
        return best_layout(self.picture.state.board.grid.name, width, height)

    @property
    def board_layout(self) -> BoardLayout | None:
        """The current layout; None: the board does not fit."""
        return self._layout

    def on_resize(self, event: events.Resize) -> None:
        self._layout = self.layout_in(event.size.width, event.size.height)
        self.refresh()

    def action_move(self, right: int, up: int) -> None:
        layout = self._layout
        if layout is None:
            return
        if right or self._column is None:
            self._column = layout.centre(self.cursor)
        self._point(layout.step(self.cursor, right, up, self._column))
        if right:
            self._column = layout.centre(self.cursor)

    def action_choose(self) -> None:
        self.post_message(self.Chosen(self.cursor))

    def action_next_target(self, step: int) -> None:
        layout, marks = self._layout, self.picture.marks
        if layout is None or not marks:
            return
        order = [cell for row in layout.rows for cell in row]
        at = order.index(self.cursor)
        for away in range(1, len(order) + 1):
            cell = order[(at + step * away) % len(order)]
            if cell in marks:
                self.point(cell)
                return

    def on_mouse_move(self, event: events.MouseMove) -> None:
        cell = self.cell_under(event.x, event.y)
        if cell is not None:
            self.point(cell)

    def on_click(self, event: events.Click) -> None:
        cell = self.cell_under(event.x, event.y)
        if cell is not None:
            self.point(cell)
            self.post_message(self.Chosen(cell))

    def cell_under(self, x: int, y: int) -> Cell | None:
        """Return the cell at these coordinates of the widget."""
        layout = self._layout
        if layout is None:
            return None
        left, top = self._margins(layout)
        return layout.cell_at(y - top, x - left)

    def place_of(self, cell: Cell) -> tuple[int, int]:
        """Return the coordinates of the widget in the middle of the cell."""
        layout = self._layout
        assert layout is not None
        left, top = self._margins(layout)
        row, column = layout.places[cell]
        return left + column + layout.cell_width // 2, top + row + (layout.cell_height - 1) // 2

    def _margins(self, layout: BoardLayout) -> tuple[int, int]:
        width, height = self.size
        return (width - layout.width) // 2, (height - layout.height) // 2

    def render_line(self, y: int) -> Strip:
        """Draw one line of the terminal."""
        layout, width = self._layout, self.size.width
        background = Style(bgcolor=theme()["page"], color=theme()["coordinates"])
        if layout is None:
            return Strip.blank(width, background)
        left, top = self._margins(layout)
        segments: list[Segment] = []
        column = 0
        for begin, part in sorted(self._parts(layout, y - top), key=lambda part: part[0]):
            if begin + left > column:
                segments.append(Segment(" " * (begin + left - column), background))
            segments += [one if one.style else Segment(one.text, background) for one in part]
            column = begin + left + sum(len(segment.text) for segment in part)
        return Strip(segments).adjust_cell_length(width, background)

    def _parts(self, layout: BoardLayout, row: int) -> Iterator[tuple[int, list[Segment]]]:
        """Yield the labels and cells of a row with their first columns."""
        for label in layout.labels:
            if label.row == row:
                yield label.column, [Segment(label.text)]
        line, cells = layout.row_of(row)
        for cell in cells:
            yield layout.places[cell][1], self._cell(layout, cell, line)

    def _cell(self, layout: BoardLayout, cell: Cell, line: int) -> list[Segment]:
        """Return one line of a cell."""
        picture, width = self.picture, layout.cell_width
        background = self._background(cell)
        pointed = cell == self.cursor and self.has_focus
        light = pointed or cell in picture.picked
        glyphs: list[tuple[str, Style]] = []
        if line == (layout.cell_height - 1) // 2:
            glyphs = self._token(cell, width, light=light)
        elif line == (layout.cell_height - 1) // 2 + 1:
            glyphs = self._height(cell, width, light=light)
        base = Style(bgcolor=background)
        used = sum(len(text) for text, _ in glyphs)
        before = (width - used + 1) // 2
        lead, trail = " " * before, " " * (width - used - before)
        if pointed and glyphs and width > used:
            bracket = Style(color=theme()["page"], bold=True)
            lead = lead[:-1]
            glyphs = [("[", bracket), *glyphs]
            if trail:
                trail = trail[:-1]
                glyphs.append(("]", bracket))
        return [
            Segment(text, base + style)
            for text, style in ((lead, Style()), *glyphs, (trail, Style()))
            if text
        ]

    def _background(self, cell: Cell) -> str:
        picture, look = self.picture, theme()
        if cell == self.cursor and self.has_focus:
            return look["target"]
        if cell in picture.picked:
            return look["accent"]
        board = picture.state.board
        colour = look.cells[_shade(picture.state, cell)]
        if (owner := board.territory_owner(cell)) is not None:
            colour = _mix(look["page"], look.seat(owner).body, _TERRITORY_TINT)
        if cell in picture.hint:
            colour = _mix(colour, look["target"], 0.5)
        elif cell in picture.previewed:
            colour = _mix(colour, look["target"], _LAST_TINT)
        elif cell in picture.marks and not picture.quiet:
            mark = picture.marks[cell]
            tint = look["capture"] if mark == OVER else look["accent"]
            colour = _mix(colour, tint, _TARGET_TINT)
        elif cell in picture.touched:
            colour = _mix(colour, look["trail"], _LAST_TINT)
        return colour

    def _token(self, cell: Cell, width: int, *, light: bool) -> list[tuple[str, Style]]:
        """Return what is on the cell, with its mark before it."""
        picture, board = self.picture, self.picture.state.board
        mark = picture.marks.get(cell)
        sign = "" if mark is None or picture.quiet else mark
        signs = [(sign, _ink(theme()["page" if light else "target"], bold=True))] if sign else []
        if rings := board.rings[cell]:
            tall = len(rings) > width - 1
            shown = rings[:1] if tall else rings
            text = [(str(ring), _seat_ink(ring, light=light, bold=True)) for ring in shown]
            if tall:
                text.append(("+", _seat_ink(rings[0], light=light, bold=True)))
            return [*signs, *text]
        if (seat := board.marker_owner(cell)) is not None:
            return [*signs, (f"*{seat}", _seat_ink(seat, light=light))]
        if (seat := board.territory_owner(cell)) is not None:
            return [*signs, (f"#{seat}", _seat_ink(seat, light=light))]
        if signs and mark in (TO, FROM, OVER):
            return signs
        faint = mark is None and picture.quiet
        return [(" " if faint else _EMPTY, _ink(theme()["page" if light else "coordinates"]))]

    def _height(self, cell: Cell, width: int, *, light: bool) -> list[tuple[str, Style]]:
        """Return the height of a stack that is too tall to be written."""
        rings = self.picture.state.board.rings[cell]
        text = f"={len(rings)}"
        if len(rings) <= width - 1 or len(text) > width:
            return []
        return [(text, _seat_ink(rings[0], light=light))]


def _start(state: State) -> Cell:
    """Return the cell in the middle."""
    grid = state.board.grid
    middle = 0 if grid.hexagonal else (grid.side - 1) // 2
    return min(
        grid.cells,
        key=lambda cell: sum((at - middle) ** 2 for at in grid.positions[cell][:2]),
    )


def _shade(state: State, cell: Cell) -> int:
    """Return which of the three colours of the board the cell has."""
    grid = state.board.grid
    row, column = divmod(cell, grid.width)
    return (column - row) % 3 if grid.hexagonal else (column + row) % 2


@cache
def _mix(colour: str, other: str, share: float) -> str:
    one, two = Color.parse(colour).triplet, Color.parse(other).triplet
    assert one is not None
    assert two is not None
    return blend_rgb(one, two, share).hex


@cache
def _ink(colour: str, *, bold: bool = False) -> Style:
    return Style(color=colour, bold=bold)


def _seat_ink(seat: Seat, *, light: bool, bold: bool = False) -> Style:
    colours = theme().seat(seat)
    return _ink(colours.edge if light else colours.ink, bold=bold)
