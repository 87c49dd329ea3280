// Renders the board as SVG incrementally: a cell is redrawn only when its contents or marks change.

import type { Key } from "../rules/wire";
import { type CellContents, EMPTY, type MoveTrail } from "./cellContents";
import { paintDefinitions } from "./gradients";
import { coordinateLabels, type Layout, type LayoutCell, tileOutline } from "./layout";
import { look } from "./look";
import { PieceRenderer } from "./pieces";
import { centredText, pathData, svgElement, translateTo } from "./svg";

/** The marks of one cell. */
export interface CellMark {
  target?: boolean;
  stack?: boolean;
  chosen?: boolean;
  /** Read out, not drawn. */
  note?: string;
}

const NO_MARK: CellMark = {};

/** A cell with the elements that show it. */
export interface RenderedCell {
  cell: LayoutCell;
  tile: SVGElement;
  /** Groups are ordered from the far row to the near one: nearer pieces cover those behind. */
  pieceGroup: SVGElement;
  contents: CellContents;
  mark: CellMark;
  territory: SVGElement | null;
  piece: SVGElement | null;
  badge: SVGElement | null;
  markElements: SVGElement[];
}

const LAYERS = [
  "territories",
  "labels",
  "glows",
  "trail",
  "pieces",
  "focus",
  "badges",
  "arrows",
  "notes",
  "animations",
] as const;
type Layer = (typeof LAYERS)[number];

export class BoardRenderer {
  readonly renderedCells = new Map<Key, RenderedCell>();
  readonly tiles = svgElement("g", { class: "tiles", role: "grid" });
  readonly pieces: PieceRenderer;
  readonly tileOutline: string;
  readonly innerOutline: string;
  readonly #layers: Record<Layer, SVGElement>;

