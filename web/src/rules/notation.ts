// Move notation (docs/reference/notation.md): writing, and reading in a state.

import { messages } from "../messages";
import type { Decision } from "./decision";
import { between, type Cell, cellAt, directionTo, type Grid, gridOf } from "./grid";
import { describeValue } from "./jsonFields";
import { refuse } from "./messages";
import { isBookkeeping, type Slide } from "./moves";
import type { Move, Position, State } from "./wire";

/** The notation of a move. */
export function notationOf(grid: Grid, move: Move): string {
  const name = (position: Position | undefined): string =>
    position === undefined ? "" : (grid.names[cellAt(grid, position)] ?? "");
  const run = (cells: readonly Position[]): string => `${name(cells[0])}..${name(cells.at(-1))}`;
  const reward = (line: readonly Position[], collapse: readonly Position[]): string =>
    `${run(line)}!${line.length === collapse.length ? "all" : run(collapse)}`;
  switch (move.type) {
    case "place_ring":
      return `@${name(move.to)}${move.placementCount === 1 ? "" : `x${move.placementCount}`}`;
    case "move_stack":
      return `${name(move.from)}-${name(move.to)}`;
    case "overtaking_capture":
      return `${name(move.from)}x${name(move.captureTarget)}-${name(move.to)}`;
    case "continue_capture_segment":
      return `>${name(move.from)}x${name(move.captureTarget)}-${name(move.to)}`;
    case "process_line":
      return `=${run(move.line)}`;
    case "choose_line_reward":
      return `=${reward(move.line, move.collapse)}`;
    case "process_territory_region":
      return `#${name(move.region[0])}/${move.borderPlayer ?? 0}`;
    case "eliminate_rings_from_stack":
      return `^${name(move.to)}`;
    case "forced_elimination":
      return `^^${name(move.to)}`;
    case "recovery_slide": {
      const settled = move.line && move.collapse ? `=${reward(move.line, move.collapse)}` : "";
      const paid = move.extractionStack ? `^${name(move.extractionStack)}` : "";
      return `~${name(move.from)}-${name(move.to)}${settled}${paid}`;
    }
    case "swap_sides":
      return "swap";
    default:
      return isBookkeeping(move.type) ? "-" : "skip";
  }
}

const MAX_LISTED = 24;

/** The legal move that a text names, or null. Where only one continues it, the text may end before
 * `/`, `!`, `^` or `=`. */
export function findMove(decision: Decision | null, text: string): Move | null {
  const at = decision?.notation.indexOf(text) ?? -1;
  if (decision && at >= 0) return decision.moves[at] as Move;
  if (!decision?.interactive) return null;
  const matches = [...decision.notation.keys()].filter((index) => {
    const written = decision.notation[index] as string;
    return written.startsWith(text) && "/!^=".includes(written[text.length] ?? " ");
  });
  if (matches.length > 1) {
    const moves = matches.slice(0, MAX_LISTED).map((index) => decision.notation[index] as string);
    refuse("AMBIGUOUS", { text, count: matches.length, moves });
  }
  return matches.length === 1 ? (decision.moves[matches[0] as number] as Move) : null;
}

const CELL = "([a-z][1-9][0-9]?)";
const REWARD = `!(?:all|${CELL}\\.\\.${CELL})`;
type MoveBuilder = (text: NotationMatch) => Move;
const FORMS: readonly (readonly [RegExp, MoveBuilder])[] = (
  [
    [
      `@${CELL}(?:x([2-9]))?`,
      (text) => ({
        ...text.moveOf("place_ring"),
        to: text.positionAt(1),
        placementCount: Number(text.part(2) ?? 1),
      }),
    ],
    [
      `${CELL}-${CELL}`,
      (text) => ({
        ...text.moveOf("move_stack"),
        from: text.positionAt(1),
        to: text.positionAt(2),
      }),
    ],
    [`(>?)${CELL}x${CELL}-${CELL}`, readCapture],
    [
      `=${CELL}\\.\\.${CELL}`,
      (text) => ({ ...text.moveOf("process_line"), line: text.lineFrom(1, 2) }),
    ],
    [`=${CELL}\\.\\.${CELL}${REWARD}`, readReward],
    [`#${CELL}(?:/([0-4]))?`, readRegion],
    [`\\^${CELL}`, readPayment],
    [`\\^\\^${CELL}`, (text) => ({ ...text.moveOf("forced_elimination"), to: text.positionAt(1) })],
    [`~${CELL}-${CELL}(?:\\^${CELL})?`, readSlide],
    [`~${CELL}-${CELL}=${CELL}\\.\\.${CELL}(?:${REWARD}(?:\\^${CELL})?)?`, readLineSlide],
    ["swap", (text) => text.moveOf("swap_sides")],
    ["skip", (text) => text.moveOf(SKIP_MOVES[text.state.currentPhase] ?? "skip_placement")],
    [
      "-",
      (text) => text.moveOf(BOOKKEEPING_MOVES[text.state.currentPhase] ?? "no_placement_action"),
    ],
  ] as const satisfies readonly (readonly [string, MoveBuilder])[]
).map(([form, build]) => [new RegExp(`^(?:${form})$`), build as MoveBuilder]);

