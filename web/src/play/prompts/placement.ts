// Placing rings [R080-R082], and the swap that may come instead [R180].

import type { PositionView } from "../../engine/engine";
import type { Key, Move } from "../../rules/wire";
import { words } from "../../strings";
import { keyOf, nameOf, positionOf } from "../cells";
import {
  type ButtonChoice,
  type CellChoice,
  groupBy,
  type Prompt,
  toMove,
  toPrompt,
} from "../prompt";

type Placement = Extract<Move, { type: "place_ring" }>;

export function askPlacement(
  view: PositionView,
  moves: readonly Move[],
  count = 1,
  kept = false,
): Prompt {
  const swap = moves.find((move) => move.type === "swap_sides");
  const placements = moves.filter((move): move is Placement => move.type === "place_ring");
  const counts = [...new Set(placements.map((move) => move.placementCount))].sort();
  const again = (rings: number, keep = kept) => askPlacement(view, moves, rings, keep);
  const options: ButtonChoice[] =
    swap && !kept
      ? [
          { id: "swap", label: words.play.swap, look: "lead", next: toMove(swap) },
          {
            id: "keep",
            label: words.play.keep(words.play.seat(view.state.currentPlayer)),
            look: "pass",
            next: toPrompt(() => again(1, true)),
          },
        ]
      : counts.length > 1
        ? counts.map((rings) => countOption(rings, rings === count, () => again(rings)))
        : [];
  const skip = moves.find((move) => move.type === "skip_placement");
  if (skip)
    options.push({ id: "skip", label: words.play.keepRings, look: "pass", next: toMove(skip) });
  return {
    prompt: swap && !kept ? words.play.swapOrPlace : promptFor(view, placements, count),
    chosen: null,
    answers: answersTo(view, placements, count, () => again(count)),
    options,
    glows: [],
    attempt: (cell) => ({ move: placing(view, cell, count) }),
  };
}

function promptFor(view: PositionView, placements: readonly Placement[], count: number): string {
  if (placements.every((move) => view.state.board.stacks[keyOf(move.to)]))
    return words.play.placeStacksOnly;
  return count === 1 ? words.play.place : words.play.placeMany(count);
}

function answersTo(
  view: PositionView,
  placements: readonly Placement[],
  count: number,
  back: () => Prompt,
): Map<Key, CellChoice> {
  const answers = new Map<Key, CellChoice>();
  for (const [cell, here] of groupBy(placements, (move) => keyOf(move.to))) {
    const stack = view.state.board.stacks[cell] !== undefined;
    const fitting = here.find((move) => move.placementCount === (stack ? 1 : count));
    answers.set(cell, {
      look: stack ? "stack" : fitting ? "target" : "quiet",
      next: fitting ? toMove(fitting) : toPrompt(() => askHowMany(view, cell, here, back)),
    });
  }
  return answers;
}

/** More rings were wanted than the cell can take: fewer are still possible. */
function askHowMany(
  view: PositionView,
  cell: Key,
  here: readonly Placement[],
  back: () => Prompt,
): Prompt {
  const most = Math.max(...here.map((move) => move.placementCount));
  return {
    prompt: words.play.howMany(nameOf(view.state.board.type, cell), most),
    chosen: cell,
    answers: new Map(),
    options: here.map((move) => ({
      id: `place-${move.placementCount}`,
      label: words.play.count(move.placementCount),
      look: "lead",
      next: toMove(move),
    })),
    glows: [{ cells: [cell], seat: view.state.currentPlayer }],
    back,
    attempt: (other) => ({ move: placing(view, other, 1) }),
  };
}

function countOption(rings: number, pressed: boolean, next: () => Prompt): ButtonChoice {
  return {
    id: `count-${rings}`,
    label: String(rings),
    look: "count",
    pressed,
    next: toPrompt(next),
  };
}

function placing(view: PositionView, cell: Key, count: number): Move {
  const stack = view.state.board.stacks[cell] !== undefined;
  const player = view.state.currentPlayer;
  return { type: "place_ring", player, to: positionOf(cell), placementCount: stack ? 1 : count };
}
