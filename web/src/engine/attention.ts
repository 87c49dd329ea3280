// What a weak level notices: a few moves, most of them in one part of the board. Mirrors
// ringrift.players.attention, draw for draw (docs/reference/levels.md).

import { gridOf, keyOf } from "../rules/grid";
import type { Move, Position, State } from "../rules/wire";
import type { Rng } from "./rng";

const NEAR_STEPS = 2; // the distance from the focus up to which a move is near
const NEAR_WEIGHT = 6; // a near move is noticed as easily as six far ones

/** How many moves the level notices: 2.25 means two, and three every fourth time. */
export function drawAttention(attention: number, rng: Rng): number {
  return Math.floor((Math.round(100 * attention) + Number(rng.below(100n))) / 100);
}

/**
 * All legal moves in the order in which the level notices them; `moves` are sorted by notation. It
 * looks at a random stack, its focus, and notices moves near it more easily.
 */
export function* drawMoves(state: State, moves: readonly Move[], rng: Rng): Generator<Move, void> {
  const focus = drawFocus(state, rng);
  const left = moves.map((move) => ({ move, weight: isNear(move, focus) ? NEAR_WEIGHT : 1 }));
  while (left.length > 0) {
    const drawn = rng.weightedChoice(
      left,
      left.map(({ weight }) => weight),
    );
    left.splice(left.indexOf(drawn), 1);
    yield drawn.move;
  }
}

/** The cell of a random stack, or null on an empty board. */
function drawFocus(state: State, rng: Rng): Position | null {
  const { positions } = gridOf(state.board.type);
  const stacks = positions.filter((position) => keyOf(position) in state.board.stacks);
  return stacks[Number(stacks.length && rng.below(BigInt(stacks.length)))] ?? null;
}

/** Whether the move ends near the focus; a move that ends in no cell counts as near. */
function isNear(move: Move, focus: Position | null): boolean {
  if (focus === null || !("to" in move)) return true;
  const { x, y, z } = move.to;
  const steps = Math.max(
    Math.abs(x - focus.x),
    Math.abs(y - focus.y),
    Math.abs((z ?? 0) - (focus.z ?? 0)),
  );
  return steps <= NEAR_STEPS;
}
