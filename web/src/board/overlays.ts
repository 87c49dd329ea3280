// Marks that span several cells: lines and regions with their labels, the preview of a target,
// arrows. There are few of them, so each change redraws all.

import { messages } from "../messages";
import type { Key } from "../rules/wire";
import { CELL, coordinateLabels, type Layout, type Point } from "./layout";
import { look, seatColour } from "./look";
import { haloed, tag } from "./markShapes";
import { areaOutline } from "./outline";
import { stackTop } from "./pieceGeometry";
import type { BoardRenderer } from "./render";
import { pathData, svgElement } from "./svg";
import type { Arrow, LineMark, Marks, Preview, RegionMark } from "./types";

export function drawAreas(renderer: BoardRenderer, { lines = [], regions = [] }: Marks): void {
  const { layout } = renderer;
  renderer
    .layer("areas")
    .replaceChildren(
      ...regions.flatMap((region) => drawRegion(layout, region)),
      ...lines
        .toSorted((a, b) => Number(a.selected) - Number(b.selected))
        .flatMap((line) => drawLine(layout, line)),
    );
  const occupied = occupiedPoints(renderer);
  const areas = [...lines, ...regions].filter(({ label, cost }) => label || cost);
  renderer
    .layer("notes")
    .replaceChildren(...areas.flatMap((area) => drawCallout(renderer, area, occupied)));
}

/** The owner's pattern over everything that would be gained, in a dashed outline. */
function drawRegion(layout: Layout, { cells, seat, selected }: RegionMark): SVGElement[] {
  const { stroke, halo, opacity } = look.area;
  const { corner, hexCorner } = look.territory;
  const radius = (layout.hexagonal ? hexCorner : corner) * CELL;
  const d = areaOutline(layout, cells, 0.02 * CELL, radius);
  const share = selected ? 1 : 0.7;
  return [
    svgElement("path", {
      d,
      fill: seatColour(seat, "land"),
      "fill-opacity": opacity * share,
      class: "region",
    }),
    svgElement("path", { d, fill: `url(#land${seat})`, "fill-opacity": opacity * share }),
    svgElement("path", { d, class: "halo-line", "stroke-width": (stroke + halo) * CELL }),
    svgElement("path", {
      d,
      class: "target-line",
      "stroke-width": stroke * CELL,
      "stroke-dasharray": "18 12",
    }),
  ];
}

/** The bracket around a line: solid when it is selected, else dashed. */
function drawLine(layout: Layout, { cells, selected }: LineMark): SVGElement[] {
  const points = pointsOf(layout, cells);
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return [];
  const r = look.area.line * CELL;
  const length = Math.hypot(last.x - first.x, last.y - first.y) || 1;
  const [ux, uy] = [(last.x - first.x) / length, (last.y - first.y) / length];
  const [nx, ny] = first === last ? [0, r] : [-uy * r, ux * r];
  const d = pathData(
    ...["M", first.x + nx, first.y + ny, "A", r, r, 0, 0, 1, first.x - nx, first.y - ny],
    ...["L", last.x - nx, last.y - ny, "A", r, r, 0, 0, 1, last.x + nx, last.y + ny, "Z"],
  );
  const ground = svgElement("path", { d, class: "line-ground" });
  const width = look.area.stroke * 0.72 * CELL;
  return selected
    ? [ground, ...haloed("path", { d }, width, "target")]
    : [
        svgElement("path", {
          d,
          class: "target-line",
          "stroke-width": width * 0.8,
          "stroke-dasharray": "11 8",
        }),
      ];
}

