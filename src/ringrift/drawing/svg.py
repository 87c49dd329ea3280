"""A board as one self-contained SVG picture, styled by `look.json`."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final, Literal, NoReturn

from ringrift.drawing.layout import Point, board_layout
from ringrift.drawing.look import ThemeName, load_look
from ringrift.drawing.markup import (
    Attributes,
    Value,
    fill_attributes,
    format_number,
    polyline,
    stroke_attributes,
    svg_element,
    text_element,
)
from ringrift.drawing.svg_pieces import PieceRenderer
from ringrift.rules.errors import InvalidSetupError, Refusal
from ringrift.rules.grid import Cell, CellSet, Grid, Position, cells_in
from ringrift.rules.moves import Move
from ringrift.rules.stack import Rings
from ringrift.rules.state import State

Place = Position | str  # (3, 3) or "d4"


@dataclass(frozen=True, slots=True)
class LastMove:
    """The effects of the last move: its path, flipped markers and collapsed cells."""

    path: tuple[Cell, ...] = ()
    flipped: CellSet = 0
    collapsed: CellSet = 0


@dataclass(frozen=True, slots=True)
class Spotlight:
    """Highlighted cells, such as a line or a region, with a note beside them, such as the cost."""

    cells: tuple[Place, ...]
    note: str = ""


def describe_move(before: State, move: Move, after: State) -> LastMove:
    """Return the effects of the move that led from one state to the next."""
    cell_of = before.board.grid.cell_of
    stops = (getattr(move, name, None) for name in ("origin", "target", "to"))
    turned = gained = 0
    for seat in before.board.seats:
        gained |= after.board.collapsed[seat] & ~before.board.collapsed[seat]
        if seat != move.player:
            turned |= before.board.markers[seat] & after.board.markers[move.player]
    return LastMove(tuple(cell_of[stop] for stop in stops if stop is not None), turned, gained)


def board_svg(
    state: State,
    *,
    theme: ThemeName = "light",
    coordinates: bool = True,
    last_move: LastMove | None = None,
    targets: Iterable[Place] = (),
    chosen: Place | None = None,
    captures: Iterable[Place] = (),
    spotlight: Spotlight | None = None,
    width: float | None = None,
    ids: str | None = None,
) -> str:
    """Return the board as SVG text.

    `targets` are the cells that `chosen`, the acting stack, can go to; `captures` are the stacks it
    can capture. `width` in pixels scales the picture. `ids` is the prefix of every id in the
    picture; the default is derived from the content, so ids do not clash on a shared page.
    """
    if theme not in load_look().themes:
        _refuse_place(
            "MALFORMED",
            f"There is no theme '{theme}'; the themes are {', '.join(load_look().themes)}.",
        )
    grid = state.board.grid
    picture = _BoardPicture(state, theme)
    spotted = _resolve_cells(grid, spotlight.cells) if spotlight else ()
    chosen_cell = None if chosen is None else _resolve_cell(grid, chosen)
    layers = (
        *picture.tiles(),
        *(picture.labels() if coordinates else ()),
        picture.draw_spotlight(spotted) if spotlight else "",
        *(picture.track(last_move) if last_move else ()),
        *picture.pieces(chosen_cell, _resolve_cells(grid, captures), _resolve_cells(grid, targets)),
        *picture.draw_badges(),
        picture.note(spotlight.note, spotted) if spotlight else "",
    )
    return picture.page("".join(layers), width, ids)


def _resolve_cells(grid: Grid, places: Iterable[Place]) -> tuple[Cell, ...]:
    return tuple(_resolve_cell(grid, place) for place in places)


def _resolve_cell(grid: Grid, place: Place) -> Cell:
    cell = grid.cell_named(place) if isinstance(place, str) else grid.cell_of.get(place)
    if cell is None:
        _refuse_place(
            "OUT_OF_BOUNDS",
            f"{grid.name} has no cell {place!r}; name a cell as 'd4' or by its coordinates.",
        )
    return cell


def resolve_position(grid: Grid, place: Place) -> Position:
    """Return the coordinates of a cell given by name or coordinates."""
    return grid.positions[_resolve_cell(grid, place)]


def _refuse_place(code: str, message: str) -> NoReturn:
    raise InvalidSetupError(Refusal(code, "R003", message))


class _BoardPicture:
    """Draws one state. Ids have a placeholder prefix until the picture is complete."""

    _ID: Final = "\x00"

    def __init__(self, state: State, theme: ThemeName) -> None:
        self.state = state
        self.board = state.board
        self.look = load_look()
        self.theme = self.look.themes[theme]
        self.layout = board_layout(state.board.grid.name)
        self.drawn = PieceRenderer(self.look, self.theme, self.layout.piece, self._ID)
        self.tile = self.layout.tile_outline(self.look.tile["gap"] * self.layout.pitch)

    def _translate_to_cell(self, cell: Cell, drawn: str) -> str:
        """Move markup that is drawn around the origin to a cell."""
        x, y = self.layout.centre(cell)
        return svg_element(
            "g", drawn, transform=f"translate({format_number(x)} {format_number(y)})"
        )

    def _draw_tile(self, cell: Cell, kind: Literal["tile", "inner"], **attributes: Value) -> str:
        """Draw the outline of a tile on a cell."""
        x, y = self.layout.centre(cell)
        return svg_element("use", href=f"#{self._ID}{kind}", x=x, y=y, **attributes)

    def tiles(self) -> Iterator[str]:
        """Draw the empty board and its territories."""
        board, theme = self.board, self.theme
        tones = theme.hex_tiles if board.grid.hexagonal else theme.tiles
        tiles = (
            self._draw_tile(cell, "tile", fill=tones[self.layout.tile_tone(cell)])
            for cell in board.grid.cells
        )
        yield svg_element(
            "g",
            *tiles,
            **stroke_attributes(theme.line, self.look.tile["stroke"] * self.layout.pitch),
        )
        ground = (
            svg_element("path", d=self.tile, **fill_attributes(theme.page))
            if board.grid.hexagonal
            else ""
        )
        for seat in board.seats:
            cover = ground + self.drawn.territory(seat, self.tile)
            yield from (
                self._translate_to_cell(cell, cover) for cell in cells_in(board.collapsed[seat])
            )

    def labels(self) -> Iterator[str]:
        """Draw the letters and numbers around the board."""
        size = self._text_size("label")
        for text, (x, y) in self.layout.labels():
            yield text_element(text, x, y, size, **fill_attributes(self.theme.quiet))

    def _text_size(self, part: Literal["label", "spotlight"]) -> float:
        shape = self.look.label if part == "label" else self.look.spotlight
        return max(shape["text"] * self.layout.pitch, self.look.label["leastText"])

    def draw_spotlight(self, cells: Sequence[Cell]) -> str:
        """Draw highlighted cells."""
        theme, width = self.theme, self.look.spotlight["outline"] * self.layout.pitch
        drawn = fill_attributes(theme.glow, theme.glow_opacity) | stroke_attributes(
            theme.highlight, width
        )
        return svg_element("g", *(self._draw_tile(cell, "inner") for cell in cells), **drawn)

    def track(self, last: LastMove) -> Iterator[str]:
        """Draw the last move: a faint path, dashed flipped markers, outlined collapsed cells."""
        shape, pitch, colour = self.look.track, self.layout.pitch, self.theme.highlight
        if last.path:
            points = [self.layout.centre(cell) for cell in last.path]
            way = fill_attributes("none") | stroke_attributes(colour, shape["width"] * pitch)
            ends: Attributes = {"stroke_linecap": "round", "stroke_linejoin": "round"}
            way |= {"stroke_opacity": shape["opacity"]}
            yield svg_element("path", d=polyline([*points, points[-1]]), **way, **ends)
        edge = fill_attributes("none") | stroke_attributes(colour, shape["outline"] * pitch)
        dashes: Attributes = {"stroke_dasharray": shape["dash"] * pitch}
        yield from (
            self._draw_tile(cell, "inner", **edge, **dashes) for cell in cells_in(last.flipped)
        )
        yield from (self._draw_tile(cell, "inner", **edge) for cell in cells_in(last.collapsed))

    def pieces(
        self, chosen: Cell | None, captures: Sequence[Cell], targets: Sequence[Cell]
    ) -> Iterator[str]:
        """Draw the pieces row by row from the far side, so that nearer ones cover those behind."""
        board, drawn = self.board, self.drawn
        for cell in sorted(board.grid.cells, key=lambda cell: (-(cell // board.grid.width), cell)):
            at, rings, seat = self.layout.centre(cell), board.rings[cell], board.marker_owner(cell)
            if seat is not None:
                yield drawn.marker(seat, at)
            if cell == chosen:
                yield drawn.chosen(at, stands=bool(rings))
            if rings and cell in captures:
                yield drawn.around(rings, at)
            if rings:
                words = svg_element(
                    "title", f"{board.grid.cell_name(cell)}: {_describe_rings(rings)}"
                )
                yield svg_element("g", words, *drawn.stack(rings, at))
            if cell in targets:
                yield drawn.target(at)

    def draw_badges(self) -> Iterator[str]:
        """Draw heights above everything: a tall stack in front must not hide them."""
        for cell in cells_in(self.board.stacks):
            if len(self.board.rings[cell]) > 1:
                yield self.drawn.badge(self.board.rings[cell], self.layout.centre(cell))

    def note(self, text: str, cells: Sequence[Cell]) -> str:
        """Draw a line of text beside the cells it describes."""
        if not text or not cells:
            return ""
        size = self._text_size("spotlight")
        half = len(text) * size * 0.29 + size * 0.6, size * 0.85
        x, y = self._place_note([self.layout.centre(cell) for cell in cells], half)
        box: Attributes = {"x": x - half[0], "y": y - half[1], "rx": half[1]}
        box |= {"width": 2 * half[0], "height": 2 * half[1]}
        plate = svg_element(
            "rect",
            **box,
            **fill_attributes(self.theme.page),
            **stroke_attributes(self.theme.highlight, size * 0.12),
        )
        return plate + text_element(
            text, x, y, size, font_weight="600", **fill_attributes(self.theme.ink)
        )

    def _place_note(self, points: Sequence[Point], half: Point) -> Point:
        """Place a note around its cells, or one cell further out, where it hides the least."""
        page, away = self.layout, self.layout.pitch * self.look.spotlight["away"]
        left, right = min(x for x, _ in points), max(x for x, _ in points)
        top, bottom = min(y for _, y in points), max(y for _, y in points)
        x, y = (left + right) / 2, (top + bottom) / 2
        around = [
            place
            for off in (away, away + page.pitch)
            for place in (
                (x, top - off - half[1]),
                (x, bottom + off + half[1]),
                (right + off + half[0], y),
                (left - off - half[0], y),
            )
        ]
        shown = [page.centre(cell) for cell in cells_in(self.board.stacks | self.board.marked)]
        shown += [at for _, at in page.labels()]

        def hidden(at: Point) -> int:
            reach = (
                half[0] + page.piece * self.look.ring["rx"],
                half[1] + page.piece * self.look.ring["rx"],
            )
            return sum(abs(x - at[0]) < reach[0] and abs(y - at[1]) < reach[1] for x, y in shown)

        def on_page(at: Point) -> Point:
            return _clamp_to_page(at[0], half[0], page.width), _clamp_to_page(
                at[1], half[1], page.height
            )

        return min(map(on_page, around), key=hidden)

    def page(self, body: str, width: float | None, ids: str | None) -> str:
        """Return the complete document."""
        board, layout, name = self.board, self.layout, self._ID
        rings = sorted({ring for rings in board.rings for ring in rings})
        owners = [seat for seat in board.seats if board.collapsed[seat]]
        shown = width or layout.width
        inner = layout.tile_outline(2 * self.look.tile["gap"] * layout.pitch)
        tiles = (
            svg_element("path", id=f"{name}{kind}", d=d)
            for kind, d in (("tile", self.tile), ("inner", inner))
        )
        text = svg_element(
            "svg",
            svg_element("title", escape(_picture_title(self.state)), id=f"{name}title"),
            svg_element("desc", escape(_describe_position(self.state)), id=f"{name}desc"),
            svg_element("defs", *tiles, *self.drawn.defs(rings, owners)),
            svg_element(
                "rect",
                width=layout.width,
                height=layout.height,
                rx=self.look.tile["pageCorner"],
                fill=self.theme.page,
            ),
            body,
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {format_number(layout.width)} {format_number(layout.height)}",
            width=shown,
            height=shown * layout.height / layout.width,
            role="img",
            aria_labelledby=f"{name}title {name}desc",
            font_family=self.look.font,
            style="font-variant-numeric:tabular-nums",
        )
        prefix = escape(ids or "") or f"r{hashlib.sha256(text.encode()).hexdigest()[:8]}"
        return text.replace(name, prefix)


def _picture_title(state: State) -> str:
    board = state.board.grid.name
    if state.outcome is not None:
        reason = state.outcome.reason.replace("_", " ")
        return f"RingRift on {board}: seat {state.outcome.winner} has won, {reason}"
    phase = state.phase.value.replace("_", " ")
    return f"RingRift on {board}: turn {state.turn_number}, seat {state.player} to move, {phase}"


def _describe_rings(rings: Rings) -> str:
    return "-".join(map(str, rings))


def _describe_position(state: State) -> str:
    """Describe the position in words, for screen readers."""
    board, name = state.board, state.board.grid.cell_name
    sentences: list[str] = []
    for seat in board.seats:
        stacks = ", ".join(
            f"{name(cell)} ({_describe_rings(board.rings[cell])})"
            for cell in cells_in(board.controlled[seat])
        )
        markers = ", ".join(map(name, cells_in(board.markers[seat])))
        territory = ", ".join(map(name, cells_in(board.collapsed[seat])))
        held = [
            f"{kind} {cells}"
            for kind, cells in (("stacks", stacks), ("markers", markers), ("territory", territory))
            if cells
        ]
        hand = state.seat(seat)
        counts = f"{hand.hand} rings in hand, {hand.eliminated} eliminated"
        colour = load_look().seat(seat).name
        sentences.append(f"Seat {seat}, {colour}: {'; '.join([*held, counts])}.")
    return " ".join(["Stacks are given top ring first.", *sentences])


def _clamp_to_page(middle: float, half: float, size: float) -> float:
    """Return the centre of something of that half width, kept within the page."""
    return min(max(middle, half), size - half)
