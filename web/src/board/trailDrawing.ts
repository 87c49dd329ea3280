// Draws the whole last turn: where it started, the path, turned markers, new territory, the stacks
// that lost a ring and the end.

import { messages } from "../messages";
import type { Key } from "../rules/wire";
import { CELL, type Layout, type Point } from "./layout";
import { look } from "./look";
import { corners, haloed, tag } from "./markShapes";
import { areaOutline } from "./outline";
import { stackBase } from "./pieceGeometry";
import { pathData, svgElement } from "./svg";
import type { Trail } from "./types";

/** Below the pieces. */
export function trailBelow(layout: Layout, trail: Trail, tops: (key: Key) => number): SVGElement[] {
  const pointsOf = (keys: Key[]): Point[] =>
    keys.flatMap((key) => layout.byKey.get(key)?.centre ?? []);
  const path = pointsOf(trail.path);
  const [start] = pointsOf(trail.start ? [trail.start] : []);
  const endKey = trail.end ?? trail.placed.at(-1) ?? null;
  const end = endKey === null ? undefined : layout.byKey.get(endKey)?.centre;
  return [
    ...newTerritory(layout, trail.collapsed),
    ...(start ? startMark(start) : []),
    ...(path.length > 1 ? line(layout, path) : []),
    ...pointsOf(trail.flips).flatMap(turningArrows),
    ...pointsOf(trail.taken).flatMap(ghost),
    ...trail.placed
      .filter((key) => key !== endKey && key !== trail.start)
      .flatMap((key) => pointsOf([key]).flatMap(startMark)),
    ...(end ? corners(layout, end, "trail", tops(endKey as Key)) : []),
  ];
}

/** Above the pieces. */
export function trailAbove(layout: Layout, trail: Trail): SVGElement[] {
  return trail.taken.flatMap((key) => {
    const at = layout.byKey.get(key)?.centre;
    return at ? [tag(messages.board.taken, at, "trail")] : [];
  });
}

function startMark(at: Point): SVGElement[] {
  const { rx, ry, width } = look.trail;
  const shape = { cx: at.x, cy: at.y, rx: rx * CELL, ry: ry * CELL };
  return [
    svgElement("ellipse", {
      ...shape,
      class: "trail-line",
      "stroke-width": width * 0.8 * CELL,
      "stroke-dasharray": "10 7",
    }),
  ];
}

/** The path with a chevron on every second border that it crosses. */
function line(layout: Layout, path: Point[]): SVGElement[] {
  const { width, chevron } = look.trail;
  const way = path.flatMap(({ x, y }, index) => [index ? "L" : "M", x, y]);
  const heads = path.slice(1).flatMap((to, index) => {
    const from = path[index] as Point;
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const length = Math.hypot(dx, dy);
    if (!length) return [];
    const steps = Math.round(
      (layout.hexagonal ? length : Math.max(Math.abs(dx), Math.abs(dy))) / CELL,
    );
    const [ux, uy] = [dx / length, dy / length];
    return Array.from({ length: Math.ceil(steps / 2) }, (_, each) => {
      const share = (2 * each + 0.5) / steps;
      const tip = { x: from.x + dx * share + ux * 6, y: from.y + dy * share + uy * 6 };
      const barb = (side: number): number[] => [
        tip.x - ux * chevron * CELL * 1.25 - uy * side * chevron * CELL,
        tip.y - uy * chevron * CELL * 1.25 + ux * side * chevron * CELL,
      ];
      return pathData("M", ...barb(1), "L", tip.x, tip.y, "L", ...barb(-1));
    });
  });
  return haloed("path", { d: pathData(...way) + heads.join("") }, width * CELL, "trail");
}

/** Two arrows that turn around a marker. */
function turningArrows(at: Point): SVGElement[] {
  const [rx, ry] = [0.31 * CELL, 0.255 * CELL];
  const point = (degrees: number): number[] => {
    const turn = (degrees * Math.PI) / 180;
    return [at.x + rx * Math.cos(turn), at.y + ry * Math.sin(turn)];
  };
  const arrow = (from: number, to: number): string => {
    const [x = 0, y = 0] = point(to);
    const side = to < 180 ? -1 : 1;
    return pathData(
      ...["M", ...point(from), "A", rx, ry, 0, 0, 1, x, y],
      ...["m", side * 3, -side * 13, "l", -side * 3, side * 13, "l", -side * 13, -side * 1],
    );
  };
  return haloed("path", { d: arrow(190, 338) + arrow(10, 158) }, 0.034 * CELL, "trail");
}

function newTerritory(layout: Layout, cells: Key[]): SVGElement[] {
  if (!cells.length) return [];
  const { corner, hexCorner } = look.territory;
  const radius = (layout.hexagonal ? hexCorner : corner) * CELL;
  const d = areaOutline(layout, cells, 0.015 * CELL, radius);
  return haloed("path", { d }, 0.036 * CELL, "trail");
}

/** The outline of the ring that was taken. */
function ghost(at: Point): SVGElement[] {
  const { ring } = look;
  const [rx, ry] = [ring.rx * CELL, ring.ry * CELL];
  const foot = stackBase(at);
  const top = foot.y - ring.side * CELL * 1.4;
  const upper = pathData("M", at.x - rx, top, "A", rx, ry, 0, 0, 1, at.x + rx, top);
  const lower = pathData(
    ...["M", at.x - rx, top, "V", foot.y, "A", rx, ry, 0, 0, 0, at.x + rx, foot.y, "V", top],
  );
  const width = 0.034 * CELL;
  return [
    ...haloed("path", { d: upper }, width, "trail"),
    ...haloed("path", { d: lower }, width, "trail", { "stroke-dasharray": "10 7" }),
  ];
}
