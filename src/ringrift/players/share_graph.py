"""A graph of a game: each seat's expected share of the win, turn by turn."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

from ringrift.drawing.look import Look, Theme, ThemeName, load_look
from ringrift.drawing.markup import polyline, svg_element
from ringrift.players.analysis import format_pv
from ringrift.players.annotation import Annotation, TurnJudgement, judgements_by_round
from ringrift.rules.stack import Seat
from ringrift.rules.state import State

WIDTH: Final = 760.0
HEIGHT: Final = 320.0
LEFT, RIGHT, TOP, BOTTOM = 52.0, 96.0, 46.0, 44.0
_PLOT_WIDTH: Final = WIDTH - LEFT - RIGHT
_PLOT_HEIGHT: Final = HEIGHT - TOP - BOTTOM
_THEMES: Final[tuple[ThemeName, ...]] = ("paper", "slate")  # light and dark
_DASHES: Final = ("none", "9 4", "2 4", "10 3 2 3")  # distinguish seats without colour
_MAX_TICKS: Final = 10


def graph_svg(annotation: Annotation, title: str = "Expected share of the win") -> str:
    """Return an SVG: each seat's share as a thin line, its mean over a round as a bold one.

    Dots show marked turns, bars show turning points.
    """
    judgements = annotation.judgements
    start = annotation.record.heading.start()
    seats = start.board.seats
    plies = max(1, len(annotation.record))
    shares_by_seat = {seat: _share_points(judgements, seat, len(seats)) for seat in seats}
    means = [(end.end, shares) for end, shares in judgements_by_round(judgements)]
    parts = [
        svg_element("title", escape(title)),
        svg_element("desc", escape(_describe_annotation(annotation, seats))),
        svg_element("style", _style_sheet(seats)),
        svg_element("rect", width=WIDTH, height=HEIGHT, **{"class": "page"}),
        _svg_text(LEFT, 26, title, "ink", size=16),
        *_draw_scale(judgements, plies),
    ]
    for point in annotation.turning_points:
        x = _ply_to_x(point.ply + 1, plies)
        what = f"Turn {point.turn}: {load_look().seat(point.favourite).name} is ahead now"
        bar = svg_element(
            "line",
            x1=x,
            x2=x,
            y1=TOP,
            y2=TOP + _PLOT_HEIGHT,
            **{"class": f"turn seat{point.favourite}"},
        )
        parts.append(svg_element("g", svg_element("title", escape(what)), bar))
    for seat, own_shares in shares_by_seat.items():
        own_means = [own_shares[0], *((ply, shares[seat - 1]) for ply, shares in means)]
        for kind, points in (("share", own_shares), ("mean", own_means)):
            drawn = polyline([(_ply_to_x(ply, plies), _share_to_y(share)) for ply, share in points])
            parts.append(svg_element("path", d=drawn, **{"class": f"{kind} seat{seat}"}))
    parts += [_draw_turn_dot(start, one, plies) for one in judgements if one.mark]
    parts += _draw_seat_names({seat: points[-1][1] for seat, points in shares_by_seat.items()})
    return (
        svg_element(
            "svg", *parts,
            xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {WIDTH:g} {HEIGHT:g}", role="img",
            font_family=load_look().font,
        )
        + "\n"
    )  # fmt: skip


def _share_points(
    judgements: Sequence[TurnJudgement], seat: Seat, seats: int
) -> list[tuple[int, float]]:
    """Return the points of a seat's line: the number of moves and its share."""
    if not judgements:
        return [(0, 1 / seats)]
    first = judgements[0]
    return [
        (first.first, first.before[seat - 1]),
        *((one.end, one.after[seat - 1]) for one in judgements),
    ]


def _ply_to_x(ply: int, plies: int) -> float:
    return LEFT + _PLOT_WIDTH * ply / plies


def _share_to_y(share: float) -> float:
    return TOP + _PLOT_HEIGHT * (1 - share)


