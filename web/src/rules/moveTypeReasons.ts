// The reasons that each kind of move can have to be illegal, when seat and phase are right. Twin of the law's reasons.py.

import { words } from "../strings";
import { mostAtOnce } from "./boardQueries";
import { between, type Cell, directionTo, gridOf, rayFrom } from "./grid";
import { linesOf } from "./lines";
import { Asked, refusal, same } from "./moveQuery";
import type { Slide } from "./moves";
import { notEligible, recoveryEligible, slideReason } from "./recoveryReasons";
import { regionsOf } from "./regions";
import { capHeight } from "./stack";
import type { Move, Refusal, State } from "./wire";

const say = words.engine.refusals;

type Of<Type extends Move["type"]> = Extract<Move, { type: Type }>;
type Capture = Of<"overtaking_capture" | "continue_capture_segment">;
type LineMove = Of<"process_line"> | Of<"choose_line_reward">;

export function ownReason(state: State, move: Move): Refusal {
  const asked = new Asked(state, move.player);
  switch (move.type) {
    case "place_ring":
      return placement(asked, move);
    case "skip_placement":
      return skipPlacement(asked);
    case "move_stack":
      return movement(asked, move);
    case "overtaking_capture":
    case "continue_capture_segment":
      return capture(asked, move);
    case "recovery_slide":
      return slideReason(asked, move as Slide);
    case "skip_recovery":
      if (!recoveryEligible(asked)) return notEligible();
      return nothingToSkip(say.nothingToSlide, "no_movement_action");
    case "process_line":
    case "choose_line_reward":
      return line(asked, move);
    case "process_territory_region":
      return region(asked, move);
    case "eliminate_rings_from_stack":
      return payment(asked, move);
    case "forced_elimination":
      return refusal(
        "NOT_YOUR_STACK",
        "R100",
        say.noStackThere(asked.either(asked.ground.controlled(asked.seat))),
      );
    default:
      return nothingToSkip(say.nothingToTake, "no_territory_action");
  }
}

function placement(asked: Asked, move: Of<"place_ring">): Refusal {
  const { ground, hand } = asked;
  const cell = asked.cell(move.to);
  if (hand === 0) return refusal("NO_RINGS_IN_HAND", "R080", say.noRingsInHand);
  const height = ground.rings(cell).length;
  const rule = height > 0 ? "R082" : "R081"; // on a stack, on an empty cell
  const most = height > 0 ? 1 : mostAtOnce(hand);
  if (move.placementCount < 1 || move.placementCount > most) {
    return refusal("TOO_MANY_RINGS", rule, say.tooManyRings(height > 0, most, move.placementCount));
  }
  if (ground.territory(cell))
    return refusal("ON_COLLAPSED_SPACE", "R081", say.onCollapsedSpace(asked.name(cell)));
  if (ground.marker(cell)) return refusal("ON_MARKER", "R081", say.onMarker(asked.name(cell)));
  return refusal(
    "DEAD_PLACEMENT",
    rule,
    say.deadPlacement(height + move.placementCount, asked.name(cell)),
  );
}

function skipPlacement(asked: Asked): Refusal {
  if (!asked.ground.canPlace(asked.seat, asked.hand))
    return nothingToSkip(say.nothingToPlace, "no_placement_action");
  return refusal("PLACEMENT_MANDATORY", "R080", say.placementMandatory(asked.seat));
}

function movement(asked: Asked, move: Of<"move_stack">): Refusal {
  const { grid } = asked.ground;
  const [from, to] = [asked.cell(move.from), asked.cell(move.to)];
  const mover = notTheMover(asked, from, "R090");
  if (mover) return mover;
  const direction = directionTo(grid, from, to);
  if (direction < 0)
    return refusal("NOT_A_RAY", "R091", say.notARay(`${asked.name(from)}-${asked.name(to)}`));
  return (
    pathBlocked(asked, between(grid, from, to, direction), "R091") ??
    landingBlocked(asked, to, "R091") ??
    tooShort(asked, from)
  );
}

function capture(asked: Asked, move: Capture): Refusal {
  const { ground, state } = asked;
  const [from, target, to] = [
    asked.cell(move.from),
    asked.cell(move.captureTarget),
    asked.cell(move.to),
  ];
  const mover = notTheMover(asked, from, "R101") ?? notTheAttacker(asked, from);
  if (mover) return mover;
  const direction = directionTo(ground.grid, from, target);
  if (direction < 0 || !rayFrom(ground.grid, target, direction).includes(to)) {
    const way = `${asked.name(from)}-${asked.name(target)}-${asked.name(to)}`;
    return refusal("NOT_A_RAY", "R101", say.notAWay(way));
  }
  if (ground.rings(target).length === 0)
    return refusal("NO_TARGET", "R101", say.noTarget(asked.name(target)));
  const [own, other] = [capHeight(ground.rings(from)), capHeight(ground.rings(target))];
  if (own < other) return refusal("CAP_TOO_LOW", "R101", say.capTooLow(own, other));
  const grid = gridOf(state.board.type);
  const way = [...between(grid, from, target, direction), ...between(grid, target, to, direction)];
  return (
    pathBlocked(asked, way, "R101") ?? landingBlocked(asked, to, "R101") ?? tooShort(asked, from)
  );
}

