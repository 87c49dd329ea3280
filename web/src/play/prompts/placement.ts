// Ring placement [R080-R082] and the swap that may replace it [R180].

import type { PositionView } from "../../engine/engine";
import { messages } from "../../messages";
import type { Key, Move } from "../../rules/wire";
import { cellName, keyOf, positionFromKey } from "../cells";
import {
  type ButtonChoice,
  type CellChoice,
  completeWith,
  continueWith,
  groupBy,
  type Prompt,
} from "../prompt";

type Placement = Extract<Move, { type: "place_ring" }>;

export function placementPrompt(
  view: PositionView,
  moves: readonly Move[],
  count = 1,
  swapDeclined = false,
): Prompt {
  const swap = moves.find((move) => move.type === "swap_sides");
  const placements = moves.filter((move): move is Placement => move.type === "place_ring");
  const counts = [...new Set(placements.map((move) => move.placementCount))].sort();
  const withCount = (rings: number, declined = swapDeclined) =>
    placementPrompt(view, moves, rings, declined);
  const buttons: ButtonChoice[] =
    swap && !swapDeclined
      ? [
          { id: "swap", label: messages.play.swap, style: "lead", choose: completeWith(swap) },
          {
            id: "keep",
            label: messages.play.keepSide({
              player: messages.terms.seat({ seat: view.state.currentPlayer }),
            }),
            style: "pass",
            choose: continueWith(() => withCount(1, true)),
          },
        ]
      : counts.length > 1
        ? counts.map((rings) => countButton(rings, rings === count, () => withCount(rings)))
        : [];
  const skip = moves.find((move) => move.type === "skip_placement");
  if (skip)
    buttons.push({
      id: "skip",
      label: messages.play.keepRings,
      style: "pass",
      choose: completeWith(skip),
    });
  const asksSwap = swap !== undefined && !swapDeclined;
  return {
    text: asksSwap ? messages.play.swapOrPlace : placementText(view, placements, count),
    detail: asksSwap ? messages.play.detail.swap : messages.play.detail.place,
    selected: null,
    cells: placementCells(view, placements, count, skip ?? null, () => withCount(count)),
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
  skip: Move | null,
  previous: () => Prompt,
): Map<Key, CellChoice> {
  const cells = new Map<Key, CellChoice>();
  if (skip)
    for (const [cell, { controllingPlayer }] of Object.entries(view.state.board.stacks))
      if (controllingPlayer === view.state.currentPlayer)
        cells.set(cell, { mark: "actor", choose: () => ({ move: skip, select: cell }) });
  for (const [cell, atCell] of groupBy(placements, (move) => keyOf(move.to))) {
    const stack = view.state.board.stacks[cell] !== undefined;
    const matching = atCell.find((move) => move.placementCount === (stack ? 1 : count));
    if (matching && skip && cells.has(cell)) {
      cells.set(cell, {
        mark: "actor",
        choose: continueWith(() => ownStackPrompt(view, cell, matching, skip, previous)),
      });
      continue;
    }
    cells.set(cell, {
      mark: stack ? "actor" : matching ? "target" : "quiet",
      choose: matching
        ? completeWith(matching)
        : continueWith(() => ringCountPrompt(view, cell, atCell, previous)),
    });
  }
  return cells;
}

/**
 * A click on an own stack: most people want to move it, some want to place a ring on it. Both are one
 * more click away, and neither happens by mistake.
 */
function ownStackPrompt(
  view: PositionView,
  cell: Key,
  placement: Placement,
  skip: Move,
  previous: () => Prompt,
): Prompt {
  return {
    text: messages.play.moveOrPlace({ cell: cellName(view.state.board.type, cell) }),
    detail: messages.play.detail.moveOrPlace,
    selected: cell,
    cells: new Map([[cell, { mark: "quiet", choose: continueWith(previous) }]]),
    buttons: [
      {
        id: "move",
        label: messages.play.moveIt,
        style: "lead",
        choose: () => ({ move: skip, select: cell }),
      },
      {
        id: "place",
        label: messages.play.placeOnIt,
        style: "pass",
        choose: completeWith(placement),
      },
    ],
    glows: [],
    previous,
    explainClick: (other) => ({ move: placementMove(view, other, 1) }),
  };
}

/** The cell takes fewer rings than selected: offers the possible counts. */
function ringCountPrompt(
  view: PositionView,
  cell: Key,
  atCell: readonly Placement[],
  previous: () => Prompt,
): Prompt {
  const max = Math.max(...atCell.map((move) => move.placementCount));
  return {
    text: messages.play.howMany({ cell: cellName(view.state.board.type, cell), max: max }),
    selected: cell,
    cells: new Map(),
    buttons: atCell.map((move) => ({
      id: `place-${move.placementCount}`,
      label: messages.play.rings({ count: move.placementCount }),
      style: "lead",
      choose: completeWith(move),
    })),
    glows: [{ cells: [cell], seat: view.state.currentPlayer }],
    previous,
    explainClick: (other) => ({ move: placementMove(view, other, 1) }),
  };
}

function countButton(rings: number, pressed: boolean, build: () => Prompt): ButtonChoice {
  return {
    id: `count-${rings}`,
    label: String(rings),
    style: "count",
    pressed,
    choose: continueWith(build),
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