/** What the pointed-at target would do: the path, turning markers, gained cells. */
export function drawPreview(renderer: BoardRenderer, preview: Preview | null): void {
  const { layout } = renderer;
  if (!preview) {
    renderer.layer("preview").replaceChildren();
    renderer.layer("previewTags").replaceChildren();
    return;
  }
  const points = pointsOf(layout, preview.path);
  const d = pathData(...points.flatMap(({ x, y }, index) => [index ? "L" : "M", x, y]));
  const gains = pointsOf(layout, preview.gains);
  const tone = preview.capture ? "capture" : "target";
  renderer.layer("preview").replaceChildren(
    ...preview.gains.flatMap((key) => {
      const tile = areaOutline(layout, [key], 0.07 * CELL, 0.08 * CELL);
      return [
        svgElement("path", { d: tile, fill: seatColour(preview.seat, "land"), opacity: "0.75" }),
        svgElement("path", { d: tile, fill: `url(#land${preview.seat})`, opacity: "0.55" }),
        svgElement("path", {
          d: tile,
          fill: "none",
          stroke: seatColour(preview.seat),
          "stroke-width": 0.034 * CELL,
          "stroke-dasharray": "12 8",
        }),
      ];
    }),
    ...(points.length > 1
      ? haloed("path", { d }, 0.05 * CELL, tone, { "stroke-dasharray": "16 11" })
      : []),
  );
  renderer
    .layer("previewTags")
    .replaceChildren(
      ...pointsOf(layout, preview.flips).map((at) => tag(messages.board.turns, at, "target")),
      ...gains.map((at) => tag("+1", at, "target")),
    );
}

export function pointsOf(layout: Layout, keys: Key[]): Point[] {
  return keys.flatMap((key) => layout.byKey.get(key)?.centre ?? []);
}

/** Points that a label should not cover. */
function occupiedPoints(renderer: BoardRenderer): Point[] {
  const pieces = [...renderer.renderedCells.values()].flatMap(({ cell, contents }) => {
    if (contents.kind === "empty" || contents.kind === "territory") return [];
    const { x, y } = cell.centre;
    const top = contents.kind === "stack" ? stackTop(contents.seats.length) + 20 : 0;
    return top < -40 ? [cell.centre, { x, y: y + top }] : [cell.centre];
  });
  return [...pieces, ...coordinateLabels(renderer.layout).map(({ at }) => at)];
}

/** A label beside its cells with a tail that points at them. */
function drawCallout(
  renderer: BoardRenderer,
  { cells, label = "", cost = "" }: LineMark,
  occupied: Point[],
): SVGElement[] {
  const points = pointsOf(renderer.layout, cells);
  if (!points.length) return [];
  const size = look.tag.text * 1.1 * CELL * renderer.textScale;
  const text = [label, cost].filter(Boolean).join(" · ");
  const half = { x: (text.length * size * 0.54) / 2 + size * 0.8, y: size * 1.05 };
  const at = placeCallout(renderer.layout, points, half, occupied);
  occupied.push(at);
  const tip = points.reduce((best, point) =>
    Math.hypot(point.x - at.x, point.y - at.y) < Math.hypot(best.x - at.x, best.y - at.y)
      ? point
      : best,
  );
  const words = svgElement("text", {
    x: at.x,
    y: at.y + size * 0.36,
    "text-anchor": "middle",
    "font-size": size,
    "font-weight": 700,
    class: "plate-ink",
  });
  if (label) words.append(svgElement("tspan", {}, document.createTextNode(label)));
  if (cost) {
    words.append(
      svgElement(
        "tspan",
        { class: "plate-danger" },
        document.createTextNode(label ? ` · ${cost}` : cost),
      ),
    );
  }
  return [
    svgElement("path", {
      class: "plate callout",
      d: bubble(at, half, tip, size),
      "stroke-width": size * 0.09,
    }),
    words,
  ];
}

