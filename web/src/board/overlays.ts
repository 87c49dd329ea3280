// Highlighted cells with their notes, and arrows. There are few of them, so each change redraws
// all.

import type { Key } from "../rules/wire";
import type { Point } from "./layout";
import { coordinateLabels } from "./layout";
import { look, seatLook } from "./look";
import type { BoardRenderer } from "./render";
import { type Attributes, centredText, pathData, svgElement, translateTo } from "./svg";
import type { Arrow, Glow } from "./types";

export function drawGlows(renderer: BoardRenderer, glows: Glow[]): void {
  const width = look.spotlight.outline * renderer.layout.pitch;
  const highlights = glows.map((glow) => {
    const tint: Attributes = glow.seat
      ? { fill: seatLook(glow.seat).colour, "fill-opacity": look.territory.tint }
      : {};
    const tiles = pointsOf(renderer, glow.cells).map((at) =>
      svgElement("path", { d: renderer.innerOutline, ...translateTo(at), ...tint }),
    );
    return svgElement("g", { class: glow.seat ? "edge" : "glow", "stroke-width": width }, ...tiles);
  });
  renderer.layer("glows").replaceChildren(...highlights);
  const occupied = occupiedPoints(renderer);
  const notes = glows.flatMap(({ text, cells }) =>
    text ? drawNote(renderer, text, pointsOf(renderer, cells), occupied) : [],
  );
  renderer.layer("notes").replaceChildren(...notes);
}

function pointsOf(renderer: BoardRenderer, keys: Key[]): Point[] {
  return keys.flatMap((key) => renderer.renderedCells.get(key)?.cell.centre ?? []);
}

/** Points that a note should not cover. */
function occupiedPoints(renderer: BoardRenderer): Point[] {
  const pieces = [...renderer.renderedCells.values()]
    .filter(({ piece }) => piece)
    .map(({ cell }) => cell.centre);
  return [...pieces, ...coordinateLabels(renderer.layout).map(({ at }) => at)];
}

/** A line of text beside its cells. */
function drawNote(
  renderer: BoardRenderer,
  text: string,
  points: Point[],
  occupied: Point[],
): SVGElement[] {
  if (!points.length) return [];
  const size = renderer.textSize("spotlight");
  const half = { x: text.length * size * 0.29 + size * 0.6, y: size * 0.85 };
  const { x, y } = placeNote(renderer, points, half, occupied);
  occupied.push({ x, y });
  const box = { x: x - half.x, y: y - half.y, rx: half.y, width: 2 * half.x, height: 2 * half.y };
  return [
    svgElement("rect", { class: "plate notice", ...box, "stroke-width": size * 0.12 }),
    centredText(text, x, y, size, { class: "ink", "font-weight": 600 }),
  ];
}

/** Above, below, right or left of the cells, or one cell farther: where it hides least. */
function placeNote(
  renderer: BoardRenderer,
  points: Point[],
  half: Point,
  occupied: Point[],
): Point {
  const { pitch, piece, width, height } = renderer.layout;
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [left, right, top, bottom] = [
    Math.min(...xs),
    Math.max(...xs),
    Math.min(...ys),
    Math.max(...ys),
  ];
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  const away = pitch * look.spotlight.away;
  const reach = piece * look.ring.rx;
  const candidates = [away, away + pitch].flatMap((off) => [
    { x, y: top - off - half.y },
    { x, y: bottom + off + half.y },
    { x: right + off + half.x, y },
    { x: left - off - half.x, y },
  ]);
  const hidden = (at: Point): number =>
    occupied.filter(
      (other) =>
        Math.abs(other.x - at.x) < half.x + reach && Math.abs(other.y - at.y) < half.y + reach,
    ).length;
  const onPage = candidates.map((at) => ({
    x: clamp(at.x, half.x, width),
    y: clamp(at.y, half.y, height),
  }));
  return onPage.reduce((best, at) => (hidden(at) < hidden(best) ? at : best));
}

/** Moves the middle of something of this half width onto the page. */
function clamp(middle: number, half: number, size: number): number {
  return Math.min(Math.max(middle, half), size - half);
}

/** Draws the arrow with the highest weight last, on top. */
export function drawArrows(renderer: BoardRenderer, arrows: Arrow[]): void {
  const byWeight = arrows.toSorted((a, b) => a.weight - b.weight);
  renderer
    .layer("arrows")
    .replaceChildren(...byWeight.flatMap((arrow) => drawArrow(renderer, arrow)));
}

function drawArrow(renderer: BoardRenderer, { from, to, weight, label }: Arrow): SVGElement[] {
  const [start, end] = pointsOf(renderer, [from, to]);
  if (!start || !end) return [];
  const { pitch } = renderer.layout;
  const length = Math.hypot(end.x - start.x, end.y - start.y) || 1;
  const [ux, uy] = [(end.x - start.x) / length, (end.y - start.y) / length];
  const tip = { x: end.x - ux * pitch * 0.12, y: end.y - uy * pitch * 0.12 };
  const barb = (side: 1 | -1): (string | number)[] => {
    const [back, out] = [pitch * 0.24, pitch * 0.2 * side];
    return [tip.x - ux * back - uy * out, tip.y - uy * back + ux * out];
  };
  const shaft = from === to ? [] : ["M", start.x, start.y, "L", tip.x, tip.y];
  const d = pathData(...shaft, "M", ...barb(1), "L", tip.x, tip.y, "L", ...barb(-1));
  const opacity = 0.3 + 0.6 * Math.min(1, Math.max(0, weight));
  const line = { class: "arrow", d, "stroke-width": pitch * 0.11, "stroke-opacity": opacity };
  if (!label) return [svgElement("path", line)];
  const size = renderer.textSize("spotlight");
  const [x, y] = [(start.x + end.x) / 2, (start.y + end.y) / 2];
  const half = label.length * size * 0.29 + size * 0.4;
  const box = {
    x: x - half,
    y: y - size * 0.75,
    rx: size * 0.75,
    width: 2 * half,
    height: size * 1.5,
  };
  return [
    svgElement("path", line),
    svgElement("rect", { class: "plate notice", ...box, "stroke-width": size * 0.1 }),
    centredText(label, x, y, size, { class: "ink", "font-weight": 600 }),
  ];
}
