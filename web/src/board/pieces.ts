// Rings, stacks, markers and territory, made of the symbols in symbols.svg.
// Mirrors src/ringrift/drawing/svg_pieces.py.

import type { Key, Seat } from "../rules/wire";
import { CELL, type Layout, type Point } from "./layout";
import { look, seatColour } from "./look";
import { areaOutline } from "./outline";
import { ringSpacing, stackBase } from "./pieceGeometry";
import { type Attributes, centredText, pathData, svgElement } from "./svg";
import symbols from "./symbols.svg?raw";

/** The definitions of all pieces; a board needs them once. */
export function pieceDefinitions(): SVGElement {
  const parsed = new DOMParser().parseFromString(symbols, "image/svg+xml");
  return document.importNode(parsed.documentElement.firstElementChild as SVGElement, true);
}

export function symbolAt(name: string, { x, y }: Point, attributes: Attributes = {}): SVGElement {
  return svgElement("use", { href: `#${name}`, x, y, ...attributes });
}

/** A coin with the seat's emblem. The group is what moves: the box of a `use` ignores its place. */
export function marker(seat: Seat, at: Point): SVGElement {
  return svgElement("g", { class: "piece" }, symbolAt(`coin${seat}`, at));
}

/** A shadow and the rings from the bottom up; buried rings show their side only. */
export function stack(rings: Seat[], at: Point): SVGElement {
  const foot = stackBase(at);
  return svgElement(
    "g",
    { class: "piece" },
    symbolAt(`shadow${rings[0]}`, foot, { class: "shadow" }),
    ...ringSymbols(rings, foot, ringSpacing(rings.length)),
  );
}

/** Rings without a shadow on a foot. */
export function rings(seats: Seat[], foot: Point, step: number): SVGElement {
  return svgElement("g", { class: "piece" }, ...ringSymbols(seats, foot, step));
}

function ringSymbols(seats: Seat[], { x, y }: Point, step: number): SVGElement[] {
  return seats
    .map((seat, index) =>
      symbolAt(`${index ? "side" : "ring"}${seat}`, {
        x,
        y: y - (seats.length - 1 - index) * step,
      }),
    )
    .toReversed();
}

/** The height of a stack, outlined in its controller's colour: the plate and the number. */
export function badge(seats: Seat[], at: Point): SVGElement[] {
  const { badge } = look;
  const [x, y] = [at.x + badge.x * CELL, at.y + badge.y * CELL];
  const text = String(seats.length);
  const wide = text.length > 1;
  const size = (wide ? badge.wideText : badge.text) * badge.r * CELL;
  return [
    svgElement("circle", {
      class: "badge",
      cx: x,
      cy: y,
      r: badge.r * CELL,
      stroke: seatColour(seats[0] as Seat),
      "stroke-width": badge.stroke * CELL,
    }),
    centredText(text, x, y, size, { class: wide ? "badge-text wide" : "badge-text" }),
  ];
}

/** One owner's connected cells as one raised slab. */
export function territory(layout: Layout, seat: Seat, cells: Key[]): SVGElement {
  const { inset, corner, hexCorner, side, outline } = look.territory;
  const d = areaOutline(
    layout,
    cells,
    (inset + outline / 2) * CELL,
    (layout.hexagonal ? hexCorner : corner) * CELL,
  );
  return svgElement(
    "g",
    { class: "land", "data-seat": seat },
    svgElement("path", {
      d,
      transform: `translate(0 ${side * CELL})`,
      class: "bank",
      fill: seatColour(seat, "bank"),
      stroke: seatColour(seat, "bank"),
      "stroke-width": outline * CELL,
    }),
    svgElement("path", { d, fill: seatColour(seat, "land") }),
    svgElement("path", {
      d,
      fill: `url(#land${seat})`,
      stroke: seatColour(seat, "outline"),
      "stroke-width": outline * CELL,
    }),
  );
}

/** The number of cells of a territory, with the owner's emblem, on the cell nearest its centre. */
export function territoryPill(layout: Layout, seat: Seat, cells: Key[]): SVGElement {
  const points = cells.flatMap((key) => layout.byKey.get(key)?.centre ?? []);
  const mean = {
    x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
    y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
  };
  const away = (point: Point): number => Math.hypot(point.x - mean.x, point.y - mean.y);
  const at = points.reduce((best, point) => (away(point) < away(best) - 0.01 ? point : best));
  const { pill, pillText } = look.territory;
  const text = String(cells.length);
  const size = pillText * CELL;
  const half = (0.2 + 0.075 * text.length) * CELL;
  const height = pill * CELL;
  const digits = text.length * size * 0.58;
  const start = -(digits + 0.27 * CELL) / 2;
  return svgElement(
    "g",
    { transform: `translate(${at.x} ${at.y})` },
    svgElement(
      "g",
      { class: "pill" },
      svgElement("rect", {
        class: "plate",
        x: -half,
        y: -height,
        width: 2 * half,
        height: 2 * height,
        rx: height,
        stroke: seatColour(seat, "outline"),
        "stroke-width": 0.02 * CELL,
      }),
      svgElement("use", {
        href: `#emblem${seat}`,
        fill: seatColour(seat),
        transform: pathData("translate(", start + 0.09 * CELL, 0, ") scale(", 0.78, ")"),
      }),
      centredText(text, start + 0.27 * CELL + digits / 2, 0, size, {
        class: "plate-ink",
        "font-weight": 700,
      }),
    ),
  );
}
