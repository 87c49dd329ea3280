"""A bar chart of rates on a logarithmic scale, as SVG."""

from __future__ import annotations

from collections.abc import Mapping
from math import log10

from ringrift.drawing.look import load_look
from ringrift.drawing.markup import svg_element

LEAST, MOST = 1e3, 1e8  # per second: the limits of the scale
LEFT, TOP, WIDTH, BAR, GAP = 150.0, 48.0, 520.0, 16.0, 14.0


def bar_chart(title: str, rates: Mapping[str, Mapping[str, float]]) -> str:
    """Return a chart with one group of bars per board; rates are per second."""
    style = load_look()
    theme = style.themes["paper"]
    colours = [seat.body for seat in theme.seats]
    height = TOP + sum(len(group) * BAR + GAP for group in rates.values()) + 34
    parts = [
        svg_element("rect", width=LEFT + WIDTH + 110, height=height, fill=theme["page"]),
        _svg_text(LEFT, 26, title, theme["ink"], size=16),
    ]
    for power in range(3, 9):
        x = LEFT + _bar_length(10.0**power)
        parts += [
            svg_element("line", x1=x, x2=x, y1=TOP - 6, y2=height - 30, stroke=theme["rule"]),
            _svg_text(x - 10, height - 12, f"10^{power}", theme["quiet"]),
        ]
    y = TOP
    for board, group in rates.items():
        parts.append(_svg_text(12, y + BAR, board, theme["ink"]))
        for (name, rate), colour in zip(group.items(), colours, strict=True):
            length = _bar_length(rate)
            parts += [
                svg_element("rect", x=LEFT, y=y, width=length, height=BAR - 3, fill=colour),
                _svg_text(
                    LEFT + length + 6, y + BAR - 5, f"{name} {rate:,.0f}/s", theme["ink"], size=11
                ),
            ]
            y += BAR
        y += GAP
    return svg_element(
        "svg", svg_element("title", title), *parts,
        xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {LEFT + WIDTH + 110:g} {height:g}",
        role="img",
    ) + "\n"  # fmt: skip


def _bar_length(rate: float) -> float:
    share = (log10(max(rate, LEAST)) - log10(LEAST)) / (log10(MOST) - log10(LEAST))
    return WIDTH * min(share, 1.0)


def _svg_text(x: float, y: float, words: str, colour: str, size: float = 13) -> str:
    return svg_element(
        "text", words, x=x, y=y, fill=colour, font_size=size, font_family="system-ui, sans-serif"
    )
