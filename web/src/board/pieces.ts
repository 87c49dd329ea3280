// Rings, stacks, markers and territory as SVG elements. Mirrors src/ringrift/drawing/svg_pieces.py.
// Seat colours are attributes; elements coloured by the theme have a class.

import type { Seat } from "../rules/wire";
import { paintUrl } from "./gradients";
import type { Point } from "./layout";
import { look, seatLook } from "./look";
import { type Attributes, centredText, pathData, svgElement, translateTo } from "./svg";

const { ring: shape } = look;

export class PieceRenderer {
  readonly #rx: number;
  readonly #ry: number;

  /** `strongPatterns`: draw the seats' patterns on rings and markers too. */
  constructor(
    readonly size: number,
    readonly strongPatterns: boolean,
  ) {
    this.#rx = shape.rx * size;
    this.#ry = shape.ry * size;
  }

  /**
   * The cover of a collapsed cell: a tint, the owner's pattern, a dark edge; on hexagons over the
   * page colour.
   */
  territory(seat: Seat, outline: string, at: Point, ground: boolean): SVGElement {
    const own = seatLook(seat);
    const edge = { stroke: own.edge, "stroke-width": look.territory.stroke * this.size };
    const cover = [
      ...(ground ? [svgElement("path", { d: outline, class: "plate" })] : []),
      svgElement("path", { d: outline, fill: own.colour, "fill-opacity": look.territory.tint }),
      svgElement("path", { d: outline, fill: paintUrl("land", seat), ...edge }),
    ];
    return svgElement("g", translateTo(at), svgElement("g", { class: "piece" }, ...cover));
  }

  /** A small disc with a light centre. */
  marker(seat: Seat, { x, y }: Point): SVGElement {
    const own = seatLook(seat);
    const { r, centre, stroke } = look.marker;
    const disc: Attributes = { cx: x, cy: y, r: r * this.size };
    const edge = { stroke: own.edge, "stroke-width": stroke * this.size };
    return svgElement(
      "g",
      { class: "piece" },
      svgElement("circle", { ...disc, fill: own.colour, ...edge }),
      ...(this.strongPatterns
        ? [svgElement("circle", { ...disc, fill: paintUrl("mark", seat) })]
        : []),
      svgElement("circle", { cx: x, cy: y, r: centre * this.size, fill: own.face }),
    );
  }

  /** The centre of a stack's lowest ring on a cell with this centre. */
  stackBase({ x, y }: Point): Point {
    return { x, y: y + shape.foot * this.size };
  }

  /** The vertical distance between rings; smaller for tall stacks. */
  ringSpacing(height: number): number {
    const rise = shape.rise + Math.max(0, height - shape.riseFrom) * shape.riseEach;
    return Math.min(shape.step, rise / height) * this.size;
  }

  /** A shadow, the rings from the bottom up, and the top face. */
  stack(rings: Seat[], at: Point): SVGElement {
    const { drop, rx, ry } = look.shadow;
    const foot = this.stackBase(at);
    const s = this.size;
    const shadow = { class: "shadow", cx: foot.x, cy: foot.y + drop * s, rx: rx * s, ry: ry * s };
    return svgElement(
      "g",
      { class: "piece" },
      svgElement("ellipse", shadow),
      ...this.#drawRings(rings, foot, this.ringSpacing(rings.length)),
    );
  }