function bubble(at: Point, half: Point, tip: Point, size: number): string {
  const [left, right, top, bottom] = [at.x - half.x, at.x + half.x, at.y - half.y, at.y + half.y];
  const r = size * 0.5;
  const reach = Math.max(0, half.x - r - size);
  const foot = at.x + Math.min(Math.max(tip.x - at.x, -reach), reach);
  const tail = (y: number, side: number): (string | number)[] =>
    (tip.y - y) * side > size * 0.4
      ? [
          "L",
          foot + side * size * 0.6,
          y,
          "L",
          tip.x,
          tip.y - side * 0.3 * CELL,
          "L",
          foot - side * size * 0.6,
          y,
        ]
      : [];
  const arc = (x: number, y: number): (string | number)[] => ["A", r, r, 0, 0, 1, x, y];
  return pathData(
    ...["M", left + r, top, ...tail(top, -1), "H", right - r],
    ...[...arc(right, top + r), "V", bottom - r, ...arc(right - r, bottom)],
    ...[...tail(bottom, 1), "H", left + r, ...arc(left, bottom - r), "V", top + r],
    ...[...arc(left + r, top), "Z"],
  );
}

/** Above, below, right or left of the cells, or one cell farther: where it hides least. */
function placeCallout(layout: Layout, points: Point[], half: Point, occupied: Point[]): Point {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  const reach = look.ring.rx * CELL;
  const candidates = [0.72 * CELL, 1.7 * CELL].flatMap((off) => [
    { x, y: top - off - half.y },
    { x, y: bottom + off + half.y },
    { x: right + off + half.x, y },
    { x: left - off - half.x, y },
    { x: left, y: top - off - half.y },
    { x: right, y: bottom + off + half.y },
  ]);
  const hidden = (at: Point): number =>
    [...occupied, ...points].filter(
      (other) =>
        Math.abs(other.x - at.x) < half.x + reach && Math.abs(other.y - at.y) < half.y + reach,
    ).length;
  const onBoard = candidates.map((at) => ({
    x: clamp(at.x, half.x + 6, layout.width),
    y: clamp(at.y, half.y + 6, layout.height),
  }));
  return onBoard.reduce((best, at) => (hidden(at) < hidden(best) ? at : best));
}

/** Moves the middle of something of this half width onto the board. */
function clamp(middle: number, half: number, size: number): number {
  return Math.min(Math.max(middle, half), size - half);
}

/** Draws the arrow with the highest weight last, on top. */
export function drawArrows(renderer: BoardRenderer, arrows: Arrow[]): void {
  const byWeight = arrows.toSorted((a, b) => a.weight - b.weight);
  renderer
    .layer("arrows")
    .replaceChildren(...byWeight.flatMap((arrow) => drawArrow(renderer.layout, arrow)));
}

const ARROW_TONES: Partial<Record<NonNullable<Arrow["tone"]>, string>> = {
  hint: "target",
  played: "trail",
};

function drawArrow(
  layout: Layout,
  { from, to, weight, label, tone = "hint" }: Arrow,
): SVGElement[] {
  const [start, end] = pointsOf(layout, [from, to]);
  if (!start || !end) return [];
  const length = Math.hypot(end.x - start.x, end.y - start.y) || 1;
  const [ux, uy] = [(end.x - start.x) / length, (end.y - start.y) / length];
  const tip = { x: end.x - ux * 14, y: end.y - uy * 14 };
  const barb = (side: 1 | -1): (string | number)[] => {
    const [back, out] = [24, 20 * side];
    return [tip.x - ux * back - uy * out, tip.y - uy * back + ux * out];
  };
  const shaft = from === to ? [] : ["M", start.x + ux * 22, start.y + uy * 22, "L", tip.x, tip.y];
  const head = from === to ? [] : ["M", ...barb(1), "L", tip.x, tip.y, "L", ...barb(-1)];
  const opacity = 0.35 + 0.65 * Math.min(1, Math.max(0, weight));
  const lineTone = ARROW_TONES[tone] ?? tone;
  const ring =
    from === to
      ? haloed("circle", { cx: end.x, cy: end.y, r: 36 }, 8, lineTone)
      : haloed("path", { d: pathData(...shaft, ...head) }, 10, lineTone);
  const drawn = svgElement("g", { class: "arrow", opacity: String(opacity) }, ...ring);
  const middle = { x: (start.x + end.x) / 2 - 29, y: (start.y + end.y) / 2 + 30 };
  return label ? [drawn, tag(label, middle, "target")] : [drawn];
}