/** Another's stack, or not the one that was just placed. */
function notTheMover(asked: Asked, cell: Cell, rule: string): Refusal | null {
  const { ground, state } = asked;
  if (ground.controller(cell) !== asked.seat) {
    return refusal("NOT_YOUR_STACK", rule, say.notYourStack(asked.name(cell)));
  }
  const placed =
    state.turn.mustMoveFrom === null ? cell : ground.grid.byKey.get(state.turn.mustMoveFrom);
  if (placed === cell) return null;
  return refusal("MUST_MOVE_PLACED_STACK", "R081", say.mustMovePlacedStack(asked.name(placed)));
}

function notTheAttacker(asked: Asked, cell: Cell): Refusal | null {
  const { state, ground } = asked;
  const attacker =
    state.turn.captureFrom === null ? cell : ground.grid.byKey.get(state.turn.captureFrom);
  if (attacker === cell) return null;
  const chain = state.currentPhase === "chain_capture";
  const code = chain ? "CHAIN_MUST_CONTINUE" : "MUST_CAPTURE_WITH_MOVED_STACK";
  return refusal(code, "R103", say.attackerIsAnother(asked.name(attacker)));
}

function pathBlocked(asked: Asked, way: readonly Cell[], rule: string): Refusal | null {
  const blockers = way
    .filter((cell) => asked.ground.blocked(cell))
    .sort((one, other) => one - other);
  return blockers.length === 0
    ? null
    : refusal("PATH_BLOCKED", rule, say.pathBlocked(asked.either(blockers)));
}

function landingBlocked(asked: Asked, to: Cell, rule: string): Refusal | null {
  if (!asked.ground.blocked(to)) return null;
  return refusal("LANDING_BLOCKED", rule, say.landingBlocked(asked.name(to)));
}

function tooShort(asked: Asked, from: Cell): Refusal {
  return refusal("TOO_SHORT", "R091", say.tooShort(asked.ground.rings(from).length));
}

function line(asked: Asked, move: LineMove): Refusal {
  const { length } = asked;
  const own = linesOf(asked.ground, asked.seat, length);
  const named = asked.cells(move.line);
  if (!own.some((cells) => same(cells, named)))
    return refusal("NOT_A_LINE", "R120", say.notALine(asked.runs(own)));
  const mode = asked.state.turn.recoveryMode;
  if (mode === "fallback" || mode === "stack_strike")
    return refusal("NO_LINES_NOW", "R115", say.noLinesNow);
  if (move.type === "process_line") {
    if (named.length > length)
      return refusal("REWARD_TO_CHOOSE", "R121", say.rewardToChoose(length));
  } else {
    if (named.length === length)
      return refusal("NO_REWARD_TO_CHOOSE", "R121", say.noRewardToChoose(length));
    if (move.option === 2 || !same(asked.cells(move.collapse), named)) {
      return refusal("BAD_SEGMENT", "R121", say.badSegment(length));
    }
  }
  return refusal("CANNOT_PAY", "R122", say.cannotPay);
}

function region(asked: Asked, move: Of<"process_territory_region">): Refusal {
  const seats = asked.state.players.map((player) => player.playerNumber);
  const cells = asked.cells(move.region);
  const there = regionsOf(asked.ground, seats).some(
    (found) => found.border === move.borderPlayer && same(found.cells, cells),
  );
  if (there) return refusal("NO_STACK_OUTSIDE", "R143", say.noStackOutside);
  return refusal("NOT_A_REGION", "R141", say.notARegion);
}

function payment(asked: Asked, move: Of<"eliminate_rings_from_stack">): Refusal {
  const { turn } = asked.state;
  const due = turn.pendingElimination;
  if (due === null) return refusal("NO_COST_DUE", "R122", say.noCostDue);
  if (move.eliminationContext !== due)
    return refusal("WRONG_CONTEXT", "R122", say.wrongContext(due));
  if (due === "recovery") {
    return refusal(
      "NO_BURIED_RING",
      "R113",
      say.noBuriedRingThere(asked.either(asked.ground.buried(asked.seat))),
    );
  }
  return refusal(
    "NOT_YOUR_STACK",
    "R122",
    say.noStackThere(asked.either(asked.ground.controlled(asked.seat))),
  );
}

function nothingToSkip(why: string, instead: string): Refusal {
  return refusal("NOTHING_TO_SKIP", "R075", say.nothingToSkip(why, instead));
}