  /** Rings without a shadow, for animations. */
  rings(rings: Seat[], foot: Point, step: number): SVGElement {
    return svgElement("g", { class: "piece" }, ...this.#drawRings(rings, foot, step));
  }

  #drawRings(rings: Seat[], foot: Point, step: number): SVGElement[] {
    const bands = rings
      .toReversed()
      .flatMap((ring, level) => this.#ringSide(ring, foot.x, foot.y - level * step, step));
    return [...bands, ...this.#topFace(rings[0] as Seat, foot.x, foot.y - rings.length * step)];
  }

  /** The side of one ring; thin rings have thin edges. */
  #ringSide(seat: Seat, x: number, foot: number, step: number): SVGElement[] {
    const [rx, ry] = [this.#rx, this.#ry];
    const down = ["M", x - rx, foot - step, "v", step, "a", rx, ry, 0, 0, 0, 2 * rx, 0];
    const d = pathData(...down, "v", -step, "a", rx, ry, 0, 0, 1, -2 * rx, 0, "Z");
    const thick = shape.thinnest + ((1 - shape.thinnest) * step) / (shape.step * this.size);
    const edge = { stroke: seatLook(seat).edge, "stroke-width": shape.stroke * this.size * thick };
    const band = svgElement("path", { d, fill: paintUrl("side", seat), ...edge });
    return this.strongPatterns
      ? [band, svgElement("path", { d, fill: paintUrl("mark", seat), ...edge })]
      : [band];
  }

  /** The top of a stack, with its hole. */
  #topFace(seat: Seat, x: number, y: number): SVGElement[] {
    const own = seatLook(seat);
    const top: Attributes = { cx: x, cy: y, rx: this.#rx, ry: this.#ry };
    const hole = { cx: x, cy: y, rx: this.#rx * shape.hole, ry: this.#ry * shape.hole };
    const width = { "stroke-width": shape.stroke * this.size };
    return [
      svgElement("ellipse", { ...top, fill: own.face, stroke: own.edge, ...width }),
      ...(this.strongPatterns
        ? [svgElement("ellipse", { ...top, fill: paintUrl("mark", seat) })]
        : []),
      svgElement("ellipse", { ...hole, fill: own.edge, stroke: own.colour, ...width }),
    ];
  }

  /** The outline around a stack that can be captured or paid with. */
  captureOutline(rings: Seat[], at: Point): SVGElement {
    const { out, stroke } = look.capture;
    const [rx, ry] = [this.#rx + out * this.size, this.#ry + out * this.size];
    const { x, y } = this.stackBase(at);
    const rise = rings.length * this.ringSpacing(rings.length);
    const over = ["M", x - rx, y, "v", -rise, "a", rx, ry, 0, 0, 1, 2 * rx, 0];
    const d = pathData(...over, "v", rise, "a", rx, ry, 0, 0, 1, -2 * rx, 0, "Z");
    return svgElement("path", { class: "edge", d, "stroke-width": stroke * this.size });
  }

  /**
   * The ellipse around the base of the selected stack, or the circle around the selected marker.
   */
  selectionOutline(at: Point, stands: boolean): SVGElement {
    const { rx, ry, drop, marker, stroke } = look.chosen;
    const s = this.size;
    const edge = { class: "edge", "stroke-width": stroke * s };
    if (!stands) return svgElement("circle", { ...edge, cx: at.x, cy: at.y, r: marker * s });
    const foot = this.stackBase(at);
    return svgElement("ellipse", {
      ...edge,
      cx: foot.x,
      cy: foot.y + drop * s,
      rx: rx * s,
      ry: ry * s,
    });
  }

  /** The dot on a selectable cell. */
  target({ x, y }: Point): SVGElement {
    return svgElement("circle", { class: "dot", cx: x, cy: y, r: look.target.r * this.size });
  }

  /** The height of a stack, outlined in its controller's colour. */
  badge(rings: Seat[], at: Point): SVGElement {
    const { badge } = look;
    const [x, y] = [at.x + badge.x * this.size, at.y + badge.y * this.size];
    const r = Math.max(badge.r * this.size, badge.leastR);
    const text = String(rings.length);
    const size = (text.length === 1 ? badge.text : badge.wideText) * r;
    const edge = { stroke: seatLook(rings[0] as Seat).colour, "stroke-width": badge.stroke * r };
    return svgElement(
      "g",
      {},
      svgElement("circle", { class: "plate", cx: x, cy: y, r, ...edge }),
      centredText(text, x, y, size, { class: "ink", "font-weight": 700 }),
    );
  }
}
