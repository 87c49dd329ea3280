"""The pictures of links, 1200 by 630 pixels: a board or the site's emblem, and text beside it.

Everything here runs in a process of the pool for rules: drawing holds the GIL.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Final

from ringrift.drawing.layout import board_layout
from ringrift.drawing.look import ThemeName, load_look, theme_variables
from ringrift.drawing.markup import svg_element
from ringrift.drawing.svg import board_svg
from ringrift.rules.position_string import load_position

WIDTH: Final = 1200
HEIGHT: Final = 630
_THEME: Final[ThemeName] = "slate"
_MARGIN: Final = 36
_BOARD: Final = HEIGHT - 2 * _MARGIN
_TEXT_X: Final = 2 * _MARGIN + _BOARD + 12
_TEXT_WIDTH: Final = WIDTH - _TEXT_X - _MARGIN
_LETTER: Final = 0.6  # the width of an average letter, as a share of its size
_FONT: Final = Path(__file__).with_name("fonts") / "inter.ttf"
_OWN_LETTERS: Final = (  # Latin, Greek, Cyrillic, more Latin, dashes and quotation marks
    *(range(0x250), range(0x384, 0x3CF), range(0x400, 0x460)),
    *(range(0x1E00, 0x1F00), range(0x2010, 0x2040)),
)
_NOT_IN_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_BACKGROUND: Final = "#17191f"
_INK: Final = "#f4f1ea"
_QUIET: Final = "#b9b4aa"


@dataclass(frozen=True, slots=True)
class Line:
    """A line of text; that of a player has the colour of the seat before it."""

    text: str
    size: int = 34
    seat: int | None = None
    quiet: bool = False


@dataclass(frozen=True, slots=True)
class LinkPicture:
    """What a picture shows. Equal values give equal pictures."""

    lines: tuple[Line, ...]
    position: str | None = None  # a position string; None shows the emblem


def render(picture: LinkPicture) -> bytes:
    """Return the picture as PNG. Raise `InvalidStateError` if its position is malformed."""
    import resvg_py  # only where pictures are drawn

    svg = draw(picture)
    text = "".join(line.text for line in picture.lines)
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
            width=WIDTH,
            height=HEIGHT,
            font_files=[str(_FONT)],
            font_family="Inter",
            sans_serif_family="Inter",
            # Reading the fonts of the system takes time: only for scripts that ours lack.
            skip_system_fonts=all(map(_has_own_font, text)),
        )
    )


def draw(picture: LinkPicture) -> str:
    """Return the picture as SVG."""
    left = _emblem() if picture.position is None else _board(picture.position)
    return svg_element(
        "svg",
        svg_element("rect", width=WIDTH, height=HEIGHT, fill=_BACKGROUND),
        left,
        *_texts(picture.lines),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        font_family="Inter",
        font_weight="600",
    )


def _board(position: str) -> str:
    """Draw the board as large as it can be, in the middle of its square."""
    state = load_position(position)
    layout = board_layout(state.board.grid.name)
    scale = min(_BOARD / layout.width, _BOARD / layout.height)
    width = layout.width * scale
    x = _MARGIN + (_BOARD - width) / 2
    y = _MARGIN + (_BOARD - layout.height * scale) / 2
    svg = board_svg(state, theme=_THEME, width=width, ids="board")
    return svg_element("g", svg, transform=f"translate({x:.2f} {y:.2f})")


def _emblem() -> str:
    """Draw a stack of rings in the colours of the seats."""
    variables = theme_variables(load_look().themes[_THEME])
    middle, rings = _MARGIN + _BOARD / 2, []
    for index, seat in enumerate((3, 4, 2, 1)):
        y = HEIGHT / 2 + 120 - index * 62
        face = variables[f"seat-{seat}-face"]
        edge = variables[f"seat-{seat}-edge"]
        body = f"M{middle - 210} {y}v52a210 92 0 0 0 420 0v-52z"
        rings += [
            svg_element("path", d=body, fill=variables[f"seat-{seat}"], stroke=edge),
            _ellipse(middle, y, 210, 92, face, edge),
            _ellipse(middle, y, 96, 40, _BACKGROUND, edge),
        ]
    return "".join(rings)


def _ellipse(x: float, y: float, rx: float, ry: float, fill: str, stroke: str) -> str:
    return svg_element(
        "ellipse", cx=x, cy=y, rx=rx, ry=ry, fill=fill, stroke=stroke, stroke_width=3
    )


def _texts(lines: tuple[Line, ...]) -> list[str]:
    """Draw the lines under each other in the middle of the height, and the site's name below."""
    variables = theme_variables(load_look().themes[_THEME])
    gap = 1.55
    y = HEIGHT / 2 - sum(line.size * gap for line in lines) / 2
    drawn = []
    for line in lines:
        y += line.size * gap
        x = float(_TEXT_X)
        if line.seat is not None:
            radius = line.size * 0.36
            at_y = y - line.size * 0.36
            fill = variables[f"seat-{line.seat}"]
            drawn.append(svg_element("circle", cx=x + radius, cy=at_y, r=radius, fill=fill))
            x += 2 * radius + line.size * 0.4
        drawn.append(_text(line, x, y))
    name = Line("RingRift", 30, quiet=True)
    return [*drawn, _text(name, _TEXT_X, HEIGHT - _MARGIN - 6)]


def _text(line: Line, x: float, y: float) -> str:
    """Draw a line, smaller if it would not fit, without characters that XML does not allow."""
    text = _NOT_IN_XML.sub("", line.text)
    room = (WIDTH - _MARGIN - x) / (_LETTER * max(len(text), 1))
    return svg_element(
        "text",
        escape(text),
        x=x,
        y=y,
        font_size=min(float(line.size), room),
        fill=_QUIET if line.quiet else _INK,
    )


def _has_own_font(letter: str) -> bool:
    return any(ord(letter) in letters for letters in _OWN_LETTERS)
