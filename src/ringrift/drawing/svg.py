"""A board as one self-contained SVG picture, styled by `look.json`."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from typing import Final, Literal, NoReturn

from ringrift.drawing.layout import board_layout
from ringrift.drawing.look import ThemeName, load_look, theme_variables
from ringrift.drawing.markup import format_number, polyline, svg_element, text_element
from ringrift.drawing.outline import Point, connected_areas
from ringrift.drawing.svg_pieces import PieceRenderer, draw_chevrons, haloed, turning_arrows
from ringrift.drawing.symbols import CELL, Detail, colour, piece_symbols
from ringrift.rules.errors import InvalidSetupError, Refusal
from ringrift.rules.grid import Cell, CellSet, Grid, Position, cells_in
from ringrift.rules.moves import Move, PlaceRing
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
    visits = isinstance(move, PlaceRing) or hasattr(move, "origin")
    stops = (getattr(move, name, None) for name in ("origin", "target", "to") if visits)
    turned = gained = 0
    for seat in before.board.seats:
        gained |= after.board.collapsed[seat] & ~before.board.collapsed[seat]
        if seat != move.player:
            turned |= before.board.markers[seat] & after.board.markers[move.player]
    return LastMove(tuple(cell_of[stop] for stop in stops if stop is not None), turned, gained)


def board_svg(
    state: State,
    *,
    theme: ThemeName = "paper",
    coordinates: bool = True,
    last_move: LastMove | None = None,
    targets: Iterable[Place] = (),
    landings: Iterable[Place] = (),
    chosen: Place | None = None,
    captures: Iterable[Place] = (),
    spotlight: Spotlight | None = None,
    width: float | None = None,
    ids: str | None = None,
) -> str:
    """Return the board as SVG text.

    `targets` are the cells that `chosen`, the acting stack, can go to, `landings` those beyond a
    capture; `captures` are the stacks it can capture. `width` in pixels scales the picture. `ids`
    is the prefix of every id in the picture; the default is derived from the content, so ids do
    not clash on a shared page.
    """
    if theme not in load_look().themes:
        _refuse_place(
            "MALFORMED",
            f"There is no theme '{theme}'; the themes are {', '.join(load_look().themes)}.",
        )
    grid = state.board.grid
    picture = _BoardPicture(state, theme, width)
    spotted = _resolve_cells(grid, spotlight.cells) if spotlight else ()
    chosen_cell = None if chosen is None else _resolve_cell(grid, chosen)
    beyond = _resolve_cells(grid, landings)
    free = [cell for cell in _resolve_cells(grid, targets) if cell not in beyond]
    layers = (
        *picture.frame(),
        *(picture.labels() if coordinates else ()),
        *picture.territories(),
        picture.draw_spotlight(spotted) if spotlight else "",
        *(picture.track(last_move) if last_move else ()),
        *picture.pieces(chosen_cell),
        *picture.marks(_resolve_cells(grid, captures), [*free, *beyond], beyond),
        *picture.draw_badges(chosen_cell),
        picture.note(spotlight.note, spotted) if spotlight else "",
    )
    return picture.page("".join(layers), ids)


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

    def __init__(self, state: State, theme: ThemeName, width: float | None) -> None:
        self.state = state
        self.board = state.board
        self.look = load_look()
        self.theme = self.look.themes[theme]
        self.layout = board_layout(state.board.grid.name)
        natural = self.layout.width * self.layout.pixels / CELL
        self.width = width or natural
        self.scale = self.width / self.layout.width  # pixels per unit
        self.drawn = PieceRenderer(self.layout, self._ID, self.scale)

    def frame(self) -> Iterator[str]:
        """Draw the slab and the cells: one path for each tone, and the light on them."""
        layout, frame = self.layout, self.look["frame"]
        lit = frame["lit"] * CELL
        slab = layout.slab_outline(0)
        yield svg_element("path", d=slab, fill=colour("frame"))
        yield svg_element("path", d=slab, fill=f"url(#{self._ID}light)")
        yield svg_element(
            "path",
            d=layout.slab_outline(lit / 2),
            fill="none",
            stroke=colour("frame-lit"),
            stroke_width=lit,
        )
        inset = self.look["tile"]["line"] / 2 * CELL
        yield svg_element("path", d=self._tiles(-frame["well"] * CELL), fill=colour("cell-line"))
        for tone, name in enumerate(("cell-a", "cell-b", "cell-c")):
            if d := self._tiles(inset, tone):
                yield svg_element("path", d=d, fill=colour(name))
        yield svg_element("path", d=self._tiles(inset), fill=f"url(#{self._ID}light)")

    def _tiles(self, inset: float, tone: int | None = None) -> str:
        corners = self.layout.tile_corners(inset)
        tiles = []
        for cell in self.board.grid.cells:
            if tone is None or self.layout.tile_tone(cell) == tone:
                at_x, at_y = self.layout.centre(cell)
                tiles.append(polyline([(at_x + x, at_y + y) for x, y in corners]) + "Z")
        return "".join(tiles)

    def _centres(self, cells: Iterable[Cell]) -> list[Point]:
        return [self.layout.centre(cell) for cell in cells]

    def territories(self) -> Iterator[str]:
        """Draw each connected area of one owner as one slab, large ones with their size."""
        pills = []
        for seat in self.board.seats:
            corners = self.layout.tile_corners()
            centres = self._centres(cells_in(self.board.collapsed[seat]))
            for area in connected_areas(corners, centres):
                yield self.drawn.territory(seat, area)
                if len(area) >= self.look["territory"]["pillFrom"]:
                    pills.append(self.drawn.pill(seat, area))
        yield from pills

    def labels(self) -> Iterator[str]:
        """Draw the letters and numbers on the frame."""
        size = self._text_size("label")
        for text, (x, y) in self.layout.labels():
            yield text_element(text, x, y, size, fill=colour("coordinates"), font_weight="700")

    def _text_size(self, part: Literal["label", "tag"]) -> float:
        shape = self.look[part]
        return min(max(shape["text"] * CELL, shape["leastPixels"] / self.scale), 0.44 * CELL)

    def track(self, last: LastMove) -> Iterator[str]:
        """Draw the last move: start, path, turned markers, new territory and the end."""
        layout, trail = self.layout, self.look["trail"]
        if last.collapsed:
            yield self.drawn.new_territory(self._centres(cells_in(last.collapsed)))
        points = self._centres(last.path)
        if len(points) > 1:
            x, y = points[0]
            yield svg_element(
                "ellipse",
                cx=x,
                cy=y,
                rx=trail["rx"] * CELL,
                ry=trail["ry"] * CELL,
                fill="none",
                stroke=colour("trail"),
                stroke_width=trail["width"] * 0.8 * CELL,
                stroke_dasharray="10 7",
            )
            d = polyline(points) + "".join(
                draw_chevrons(start, end, hexagonal=layout.grid.hexagonal)
                for start, end in pairwise(points)
            )
            yield haloed("path", trail["width"] * CELL, "trail", {"d": d})
        for at in self._centres(cells_in(last.flipped)):
            yield haloed("path", 3.4, "trail", {"d": turning_arrows(at)})
        if last.path:
            end = last.path[-1]
            yield self.drawn.brackets(layout.centre(end), self.board.rings[end])

    def pieces(self, chosen: Cell | None) -> Iterator[str]:
        """Draw the pieces row by row from the far side, so that nearer ones cover those behind."""
        board, drawn = self.board, self.drawn
        if chosen is not None:
            yield drawn.chosen(self.layout.centre(chosen))
        for cell in sorted(board.grid.cells, key=lambda cell: (-(cell // board.grid.width), cell)):
            at, rings, seat = self.layout.centre(cell), board.rings[cell], board.marker_owner(cell)
            if seat is not None:
                yield drawn.marker(seat, at)
            if rings:
                words = svg_element(
                    "title", f"{board.grid.cell_name(cell)}: {_describe_rings(rings)}"
                )
                yield svg_element("g", words, *drawn.stack(rings, at, lifted=cell == chosen))

    def marks(
        self, captures: Sequence[Cell], targets: Sequence[Cell], landings: Sequence[Cell]
    ) -> Iterator[str]:
        """Draw what the chosen stack can do."""
        board, drawn = self.board, self.drawn
        for cell in targets:
            on_marker = board.marker_owner(cell) is not None
            draw = drawn.landing if cell in landings else drawn.target
            yield draw(self.layout.centre(cell), on_marker=on_marker)
        for cell in captures:
            yield drawn.claws(self.layout.centre(cell), board.rings[cell])

    def draw_badges(self, chosen: Cell | None) -> Iterator[str]:
        """Draw heights above everything: a tall stack in front must not hide them."""
        for cell in cells_in(self.board.stacks):
            if len(self.board.rings[cell]) > 1:
                x, y = self.layout.centre(cell)
                lift = self.look["chosen"]["lift"] * CELL if cell == chosen else 0
                yield self.drawn.badge(self.board.rings[cell], (x, y - lift))

    def draw_spotlight(self, cells: Sequence[Cell]) -> str:
        """Draw highlighted cells."""
        return self.drawn.region(self._centres(cells), self.state.player)

    def note(self, text: str, cells: Sequence[Cell]) -> str:
        """Draw a line of text beside the cells it describes."""
        if not text or not cells:
            return ""
        size = self._text_size("tag") * 1.1
        half = len(text) * size * 0.28 + size * 0.8, size * 1.05
        x, y = self._place_note(self._centres(cells), half)
        plate = svg_element(
            "rect",
            x=x - half[0],
            y=y - half[1],
            rx=size * 0.5,
            width=2 * half[0],
            height=2 * half[1],
            fill=colour("plate"),
            stroke=colour("coordinates"),
            stroke_width=size * 0.09,
        )
        return plate + text_element(text, x, y, size, font_weight="700", fill=colour("plate-ink"))

    def _place_note(self, points: Sequence[Point], half: Point) -> Point:
        """Place a note around its cells, or one cell further out, where it hides the least."""
        page = self.layout
        left, right = min(x for x, _ in points), max(x for x, _ in points)
        top, bottom = min(y for _, y in points), max(y for _, y in points)
        x, y = (left + right) / 2, (top + bottom) / 2
        around = [
            place
            for off in (0.62 * CELL, 1.6 * CELL)
            for place in (
                (x, top - off - half[1]),
                (x, bottom + off + half[1]),
                (right + off + half[0], y),
                (left - off - half[0], y),
            )
        ]
        shown = [page.centre(cell) for cell in cells_in(self.board.stacks | self.board.marked)]
        shown += [at for _, at in page.labels()]
        reach = self.look["ring"]["rx"] * CELL

        def hidden(at: Point) -> int:
            return sum(
                abs(x - at[0]) < half[0] + reach and abs(y - at[1]) < half[1] + reach
                for x, y in shown
            )

        def on_page(at: Point) -> Point:
            return _clamp_to_page(at[0], half[0], page.width), _clamp_to_page(
                at[1], half[1], page.height
            )

        return min(map(on_page, around), key=hidden)

    def page(self, body: str, ids: str | None) -> str:
        """Return the complete document."""
        board, layout, name = self.board, self.layout, self._ID
        seats = {ring for rings in board.rings for ring in rings} | {self.state.player}
        seats |= {seat for seat in board.seats if board.collapsed[seat] or board.markers[seat]}
        pixels = CELL * self.scale
        detail = self.look["detail"]
        level: Detail = (
            "fine"
            if pixels >= detail["fine"]
            else "medium"
            if pixels >= detail["medium"]
            else "coarse"
        )
        text = svg_element(
            "svg",
            svg_element("title", escape(_picture_title(self.state)), id=f"{name}title"),
            svg_element("desc", escape(_describe_position(self.state)), id=f"{name}desc"),
            svg_element("defs", *piece_symbols(level, name, sorted(seats))),
            body,
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {format_number(layout.width)} {format_number(layout.height)}",
            width=self.width,
            height=self.width * layout.height / layout.width,
            role="img",
            aria_labelledby=f"{name}title {name}desc",
            font_family=self.look.font,
            style="font-variant-numeric:tabular-nums",
        )
        variables = theme_variables(self.theme)
        text = re.sub(r"var\(--([\w-]+)\)", lambda found: variables[found[1]], text)
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
