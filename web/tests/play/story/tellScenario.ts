// Plays a scenario's moves and tells its turns in words.

import type { PositionView, Step } from "../../../src/engine/engine";
import type { KernelRules } from "../../../src/engine/kernelRules";
import { plainText } from "../../../src/play/story/storyText";
import { turnsOf, viewerSeatsBefore } from "../../../src/play/story/turns";
import { describeSteps, summariseTurn } from "../../../src/play/story/words";
import { parsePosition } from "../../../src/records/positionString";
import type { Seat } from "../../../src/rules/wire";
import scenarios from "../../../src/sandbox/scenarios.json" with { type: "json" };

export interface Played {
  start: PositionView;
  steps: Step[];
}

/** Plays the moves of a scenario, or the given ones from its position. */
export function playScenario(
  rules: KernelRules,
  id: string,
  moves = findScenario(id).moves,
): Played {
  const start = rules.check(parsePosition(findScenario(id).position));
  return { start, steps: playMoves(rules, start, moves) };
}

function findScenario(id: string) {
  const scenario = scenarios.find((each) => each.id === id);
  if (!scenario) throw new Error(`there is no scenario ${id}`);
  return scenario;
}

export function playMoves(
  rules: KernelRules,
  start: PositionView,
  moves: readonly string[],
): Step[] {
  const steps: Step[] = [];
  let { state } = start;
  for (const notation of moves) {
    const step = rules.play(state, rules.parseMove(state, notation));
    steps.push(step);
    state = step.view.state;
  }
  return steps;
}

export interface Told {
  seat: Seat;
  lines: string[];
  icons: string[];
  sentence: string;
}

export function tell({ start, steps }: Played, viewer: readonly Seat[] = []): Told[] {
  const board = start.state.board.type;
  return turnsOf(start, steps).map((turn) => {
    const readers = { board, viewer: viewerSeatsBefore(viewer, steps, turn.from) };
    const lines = describeSteps(turn, readers);
    return {
      seat: turn.seat,
      lines: lines.map(({ text }) => plainText(text)),
      icons: lines.map(({ icon }) => icon),
      sentence: plainText(summariseTurn(turn, readers)),
    };
  });
}
