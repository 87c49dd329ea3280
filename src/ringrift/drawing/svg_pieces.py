"""Rings, stacks, markers and territory as SVG elements."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ringrift.drawing.layout import Point
from ringrift.drawing.look import Look, Theme
from ringrift.drawing.markup import (
    Attributes,
    fill_attributes,
    path_data,
    stroke_attributes,
    svg_element,
    text_element,
)
from ringrift.rules.stack import Rings, Seat


class PieceRenderer:
    """Draws pieces of one size in one theme; `ids` keeps gradient ids unique across pictures."""

    def __init__(self, look: Look, theme: Theme, size: float, ids: str) -> None:
        self.look = look
        self.theme = theme
        self.size = size
        self.ids = ids
        self.rx, self.ry = look.ring["rx"] * size, look.ring["ry"] * size

    def defs(self, seats: Iterable[Seat], territories: Iterable[Seat]) -> Iterator[str]:
        """Yield the gradients of the seats' rings and the patterns of their territories."""
        for seat in seats:
            yield self._gradient(seat)
        for seat in territories:
            yield self._pattern(seat)

    def _gradient(self, seat: Seat) -> str:
        own = self.look.seat(seat)
        colours = (own.colour, own.face, own.colour, own.edge)
        stops = zip(self.look.gradient, colours, strict=True)
        drawn = [svg_element("stop", offset=at, stop_color=colour) for at, colour in stops]
        return svg_element("linearGradient", *drawn, id=f"{self.ids}s{seat}")

    def _pattern(self, seat: Seat) -> str:
        own, shape, s = self.look.seat(seat), self.look.territory, self.size
        pitch = shape[{"bars": "barPitch", "stripes": "stripePitch"}.get(own.pattern, "pitch")] * s
        half = pitch / 2
        upright, level = ("M", half, 0, "V", pitch), ("M", 0, half, "H", pitch)
        strokes = {"stripes": upright, "grid": upright + level, "bars": level}
        if own.pattern == "dots":
            drawn = svg_element(
                "circle", cx=half, cy=half, r=shape["dot"] * s, **fill_attributes(own.colour)
            )
        else:
            width = shape["thin" if own.pattern == "grid" else "thick"] * s
            drawn = svg_element(
                "path", d=path_data(*strokes[own.pattern]), **stroke_attributes(own.colour, width)
            )
        size: Attributes = {"width": pitch, "height": pitch, "patternUnits": "userSpaceOnUse"}
        if own.pattern == "stripes":
            size["patternTransform"] = "rotate(45)"
        return svg_element("pattern", drawn, id=f"{self.ids}t{seat}", **size)

    def territory(self, seat: Seat, outline: str) -> str:
        """Return a territory tile: tint, owner's pattern, dark edge; `outline` has centre 0, 0."""
        own, shape = self.look.seat(seat), self.look.territory
        tint = svg_element("path", d=outline, **fill_attributes(own.colour, shape["tint"]))
        edge = stroke_attributes(own.edge, shape["stroke"] * self.size)
        return tint + svg_element(
            "path", d=outline, **fill_attributes(f"url(#{self.ids}t{seat})"), **edge
        )

    def marker(self, seat: Seat, at: Point) -> str:
        """Return a marker: a small disc with a light centre."""
        own, shape, s = self.look.seat(seat), self.look.marker, self.size
        x, y = at
        edge = stroke_attributes(own.edge, shape["stroke"] * s)
        disc = svg_element(
            "circle", cx=x, cy=y, r=shape["r"] * s, **fill_attributes(own.colour), **edge
        )
        return disc + svg_element(
            "circle", cx=x, cy=y, r=shape["centre"] * s, **fill_attributes(own.face)
        )

    def stack_base(self, at: Point) -> Point:
        """Return the offset of a stack's lowest ring from the centre of its cell."""
        return at[0], at[1] + self.look.ring["foot"] * self.size

    def ring_spacing(self, height: int) -> float:
        """Return the vertical distance between rings: smaller for tall stacks."""
        shape = self.look.ring
        rise = shape["rise"] + max(0, height - shape["riseFrom"]) * shape["riseEach"]
        return min(shape["step"], rise / height) * self.size

    def stack(self, rings: Rings, at: Point) -> Iterator[str]:
        """Yield a stack: the shadow, the rings from the bottom up, then the top face."""
        x, foot = self.stack_base(at)
        step = self.ring_spacing(len(rings))
        yield self._shadow(x, foot)
        for level, ring in enumerate(reversed(rings)):
            yield self._band(ring, x, foot - level * step, step)
        yield self._face(rings[0], x, foot - len(rings) * step)

    def _shadow(self, x: float, foot: float) -> str:
        shape, s, theme = self.look.shadow, self.size, self.theme
        shade = fill_attributes(theme.shadow, theme.shadow_opacity)
        return svg_element(
            "ellipse",
            cx=x,
            cy=foot + shape["drop"] * s,
            rx=shape["rx"] * s,
            ry=shape["ry"] * s,
            **shade,
        )

    def _band(self, seat: Seat, x: float, foot: float, step: float) -> str:
        """Return the side of one ring; a thin ring has a thin edge."""
        rx, ry, shape = self.rx, self.ry, self.look.ring
        way = path_data(
            *("M", x - rx, foot - step, "v", step, "a", rx, ry, 0, 0, 0, 2 * rx, 0),
            *("v", -step, "a", rx, ry, 0, 0, 1, -2 * rx, 0, "Z"),
        )
        thick = shape["thinnest"] + (1 - shape["thinnest"]) * step / (shape["step"] * self.size)
        edge = stroke_attributes(self.look.seat(seat).edge, shape["stroke"] * self.size * thick)
        return svg_element("path", d=way, **fill_attributes(f"url(#{self.ids}s{seat})"), **edge)

    def _face(self, seat: Seat, x: float, y: float) -> str:
        """Return the top face of a stack with its hole."""
        own, shape, rx, ry = self.look.seat(seat), self.look.ring, self.rx, self.ry
        hole, width = shape["hole"], shape["stroke"] * self.size
        face = svg_element(
            "ellipse",
            cx=x,
            cy=y,
            rx=rx,
            ry=ry,
            **fill_attributes(own.face),
            **stroke_attributes(own.edge, width),
        )
        inner = fill_attributes(own.edge) | stroke_attributes(own.colour, width)
        return face + svg_element("ellipse", cx=x, cy=y, rx=rx * hole, ry=ry * hole, **inner)

    def around(self, rings: Rings, at: Point) -> str:
        """Return a ring around a stack that can be captured [R101]."""
        shape, s = self.look.capture, self.size
        rx, ry = self.rx + shape["out"] * s, self.ry + shape["out"] * s
        x, foot = self.stack_base(at)
        rise = len(rings) * self.ring_spacing(len(rings))
        way = path_data(
            *("M", x - rx, foot, "v", -rise, "a", rx, ry, 0, 0, 1, 2 * rx, 0),
            *("v", rise, "a", rx, ry, 0, 0, 1, -2 * rx, 0, "Z"),
        )
        return svg_element(
            "path",
            d=way,
            **fill_attributes("none"),
            **stroke_attributes(self.theme.highlight, shape["stroke"] * s),
        )

    def chosen(self, at: Point, *, stands: bool) -> str:
        """Return the outline of the chosen piece: an ellipse for a stack, a circle for a marker."""
        shape, s = self.look.chosen, self.size
        drawn = fill_attributes("none") | stroke_attributes(
            self.theme.highlight, shape["stroke"] * s
        )
        if not stands:
            return svg_element("circle", cx=at[0], cy=at[1], r=shape["marker"] * s, **drawn)
        x, foot = self.stack_base(at)
        return svg_element(
            "ellipse",
            cx=x,
            cy=foot + shape["drop"] * s,
            rx=shape["rx"] * s,
            ry=shape["ry"] * s,
            **drawn,
        )

    def target(self, at: Point) -> str:
        """Return a dot that marks a target cell."""
        drawn = fill_attributes(self.theme.highlight, self.theme.dot_opacity)
        return svg_element(
            "circle", cx=at[0], cy=at[1], r=self.look.target["r"] * self.size, **drawn
        )

    def badge(self, rings: Rings, at: Point) -> str:
        """Return a badge with the height of a stack, edged in its controller's colour."""
        shape, s = self.look.badge, self.size
        x, y, r = (
            at[0] + shape["x"] * s,
            at[1] + shape["y"] * s,
            max(shape["r"] * s, shape["leastR"]),
        )
        text = str(len(rings))
        edge = stroke_attributes(self.look.seat(rings[0]).colour, shape["stroke"] * r)
        disc = svg_element("circle", cx=x, cy=y, r=r, **fill_attributes(self.theme.page), **edge)
        size = shape["text" if len(text) == 1 else "wideText"] * r
        return disc + text_element(
            text, x, y, size, font_weight="700", **fill_attributes(self.theme.ink)
        )
