// A simple drawing of a position: no coordinates, badges or shadows, few elements.

import type { Key, Seat, State } from "../rules/wire";
import { contentsOf } from "./cellContents";
import { slabOutline } from "./frame";
import { CELL, type Layout, type Point, polygon, tileCorners } from "./layout";
import { look, seatLook } from "./look";
import { areaOutline, connectedAreas } from "./outline";
import { ringSpacing, stackBase } from "./pieceGeometry";
import { pathData } from "./svg";

/** A filled path; `seat` and `part` name the colour. */
export interface MiniShape {
  d: string;
  seat: Seat;
  part: "" | "edge" | "face";
}

/** The frame and the cells' tones, as path data. */
export function miniGround(layout: Layout): { slab: string; tones: string[] } {
  const corners = tileCorners(layout.hexagonal, 2);
  const tile = ({ x, y }: Point): string =>
    polygon(corners.map((corner) => ({ x: x + corner.x, y: y + corner.y })));
  const cells = layout.rows.flat();
  return {
    slab: slabOutline(layout, 0),
    tones: [0, 1, 2].map((tone) =>
      cells
        .filter((cell) => cell.tone === tone)
        .map(({ centre }) => tile(centre))
        .join(""),
    ),
  };
}

/** One outline for each owner's territory. */
export function miniLand(layout: Layout, state: State): { seat: Seat; d: string }[] {
  const bySeat = new Map<Seat, Key[]>();
  for (const [key, seat] of Object.entries(state.board.collapsedSpaces))
    bySeat.set(seat, [...(bySeat.get(seat) ?? []), key]);
  return [...bySeat].map(([seat, keys]) => ({
    seat,
    d: connectedAreas(layout, keys)
      .map((area) => areaOutline(layout, area, 3, layout.hexagonal ? 6 : 9))
      .join(""),
  }));
}

/** Markers and stacks, from the far row to the near one. */
export function miniPieces(layout: Layout, state: State): MiniShape[] {
  const contents = contentsOf(state);
  return layout.rows.toReversed().flatMap((row) =>
    row.flatMap(({ key, centre }) => {
      const { kind, seats } = contents.get(key) ?? { kind: "empty", seats: [] };
      if (kind === "stack") return miniStack(seats, centre);
      return kind === "marker" ? miniMarker(seats[0] as Seat, centre) : [];
    }),
  );
}

export function miniStack(seats: Seat[], at: Point): MiniShape[] {
  const { rx, ry, side, hole, squash } = look.ring;
  const [width, height, thick] = [rx * CELL, ry * CELL, side * CELL];
  const foot = stackBase(at);
  const step = ringSpacing(seats.length);
  const bands = seats.toReversed().flatMap((seat, index): MiniShape[] => {
    const y = foot.y - index * step;
    const band = (top: number, bottom: number): string =>
      pathData(
        ...["M", at.x - width, top, "V", bottom, "A", width, height, 0, 0, 0, at.x + width, bottom],
        ...["V", top, "A", width, height, 0, 0, 1, at.x - width, top, "Z"],
      );
    return [
      { seat, part: "edge", d: band(y - thick, y + 2.5) },
      { seat, part: "", d: band(y - thick, y) },
    ];
  });
  const top = seats[0] as Seat;
  const centre = { x: at.x, y: foot.y - (seats.length - 1) * step - thick };
  const radius = hole * 1.15 * CELL;
  return [
    ...bands,
    { seat: top, part: "face", d: ellipse(centre, width - 2, height - 2) },
    { seat: top, part: "edge", d: emblem(top, centre, radius, radius * squash) },
  ];
}

function miniMarker(seat: Seat, at: Point): MiniShape[] {
  const { wideRx, wideRy, emblem: size } = look.marker;
  return [
    { seat, part: "", d: ellipse(at, wideRx * CELL, wideRy * CELL) },
    { seat, part: "face", d: emblem(seat, at, size * 1.2 * CELL, size * 0.9 * CELL) },
  ];
}

function ellipse({ x, y }: Point, rx: number, ry: number): string {
  return pathData(
    ...["M", x - rx, y, "a", rx, ry, 0, 1, 1, 2 * rx, 0],
    ...["a", rx, ry, 0, 1, 1, -2 * rx, 0, "Z"],
  );
}

function emblem(seat: Seat, at: Point, rx: number, ry: number): string {
  const points: number[][] = look.emblems[seatLook(seat).emblem as keyof typeof look.emblems];
  if (!points.length) return ellipse(at, rx, ry);
  return polygon(points.map(([x = 0, y = 0]) => ({ x: at.x + x * rx, y: at.y + y * ry })));
}
