// The marks of single cells. What a player can do is ivory (`target`), what would be taken pink
// (`capture`), what just happened violet (`trail`). Every mark has an edge in `halo`, so it is
// visible on any ground.

import type { Seat } from "../rules/wire";
import { CELL, type Layout, type Point, polygon, tileCorners } from "./layout";
import { look } from "./look";
import { roundedPath } from "./outline";
import { ringSpacing, stackBase } from "./pieceGeometry";
import { type Attributes, centredText, pathData, svgElement } from "./svg";

/** A stroked shape over a wider one in the colour of the edge. */
export function haloed(
  name: string,
  attributes: Attributes,
  width: number,
  tone: string,
  extra: Attributes = {},
): SVGElement[] {
  const halo = look.target.halo * CELL;
  return [
    svgElement(name, { ...attributes, class: "halo-line", "stroke-width": width + halo }),
    svgElement(name, { ...attributes, class: `${tone}-line`, "stroke-width": width, ...extra }),
  ];
}

/** The ellipse at the foot of a stack that may act; around a marker a smaller one. */
export function actorMark(at: Point, isStack: boolean): SVGElement[] {
  const { rx, ry, stroke } = look.actor;
  const foot = isStack ? stackBase(at) : at;
  const share = isStack ? 1 : 0.68;
  const shape = { cx: foot.x, cy: foot.y, rx: rx * share * CELL, ry: ry * share * CELL };
  return haloed("ellipse", shape, stroke * CELL, "target");
}

/** The outline of a cell: of the selected one, or of one that a text names. */
export function cellOutline(layout: Layout, at: Point, kind: "chosen" | "highlight"): SVGElement[] {
  const { inset, corner, stroke } = look.chosen;
  const loop = tileCorners(layout.hexagonal, inset * CELL).map(({ x, y }) => ({
    x: at.x + x,
    y: at.y + y,
  }));
  const d = roundedPath(loop, corner * CELL);
  return [
    svgElement("path", { class: `${kind}-ground`, d }),
    ...haloed("path", { d }, stroke * CELL, "target"),
  ];
}

/** The dot on a free cell, the ring around a marker. */
export function targetMark(at: Point, onMarker: boolean, small: boolean): SVGElement[] {
  const { r, smallR, rx, ry, stroke } = look.target;
  if (onMarker) {
    const shape = { cx: at.x, cy: at.y, rx: rx * CELL, ry: ry * CELL };
    return haloed("ellipse", shape, stroke * CELL, "target");
  }
  const radius = (small ? smallR : r) * CELL;
  return [svgElement("circle", { class: "dot", cx: at.x, cy: at.y, r: radius })];
}

/** The diamond of a landing: larger and doubled when pointed at; a ring around a marker. */
export function landingMark(at: Point, onMarker: boolean, pointed: boolean): SVGElement[] {
  const { rx, ry, stroke } = look.target;
  if (onMarker) {
    const shape = { cx: at.x, cy: at.y, rx: rx * CELL, ry: ry * CELL };
    return haloed("ellipse", shape, stroke * (pointed ? 1.5 : 1) * CELL, "capture");
  }
  const diamond = (radius: number): string =>
    polygon([
      { x: at.x, y: at.y - radius },
      { x: at.x + radius, y: at.y },
      { x: at.x, y: at.y + radius },
      { x: at.x - radius, y: at.y },
    ]);
  const radius = (pointed ? look.landing.pointedR : look.landing.r) * CELL;
  const filled = svgElement("path", { class: "diamond", d: diamond(radius) });
  if (!pointed) return [filled];
  return [
    svgElement("path", {
      class: "capture-line",
      d: diamond(radius * 1.52),
      "stroke-width": 0.03 * CELL,
    }),
    filled,
  ];
}

/** Corner marks of a cell: thick claws around a stack to jump, thin brackets at a turn's end. */
export function corners(
  layout: Layout,
  at: Point,
  tone: "capture" | "trail",
  reach: number,
): SVGElement[] {
  const { inset, length, stroke } = look.claw;
  const half = layout.hexagonal ? CELL * 0.44 : (0.5 - inset) * CELL;
  const tall = layout.hexagonal ? CELL * 0.42 : half;
  const far = tone === "capture" ? length * CELL : look.trail.bracket * CELL;
  const d = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ]
    .map(([sx = 1, sy = 1]) => {
      const x = at.x + sx * half;
      const y = at.y + (sy < 0 ? Math.min(-tall, reach) : tall);
      return pathData("M", x - sx * far, y, "H", x, "V", y - sy * far);
    })
    .join("");
  const width = tone === "capture" ? stroke * CELL : look.trail.width * CELL;
  return haloed("path", { d }, width, tone);
}

/** The dashed outline around the rings that a payment takes from the top of a stack. */
export function paymentMark(seats: Seat[], count: number, at: Point): SVGElement[] {
  const { ring } = look;
  const foot = stackBase(at);
  const step = ringSpacing(seats.length);
  const out = 0.035 * CELL;
  const [rx, ry] = [ring.rx * CELL + out, ring.ry * CELL + out];
  const bottom = foot.y - (seats.length - count) * step;
  const top = foot.y - (seats.length - 1) * step - ring.side * CELL;
  const d = pathData(
    ...["M", at.x - rx, bottom, "V", top, "A", rx, ry, 0, 0, 1, at.x + rx, top],
    ...["V", bottom, "A", rx, ry, 0, 0, 1, at.x - rx, bottom, "Z"],
  );
  return haloed("path", { d }, 0.036 * CELL, "danger", { "stroke-dasharray": "9 6" });
}

/** A short tag at the upper right of a cell. */
export function tag(text: string, at: Point, tone: "target" | "danger" | "trail"): SVGElement {
  const size = look.tag.text * CELL;
  const half = (text.length * size * 0.6) / 2 + size * 0.42;
  const height = size * 1.36;
  return svgElement(
    "g",
    {
      transform: `translate(${at.x + 0.29 * CELL} ${at.y - 0.3 * CELL})`,
      class: `tag ${tone}-tag`,
    },
    svgElement(
      "g",
      { class: "tag-body" },
      svgElement("rect", {
        x: -half,
        y: -height / 2,
        width: 2 * half,
        height,
        rx: size * 0.38,
        "stroke-width": 0.022 * CELL,
      }),
      centredText(text, 0, 0, size, { "font-weight": 700 }),
    ),
  );
}
