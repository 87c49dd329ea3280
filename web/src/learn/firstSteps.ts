// The three steps of a first visit: place, run, take the ground. Every tap is a move of the rules.

import type { Marks } from "../board/types";
import type { Engine, PositionView, Step } from "../engine/engine";
import { cellAt, gridOf, keyOf } from "../rules/grid";
import type { Key, Move, Position } from "../rules/wire";

/** Blue has three markers in a column with a gap; the column needs four for a line. */
export const FIRST_POSITION =
  "square8 standard 1a6/1a6/8/1a6/7b/7b/5(bb)2/8 1 ring_placement 9 h 18,16 0,0 8,7 -,- -/-/-/- off *";

const GAP: Key = "1,2";
const FAR_END: Key = "6,2";
const RINGS = 2;

export type Stage = "place" | "run" | "ground" | "done";

export interface FirstSteps {
  stage: Stage;
  view: PositionView;
  /** The move that led to the position, to animate it. */
  move: Move | null;
  /** The cells of the line, once there is one. */
  line: Key[];
}

/** Why a tap did nothing; each has its own words. */
export type WrongTap =
  | "markerInTheWay"
  | "stackInTheWay"
  | "otherCell"
  | "tooShort"
  | "notStraight"
  | "ownMarkers"
  | "notReachable"
  | "notTheLine";

export async function startFirstSteps(engine: Engine): Promise<FirstSteps> {
  const position = await engine.fromPositionString(FIRST_POSITION);
  const view = (await engine.settle(position.state)).at(-1)?.view ?? position;
  return { stage: "place", view, move: null, line: [] };
}

export type TapResult = { steps: FirstSteps } | { wrong: WrongTap };

/** Plays what the tap means, or says why it means nothing yet. */
export async function tapCell(engine: Engine, now: FirstSteps, cell: Key): Promise<TapResult> {
  switch (now.stage) {
    case "place":
      return cell === GAP ? placeRings(engine, now) : { wrong: whyNotPlaced(now, cell) };
    case "run":
      return run(engine, now, cell);
    case "ground":
      return now.line.includes(cell) ? takeGround(engine, now) : { wrong: "notTheLine" };
    case "done":
      return { steps: now };
  }
}

export function marksFor({ stage, view, line }: FirstSteps): Marks {
  switch (stage) {
    case "place":
      return { targets: [GAP], highlights: [GAP] };
    case "run":
      return {
        chosen: GAP,
        targets: movesOf(view, "move_stack").map(({ to }) => keyOf(to)),
        arrows: [{ from: GAP, to: FAR_END, weight: 1 }],
      };
    case "ground":
      return { targets: line, lines: [{ cells: line, selected: true }] };
    case "done":
      return { highlights: line };
  }
}

async function placeRings(engine: Engine, now: FirstSteps): Promise<TapResult> {
  const move = movesOf(now.view, "place_ring").find(
    ({ to, placementCount }) => keyOf(to) === GAP && placementCount === RINGS,
  );
  if (!move) throw new Error("the first position does not allow the first step");
  return { steps: { ...now, ...(await play(engine, now.view, move)), stage: "run" } };
}

function whyNotPlaced({ view }: FirstSteps, cell: Key): WrongTap {
  if (view.state.board.markers[cell]) return "markerInTheWay";
  return view.state.board.stacks[cell] ? "stackInTheWay" : "otherCell";
}

async function run(engine: Engine, now: FirstSteps, cell: Key): Promise<TapResult> {
  const move = movesOf(now.view, "move_stack").find(({ to }) => keyOf(to) === cell);
  if (!move) return { wrong: whyNotReached(now.view, cell) };
  const after = await runWithoutCapture(engine, now.view, move);
  const [line] = movesOf(after.view, "process_line");
  // Along its own column the stack would turn the markers of the line into land one by one.
  if (!line) return { wrong: "ownMarkers" };
  return { steps: { ...after, stage: "ground", line: line.line.map(keyOf) } };
}

/** A capture after the run would be another lesson: the stack stops. */
async function runWithoutCapture(engine: Engine, view: PositionView, move: Move) {
  const after = await play(engine, view, move);
  const [stop] = movesOf(after.view, "skip_capture");
  return stop ? { ...(await play(engine, after.view, stop)), move } : after;
}

function whyNotReached({ state }: PositionView, cell: Key): WrongTap {
  const grid = gridOf(state.board.type);
  const from = cellAt(grid, positionOf(GAP));
  const ray = grid.rays[from]?.find((cells) => cells.some((each) => grid.keys[each] === cell));
  if (!ray) return cell === GAP ? "tooShort" : "notStraight";
  const distance = ray.findIndex((each) => grid.keys[each] === cell) + 1;
  return distance < RINGS ? "tooShort" : "notReachable";
}

/** Collapses the line and pays with the only stack. */
async function takeGround(engine: Engine, now: FirstSteps): Promise<TapResult> {
  let { view } = now;
  let first: Move | null = null;
  for (const type of ["process_line", "eliminate_rings_from_stack"] as const) {
    const [move] = movesOf(view, type);
    if (!move) continue;
    first ??= move;
    ({ view } = await play(engine, view, move));
  }
  return { steps: { ...now, view, move: first, stage: "done" } };
}

async function play(
  engine: Engine,
  { state }: PositionView,
  move: Move,
): Promise<{ view: PositionView; move: Move; line: Key[] }> {
  const steps: Step[] = await engine.playAndSettle(state, move);
  const view = steps.at(-1)?.view;
  if (!view) throw new Error("a move has a position after it");
  return { view, move, line: [] };
}

type MoveOf<Type extends Move["type"]> = Extract<Move, { type: Type }>;

function movesOf<Type extends Move["type"]>(
  { decision }: PositionView,
  type: Type,
): (MoveOf<Type> extends never ? Move : MoveOf<Type>)[] {
  return (decision?.moves ?? []).filter((move) => move.type === type) as never;
}

function positionOf(key: Key): Position {
  const [x = 0, y = 0] = key.split(",").map(Number);
  return { x, y };
}
