// Where the rings of a stack are.

import { CELL, type Point } from "./layout";
import { look } from "./look";

const { ring } = look;

/** The centre of a stack's lowest ring on a cell with this centre. */
export function stackBase({ x, y }: Point): Point {
  return { x, y: y + ring.foot * CELL };
}

/** The vertical distance between rings; smaller for tall stacks. */
export function ringSpacing(height: number): number {
  if (height <= ring.steep) return ring.steepest * CELL;
  return Math.max(ring.least, ring.rise / (height + ring.riseFrom)) * CELL;
}

/** The top of a stack's face above the centre of its cell. */
export function stackTop(height: number): number {
  return (ring.foot - ring.side - ring.ry) * CELL - (height - 1) * ringSpacing(height);
}