def _draw_scale(judgements: Sequence[TurnJudgement], plies: int) -> list[str]:
    parts = []
    for percent in (0, 25, 50, 75, 100):
        y = _share_to_y(percent / 100)
        parts.append(
            svg_element("line", x1=LEFT, x2=LEFT + _PLOT_WIDTH, y1=y, y2=y, **{"class": "grid"})
        )
        parts.append(_svg_text(LEFT - 8, y + 4, f"{percent}%", "quiet", anchor="end"))
    turns: dict[int, int] = {}
    for one in judgements:
        turns.setdefault(one.turn, one.first)
    step = max(1, -(-len(turns) // _MAX_TICKS))
    bottom = TOP + _PLOT_HEIGHT
    for number, (turn, ply) in enumerate(turns.items()):
        if number % step == 0:
            parts.append(
                _svg_text(_ply_to_x(ply, plies), bottom + 18, str(turn), "quiet", anchor="middle")
            )
    parts.append(_svg_text(LEFT + _PLOT_WIDTH / 2, bottom + 36, "turn", "quiet", anchor="middle"))
    return parts


def _draw_turn_dot(start: State, one: TurnJudgement, plies: int) -> str:
    x, y = _ply_to_x(one.end, plies), _share_to_y(one.after[one.seat - 1])
    better = f"; better {format_pv(start, one.better)}" if one.better else ""
    name = load_look().seat(one.seat).name
    played = format_pv(start, one.moves)
    what = f"Turn {one.turn}, {name}: {played} {one.mark}, lost {one.loss:.0%}{better}"
    return svg_element(
        "g",
        svg_element("title", escape(what)),
        svg_element("circle", cx=x, cy=y, r=4.5, **{"class": f"dot seat{one.seat}"}),
        _svg_text(x, y - 8, str(one.mark), "ink", anchor="middle", size=11),
    )


def _draw_seat_names(last: dict[Seat, float]) -> list[str]:
    """Draw the seat names at the ends of their lines, moved apart where they overlap."""
    parts: list[str] = []
    lowest = TOP - 8.0
    for seat, share in sorted(last.items(), key=lambda item: -item[1]):
        lowest = max(_share_to_y(share) + 4, lowest + 15)
        parts.append(
            _svg_text(
                LEFT + _PLOT_WIDTH + 10,
                lowest,
                f"{load_look().seat(seat).name} {share:.0%}",
                f"name{seat}",
            )
        )
    return parts


def _svg_text(
    x: float, y: float, words: str, kind: str, *, anchor: str = "start", size: float = 12
) -> str:
    return svg_element(
        "text", escape(words), x=x, y=y, font_size=size, text_anchor=anchor, **{"class": kind}
    )


def _style_sheet(seats: Sequence[Seat]) -> str:
    style = load_look()
    base = (
        ".mean,.share{fill:none;stroke-width:2.4;stroke-linejoin:round}.grid{stroke-width:1}"
        ".share{stroke-width:1;stroke-opacity:.5}"
        ".turn{stroke-width:5;stroke-opacity:.28}.dot{fill-opacity:.9;stroke-width:1}"
        + "".join(f".mean.seat{seat}{{stroke-dasharray:{_DASHES[seat - 1]}}}" for seat in seats)
    )
    light, dark = (_theme_colours(style, name, seats) for name in _THEMES)
    return f"{base}{light}@media (prefers-color-scheme:dark){{{dark}}}"


def _theme_colours(style: Look, theme_name: ThemeName, seats: Sequence[Seat]) -> str:
    theme: Theme = style.themes[theme_name]
    fills = {name: theme[name] for name in ("page", "ink", "quiet")}
    rules = "".join(f".{name}{{fill:{colour}}}" for name, colour in fills.items())
    rules += f".grid{{stroke:{theme['rule']}}}"
    for seat in seats:
        colour = line_colour(seat, theme_name)
        rules += f".mean.seat{seat},.share.seat{seat},.turn.seat{seat}{{stroke:{colour}}}"
        rules += f".dot.seat{seat}{{fill:{colour};stroke:{theme['page']}}}"
        rules += f".name{seat}{{fill:{text_colour(seat, theme_name)}}}"
    return rules


def line_colour(seat: Seat, theme: ThemeName) -> str:
    """Return a seat's colour with enough contrast for a line in a theme."""
    return load_look().themes[theme].seat(seat).body


def text_colour(seat: Seat, theme: ThemeName) -> str:
    """Return a seat's colour with enough contrast for text in a theme."""
    return load_look().themes[theme].seat(seat).ink


def _describe_annotation(annotation: Annotation, seats: Sequence[Seat]) -> str:
    """Describe the graph in words, for screen readers."""
    words = []
    for seat in seats:
        marks = annotation.marks(seat)
        counts = (
            ", ".join(f"{count} {mark.name.lower()}" for mark, count in marks.items()) or "no marks"
        )
        words.append(
            f"{load_look().seat(seat).name} lost "
            f"{annotation.mean_loss(seat):.1%} per turn on average ({counts})"
        )
    points = annotation.turning_points
    turned = (
        f"; the game turned on turn {', '.join(str(one.turn) for one in points)}" if points else ""
    )
    return f"{'; '.join(words)}{turned}."
