// Outlines around groups of cells: one path for each connected group, with rounded corners.
// Mirrors src/ringrift/drawing/outline.py.

import type { Key } from "../rules/wire";
import { type Layout, type Point, tileCorners } from "./layout";
import { pathData } from "./svg";

interface Edge {
  from: Point;
  to: Point;
}

/** The outline of cells, moved inwards by `inset`; holes included. */
export function areaOutline(
  layout: Layout,
  keys: Iterable<Key>,
  inset: number,
  corner: number,
): string {
  return loops(outerEdges(layout, keys))
    .map((loop) => roundedPath(insetLoop(loop, inset), corner))
    .join(" ");
}

/** Splits cells into groups whose members touch along an edge. */
export function connectedAreas(layout: Layout, keys: Iterable<Key>): Key[][] {
  const byEdge = new Map<string, Key[]>();
  const all = [...keys];
  for (const key of all)
    for (const edge of cellEdges(layout, key)) {
      const name = middleOf(edge);
      byEdge.set(name, [...(byEdge.get(name) ?? []), key]);
    }
  const left = new Set(all);
  const areas: Key[][] = [];
  for (const start of all) {
    if (!left.delete(start)) continue;
    const area = [start];
    for (const key of area)
      for (const edge of cellEdges(layout, key))
        for (const next of byEdge.get(middleOf(edge)) ?? []) if (left.delete(next)) area.push(next);
    areas.push(area);
  }
  return areas;
}

function cellEdges(layout: Layout, key: Key): Edge[] {
  const centre = layout.byKey.get(key)?.centre;
  if (!centre) return [];
  const corners = tileCorners(layout.hexagonal).map(({ x, y }) => ({
    x: centre.x + x,
    y: centre.y + y,
  }));
  return corners.map((from, index) => ({
    from,
    to: corners[(index + 1) % corners.length] as Point,
  }));
}

/** The edges that no two of the cells share. */
function outerEdges(layout: Layout, keys: Iterable<Key>): Edge[] {
  const edges = new Map<string, Edge | null>();
  for (const key of keys)
    for (const edge of cellEdges(layout, key)) {
      const name = middleOf(edge);
      edges.set(name, edges.has(name) ? null : edge);
    }
  return [...edges.values()].flatMap((edge) => edge ?? []);
}

const nameOf = ({ x, y }: Point): string => `${Math.round(x)},${Math.round(y)}`;
const middleOf = ({ from, to }: Edge): string =>
  nameOf({ x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 });

/** Joins edges to closed loops. Where two loops touch at a corner they stay separate. */
function loops(edges: Edge[]): Point[][] {
  const starting = new Map<string, Edge[]>();
  for (const edge of edges) {
    const name = nameOf(edge.from);
    starting.set(name, [...(starting.get(name) ?? []), edge]);
  }
  const used = new Set<Edge>();
  const found: Point[][] = [];
  for (const first of edges) {
    if (used.has(first)) continue;
    const loop: Point[] = [];
    let edge: Edge | undefined = first;
    while (edge && !used.has(edge)) {
      used.add(edge);
      loop.push(edge.from);
      const now: Edge = edge;
      edge = (starting.get(nameOf(edge.to)) ?? [])
        .filter((next) => !used.has(next))
        .toSorted((a, b) => turn(now, b) - turn(now, a))[0];
    }
    found.push(withoutStraightCorners(loop));
  }
  return found;
}

/** The turn from one edge to the next: positive to the right, where the inside is. */
function turn(edge: Edge, next: Edge): number {
  const [ax, ay] = [edge.to.x - edge.from.x, edge.to.y - edge.from.y];
  const [bx, by] = [next.to.x - next.from.x, next.to.y - next.from.y];
  return Math.atan2(ax * by - ay * bx, ax * bx + ay * by);
}

function withoutStraightCorners(loop: Point[]): Point[] {
  return loop.filter((point, index) => {
    const before = loop.at(index - 1) as Point;
    const after = loop[(index + 1) % loop.length] as Point;
    return Math.abs(turn({ from: before, to: point }, { from: point, to: after })) > 0.01;
  });
}

function insetLoop(loop: Point[], inset: number): Point[] {
  return loop.map((point, index) => {
    const [a, b] = [
      normal(loop.at(index - 1) as Point, point),
      normal(point, loop[(index + 1) % loop.length] as Point),
    ];
    const share = inset / (1 + a.x * b.x + a.y * b.y);
    return { x: point.x + (a.x + b.x) * share, y: point.y + (a.y + b.y) * share };
  });
}

/** The direction inwards, from an edge of a clockwise loop. */
function normal(from: Point, to: Point): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  return { x: (from.y - to.y) / length, y: (to.x - from.x) / length };
}

/** A closed path whose corners are arcs. */
export function roundedPath(loop: Point[], corner: number): string {
  const parts = loop.flatMap((point, index) => {
    const before = loop.at(index - 1) as Point;
    const after = loop[(index + 1) % loop.length] as Point;
    const angle = turn({ from: before, to: point }, { from: point, to: after });
    const half = Math.tan(Math.abs(angle) / 2);
    const room = Math.min(gap(before, point), gap(point, after)) / 2;
    const trim = Math.min(corner * half, room);
    const [start, end] = [towards(point, before, trim), towards(point, after, trim)];
    const radius = trim / half;
    return [
      index ? "L" : "M",
      start.x,
      start.y,
      "A",
      radius,
      radius,
      0,
      0,
      angle > 0 ? 1 : 0,
      end.x,
      end.y,
    ];
  });
  return pathData(...parts, "Z");
}

const gap = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

function towards(from: Point, to: Point, far: number): Point {
  const share = far / gap(from, to);
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}
