// The slab that carries the cells: its frame, the cells' tones and the light on them. Drawn once.

import { CELL, type Layout, polygon, tileCorners } from "./layout";
import { look } from "./look";
import { roundedPath } from "./outline";
import { pathData, svgElement } from "./svg";

/** The outline of the whole board, moved inwards. */
export function slabOutline({ hexagonal, width, height }: Layout, inset: number): string {
  const { corner, hexCorner } = look.frame;
  if (!hexagonal) {
    const [right, bottom] = [width - inset, height - inset];
    const corners = [
      { x: inset, y: inset },
      { x: right, y: inset },
      { x: right, y: bottom },
      { x: inset, y: bottom },
    ];
    return roundedPath(corners, corner * CELL);
  }
  const reach = (height / 2 - inset) / (Math.sqrt(3) / 2);
  const corners = [-2, -1, 0, 1, 2, 3].map((step) => {
    const turn = (Math.PI / 3) * step;
    return { x: width / 2 + Math.cos(turn) * reach, y: height / 2 + Math.sin(turn) * reach };
  });
  return roundedPath(corners, hexCorner * CELL);
}

/** Widths of the strokes that make the shadow soft; a blur would be computed for every frame. */
const SHADOW_WIDTHS = [4, 12, 20, 30, 42];
const SHADOW_DROP = 12;

/** The slab itself, for the picture behind the board. */
export function slab(layout: Layout): SVGElement[] {
  const lit = look.frame.lit * CELL;
  const shadows = SHADOW_WIDTHS.map((width) =>
    svgElement("path", {
      class: "slab-shadow",
      d: slabOutline(layout, 0),
      "stroke-width": width,
      transform: `translate(0 ${SHADOW_DROP})`,
    }),
  );
  return [
    ...shadows,
    svgElement("path", { class: "slab", d: slabOutline(layout, 0) }),
    svgElement("path", { fill: "url(#light)", d: slabOutline(layout, 0) }),
    svgElement("path", {
      class: "slab-edge",
      d: slabOutline(layout, lit / 2),
      "stroke-width": lit,
    }),
  ];
}

/** The ground between the cells, one path for each tone, wood grain and light. */
export function ground(layout: Layout): SVGElement[] {
  const cells = layout.rows.flat();
  const inset = (look.tile.line / 2) * CELL;
  const corners = tileCorners(layout.hexagonal, inset);
  const wells = tileCorners(layout.hexagonal, -look.frame.well * CELL);
  const tiles = (outline: typeof corners, tone?: number): string =>
    cells
      .filter((cell) => tone === undefined || cell.tone === tone)
      .map(({ centre }) =>
        polygon(outline.map(({ x, y }) => ({ x: centre.x + x, y: centre.y + y }))),
      )
      .join("");
  const board = tiles(corners);
  return [
    svgElement("path", { class: "well", d: tiles(wells) }),
    ...[0, 1, 2].map((tone) =>
      svgElement("path", { class: `tone${tone}`, d: tiles(corners, tone) }),
    ),
    svgElement("path", { class: "grain", d: grainLines(layout, 0) }),
    svgElement("path", { class: "grain-lit", d: grainLines(layout, 1) }),
    svgElement("path", { fill: "url(#light)", d: board }),
    svgElement("path", { class: "bevel", d: bevels(layout, inset) }),
  ];
}

/** The lit upper and left edges of the cells. */
function bevels(layout: Layout, inset: number): string {
  const corners = tileCorners(layout.hexagonal, inset + 0.8);
  const [first, last] = layout.hexagonal ? [4, 7] : [3, 5];
  return layout.rows
    .flat()
    .map(({ centre }) => {
      const points = Array.from({ length: last - first + 1 }, (_, index) => {
        const corner = corners[(first + index) % corners.length] as { x: number; y: number };
        return [index ? "L" : "M", centre.x + corner.x, centre.y + corner.y];
      });
      return pathData(...points.flat());
    })
    .join("");
}

/** Wavy lines inside the cells; the same on every drawing. */
function grainLines(layout: Layout, offset: number): string {
  let seed = 7 + offset;
  const next = (): number => {
    seed = (seed * 16807) % 2147483647;
    return seed / 2147483647;
  };
  const reach = layout.hexagonal ? 0.4 : 0.485;
  return layout.rows
    .flat()
    .map(({ centre: { x, y } }) => {
      const lines = layout.byKey.size > 100 ? 1 : 3;
      return Array.from({ length: lines }, () => {
        const [level, bend] = [(next() - 0.5) * 0.8, (next() - 0.5) * 0.16];
        return pathData(
          ...["M", x - reach * CELL, y + level * CELL],
          ...["q", reach * CELL * 0.5, bend * CELL, reach * CELL, bend * CELL * 0.3],
          ...["t", reach * CELL, -bend * CELL * 0.4],
        );
      }).join("");
    })
    .join("");
}
