// The board as SVG, kept up to date by difference: a cell is drawn anew only when what it holds or its marks changed.

import type { Key } from "../rules/wire";
import { EMPTY, type Holding, type Track } from "./cellContents";
import { paints } from "./gradients";
import { type Cell, type Layout, labels, outline } from "./layout";
import { Pieces } from "./pieces";
import { drawn, pathData, placed, textAt } from "./svg";
import { look } from "./theme";

/** What a page may say about one cell. */
export interface CellMark {
  target?: boolean;
  stack?: boolean;
  chosen?: boolean;
  /** Said of it, and not drawn. */
  note?: string;
}

const NO_MARK: CellMark = {};

/** One cell and the elements that show it. */
export interface Spot {
  cell: Cell;
  tile: SVGElement;
  /** Row by row from the far side, so that what stands nearer covers what is behind. */
  stand: SVGElement;
  holding: Holding;
  mark: CellMark;
  land: SVGElement | null;
  piece: SVGElement | null;
  badge: SVGElement | null;
  marks: SVGElement[];
}

const LAYERS = [
  "land",
  "labels",
  "glows",
  "track",
  "stands",
  "focus",
  "badges",
  "arrows",
  "notes",
  "flights",
] as const;
type Layer = (typeof LAYERS)[number];

export class Scene {
  readonly spots = new Map<Key, Spot>();
  readonly tiles = drawn("g", { class: "tiles", role: "grid" });
  readonly pieces: Pieces;
  readonly tile: string;
  readonly inner: string;
  readonly #layers: Record<Layer, SVGElement>;

  constructor(
    readonly layout: Layout,
    strong: boolean,
  ) {
    const { gap, stroke } = look.tile;
    this.pieces = new Pieces(layout.piece, strong);
    this.tile = outline(layout, gap * layout.pitch);
    this.inner = outline(layout, 2 * gap * layout.pitch);
    this.tiles.setAttribute("stroke-width", String(stroke * layout.pitch));
    this.#layers = Object.fromEntries(
      LAYERS.map((name) => [name, drawn("g", { class: name, "aria-hidden": "true" })]),
    ) as Record<Layer, SVGElement>;
    for (const row of layout.rows.toReversed()) this.#addRow(row);
    const size = this.textSize("label");
    const rim = labels(layout).map(({ text, at }) =>
      textAt(text, at.x, at.y, size, { class: "quiet" }),
    );
    this.layer("labels").append(...rim);
    this.layer("focus").append(drawn("path", { d: this.inner, class: "focus" }));
    this.focusOn(null);
  }

  layer(name: Layer): SVGElement {
    return this.#layers[name];
  }

  /** Everything, from the lowest to the highest. */
  elements(): SVGElement[] {
    return [paints(this.layout.piece), this.tiles, ...LAYERS.map((name) => this.layer(name))];
  }

  textSize(part: "label" | "spotlight"): number {
    return Math.max(look[part].text * this.layout.pitch, look.label.leastText);
  }

  #addRow(row: Cell[]): void {
    const line = drawn("g", { role: "row" });
    const stands = drawn("g");
    const kind = this.layout.hexagonal ? "hex" : "square";
    for (const cell of row) {
      const tile = drawn("path", {
        d: this.tile,
        ...placed(cell.at),
        class: `${kind}${cell.tone}`,
        role: "gridcell",
        tabindex: "-1",
        "data-cell": cell.key,
        "data-name": cell.name,
      });
      const stand = drawn("g");
      const none = { land: null, piece: null, badge: null, marks: [] };
      this.spots.set(cell.key, { cell, tile, stand, holding: EMPTY, mark: NO_MARK, ...none });
      line.append(tile);
      stands.append(stand);
    }
    this.tiles.append(line);
    this.layer("stands").append(stands);
  }

  /** Draws what a cell holds now, and its marks, which lie around it. */
  hold(spot: Spot, holding: Holding): void {
    const { cell, stand } = spot;
    spot.holding = holding;
    for (const old of [spot.land, spot.piece, spot.badge]) old?.remove();
    spot.land = spot.piece = spot.badge = null;
    const [top] = holding.seats;
    if (top && holding.kind === "territory") {
      spot.land = this.pieces.territory(top, this.tile, cell.at, this.layout.hexagonal);
      this.layer("land").append(spot.land);
    } else if (top) {
      spot.piece =
        holding.kind === "stack"
          ? this.pieces.stack(holding.seats, cell.at)
          : this.pieces.marker(top, cell.at);
      stand.append(spot.piece);
    }
    if (holding.kind === "stack" && holding.seats.length > 1) {
      spot.badge = this.pieces.badge(holding.seats, cell.at);
      this.layer("badges").append(spot.badge);
    }
    if (spot.marks.length) this.mark(spot, spot.mark);
  }

  mark(spot: Spot, mark: CellMark): void {
    const { cell, stand, piece, holding } = spot;
    const stands = holding.kind === "stack";
    spot.mark = mark;
    for (const old of spot.marks) old.remove();
    const below = [
      ...(mark.chosen ? [this.pieces.chosen(cell.at, stands)] : []),
      ...(mark.stack && stands ? [this.pieces.around(holding.seats, cell.at)] : []),
    ];
    const above = mark.target || (mark.stack && !stands) ? [this.pieces.target(cell.at)] : [];
    spot.marks = [...below, ...above];
    if (piece) piece.before(...below);
    else stand.append(...below);
    stand.append(...above);
    spot.tile.classList.toggle("choosable", Boolean(mark.target || mark.stack));
  }

  /** The last move: a faint track, turned markers outlined in dashes, collapsed cells in full lines. */
  track({ stops, turned, collapsed }: Track): void {
    const { width, outline: edge, dash } = look.track;
    const { pitch } = this.layout;
    const points = stops.flatMap((key) => this.spots.get(key)?.cell.at ?? []);
    const way = [...points, ...points.slice(-1)].flatMap(({ x, y }, index) => [
      index ? "L" : "M",
      x,
      y,
    ]);
    const outlined = (keys: Key[], attributes: Record<string, string | number>): SVGElement[] =>
      keys.flatMap((key) => {
        const spot = this.spots.get(key);
        const line = { class: "edge", "stroke-width": edge * pitch, ...attributes };
        return spot ? [drawn("path", { d: this.inner, ...placed(spot.cell.at), ...line })] : [];
      });
    this.layer("track").replaceChildren(
      ...(points.length
        ? [drawn("path", { class: "way", d: pathData(...way), "stroke-width": width * pitch })]
        : []),
      ...outlined(turned, { "stroke-dasharray": dash * pitch }),
      ...outlined(collapsed, {}),
    );
  }

  /** Where the keyboard is, if it shows. */
  focusOn(cell: Cell | null): void {
    const ring = this.layer("focus").firstElementChild as SVGElement;
    if (cell) ring.setAttribute("transform", placed(cell.at).transform as string);
    ring.setAttribute("visibility", cell ? "visible" : "hidden");
  }
}
