// Renders the board as SVG incrementally: a cell is redrawn only when its contents or marks change.

import type { Key, Seat } from "../rules/wire";
import { type BoardContents, type CellContents, EMPTY } from "./cellContents";
import { ground, slab } from "./frame";
import {
  CELL,
  coordinateLabels,
  type Layout,
  type LayoutCell,
  polygon,
  tileCorners,
} from "./layout";
import { look } from "./look";
import * as shapes from "./markShapes";
import { type CellMark, isSelectable, NO_MARK } from "./marks";
import { connectedAreas } from "./outline";
import { stackTop } from "./pieceGeometry";
import * as pieces from "./pieces";
import { centredText, svgElement, translateTo } from "./svg";
import { trailAbove, trailBelow } from "./trailDrawing";
import type { Trail } from "./types";

/** A cell with the elements that show it. */
export interface RenderedCell {
  cell: LayoutCell;
  tile: SVGElement;
  /** Groups are ordered from the far row to the near one: nearer pieces cover those behind. */
  row: SVGElement;
  contents: CellContents;
  mark: CellMark;
  piece: SVGElement | null;
  badge: SVGElement[];
  markElements: SVGElement[];
}

const LAYERS = [
  "ground",
  "labels",
  "territories",
  "areas",
  "trail",
  "preview",
  "under",
  "pieces",
  "over",
  "badges",
  "trailTags",
  "previewTags",
  "focus",
  "arrows",
  "notes",
  "animations",
] as const;
export type Layer = (typeof LAYERS)[number];

export class BoardRenderer {
  readonly renderedCells = new Map<Key, RenderedCell>();
  readonly tiles = svgElement("g", { class: "tiles", role: "grid" });
  /** The picture behind the board. */
  readonly backdrop: SVGElement[];
  /** How much larger than drawn a label must be to be legible. */
  textScale = 1;
  readonly #layers: Record<Layer, SVGElement>;
  readonly #definitions = pieces.pieceDefinitions();

