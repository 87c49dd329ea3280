"""Ratings with error bars as SVG; the surrounding page supplies the colours."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

from ringrift.arena.ratings import Rating
from ringrift.drawing.markup import svg_element

LEFT: Final = 190.0
WIDTH: Final = 430.0
RIGHT: Final = 60.0
ROW: Final = 26.0
TOP: Final = 12.0
FOOT: Final = 30.0
_TICK_STEPS: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
_MAX_TICKS: Final = 8
_COLOURS: Final = (
    ".quiet{fill:#5c5c66}.ink{fill:#1c1c22}.grid{stroke:#d9d9e0}"
    ".bar{stroke:#2b5fc7;stroke-width:2}.dot{fill:#2b5fc7}"
)


def rating_plot(title: str, ratings: Sequence[Rating]) -> str:
    """Draw one row per entrant: a dot for the rating, a bar for the 95% interval."""
    low = min(rating.rating - rating.error for rating in ratings)
    high = max(rating.rating + rating.error for rating in ratings)
    step = next(
        (step for step in _TICK_STEPS if (high - low) / step <= _MAX_TICKS), _TICK_STEPS[-1]
    )
    first, last = low // step * step, -(-high // step) * step
    height = TOP + ROW * len(ratings)

    def x(value: float) -> float:
        return LEFT + WIDTH * (value - first) / ((last - first) or 1.0)

    parts = [svg_element("title", escape(title))]
    tick = first
    while tick <= last:
        parts.append(
            svg_element("line", x1=x(tick), x2=x(tick), y1=TOP, y2=height, **_css_class("grid"))
        )
        parts.append(_text(f"{tick:g}", x(tick), height + 18, "middle", "quiet"))
        tick += step
    for at, rating in enumerate(ratings):
        y = TOP + ROW * (at + 0.5)
        ends = x(rating.rating - rating.error), x(rating.rating + rating.error)
        parts.append(_text(rating.name, LEFT - 12, y + 4, "end", "ink"))
        parts.append(svg_element("line", x1=ends[0], x2=ends[1], y1=y, y2=y, **_css_class("bar")))
        parts += [
            svg_element("line", x1=end, x2=end, y1=y - 5, y2=y + 5, **_css_class("bar"))
            for end in ends
        ]
        parts.append(svg_element("circle", cx=x(rating.rating), cy=y, r=5, **_css_class("dot")))
    box = f"0 0 {LEFT + WIDTH + RIGHT:g} {height + FOOT:g}"
    return svg_element("svg", *parts, viewBox=box, role="img")


def standalone_plot(title: str, ratings: Sequence[Rating]) -> str:
    """Draw the same as a file of its own, with its colours on white."""
    plot = rating_plot(title, ratings)
    head = '<svg xmlns="http://www.w3.org/2000/svg" font-family="sans-serif" '
    style = svg_element("style", _COLOURS)
    ground = svg_element("rect", width="100%", height="100%", fill="white")
    return plot.replace("<svg ", head, 1).replace("<title>", f"{style}{ground}<title>", 1)


def _text(label: str, x: float, y: float, anchor: str, kind: str) -> str:
    shown = label if len(label) <= 26 else f"{label[:25]}…"
    return svg_element(
        "text", escape(shown), x=x, y=y, text_anchor=anchor, font_size=12.0, **_css_class(kind)
    )


def _css_class(name: str) -> dict[str, str]:
    """Return the `class` attribute."""
    return {"class": name}
