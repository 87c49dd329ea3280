// When each changed cell changes during a move: pure arithmetic, so that what is shown can be told without a clock.

import type { Key, Move, Seat } from "../rules/wire";
import {
  type Change,
  collapsingBy,
  EMPTY,
  type Holding,
  type Holdings,
  stopsOf,
} from "./cellContents";
import { apart, type Layout, type Point } from "./layout";
import { look } from "./theme";

const { slideMs, waveMsPerCell } = look.motion;
const [SHORTEST, LONGEST] = slideMs as [number, number];
const MS_PER_CELL = 20; // a longer way takes longer, up to the longest slide
const LONGEST_WAVE = 600; // milliseconds: a great region collapses faster a cell

/** What slides: a stack or, in recovery, a marker. */
export interface Mover {
  holding: Holding;
  from: Key;
  to: Key;
  /** Whom it captures, and the ring that goes under. */
  target: Key | null;
  ring: Seat | null;
  /** When it passes its target. */
  passes: number;
}

export interface Plan {
  mover: Mover | null;
  /** When the mover lands, or the placed rings do. */
  arrival: number;
  beats: { change: Change; at: number }[];
}

/** The way from one state to the next, in milliseconds from its start. */
export function planOf(layout: Layout, before: Holdings, changes: Change[], move: Move): Plan {
  const stops = stopsOf(move);
  const slides = "from" in move;
  const [start, end] = [pointOf(layout, stops[0]), pointOf(layout, stops.at(-1))];
  const far = start && end ? apart(start, end) / layout.pitch : 0;
  const sliding = Math.min(LONGEST, SHORTEST + MS_PER_CELL * Math.max(0, far - 1));
  const arrival = slides ? sliding : move.type === "place_ring" ? SHORTEST : 0;
  const passing = (key: Key): number => {
    const point = pointOf(layout, key);
    return arrival * (slides && start && end && point ? along(start, end, point) : 1);
  };
  const wave = new Map(collapsingBy(move).map((key, index) => [key, index]));
  const beat = Math.min(waveMsPerCell, LONGEST_WAVE / Math.max(1, wave.size));
  const at = (key: Key): number => {
    const index = wave.get(key);
    if (index !== undefined) return arrival + index * beat;
    return wave.size && !stops.includes(key) ? arrival + wave.size * beat : passing(key);
  };
  const mover = slides ? moverOf(before, move, passing) : null;
  return { mover, arrival, beats: changes.map((change) => ({ change, at: at(change.key) })) };
}

function moverOf(before: Holdings, move: Move, passing: (key: Key) => number): Mover | null {
  const stops = stopsOf(move);
  const [from, to] = [stops[0] as Key, stops.at(-1) as Key];
  const holding = before.get(from) ?? EMPTY;
  if (holding.kind === "empty" || holding.kind === "territory") return null;
  const target = "captureTarget" in move ? (stops[1] as Key) : null;
  const ring = (target && before.get(target)?.seats[0]) || null;
  return { holding, from, to, target, ring, passes: target ? passing(target) : 0 };
}

function pointOf(layout: Layout, key: Key | undefined): Point | null {
  return (key !== undefined && layout.byKey.get(key)?.at) || null;
}

/** How much of the way lies before a point; what is not on the way counts as its end. */
function along(start: Point, end: Point, point: Point): number {
  const whole = apart(start, end);
  const [first, second] = [apart(start, point), apart(point, end)];
  return whole > 0 && first + second - whole < 1 ? first / whole : 1;
}
