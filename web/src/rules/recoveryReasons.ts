// Who may recover, and why a slide is not legal [R110-R115].

import { words } from "../strings";
import type { Cell } from "./grid";
import { linesThrough } from "./lines";
import { type Asked, refusal, same } from "./moveQuery";
import type { Slide } from "./moves";
import type { Refusal } from "./wire";

const say = words.engine.refusals;

/** R110: no stack controlled, a marker on the board, a ring buried. Rings in hand do not matter. */
export function recoveryEligible({ state, ground, seat }: Asked): boolean {
  return (
    state.edition === "standard" &&
    ground.controlled(seat).length === 0 &&
    ground.markersOf(seat).length > 0 &&
    ground.hasRing(seat)
  );
}

export function notEligible(): Refusal {
  return refusal("NOT_RECOVERY_ELIGIBLE", "R110", say.notEligible);
}

export function slideReason(asked: Asked, move: Slide): Refusal {
  const { ground } = asked;
  const [from, to] = [asked.cell(move.from), asked.cell(move.to)];
  if (!recoveryEligible(asked)) return notEligible();
  if (ground.marker(from) !== asked.seat)
    return refusal("NOT_YOUR_MARKER", "R110", say.notYourMarker(asked.name(from)));
  if (!ground.grid.neighbours[from]?.includes(to)) {
    return refusal("NOT_ADJACENT", "R110", say.notAdjacent(asked.name(from)));
  }
  if (move.recoveryMode === "stack_strike") {
    if (ground.rings(to).length === 0)
      return refusal("NO_TARGET", "R115", say.nothingToStrike(asked.name(to)));
  } else if (!ground.empty(to)) {
    return refusal("LANDING_BLOCKED", "R111", say.slideBlocked(asked.name(to)));
  }
  if (move.recoveryMode === "line") return lineSlideReason(asked, move, from, to);
  if (lineSlideExists(asked)) return refusal("LINE_SLIDE_EXISTS", "R114", say.lineSlideExists);
  if (move.line || move.recoveryOption || move.collapse) {
    return refusal("NOT_A_LINE", "R111", say.settlesNoLine(move.recoveryMode));
  }
  return refusal("NO_BURIED_RING", "R113", say.noBuriedRing);
}

function lineSlideReason(asked: Asked, move: Slide, from: Cell, to: Cell): Refusal {
  const made = linesMade(asked, from, to);
  const named = asked.cells(move.line ?? []);
  if (!made.some((line) => same(line, named))) {
    return refusal("NOT_A_LINE", "R111", say.slideMakes(asked.runs(made)));
  }
  return refusal("BAD_SETTLEMENT", "R112", say.badSettlement(asked.length));
}

/** R111: whether some slide makes a line that can be settled. */
function lineSlideExists(asked: Asked): boolean {
  const { ground, seat, length } = asked;
  const canPay = ground.buried(seat).length > 0;
  return ground
    .markersOf(seat)
    .some((from) =>
      (ground.grid.neighbours[from] ?? []).some(
        (to) =>
          ground.empty(to) &&
          linesMade(asked, from, to).some((line) => canPay || line.length > length),
      ),
    );
}

function linesMade({ ground, seat, length }: Asked, from: Cell, to: Cell): Cell[][] {
  const markers = new Set(ground.markersOf(seat));
  markers.delete(from);
  markers.add(to);
  return linesThrough(ground.grid, markers, to, length);
}
