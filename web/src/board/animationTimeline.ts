// When each cell changes during the animation of a move. Pure arithmetic, testable without a clock.

import type { Key, Move, Seat } from "../rules/wire";
import {
  type BoardContents,
  type CellChange,
  type CellContents,
  cellsCollapsedBy,
  EMPTY,
  pathOf,
} from "./cellContents";
import { CELL, distance, type Layout, type Point } from "./layout";
import { look } from "./look";

const { motion } = look;
const [SHORT_SLIDE_MS, LONG_SLIDE_MS] = motion.slideMs as [number, number];
const [APPROACH_MS, HOP_MS, LANDING_MS] = motion.captureMs as [number, number, number];
const MAX_WAVE_MS = 600; // large regions collapse faster per cell

/** The piece that slides: a stack or, in a recovery, a marker. */
export interface MovingPiece {
  contents: CellContents;
  from: Key;
  to: Key;
  /** The captured stack, and the ring taken from it. */
  target: Key | null;
  ring: Seat | null;
  /** When the hop over the captured stack begins, in milliseconds. */
  passesTargetAt: number;
}

export interface AnimationTimeline {
  mover: MovingPiece | null;
  /** When the moving piece or the placed rings land, in milliseconds. */
  arrivesAt: number;
  /** Cells along which a light runs before they collapse, and when. */
  line: { cells: Key[]; at: number } | null;
  /** Cells that are outlined before they collapse, and when. */
  region: { cells: Key[]; at: number } | null;
  changes: { change: CellChange; at: number }[];
}

/** The timeline of a move, in milliseconds from its start. */
export function buildTimeline(
  layout: Layout,
  before: BoardContents,
  changes: CellChange[],
  move: Move,
): AnimationTimeline {
  const stops = pathOf(move);
  const slides = "from" in move;
  const mover = slides ? findMover(before, move) : null;
  const arrivesAt = slides
    ? slideTime(layout, stops)
    : move.type === "place_ring"
      ? SHORT_SLIDE_MS
      : 0;
  const named = cellsCollapsedBy(move);
  const isRegion = move.type === "process_territory_region";
  const gained = changes.filter(({ after }) => after.kind === "territory").map(({ key }) => key);
  const region = isRegion ? { cells: gained, at: arrivesAt } : null;
  const line = named.length && !isRegion ? { cells: named, at: arrivesAt } : null;
  const waves = isRegion ? depths(layout, gained) : new Map(named.map((key, i) => [key, i]));
  const starts = arrivesAt + (isRegion ? motion.regionOutlineMs : line ? motion.lineLightMs : 0);
  const last = Math.max(0, ...waves.values());
  const beat = Math.min(
    isRegion ? motion.regionWaveMs : motion.lineWaveMs,
    MAX_WAVE_MS / Math.max(1, last),
  );
  const at = (key: Key): number => {
    const wave = waves.get(key);
    if (wave !== undefined) return starts + wave * beat;
    return waves.size && !stops.includes(key)
      ? starts + last * beat
      : passing(layout, stops, key, arrivesAt);
  };
  return {
    mover,
    arrivesAt,
    line,
    region,
    changes: changes.map((change) => ({ change, at: at(change.key) })),
  };
}

function slideTime(layout: Layout, stops: Key[]): number {
  if (stops.length === 3) return APPROACH_MS + HOP_MS + LANDING_MS;
  const [start, end] = [pointOf(layout, stops[0]), pointOf(layout, stops.at(-1))];
  const far = start && end ? distance(start, end) / CELL : 0;
  return Math.min(LONG_SLIDE_MS, SHORT_SLIDE_MS + motion.perCellMs * Math.max(0, far - 1));
}

/** When a sliding piece passes a cell; cells off the path change when it lands. */
function passing(layout: Layout, stops: Key[], key: Key, arrivesAt: number): number {
  const point = pointOf(layout, key);
  const points = stops.flatMap((stop) => pointOf(layout, stop) ?? []);
  const [start, second, end] = points;
  if (!point || !start || !second) return arrivesAt;
  if (end) {
    const approach = fractionAlong(start, second, point);
    if (approach < 1) return approach * APPROACH_MS;
    if (point === second) return APPROACH_MS;
    const landing = fractionAlong(second, end, point);
    return APPROACH_MS + HOP_MS + landing * LANDING_MS;
  }
  const far = fractionAlong(start, second, point);
  if (!far) return 0;
  const lift = motion.liftMs;
  return lift + (1 - Math.sqrt(1 - far)) * (arrivesAt - lift); // the slide eases out
}

/** How many steps each cell is away from the edge of the group. */
function depths(layout: Layout, cells: Key[]): Map<Key, number> {
  const points = new Map(cells.map((key) => [key, pointOf(layout, key) as Point]));
  const sides = layout.hexagonal ? 6 : 4;
  const near = (key: Key): Key[] =>
    cells.filter(
      (other) =>
        other !== key &&
        distance(points.get(other) as Point, points.get(key) as Point) < 1.1 * CELL,
    );
  const neighbours = new Map(cells.map((key) => [key, near(key)]));
  const found = new Map(
    cells.filter((key) => (neighbours.get(key)?.length ?? 0) < sides).map((key) => [key, 0]),
  );
  for (const [key, depth] of found)
    for (const next of neighbours.get(key) ?? []) if (!found.has(next)) found.set(next, depth + 1);
  return found;
}

function findMover(before: BoardContents, move: Move): MovingPiece | null {
  const stops = pathOf(move);
  const [from, to] = [stops[0] as Key, stops.at(-1) as Key];
  const contents = before.get(from) ?? EMPTY;
  if (contents.kind === "empty" || contents.kind === "territory") return null;
  const target = "captureTarget" in move ? (stops[1] as Key) : null;
  const ring = (target && before.get(target)?.seats[0]) || null;
  return { contents, from, to, target, ring, passesTargetAt: target ? APPROACH_MS : 0 };
}

function pointOf(layout: Layout, key: Key | undefined): Point | null {
  return (key !== undefined && layout.byKey.get(key)?.centre) || null;
}

/** The fraction of the path before a point; 1 for points off the path. */
function fractionAlong(start: Point, end: Point, point: Point): number {
  const whole = distance(start, end);
  const [first, second] = [distance(start, point), distance(point, end)];
  return whole > 0 && first + second - whole < 1 ? first / whole : 1;
}
