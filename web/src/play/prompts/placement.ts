// Placing rings [R080-R082], and the swap that may come instead [R180].

import type { PositionView } from "../../engine/engine";
import { messages } from "../../messages";
import type { Key, Move } from "../../rules/wire";
import { cellName, keyOf, positionFromKey } from "../cells";
import {
  type ButtonChoice,
  type CellChoice,
  groupBy,
  type Prompt,
  toMove,
  toPrompt,
} from "../prompt";

type Placement = Extract<Move, { type: "place_ring" }>;

export function placementPrompt(
  view: PositionView,
  moves: readonly Move[],
  count = 1,
  kept = false,
): Prompt {
  const swap = moves.find((move) => move.type === "swap_sides");
  const placements = moves.filter((move): move is Placement => move.type === "place_ring");
  const counts = [...new Set(placements.map((move) => move.placementCount))].sort();
  const again = (rings: number, keep = kept) => placementPrompt(view, moves, rings, keep);
  const buttons: ButtonChoice[] =
    swap && !kept
      ? [
          { id: "swap", label: messages.play.swap, style: "lead", choose: toMove(swap) },
          {
            id: "keep",
            label: messages.play.keepSide({
              player: messages.terms.seat({ seat: view.state.currentPlayer }),
            }),
            style: "pass",
            choose: toPrompt(() => again(1, true)),
          },
        ]
      : counts.length > 1
        ? counts.map((rings) => countButton(rings, rings === count, () => again(rings)))
        : [];
  const skip = moves.find((move) => move.type === "skip_placement");
  if (skip)
    buttons.push({
      id: "skip",
      label: messages.play.keepRings,
      style: "pass",
      choose: toMove(skip),
    });
  return {
    text: swap && !kept ? messages.play.swapOrPlace : placementText(view, placements, count),
    selected: null,
    cells: placementCells(view, placements, count, () => again(count)),
    buttons,
    glows: [],
    explainClick: (cell) => ({ move: placementMove(view, cell, count) }),
  };
}

function placementText(
  view: PositionView,
  placements: readonly Placement[],
  count: number,
): string {
  if (placements.every((move) => view.state.board.stacks[keyOf(move.to)]))
    return messages.play.placeStacksOnly;
  return count === 1 ? messages.play.place : messages.play.placeMany({ count });
}

function placementCells(
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
      mark: stack ? "stack" : fitting ? "target" : "quiet",
      choose: fitting ? toMove(fitting) : toPrompt(() => ringCountPrompt(view, cell, here, back)),
    });
  }
  return answers;
}

/** More rings were wanted than the cell can take: fewer are still possible. */
function ringCountPrompt(
  view: PositionView,
  cell: Key,
  here: readonly Placement[],
  previous: () => Prompt,
): Prompt {
  const most = Math.max(...here.map((move) => move.placementCount));
  return {
    text: messages.play.howMany({ cell: cellName(view.state.board.type, cell), max: most }),
    selected: cell,
    cells: new Map(),
    buttons: here.map((move) => ({
      id: `place-${move.placementCount}`,
      label: messages.play.rings({ count: move.placementCount }),
      style: "lead",
      choose: toMove(move),
    })),
    glows: [{ cells: [cell], seat: view.state.currentPlayer }],
    previous,
    explainClick: (other) => ({ move: placementMove(view, other, 1) }),
  };
}

function countButton(rings: number, pressed: boolean, next: () => Prompt): ButtonChoice {
  return {
    id: `count-${rings}`,
    label: String(rings),
    style: "count",
    pressed,
    choose: toPrompt(next),
  };
}

function placementMove(view: PositionView, cell: Key, count: number): Move {
  const stack = view.state.board.stacks[cell] !== undefined;
  const player = view.state.currentPlayer;
  return {
    type: "place_ring",
    player,
    to: positionFromKey(cell),
    placementCount: stack ? 1 : count,
  };
}
