"""Outlines around groups of cells: one path for each connected group, with rounded corners."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from ringrift.drawing.markup import Value, path_data

Point = tuple[float, float]
_Edge = tuple[Point, Point]
_Name = tuple[int, int]


def area_outline(
    corners: Sequence[Point], centres: Iterable[Point], inset: float, corner: float
) -> str:
    """Return the outline of tiles, moved inwards by `inset`; holes included."""
    loops = _loops(_outer_edges(corners, centres))
    return " ".join(rounded_path(_inset_loop(loop, inset), corner) for loop in loops)


def connected_areas(corners: Sequence[Point], centres: Iterable[Point]) -> list[list[Point]]:
    """Split tiles, given by their centres, into groups whose members touch along an edge."""
    everything = list(centres)
    by_edge: dict[_Name, list[Point]] = {}
    for centre in everything:
        for edge in _tile_edges(corners, centre):
            by_edge.setdefault(_middle(edge), []).append(centre)
    left, areas = set(everything), list[list[Point]]()
    for start in everything:
        if start not in left:
            continue
        left.discard(start)
        area = [start]
        for centre in area:
            for edge in _tile_edges(corners, centre):
                for near in by_edge[_middle(edge)]:
                    if near in left:
                        left.discard(near)
                        area.append(near)
        areas.append(area)
    return areas


def _tile_edges(corners: Sequence[Point], centre: Point) -> list[_Edge]:
    points = [(centre[0] + x, centre[1] + y) for x, y in corners]
    return list(zip(points, [*points[1:], points[0]], strict=True))


def _name(point: Point) -> _Name:
    return math.floor(point[0] + 0.5), math.floor(point[1] + 0.5)


def _middle(edge: _Edge) -> _Name:
    (x1, y1), (x2, y2) = edge
    return _name(((x1 + x2) / 2, (y1 + y2) / 2))


def _outer_edges(corners: Sequence[Point], centres: Iterable[Point]) -> list[_Edge]:
    """Return the edges that no two of the tiles share."""
    edges: dict[_Name, _Edge | None] = {}
    for centre in centres:
        for edge in _tile_edges(corners, centre):
            name = _middle(edge)
            edges[name] = None if name in edges else edge
    return [edge for edge in edges.values() if edge is not None]


def _loops(edges: list[_Edge]) -> list[list[Point]]:
    """Join edges to closed loops. Where two loops touch at a corner they stay separate."""
    starting: dict[_Name, list[_Edge]] = {}
    for edge in edges:
        starting.setdefault(_name(edge[0]), []).append(edge)
    used, found = set[_Edge](), list[list[Point]]()
    for first in edges:
        loop, edge = list[Point](), first
        while edge not in used:
            used.add(edge)
            loop.append(edge[0])
            following = [each for each in starting[_name(edge[1])] if each not in used]
            if not following:
                break
            edge = max(following, key=lambda each, last=edge: _turn(last, each))  # type: ignore[misc]
        if loop:
            found.append(_without_straight_corners(loop))
    return found


def _turn(edge: _Edge, following: _Edge) -> float:
    """Return the turn between two edges: positive to the right, where the inside is."""
    ax, ay = edge[1][0] - edge[0][0], edge[1][1] - edge[0][1]
    bx, by = following[1][0] - following[0][0], following[1][1] - following[0][1]
    return math.atan2(ax * by - ay * bx, ax * bx + ay * by)


def _around(loop: list[Point]) -> Iterable[tuple[Point, Point, Point]]:
    return zip([loop[-1], *loop], loop, [*loop[1:], loop[0]], strict=False)


def _without_straight_corners(loop: list[Point]) -> list[Point]:
    return [
        point
        for before, point, after in _around(loop)
        if abs(_turn((before, point), (point, after))) > 0.01
    ]


def _inset_loop(loop: list[Point], inset: float) -> list[Point]:
    moved: list[Point] = []
    for before, point, after in _around(loop):
        ax, ay = _normal(before, point)
        bx, by = _normal(point, after)
        share = inset / (1 + ax * bx + ay * by)
        moved.append((point[0] + (ax + bx) * share, point[1] + (ay + by) * share))
    return moved


def _normal(start: Point, end: Point) -> Point:
    """Return the direction inwards, from an edge of a clockwise loop."""
    length = math.dist(start, end)
    return (start[1] - end[1]) / length, (end[0] - start[0]) / length


def rounded_path(loop: list[Point], corner: float) -> str:
    """Return a closed path whose corners are arcs."""
    parts: list[Value] = []
    for before, point, after in _around(loop):
        angle = _turn((before, point), (point, after))
        half = math.tan(abs(angle) / 2)
        room = min(math.dist(before, point), math.dist(point, after)) / 2
        trim = min(corner * half, room)
        start, end = _towards(point, before, trim), _towards(point, after, trim)
        radius = trim / half
        parts += ["L" if parts else "M", *start, "A", radius, radius, 0, 0, int(angle > 0), *end]
    return path_data(*parts, "Z")


def _towards(start: Point, end: Point, far: float) -> Point:
    share = far / math.dist(start, end)
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
