"""Stacks, markers, territory and the marks on cells, made of the symbols of `symbols.py`."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from ringrift.drawing.layout import Layout
from ringrift.drawing.look import load_look
from ringrift.drawing.markup import (
    Attributes,
    format_number,
    path_data,
    polyline,
    svg_element,
    text_element,
)
from ringrift.drawing.outline import Point, area_outline, rounded_path
from ringrift.drawing.symbols import CELL, colour
from ringrift.rules.stack import Rings, Seat


def ring_spacing(height: int) -> float:
    """Return the vertical distance between rings; smaller for tall stacks."""
    ring = load_look()["ring"]
    if height <= ring["steep"]:
        return ring["steepest"] * CELL
    return max(ring["least"], ring["rise"] / (height + ring["riseFrom"])) * CELL


def stack_base(at: Point) -> Point:
    """Return the centre of a stack's lowest ring on a cell with this centre."""
    return at[0], at[1] + load_look()["ring"]["foot"] * CELL


def haloed(name: str, width: float, tone: str, attributes: Attributes, *, dashes: str = "") -> str:
    """Return a stroked shape over a wider one in the colour of the edge."""
    halo = load_look()["target"]["halo"] * CELL
    line: Attributes = {**attributes, "fill": "none", "stroke_linejoin": "round"}
    dashed: Attributes = {"stroke_dasharray": dashes} if dashes else {}
    return svg_element(
        name, **line, stroke=colour("halo"), stroke_width=width + halo
    ) + svg_element(name, **line, **dashed, stroke=colour(tone), stroke_width=width)