  constructor(
    readonly layout: Layout,
    strong: boolean,
  ) {
    const { gap, stroke } = look.tile;
    this.pieces = new PieceRenderer(layout.piece, strong);
    this.tileOutline = tileOutline(layout, gap * layout.pitch);
    this.innerOutline = tileOutline(layout, 2 * gap * layout.pitch);
    this.tiles.setAttribute("stroke-width", String(stroke * layout.pitch));
    this.#layers = Object.fromEntries(
      LAYERS.map((name) => [name, svgElement("g", { class: name, "aria-hidden": "true" })]),
    ) as Record<Layer, SVGElement>;
    for (const row of layout.rows.toReversed()) this.#addRow(row);
    const size = this.textSize("label");
    const rim = coordinateLabels(layout).map(({ text, at }) =>
      centredText(text, at.x, at.y, size, { class: "quiet" }),
    );
    this.layer("labels").append(...rim);
    this.layer("focus").append(svgElement("path", { d: this.innerOutline, class: "focus" }));
    this.showFocus(null);
  }

  layer(name: Layer): SVGElement {
    return this.#layers[name];
  }

  /** All layers, from the bottom up. */
  elements(): SVGElement[] {
    return [
      paintDefinitions(this.layout.piece),
      this.tiles,
      ...LAYERS.map((name) => this.layer(name)),
    ];
  }

  textSize(part: "label" | "spotlight"): number {
    return Math.max(look[part].text * this.layout.pitch, look.label.leastText);
  }

  #addRow(row: LayoutCell[]): void {
    const line = svgElement("g", { role: "row" });
    const isStack = svgElement("g");
    const kind = this.layout.hexagonal ? "hex" : "square";
    for (const cell of row) {
      const tile = svgElement("path", {
        d: this.tileOutline,
        ...translateTo(cell.centre),
        class: `${kind}${cell.tone}`,
        role: "gridcell",
        tabindex: "-1",
        "data-cell": cell.key,
        "data-name": cell.name,
      });
      const pieceGroup = svgElement("g");
      const none = { territory: null, piece: null, badge: null, markElements: [] };
      this.renderedCells.set(cell.key, {
        cell,
        tile,
        pieceGroup,
        contents: EMPTY,
        mark: NO_MARK,
        ...none,
      });
      line.append(tile);
      isStack.append(pieceGroup);
    }
    this.tiles.append(line);
    this.layer("pieces").append(isStack);
  }

  /** Draws the contents of a cell, and its marks around them. */
  drawContents(rendered: RenderedCell, contents: CellContents): void {
    const { cell, pieceGroup } = rendered;
    rendered.contents = contents;
    for (const old of [rendered.territory, rendered.piece, rendered.badge]) old?.remove();
    rendered.territory = rendered.piece = rendered.badge = null;
    const [top] = contents.seats;
    if (top && contents.kind === "territory") {
      rendered.territory = this.pieces.territory(
        top,
        this.tileOutline,
        cell.centre,
        this.layout.hexagonal,
      );
      this.layer("territories").append(rendered.territory);
    } else if (top) {
      rendered.piece =
        contents.kind === "stack"
          ? this.pieces.stack(contents.seats, cell.centre)
          : this.pieces.marker(top, cell.centre);
      pieceGroup.append(rendered.piece);
    }
    if (contents.kind === "stack" && contents.seats.length > 1) {
      rendered.badge = this.pieces.badge(contents.seats, cell.centre);
      this.layer("badges").append(rendered.badge);
    }
    if (rendered.markElements.length) this.drawMark(rendered, rendered.mark);
  }

  drawMark(rendered: RenderedCell, mark: CellMark): void {
    const { cell, pieceGroup, piece, contents } = rendered;
    const isStack = contents.kind === "stack";
    rendered.mark = mark;
    for (const old of rendered.markElements) old.remove();
    const below = [
      ...(mark.chosen ? [this.pieces.selectionOutline(cell.centre, isStack)] : []),
      ...(mark.stack && isStack ? [this.pieces.captureOutline(contents.seats, cell.centre)] : []),
    ];
    const above = mark.target || (mark.stack && !isStack) ? [this.pieces.target(cell.centre)] : [];
    rendered.markElements = [...below, ...above];
    if (piece) piece.before(...below);
    else pieceGroup.append(...below);
    pieceGroup.append(...above);
    rendered.tile.classList.toggle("selectable", Boolean(mark.target || mark.stack));
  }

  /**
   * Draws the last move: a faint path, dashed outlines of flipped markers, outlines of collapsed
   * cells.
   */
  drawTrail({ path: stops, flipped: turned, collapsed }: MoveTrail): void {
    const { width, outline: edge, dash } = look.track;
    const { pitch } = this.layout;
    const points = stops.flatMap((key) => this.renderedCells.get(key)?.cell.centre ?? []);
    const way = [...points, ...points.slice(-1)].flatMap(({ x, y }, index) => [
      index ? "L" : "M",
      x,
      y,
    ]);
    const outlined = (keys: Key[], attributes: Record<string, string | number>): SVGElement[] =>
      keys.flatMap((key) => {
        const rendered = this.renderedCells.get(key);
        const line = { class: "edge", "stroke-width": edge * pitch, ...attributes };
        return rendered
          ? [
              svgElement("path", {
                d: this.innerOutline,
                ...translateTo(rendered.cell.centre),
                ...line,
              }),
            ]
          : [];
      });
    this.layer("trail").replaceChildren(
      ...(points.length
        ? [
            svgElement("path", {
              class: "route",
              d: pathData(...way),
              "stroke-width": width * pitch,
            }),
          ]
        : []),
      ...outlined(turned, { "stroke-dasharray": dash * pitch }),
      ...outlined(collapsed, {}),
    );
  }

  /** Shows the keyboard focus on a cell, or hides it. */
  showFocus(cell: LayoutCell | null): void {
    const ring = this.layer("focus").firstElementChild as SVGElement;
    if (cell) ring.setAttribute("transform", translateTo(cell.centre).transform as string);
    ring.setAttribute("visibility", cell ? "visible" : "hidden");
  }
}
