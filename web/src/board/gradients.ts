// The gradients of rings and the patterns of territories, by id.

import type { Seat } from "../rules/wire";
import { look, type SeatLook, seatLook } from "./look";
import { type Attributes, pathData, svgElement } from "./svg";

const SEATS: Seat[] = [1, 2, 3, 4];

/**
 * The paint of a seat: `side` of a ring, `land` of a territory, `mark` over a ring with strong
 * patterns.
 */
export function paintUrl(kind: "side" | "land" | "mark", seat: Seat): string {
  return `url(#${kind}${seat})`;
}

/** All gradients and patterns, for pieces of this size. */
export function paintDefinitions(size: number): SVGElement {
  const all = SEATS.flatMap((seat) => {
    const own = seatLook(seat);
    return [
      sideGradient(seat, own),
      seatPattern(`land${seat}`, own, own.colour, size),
      seatPattern(`mark${seat}`, own, own.edge, size),
    ];
  });
  return svgElement("defs", {}, ...all);
}

function sideGradient(seat: Seat, { colour, face, edge }: SeatLook): SVGElement {
  const stops = [colour, face, colour, edge].map((stop, index) =>
    svgElement("stop", { offset: look.ring.gradient[index] ?? 1, "stop-color": stop }),
  );
  return svgElement("linearGradient", { id: `side${seat}` }, ...stops);
}

function seatPattern(id: string, own: SeatLook, colour: string, size: number): SVGElement {
  const { territory } = look;
  const pitches: Record<string, number> = {
    bars: territory.barPitch,
    stripes: territory.stripePitch,
  };
  const pitch = (pitches[own.pattern] ?? territory.pitch) * size;
  const half = pitch / 2;
  const upright = pathData("M", half, 0, "V", pitch);
  const level = pathData("M", 0, half, "H", pitch);
  const strokes: Record<string, string> = {
    stripes: upright,
    grid: `${upright} ${level}`,
    bars: level,
  };
  const width = (own.pattern === "grid" ? territory.thin : territory.thick) * size;
  const mark =
    own.pattern === "dots"
      ? svgElement("circle", { cx: half, cy: half, r: territory.dot * size, fill: colour })
      : svgElement("path", {
          d: strokes[own.pattern] ?? level,
          stroke: colour,
          "stroke-width": width,
        });
  const turn: Attributes = own.pattern === "stripes" ? { patternTransform: "rotate(45)" } : {};
  return svgElement(
    "pattern",
    { id, width: pitch, height: pitch, patternUnits: "userSpaceOnUse", ...turn },
    mark,
  );
}