class PieceRenderer:
    """Draws pieces and marks. `prefix` begins every id."""

    def __init__(self, layout: Layout, prefix: str, scale: float) -> None:
        self.look = load_look()
        self.layout = layout
        self.prefix = prefix
        self.units = 1 / scale  # per pixel

    def use(self, name: str, at: Point, **attributes: str | float) -> str:
        """Return a symbol at a point."""
        return svg_element("use", href=f"#{self.prefix}{name}", x=at[0], y=at[1], **attributes)

    def marker(self, seat: Seat, at: Point) -> str:
        return self.use(f"coin{seat}", at)

    def stack(self, rings: Rings, at: Point, *, lifted: bool = False) -> Iterator[str]:
        """Yield a shadow and the rings from the bottom up; buried rings show their side only."""
        x, foot = stack_base(at)
        yield self.use(f"shadow{rings[0]}", (x, foot))
        step = ring_spacing(len(rings))
        lift = self.look["chosen"]["lift"] * CELL if lifted else 0
        for height, seat in enumerate(reversed(rings)):
            kind = "ring" if height == len(rings) - 1 else "side"
            yield self.use(f"{kind}{seat}", (x, foot - lift - height * step))

    def badge(self, rings: Rings, at: Point) -> str:
        """Return the height of a stack, outlined in its controller's colour."""
        badge = self.look["badge"]
        x, y = at[0] + badge["x"] * CELL, at[1] + badge["y"] * CELL
        r = max(badge["r"] * CELL, badge["leastPixels"] * self.units)
        text = str(len(rings))
        size = badge["text" if len(text) == 1 else "wideText"] * r
        plate = svg_element(
            "circle",
            cx=x,
            cy=y,
            r=r,
            fill=colour("plate"),
            stroke=colour("", rings[0]),
            stroke_width=badge["stroke"] * CELL,
        )
        return plate + text_element(text, x, y, size, fill=colour("plate-ink"), font_weight="700")

    def territory(self, seat: Seat, centres: Sequence[Point]) -> str:
        """Return one owner's connected cells as one raised slab."""
        land = self.look["territory"]
        width = land["outline"] * CELL
        d = self._outline(centres, land["inset"] * CELL + width / 2)
        side = f"translate(0 {format_number(land['side'] * CELL)})"
        bank = colour("bank", seat)
        return svg_element(
            "g",
            svg_element("path", d=d, transform=side, fill=bank, stroke=bank, stroke_width=width),
            svg_element("path", d=d, fill=colour("land", seat)),
            svg_element(
                "path",
                d=d,
                fill=f"url(#{self.prefix}land{seat})",
                stroke=colour("outline", seat),
                stroke_width=width,
            ),
        )

    def pill(self, seat: Seat, centres: Sequence[Point]) -> str:
        """Return the number of cells of a territory with the owner's emblem."""
        mean = (
            sum(x for x, _ in centres) / len(centres),
            sum(y for _, y in centres) / len(centres),
        )
        best = centres[0]
        for point in centres:
            if _distance(point, mean) < _distance(best, mean) - 0.01:
                best = point
        land = self.look["territory"]
        text = str(len(centres))
        size, height = land["pillText"] * CELL, land["pill"] * CELL
        half = (0.2 + 0.075 * len(text)) * CELL
        digits = len(text) * size * 0.58
        start = -(digits + 0.27 * CELL) / 2
        emblem = f"translate({format_number(start + 9)} 0) scale(0.78)"
        return svg_element(
            "g",
            svg_element(
                "rect",
                x=-half,
                y=-height,
                width=2 * half,
                height=2 * height,
                rx=height,
                fill=colour("plate"),
                stroke=colour("outline", seat),
                stroke_width=2,
            ),
            svg_element(
                "use",
                href=f"#{self.prefix}emblem{seat}",
                fill=colour("", seat),
                transform=emblem,
            ),
            text_element(
                text,
                start + 27 + digits / 2,
                0,
                size,
                fill=colour("plate-ink"),
                font_weight="700",
            ),
            transform=f"translate({format_number(best[0])} {format_number(best[1])})",
        )

    def _outline(self, centres: Sequence[Point], inset: float) -> str:
        land = self.look["territory"]
        corner = land["hexCorner" if self.layout.grid.hexagonal else "corner"] * CELL
        return area_outline(self.layout.tile_corners(), centres, inset, corner)

    def chosen(self, at: Point) -> str:
        """Return the outline of the selected cell."""
        chosen = self.look["chosen"]
        tile = self.layout.tile_corners(chosen["inset"] * CELL)
        d = rounded_path([(at[0] + x, at[1] + y) for x, y in tile], chosen["corner"] * CELL)
        ground = svg_element("path", d=d, fill=colour("light"))
        return ground + haloed("path", chosen["stroke"] * CELL, "target", {"d": d})

    def target(self, at: Point, *, on_marker: bool) -> str:
        """Return the dot on a free cell, or the ring around a marker."""
        target = self.look["target"]
        if on_marker:
            return haloed("ellipse", target["stroke"] * CELL, "target", self._around(at))
        return svg_element(
            "circle",
            cx=at[0],
            cy=at[1],
            r=target["r"] * CELL,
            fill=colour("target"),
            **self._halo(),
        )

    def landing(self, at: Point, *, on_marker: bool) -> str:
        """Return the diamond on a cell beyond a capture, or the ring around a marker."""
        if on_marker:
            width = self.look["target"]["stroke"] * CELL
            return haloed("ellipse", width, "capture", self._around(at))
        r, (x, y) = self.look["landing"]["r"] * CELL, at
        d = polyline([(x, y - r), (x + r, y), (x, y + r), (x - r, y)]) + "Z"
        return svg_element("path", d=d, fill=colour("capture"), **self._halo())

    def _around(self, at: Point) -> Attributes:
        target = self.look["target"]
        return {"cx": at[0], "cy": at[1], "rx": target["rx"] * CELL, "ry": target["ry"] * CELL}

    def _halo(self) -> Attributes:
        width = 2 * self.look["target"]["halo"] * CELL
        return {
            "stroke": colour("halo"),
            "stroke_width": width,
            "paint_order": "stroke",
            "stroke_linejoin": "round",
        }

    def claws(self, at: Point, rings: Rings) -> str:
        """Return the corners around a stack that can be captured."""
        claw = self.look["claw"]
        return self._corners(at, rings, claw["length"], claw["stroke"], "capture")

    def brackets(self, at: Point, rings: Rings) -> str:
        """Return the corners around the cell where a turn ended."""
        trail = self.look["trail"]
        return self._corners(at, rings, trail["bracket"], trail["width"], "trail")

    def _corners(self, at: Point, rings: Rings, length: float, stroke: float, tone: str) -> str:
        hexagonal, ring = self.layout.grid.hexagonal, self.look["ring"]
        half = 0.44 * CELL if hexagonal else (0.5 - self.look["claw"]["inset"]) * CELL
        tall = 0.42 * CELL if hexagonal else half
        reach = 0.0
        if rings:
            top = (ring["foot"] - ring["side"] - ring["ry"]) * CELL
            reach = top - (len(rings) - 1) * ring_spacing(len(rings))
        far = length * CELL
        parts = []
        for sx, sy in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
            x = at[0] + sx * half
            y = at[1] + (min(-tall, reach) if sy < 0 else tall)
            parts.append(path_data("M", x - sx * far, y, "H", x, "V", y - sy * far))
        return haloed("path", stroke * CELL, tone, {"d": "".join(parts)})

    def region(self, centres: Sequence[Point], seat: Seat) -> str:
        """Return highlighted cells: the seat's pattern in a dashed outline."""
        area = self.look["area"]
        d = self._outline(centres, 2)
        return "".join(
            [
                svg_element("path", d=d, fill=colour("land", seat), fill_opacity=area["opacity"]),
                svg_element(
                    "path",
                    d=d,
                    fill=f"url(#{self.prefix}land{seat})",
                    fill_opacity=area["opacity"],
                ),
                haloed("path", area["stroke"] * CELL, "target", {"d": d}, dashes="18 12"),
            ]
        )

    def new_territory(self, centres: Sequence[Point]) -> str:
        """Return the outline of cells that the last move collapsed."""
        return haloed("path", 3.6, "trail", {"d": self._outline(centres, 1.5)})


