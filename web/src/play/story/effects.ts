// What a move did, read off the positions before and after it. The engine applies the rules; this
// module only compares.

import type { Step } from "../../engine/engine";
import type { EliminationContext, Key, Move, RecoveryMode, Seat, State } from "../../rules/wire";
import { keyOf } from "../cells";

export type Effect =
  /** `onto` is the seat that controlled the stack before; null on an empty cell. */
  | { kind: "place"; cell: Key; count: number; onto: Seat | null }
  | { kind: "move"; from: Key; to: Key }
  /** `ring` is the colour of the captured ring. */
  | { kind: "capture"; from: Key; target: Key; to: Key; ring: Seat }
  /** Markers of `owner` now belong to the player who acted. */
  | { kind: "turn"; cells: Key[]; owner: Seat }
  /** Own markers on the path became territory. */
  | { kind: "territory"; cells: Key[] }
  /**
   * The stack landed on a marker of `owner` and lost its top ring. `controller` controls what is
   * left of it; null when nothing is left.
   */
  | { kind: "land"; cell: Key; owner: Seat; rings: number; controller: Seat | null }
  | { kind: "line"; line: Key[]; collapsed: Key[] }
  | { kind: "region"; cells: Key[]; rings: number }
  | { kind: "pay"; cell: Key; rings: number; context: EliminationContext }
  | { kind: "forced"; cell: Key; rings: number }
  | { kind: "slide"; from: Key; to: Key; mode: RecoveryMode }
  /** A recovering marker struck a stack: its top ring is eliminated. */
  | { kind: "strike"; cell: Key; ring: Seat }
  | { kind: "skip"; what: "placement" | "capture" | "recovery" | "territory" }
  | { kind: "swap" }
  /** The seat had no legal action. */
  | { kind: "stuck" }
  /** The seat has no ring left. */
  | { kind: "out"; seat: Seat }
  /** Only this seat could act in the round that ended. */
  | { kind: "alone"; seat: Seat; rounds: number }
  | { kind: "end"; winner: Seat; reason: string };

/** Returns what a step changed, in the order in which it happened. */
export function effectsOf(before: State, { move, view }: Pick<Step, "move" | "view">): Effect[] {
  const after = view.state;
  return [...effectsOfMove(before, move, after), ...effectsOfTurnEnd(before, after)];
}

function effectsOfMove(before: State, move: Move, after: State): Effect[] {
  const rings = eliminatedBy(before, move.player, after);
  switch (move.type) {
    case "place_ring": {
      const cell = keyOf(move.to);
      const onto = before.board.stacks[cell]?.controllingPlayer ?? null;
      return [{ kind: "place", cell, count: move.placementCount, onto }];
    }
    case "move_stack": {
      const [from, to] = [keyOf(move.from), keyOf(move.to)];
      return [
        { kind: "move", from, to },
        ...pathEffects(before, after, from),
        ...landingEffects(before, after, to, rings),
      ];
    }
    case "overtaking_capture":
    case "continue_capture_segment": {
      const [from, target, to] = [keyOf(move.from), keyOf(move.captureTarget), keyOf(move.to)];
      const ring = before.board.stacks[target]?.rings[0] ?? move.player;
      return [
        { kind: "capture", from, target, to, ring },
        ...pathEffects(before, after, from),
        ...landingEffects(before, after, to, rings),
      ];
    }
    case "process_line":
    case "choose_line_reward":
      return [{ kind: "line", line: move.line.map(keyOf), collapsed: newTerritory(before, after) }];
    case "process_territory_region":
      return [{ kind: "region", cells: newTerritory(before, after), rings }];
    case "eliminate_rings_from_stack":
      return [{ kind: "pay", cell: keyOf(move.to), rings, context: move.eliminationContext }];
    case "forced_elimination":
      return [{ kind: "forced", cell: keyOf(move.to), rings }];
    case "recovery_slide":
      return slideEffects(before, move, after, rings);
    case "swap_sides":
      return [{ kind: "swap" }];
    case "skip_placement":
      return [{ kind: "skip", what: "placement" }];
    case "skip_capture":
      return [{ kind: "skip", what: "capture" }];
    case "skip_recovery":
      return [{ kind: "skip", what: "recovery" }];
    case "skip_territory_processing":
      return [{ kind: "skip", what: "territory" }];
    case "no_movement_action":
      return [{ kind: "stuck" }];
    default:
      return [];
  }
}

