"""The symbols that every picture of a board is made of: rings, markers, emblems, patterns.

A cell is 100 units wide. Colours are CSS variables. The web client draws with the same symbols:
`python -m tools.web_look` writes them to `web/src/board/symbols.svg`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import Final, Literal

from ringrift.drawing.look import Emblem, Look, SidePattern, load_look
from ringrift.drawing.markup import Attributes, Value, format_number, path_data, svg_element

CELL: Final = 100.0  # units
SEATS: Final = (1, 2, 3, 4)

Detail = Literal["fine", "medium", "coarse"]  # by the size of a cell on the screen

_STUD_ANGLES: Final = (-66, -38, -12.5, 12.5, 38, 66)  # degrees from the front of the ring


def colour(name: str, seat: int | None = None) -> str:
    """Return the CSS variable of a colour: `seat-1-edge`, `halo`."""
    if seat is None:
        return f"var(--{name})"
    return f"var(--seat-{seat}-{name})" if name else f"var(--seat-{seat})"


def emblem_path(emblem: Emblem, rx: float, ry: float) -> str:
    """Return an emblem around the origin as path data."""
    if emblem == "disc":
        return path_data("M", -rx, 0, "a", rx, ry, 0, 1, 1, 2 * rx, 0) + path_data(
            " a", rx, ry, 0, 1, 1, -2 * rx, 0, "Z"
        )
    points = [(x * rx, y * ry) for x, y in load_look().emblems[emblem]]
    return "M" + "L".join(f"{format_number(x)} {format_number(y)}" for x, y in points) + "Z"


def piece_symbols(
    detail: Detail | None = None, prefix: str = "", seats: Iterable[int] = SEATS
) -> Iterator[str]:
    """Yield the definitions of the seats' pieces.

    Without a detail the parts that depend on it have a class: `relief` is for fine drawings,
    `gloss` for all but coarse ones; `hole` and `coin` are larger in all but fine ones.
    """
    look = load_look()
    yield from _light(prefix)
    for seat in seats:
        yield from _gradients(seat, prefix)
        yield _land_pattern(look, seat, prefix)
        yield svg_element("g", *_side(look, seat, detail, prefix), id=f"{prefix}side{seat}")
        yield svg_element(
            "g",
            *_side(look, seat, detail, prefix),
            *_face(look, seat, detail, prefix),
            id=f"{prefix}ring{seat}",
        )
        yield svg_element("g", *_coin(look, seat, detail), id=f"{prefix}coin{seat}")
        yield svg_element(
            "path",
            id=f"{prefix}emblem{seat}",
            d=emblem_path(look.seats[seat - 1].emblem, 10, 10),
        )
        shadow = look["shadow"]
        yield svg_element(
            "ellipse",
            id=f"{prefix}shadow{seat}",
            cy=shadow["drop"] * CELL,
            rx=shadow["rx"] * CELL,
            ry=shadow["ry"] * CELL,
            fill=f"url(#{prefix}pool{seat})",
        )


def _stop(offset: float, value: str) -> str:
    return svg_element("stop", offset=offset, stop_color=value)


def _light(prefix: str) -> Iterator[str]:
    """Yield the light on the board: from the upper left, dusk at the lower right."""
    yield svg_element(
        "linearGradient",
        _stop(0, colour("light")),
        _stop(0.45, colour("clear-light")),
        _stop(0.45, colour("clear-shadow")),
        _stop(1, colour("dusk")),
        id=f"{prefix}light",
        x2=1,
        y2=1,
    )


def _gradients(seat: int, prefix: str) -> Iterator[str]:
    dark, body, lit = (
        colour("side-dark", seat),
        colour("", seat),
        colour("side-lit", seat),
    )
    yield svg_element(
        "linearGradient",
        *(
            _stop(at, value)
            for at, value in ((0, dark), (0.14, body), (0.3, lit), (0.5, body), (0.78, body))
        ),
        _stop(1, dark),
        id=f"{prefix}wall{seat}",
    )
    yield svg_element(
        "linearGradient",
        _stop(0, colour("lit", seat)),
        _stop(0.5, colour("face", seat)),
        _stop(1, colour("shade", seat)),
        id=f"{prefix}face{seat}",
        x1=0.15,
        y1=0,
        x2=0.7,
        y2=1,
    )
    yield svg_element(
        "linearGradient",
        _stop(0, colour("well", seat)),
        _stop(0.45, colour("edge", seat)),
        _stop(1, colour("depth", seat)),
        id=f"{prefix}well{seat}",
        x2=0,
        y2=1,
    )
    yield svg_element(
        "radialGradient",
        _stop(0, colour("shadow")),
        _stop(0.55, colour("shadow")),
        _stop(0.72, colour("glow", seat)),
        _stop(1, colour("dim", seat)),
        id=f"{prefix}pool{seat}",
    )


def _outline(seat: int, width: float) -> Attributes:
    return {"stroke": colour("edge", seat), "stroke_width": width * CELL}


def _side(look: Look, seat: int, detail: Detail | None, prefix: str) -> Iterator[str]:
    """Yield the side of a ring; the origin is the centre of its foot."""
    ring = look["ring"]
    rx, ry, high = ring["rx"] * CELL, ring["ry"] * CELL, ring["side"] * CELL
    arc: tuple[Value, ...] = ("A", rx, ry, 0, 0)
    yield svg_element(
        "path",
        d=path_data("M", -rx, -high, "V", 0, *arc, 0, rx, 0, "V", -high, *arc, 1, -rx, -high, "Z"),
        fill=f"url(#{prefix}wall{seat})",
        **_outline(seat, ring["stroke"]),
    )
    if detail in (None, "fine"):
        relief = _relief(look.seats[seat - 1].side, rx, ry, high)
        if relief:
            yield svg_element(
                "path",
                **({"class": "relief"} if detail is None else {}),
                d=relief,
                fill="none",
                stroke=colour("edge", seat),
                stroke_width=2.4,
                stroke_linecap="round",
            )


def _relief(side: SidePattern, rx: float, ry: float, high: float) -> str:
    def front(angle: float, share: float) -> tuple[float, float]:
        turn = math.radians(angle)
        return rx * 0.985 * math.sin(turn), ry * math.cos(turn) - high * share

    if side == "groove":
        return path_data("M", -rx, -high / 2, "A", rx, ry, 0, 0, 0, rx, -high / 2)
    parts: list[str] = []
    for angle in _STUD_ANGLES:
        if side == "studs":
            x, y = front(angle, 0.5)
            parts.append(path_data("M", x - 0.5, y, "h", 1))
        elif side == "grooves":
            x, y = front(angle, 0.24)
            parts.append(path_data("M", x, y, "v", -high * 0.5))
    return " ".join(parts)


def _face(look: Look, seat: int, detail: Detail | None, prefix: str) -> Iterator[str]:
    """Yield the top of a ring: lit face, rim, highlight and the hole in the seat's shape."""
    ring = look["ring"]
    rx, ry, high, rim = (ring[name] * CELL for name in ("rx", "ry", "side", "rim"))
    top: Attributes = {"cy": -high}
    yield svg_element(
        "ellipse",
        rx=rx,
        ry=ry,
        fill=f"url(#{prefix}face{seat})",
        **top,
        **_outline(seat, ring["stroke"]),
    )
    yield svg_element(
        "ellipse",
        rx=rx - 0.62 * rim,
        ry=ry - 0.62 * rim,
        fill="none",
        stroke=colour("lit", seat),
        stroke_width=rim * 0.55,
        **top,
    )
    if detail != "coarse":
        x, y = rx - 2 * rim, ry - 2 * rim
        start, end = math.radians(197), math.radians(252)
        yield svg_element(
            "path",
            **({"class": "gloss"} if detail is None else {}),
            d=path_data(
                *("M", x * math.cos(start), y * math.sin(start) - high, "A", x, y, 0, 0, 1),
                *(x * math.cos(end), y * math.sin(end) - high),
            ),
            fill="none",
            stroke=colour("gloss"),
            stroke_width=rim * 0.95,
            stroke_linecap="round",
        )
    hole = ring["hole" if detail in (None, "fine") else "wideHole"] * CELL
    yield svg_element(
        "g",
        svg_element(
            "path",
            **({"class": "hole"} if detail is None else {}),
            d=emblem_path(look.seats[seat - 1].emblem, hole, hole * ring["squash"]),
            fill=f"url(#{prefix}well{seat})",
            stroke=colour("edge", seat),
            stroke_width=2.2,
            stroke_linejoin="round",
        ),
        transform=f"translate(0 {format_number(-high)})",
    )


