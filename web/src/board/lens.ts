// A magnifier over boards whose cells are too small to read.

import { CELL, distance, type LayoutCell, polygon, tileCorners } from "./layout";
import type { BoardRenderer, RenderedCell } from "./render";
import { svgElement } from "./svg";

const REACH = 1.6 * CELL; // from the centre to the rim of the lens
const NEAR = 2.4 * CELL; // cells that may be seen in it
const AWAY = 92; // pixels between the cell and the centre of the lens
const RADIUS = 69; // pixels, with the rim

export class Lens {
  readonly element = document.createElement("div");

  constructor() {
    this.element.className = "lens";
    this.element.hidden = true;
    this.element.setAttribute("aria-hidden", "true");
  }

  /** Shows the surroundings of a cell above it, or below where there is no room. */
  show(renderer: BoardRenderer, svg: SVGSVGElement, { centre }: LayoutCell): void {
    const matrix = svg.getScreenCTM();
    const host = svg.getBoundingClientRect();
    if (!matrix) return;
    const at = new DOMPoint(centre.x, centre.y).matrixTransform(matrix);
    const above = at.y - AWAY - RADIUS > 0;
    this.element.style.left = `${at.x - host.left - RADIUS}px`;
    this.element.style.top = `${at.y - host.top + (above ? -AWAY : AWAY) - RADIUS}px`;
    const near = [...renderer.renderedCells.values()].filter(
      ({ cell }) => distance(cell.centre, centre) < NEAR,
    );
    const box = [centre.x - REACH, centre.y - REACH, 2 * REACH, 2 * REACH].join(" ");
    const copy = (element: Element): Node => element.cloneNode(true);
    const picture = svgElement(
      "svg",
      { viewBox: box, class: "fine" },
      ...near.map((rendered) => tileOf(renderer, rendered)),
      ...(["territories", "areas", "trail", "preview"] as const).map((name) =>
        copy(renderer.layer(name)),
      ),
      ...near.flatMap(({ piece, badge, markElements }) =>
        [...(piece ? [piece] : []), ...markElements, ...badge].map(copy),
      ),
      svgElement("circle", {
        class: "target-line",
        cx: centre.x,
        cy: centre.y,
        r: 48,
        "stroke-width": 2,
      }),
    );
    this.element.replaceChildren(picture);
    this.element.hidden = false;
  }

  hide(): void {
    this.element.hidden = true;
    this.element.replaceChildren();
  }
}

function tileOf({ layout }: BoardRenderer, { cell }: RenderedCell): SVGElement {
  const corners = tileCorners(layout.hexagonal, 1.4);
  const d = polygon(corners.map(({ x, y }) => ({ x: cell.centre.x + x, y: cell.centre.y + y })));
  return svgElement("path", { class: `tone${cell.tone}`, d });
}
