// Answers prompts by cell names and buttons, as a player does.

import type { PositionView } from "../../src/engine/engine";
import { cellName, keyFromName } from "../../src/play/cells";
import {
  type BuildResult,
  clickCell,
  type MoveBuilder,
  pressButton,
  startMoveBuilder,
} from "../../src/play/moveBuilder";
import type { Prompt, PromptResult } from "../../src/play/prompt";
import type { Key, Move } from "../../src/rules/wire";

/** Answers are cell names, or `[id]` for buttons. Returns what the last one led to. */
export function answerPrompts(view: PositionView, ...answers: string[]): BuildResult {
  const builder = startMoveBuilder(view);
  if (!builder) throw new Error("there is nothing to choose");
  let outcome: BuildResult = { kind: "prompt", builder };
  for (const answer of answers) {
    if (outcome.kind !== "prompt")
      throw new Error(`${answer} comes after the choice was over: ${outcome.kind}`);
    outcome = answer.startsWith("[")
      ? pressButton(outcome.builder, answer.slice(1, -1))
      : clickCell(outcome.builder, keyFromName(view.state.board.type, answer) ?? answer);
  }
  return outcome;
}

/** Returns the notation of the move that the answers lead to. */
export function notationAfter(view: PositionView, ...answers: string[]): string {
  const outcome = answerPrompts(view, ...answers);
  if (outcome.kind !== "move") throw new Error(`no move but: ${outcome.kind}`);
  return notationOf(view, outcome.move);
}

/** Returns the builder at the prompt that the answers lead to. */
export function builderAfter(view: PositionView, ...answers: string[]): MoveBuilder {
  const outcome = answerPrompts(view, ...answers);
  if (outcome.kind !== "prompt") throw new Error(`no question but: ${outcome.kind}`);
  return outcome.builder;
}

export function notationOf(view: PositionView, move: Move): string {
  const index =
    view.decision?.moves.findIndex((each) => JSON.stringify(each) === JSON.stringify(move)) ?? -1;
  return view.decision?.notation[index] ?? "not offered";
}

export function cellNames(view: PositionView, cells: readonly Key[] = []): string {
  return cells
    .map((cell) => cellName(view.state.board.type, cell))
    .sort()
    .join(" ");
}

/** Returns every reachable move with the minimum number of answers. */
export function reachableMoves(view: PositionView): Map<string, number> {
  const moves = new Map<string, number>();
  const seen = new Set<string>();
  let level: Prompt[] = [startMoveBuilder(view)?.prompt].filter((each) => each !== undefined);
  for (let answers = 1; level.length > 0; answers++) {
    const next: Prompt[] = [];
    const follow = (led: PromptResult) => {
      if ("prompt" in led) return next.push(led.prompt);
      const key = JSON.stringify(led.move);
      if (!moves.has(key)) moves.set(key, answers);
    };
    for (const each of level) {
      const led = [...each.cells.values(), ...each.buttons].map((answer) => answer.choose());
      const key =
        each.text + JSON.stringify(led.map((one) => ("move" in one ? one.move : one.prompt.text)));
      if (seen.has(key)) continue;
      seen.add(key);
      led.forEach(follow);
    }
    level = next;
  }
  return moves;
}