def _coin(look: Look, seat: int, detail: Detail | None) -> Iterator[str]:
    """Yield a marker; the origin is the centre of its cell."""
    marker = look["marker"]
    wide = detail in ("medium", "coarse")
    rx = marker["wideRx" if wide else "rx"] * CELL
    ry = marker["wideRy" if wide else "ry"] * CELL
    high, emblem = marker["side"] * CELL, marker["emblem"] * CELL * (1.17 if wide else 1)
    parts = [
        svg_element("ellipse", cx=2.5, cy=high + 2, rx=rx + 1, ry=ry, fill=colour("shadow")),
        svg_element(
            "path",
            d=path_data(
                *("M", -rx, -high / 2, "v", high, "A", rx, ry, 0, 0, 0, rx, high / 2),
                *("v", -high, "Z"),
            ),
            fill=colour("side-dark", seat),
            **_outline(seat, marker["stroke"]),
        ),
        svg_element(
            "ellipse",
            cy=-high / 2,
            rx=rx,
            ry=ry,
            fill=colour("", seat),
            **_outline(seat, marker["stroke"]),
        ),
        svg_element(
            "path",
            d=emblem_path(look.seats[seat - 1].emblem, emblem, emblem * 0.76),
            transform=f"translate(0 {format_number(-high / 2)})",
            fill=colour("face", seat),
        ),
    ]
    yield svg_element("g", *parts, **({"class": "coin"} if detail is None else {}))


def _land_pattern(look: Look, seat: int, prefix: str) -> str:
    """Return the pattern of a seat's territory; it runs through all cells."""
    land = look["territory"]
    pitch = land["pitch"] * CELL
    kind = look.seats[seat - 1].pattern
    line: Attributes = {"stroke": colour("", seat), "fill": "none"}
    turn: Attributes = {}
    half = pitch / 2
    if kind == "dots":
        mark = svg_element("circle", cx=half, cy=half, r=land["dot"] * CELL, fill=colour("", seat))
    elif kind == "stripes":
        pitch /= math.sqrt(2)  # so that it repeats from cell to cell
        turn = {"patternTransform": "rotate(45)"}
        mark = svg_element(
            "path",
            d=path_data("M", pitch / 2, 0, "V", pitch),
            stroke_width=land["stripe"] * CELL,
            **line,
        )
    else:
        level, upright = path_data("M", 0, half, "H", pitch), path_data("M", half, 0, "V", pitch)
        width = land["grid" if kind == "grid" else "bar"] * CELL
        d = f"{level} {upright}" if kind == "grid" else level
        mark = svg_element("path", d=d, stroke_width=width, **line)
    return svg_element(
        "pattern",
        mark,
        id=f"{prefix}land{seat}",
        width=pitch,
        height=pitch,
        patternUnits="userSpaceOnUse",
        **turn,
    )