function slideEffects(
  before: State,
  move: Extract<Move, { type: "recovery_slide" }>,
  after: State,
  rings: number,
): Effect[] {
  const [from, to] = [keyOf(move.from), keyOf(move.to)];
  const effects: Effect[] = [{ kind: "slide", from, to, mode: move.recoveryMode }];
  if (move.recoveryMode === "stack_strike") {
    const ring = before.board.stacks[to]?.rings[0] ?? move.player;
    effects.push({ kind: "strike", cell: to, ring });
  }
  if (move.line)
    effects.push({
      kind: "line",
      line: move.line.map(keyOf),
      collapsed: newTerritory(before, after),
    });
  const paid = rings - (move.recoveryMode === "stack_strike" ? 1 : 0);
  if (move.extractionStack)
    effects.push({
      kind: "pay",
      cell: keyOf(move.extractionStack),
      rings: paid,
      context: "recovery",
    });
  return effects;
}

/** Markers that changed their owner or became territory. */
function pathEffects(before: State, after: State, from: Key): Effect[] {
  const turned = new Map<Seat, Key[]>();
  for (const [cell, { player }] of Object.entries(before.board.markers)) {
    const now = after.board.markers[cell]?.player;
    if (now !== undefined && now !== player && cell !== from)
      turned.set(player, [...(turned.get(player) ?? []), cell]);
  }
  const cells = newTerritory(before, after);
  return [
    ...[...turned].map(([owner, each]): Effect => ({ kind: "turn", cells: each, owner })),
    ...(cells.length > 0 ? [{ kind: "territory", cells } as const] : []),
  ];
}

function landingEffects(before: State, after: State, cell: Key, rings: number): Effect[] {
  const marker = before.board.markers[cell];
  if (!marker || rings === 0) return [];
  const controller = after.board.stacks[cell]?.controllingPlayer ?? null;
  return [{ kind: "land", cell, owner: marker.player, rings, controller }];
}

export function newTerritory(before: State, after: State): Key[] {
  return Object.keys(after.board.collapsedSpaces).filter(
    (cell) => before.board.collapsedSpaces[cell] === undefined,
  );
}

function eliminatedBy(before: State, seat: Seat, after: State): number {
  const count = ({ players }: State) =>
    players.find((player) => player.playerNumber === seat)?.eliminatedRings ?? 0;
  return count(after) - count(before);
}

/** What the end of the turn brought: seats without rings, rounds alone, the result. */
function effectsOfTurnEnd(before: State, after: State): Effect[] {
  if (before.turnNumber === after.turnNumber && after.gameStatus === "active") return [];
  const out = after.players.filter(
    ({ eliminatedAtTurn }, index) =>
      eliminatedAtTurn !== null && before.players[index]?.eliminatedAtTurn === null,
  );
  const { exclusivePlayer: seat, exclusiveRounds: rounds } = after.lps;
  const isNew =
    seat !== null &&
    rounds > 0 &&
    (before.lps.exclusivePlayer !== seat || before.lps.exclusiveRounds !== rounds);
  return [
    ...out.map(({ playerNumber }): Effect => ({ kind: "out", seat: playerNumber })),
    ...(isNew ? [{ kind: "alone", seat, rounds } as const] : []),
    ...(after.gameStatus === "completed" && after.winner !== null
      ? [{ kind: "end", winner: after.winner, reason: after.victoryReason ?? "" } as const]
      : []),
  ];
}