  constructor(readonly layout: Layout) {
    this.#layers = Object.fromEntries(
      LAYERS.map((name) => [name, svgElement("g", { class: name, "aria-hidden": "true" })]),
    ) as Record<Layer, SVGElement>;
    this.backdrop = slab(layout);
    for (const row of layout.rows.toReversed()) this.#addRow(row);
    this.layer("ground").append(...ground(layout));
    const size = look.label.text * CELL;
    this.layer("labels").append(
      ...coordinateLabels(layout).map(({ text, at }) => centredText(text, at.x, at.y, size, {})),
    );
    const inner = polygon(tileCorners(layout.hexagonal, 3));
    this.layer("focus").append(svgElement("path", { d: inner, class: "focus" }));
    this.showFocus(null);
  }

  layer(name: Layer): SVGElement {
    return this.#layers[name];
  }

  /** All layers, from the bottom up. */
  elements(): SVGElement[] {
    return [
      this.#definitions,
      this.layer("ground"),
      this.tiles,
      ...LAYERS.slice(1).map((name) => this.layer(name)),
    ];
  }

  #addRow(cells: LayoutCell[]): void {
    const line = svgElement("g", { role: "row" });
    const row = svgElement("g");
    const outline = polygon(tileCorners(this.layout.hexagonal));
    for (const cell of cells) {
      const tile = svgElement("path", {
        d: outline,
        ...translateTo(cell.centre),
        role: "gridcell",
        tabindex: "-1",
        "data-cell": cell.key,
        "data-name": cell.name,
      });
      this.renderedCells.set(cell.key, {
        cell,
        tile,
        row,
        contents: EMPTY,
        mark: NO_MARK,
        piece: null,
        badge: [],
        markElements: [],
      });
      line.append(tile);
    }
    this.tiles.append(line);
    this.layer("pieces").append(row);
  }

  /** Draws the contents of a cell, and its marks around them. */
  drawContents(rendered: RenderedCell, contents: CellContents): void {
    const { cell, row } = rendered;
    rendered.contents = contents;
    rendered.piece?.remove();
    for (const old of rendered.badge) old.remove();
    rendered.piece = null;
    rendered.badge = [];
    const [top] = contents.seats;
    if (top && contents.kind !== "territory") {
      rendered.piece =
        contents.kind === "stack"
          ? pieces.stack(contents.seats, cell.centre)
          : pieces.marker(top, cell.centre);
      row.append(rendered.piece);
    }
    if (contents.kind === "stack" && contents.seats.length > 1) {
      rendered.badge = pieces.badge(contents.seats, cell.centre);
      this.layer("badges").append(...rendered.badge);
    }
    if (rendered.markElements.length) this.drawMark(rendered, rendered.mark);
  }

  /** Draws the territories of a position: one slab for each connected area of one owner. */
  drawTerritories(contents: BoardContents): void {
    const bySeat = new Map<Seat, Key[]>();
    for (const [key, { kind, seats }] of contents)
      if (kind === "territory")
        bySeat.set(seats[0] as Seat, [...(bySeat.get(seats[0] as Seat) ?? []), key]);
    const areas = [...bySeat]
      .toSorted(([a], [b]) => a - b)
      .flatMap(([seat, keys]) =>
        connectedAreas(this.layout, keys.toSorted()).map((cells) => ({ seat, cells })),
      );
    this.layer("territories").replaceChildren(
      ...areas.map(({ seat, cells }) => pieces.territory(this.layout, seat, cells)),
      ...areas
        .filter(({ cells }) => cells.length >= look.territory.pillFrom)
        .map(({ seat, cells }) => pieces.territoryPill(this.layout, seat, cells)),
    );
  }

  drawMark(rendered: RenderedCell, mark: CellMark): void {
    const { cell, piece, contents } = rendered;
    const at = cell.centre;
    const isStack = contents.kind === "stack";
    const onMarker = contents.kind === "marker";
    rendered.mark = mark;
    for (const old of rendered.markElements) old.remove();
    const below = [
      ...(mark.chosen ? shapes.cellOutline(this.layout, at, "chosen") : []),
      ...(mark.highlight ? shapes.cellOutline(this.layout, at, "highlight") : []),
      ...(mark.actor && (isStack || onMarker) ? shapes.actorMark(at, isStack) : []),
    ];
    const dot = mark.target ?? (mark.actor && !isStack && !onMarker ? "dot" : undefined);
    const text = mark.tag ?? (mark.pays ? `−${mark.pays}` : undefined);
    const top = isStack ? stackTop(contents.seats.length) : 0;
    const above = [
      ...(dot ? shapes.targetMark(at, onMarker, dot === "small") : []),
      ...(mark.landing ? shapes.landingMark(at, onMarker, mark.landing === "pointed") : []),
      ...(mark.capture ? shapes.corners(this.layout, at, "capture", top) : []),
      ...(mark.pays && isStack ? shapes.paymentMark(contents.seats, mark.pays, at) : []),
      ...(text ? [shapes.tag(text, at, text.startsWith("−") ? "danger" : "target")] : []),
    ];
    rendered.markElements = [...below, ...above];
    this.layer("under").append(...below);
    this.layer("over").append(...above);
    piece?.classList.toggle("lifted", Boolean(mark.chosen) && isStack);
    for (const part of rendered.badge)
      part.classList.toggle("lifted", Boolean(mark.chosen) && isStack);
    rendered.tile.classList.toggle("selectable", isSelectable(mark));
  }

  drawTrail(trail: Trail | null): void {
    const top = (key: Key): number => {
      const contents = this.renderedCells.get(key)?.contents;
      return contents?.kind === "stack" ? stackTop(contents.seats.length) : 0;
    };
    this.layer("trail").replaceChildren(...(trail ? trailBelow(this.layout, trail, top) : []));
    this.layer("trailTags").replaceChildren(...(trail ? trailAbove(this.layout, trail) : []));
  }

  /** Shows the keyboard focus on a cell, or hides it. */
  showFocus(cell: LayoutCell | null): void {
    const ring = this.layer("focus").firstElementChild as SVGElement;
    if (cell) ring.setAttribute("transform", translateTo(cell.centre).transform as string);
    ring.setAttribute("visibility", cell ? "visible" : "hidden");
  }
}
