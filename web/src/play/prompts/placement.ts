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
  sight: PositionView,
  moves: readonly Move[],
  count = 1,
  kept = false,
): Prompt {
  const swap = moves.find((move) => move.type === "swap_sides");
  const placements = moves.filter((move): move is Placement => move.type === "place_ring");
  const counts = [...new Set(placements.map((move) => move.placementCount))].sort();
  const again = (rings: number, keep = kept) => askPlacement(sight, moves, rings, keep);
  const options: ButtonChoice[] =
    swap && !kept
      ? [
          { id: "swap", label: words.play.swap, look: "lead", next: toMove(swap) },
          {
            id: "keep",
            label: words.play.keep(words.play.seat(sight.state.currentPlayer)),
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
    prompt: swap && !kept ? words.play.swapOrPlace : promptFor(sight, placements, count),
    chosen: null,
    answers: answersTo(sight, placements, count, () => again(count)),
    options,
    glows: [],
    attempt: (cell) => ({ move: placing(sight, cell, count) }),
  };
}

function promptFor(sight: PositionView, placements: readonly Placement[], count: number): string {
  if (placements.every((move) => sight.state.board.stacks[keyOf(move.to)]))
    return words.play.placeStacksOnly;
  return count === 1 ? words.play.place : words.play.placeMany(count);
}

function answersTo(
  sight: PositionView,
  placements: readonly Placement[],
  count: number,
  back: () => Prompt,
): Map<Key, CellChoice> {
  const answers = new Map<Key, CellChoice>();
  for (const [cell, here] of groupBy(placements, (move) => keyOf(move.to))) {
    const stack = sight.state.board.stacks[cell] !== undefined;
    const fitting = here.find((move) => move.placementCount === (stack ? 1 : count));
    answers.set(cell, {
      look: stack ? "stack" : fitting ? "target" : "quiet",
      next: fitting ? toMove(fitting) : toPrompt(() => askHowMany(sight, cell, here, back)),
    });
  }
  return answers;
}

/** More rings were wanted than the cell can take: fewer are still possible. */
function askHowMany(
  sight: PositionView,
  cell: Key,
  here: readonly Placement[],
  back: () => Prompt,
): Prompt {
  const most = Math.max(...here.map((move) => move.placementCount));
  return {
    prompt: words.play.howMany(nameOf(sight.state.board.type, cell), most),
    chosen: cell,
    answers: new Map(),
    options: here.map((move) => ({
      id: `place-${move.placementCount}`,
      label: words.play.count(move.placementCount),
      look: "lead",
      next: toMove(move),
    })),
    glows: [{ cells: [cell], seat: sight.state.currentPlayer }],
    back,
    attempt: (other) => ({ move: placing(sight, other, 1) }),
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

function placing(sight: PositionView, cell: Key, count: number): Move {
  const stack = sight.state.board.stacks[cell] !== undefined;
  const player = sight.state.currentPlayer;
  return { type: "place_ring", player, to: positionOf(cell), placementCount: stack ? 1 : count };
}