const SKIP_MOVES: Partial<
  Record<State["currentPhase"], "skip_capture" | "skip_recovery" | "skip_territory_processing">
> = {
  movement: "skip_recovery",
  capture: "skip_capture",
  territory_processing: "skip_territory_processing",
};
const BOOKKEEPING_MOVES: Partial<
  Record<State["currentPhase"], "no_movement_action" | "no_line_action" | "no_territory_action">
> = {
  movement: "no_movement_action",
  line_processing: "no_line_action",
  territory_processing: "no_territory_action",
};

/** The move that a text describes, legal or not. The cells of a region come from the decision. */
export function readNotation(state: State, text: string, decision: Decision | null = null): Move {
  for (const [form, build] of FORMS) {
    const found = form.exec(text);
    if (found) return build(new NotationMatch(state, decision, found));
  }
  const forms = messages.engine.notationForms;
  return refuse("MALFORMED.notation", { text: describeValue(text), forms });
}

/** A text that matches a form of the notation, read in a state. */
class NotationMatch {
  private readonly grid: Grid;

  constructor(
    readonly state: State,
    readonly decision: Decision | null,
    private readonly found: RegExpExecArray,
  ) {
    this.grid = gridOf(state.board.type);
  }

  part(number: number): string | undefined {
    return this.found[number];
  }

  moveOf<Type extends Move["type"]>(type: Type): { type: Type; player: State["currentPlayer"] } {
    return { type, player: this.state.currentPlayer };
  }

  positionAt(number: number): Position {
    return this.position(this.cell(number));
  }

  lineFrom(first: number, last: number): Position[] {
    const [start, end] = [this.cell(first), this.cell(last)];
    if (start >= end) refuse("MALFORMED.notation_run", {});
    const direction = directionTo(this.grid, start, end);
    const inner = direction < 0 ? [] : between(this.grid, start, end, direction);
    return [start, ...inner, end].map((cell) => this.position(cell));
  }

  hasStack(number: number): boolean {
    return (this.grid.keys[this.cell(number)] ?? "") in this.state.board.stacks;
  }

  private position(cell: Cell): Position {
    return { ...(this.grid.positions[cell] as Position) };
  }

  private cell(number: number): Cell {
    const name = this.found[number] ?? "";
    const cell = this.grid.byName.get(name);
    if (cell !== undefined) return cell;
    return refuse(
      "OUT_OF_BOUNDS",
      { position: name, board: this.grid.name },
      { rule: this.grid.rule },
    );
  }
}

function readCapture(text: NotationMatch): Move {
  const type = text.part(1) ? "continue_capture_segment" : "overtaking_capture";
  return {
    ...text.moveOf(type),
    from: text.positionAt(2),
    captureTarget: text.positionAt(3),
    to: text.positionAt(4),
  };
}

function readReward(text: NotationMatch): Move {
  const line = text.lineFrom(1, 2);
  const part = text.part(3) !== undefined;
  return {
    ...text.moveOf("choose_line_reward"),
    line,
    option: part ? 2 : 1,
    collapse: part ? text.lineFrom(3, 4) : line,
  };
}

/**
 * The legal region with this first cell and border; else a move of the cell alone, to explain it.
 */
function readRegion(text: NotationMatch): Move {
  const first = text.positionAt(1);
  const borderPlayer = (Number(text.part(2) ?? 0) || null) as State["winner"];
  const offered = text.decision?.moves.find(
    (move) =>
      move.type === "process_territory_region" &&
      move.borderPlayer === borderPlayer &&
      move.region[0]?.x === first.x &&
      move.region[0]?.y === first.y,
  );
  return offered ?? { ...text.moveOf("process_territory_region"), region: [first], borderPlayer };
}

function readPayment(text: NotationMatch): Move {
  const eliminationContext = text.state.turn.pendingElimination ?? "line";
  return {
    ...text.moveOf("eliminate_rings_from_stack"),
    to: text.positionAt(1),
    eliminationContext,
  };
}

function readSlide(text: NotationMatch): Move {
  const recoveryMode = text.hasStack(2) ? "stack_strike" : "fallback";
  const move: Slide = {
    ...text.moveOf("recovery_slide"),
    from: text.positionAt(1),
    to: text.positionAt(2),
    recoveryMode,
  };
  return text.part(3) === undefined ? move : { ...move, extractionStack: text.positionAt(3) };
}

function readLineSlide(text: NotationMatch): Move {
  const line = text.lineFrom(3, 4);
  const part = text.part(5) !== undefined;
  const move: Slide = {
    ...text.moveOf("recovery_slide"),
    from: text.positionAt(1),
    to: text.positionAt(2),
    recoveryMode: "line",
    line,
    recoveryOption: part ? 2 : 1,
    collapse: part ? text.lineFrom(5, 6) : line,
  };
  return text.part(7) === undefined ? move : { ...move, extractionStack: text.positionAt(7) };
}