def draw_chevrons(start: Point, end: Point, *, hexagonal: bool) -> str:
    """Return arrow heads on every second border between two cells, as path data."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = math.hypot(dx, dy)
    if not length:
        return ""
    steps = round((length if hexagonal else max(abs(dx), abs(dy))) / CELL)
    ux, uy = dx / length, dy / length
    size = load_look()["trail"]["chevron"] * CELL
    heads = []
    for each in range((steps + 1) // 2):
        share = (2 * each + 0.5) / steps
        tip = start[0] + dx * share + ux * 6, start[1] + dy * share + uy * 6
        one, other = (
            (
                tip[0] - ux * size * 1.25 - uy * side * size,
                tip[1] - uy * size * 1.25 + ux * side * size,
            )
            for side in (1, -1)
        )
        heads.append(path_data("M", *one, "L", *tip, "L", *other))
    return "".join(heads)


def turning_arrows(at: Point) -> str:
    """Return two arrows that turn around a marker, as path data."""
    rx, ry = 31, 25.5

    def point(degrees: float) -> Point:
        turn = math.radians(degrees)
        return at[0] + rx * math.cos(turn), at[1] + ry * math.sin(turn)

    parts = []
    for start, end in ((190, 338), (10, 158)):
        side = -1 if end < 180 else 1
        parts.append(
            path_data(
                *("M", *point(start), "A", rx, ry, 0, 0, 1, *point(end)),
                *("m", side * 3, -side * 13, "l", -side * 3, side * 13, "l", -side * 13, -side),
            )
        )
    return "".join(parts)


def _distance(one: Point, other: Point) -> float:
    return float(((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2) ** 0.5)
