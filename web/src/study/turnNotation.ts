// A whole turn in compact notation: `+1 e2, e2–h2, claim c2, pay h2`.

import type { Step } from "../engine/engine";
import { messages } from "../messages";
import { cellName, keyOf } from "../play/cells";
import type { BoardName, Move, Position } from "../rules/wire";

/** Returns the parts of a turn in order. A skip is named only if nothing else was done. */
export function turnParts(board: BoardName, steps: readonly Pick<Step, "move" | "bookkeeping">[]) {
  const chosen = steps.filter(({ bookkeeping }) => !bookkeeping).map(({ move }) => move);
  const parts = chosen.flatMap((move, i) => describeMove(board, move, chosen[i - 1]));
  if (parts.length > 0) return parts;
  const { compact } = messages.replay;
  return [chosen.length > 0 ? compact.skip : compact.nothing];
}

export function turnText(
  board: BoardName,
  steps: readonly Pick<Step, "move" | "bookkeeping">[],
): string {
  return turnParts(board, steps).join(", ");
}

function describeMove(board: BoardName, move: Move, previous: Move | undefined): string[] {
  const { compact } = messages.replay;
  const name = (position: Position) => cellName(board, keyOf(position));
  const range = (cells: readonly Position[]) => {
    const [first] = cells;
    const last = cells.at(-1);
    if (!first || !last) return "";
    return cells.length === 1 ? name(first) : `${name(first)}–${name(last)}`;
  };
  switch (move.type) {
    case "place_ring":
      return [compact.place({ count: move.placementCount, cell: name(move.to) })];
    case "move_stack":
      return [compact.move({ from: name(move.from), to: name(move.to) })];
    case "overtaking_capture":
    case "continue_capture_segment": {
      const [target, to] = [name(move.captureTarget), name(move.to)];
      const goesOn =
        previous && "from" in previous && keyOf(previous.to) === keyOf(move.from) ? previous : null;
      return [
        goesOn
          ? compact.captureOn({ target, to })
          : compact.capture({ from: name(move.from), target, to }),
      ];
    }
    case "recovery_slide":
      return [compact.recover({ from: name(move.from), to: name(move.to) })];
    case "process_line":
    case "choose_line_reward":
      return [compact.line({ cells: range(move.line) })];
    case "process_territory_region":
      return [compact.claim({ cells: range(move.region) })];
    case "eliminate_rings_from_stack":
      return [compact.pay({ cell: name(move.to) })];
    case "forced_elimination":
      return [compact.giveUp({ cell: name(move.to) })];
    case "swap_sides":
      return [compact.swap];
    default:
      return [];
  }
}
