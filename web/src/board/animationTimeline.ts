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
import { distance, type Layout, type Point } from "./layout";
import { look } from "./look";

const { slideMs, waveMsPerCell } = look.motion;
const [MIN_SLIDE_MS, MAX_SLIDE_MS] = slideMs as [number, number];
const SLIDE_MS_PER_CELL = 20; // up to the longest slide
const MAX_WAVE_MS = 600; // large regions collapse faster per cell

/** The piece that slides: a stack or, in a recovery, a marker. */
export interface MovingPiece {
  contents: CellContents;
  from: Key;
  to: Key;
  /** The captured stack, and the ring taken from it. */
  target: Key | null;
  ring: Seat | null;
  /** In milliseconds. */
  passesTargetAt: number;
}

export interface AnimationTimeline {
  mover: MovingPiece | null;
  /** When the moving piece or the placed rings land, in milliseconds. */
  arrivesAt: number;
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
  const [start, end] = [pointOf(layout, stops[0]), pointOf(layout, stops.at(-1))];
  const far = start && end ? distance(start, end) / layout.pitch : 0;
  const sliding = Math.min(MAX_SLIDE_MS, MIN_SLIDE_MS + SLIDE_MS_PER_CELL * Math.max(0, far - 1));
  const arrivesAt = slides ? sliding : move.type === "place_ring" ? MIN_SLIDE_MS : 0;
  const passing = (key: Key): number => {
    const point = pointOf(layout, key);
    return arrivesAt * (slides && start && end && point ? fractionAlong(start, end, point) : 1);
  };
  const wave = new Map(cellsCollapsedBy(move).map((key, index) => [key, index]));
  const beat = Math.min(waveMsPerCell, MAX_WAVE_MS / Math.max(1, wave.size));
  const at = (key: Key): number => {
    const index = wave.get(key);
    if (index !== undefined) return arrivesAt + index * beat;
    return wave.size && !stops.includes(key) ? arrivesAt + wave.size * beat : passing(key);
  };
  const mover = slides ? findMover(before, move, passing) : null;
  return { mover, arrivesAt, changes: changes.map((change) => ({ change, at: at(change.key) })) };
}

function findMover(
  before: BoardContents,
  move: Move,
  passing: (key: Key) => number,
): MovingPiece | null {
  const stops = pathOf(move);
  const [from, to] = [stops[0] as Key, stops.at(-1) as Key];
  const contents = before.get(from) ?? EMPTY;
  if (contents.kind === "empty" || contents.kind === "territory") return null;
  const target = "captureTarget" in move ? (stops[1] as Key) : null;
  const ring = (target && before.get(target)?.seats[0]) || null;
  return { contents, from, to, target, ring, passesTargetAt: target ? passing(target) : 0 };
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
