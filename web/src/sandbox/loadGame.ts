// Putting up what was brought along: a scenario, a position string, a record.

import type { Engine, PositionView, Step } from "../engine/engine";
import { messages } from "../messages";
import type { SharedGame } from "../play/urlFragment";
import { RefusedError } from "../rules/wire";
import { newSettings, type SandboxSettings, setupFromState } from "./sandboxSettings";
import { type Scenario, scenarios } from "./scenarios";

/** Where a game begins and what was played in it. */
export interface LoadedGame {
  settings: SandboxSettings;
  /** The position that it began from; null for a new game. */
  startPosition: string | null;
  start: PositionView;
  steps: Step[];
  /** How many of the steps lead to what is shown first. */
  at: number;
}

export async function loadShared(engine: Engine, shared: SharedGame): Promise<LoadedGame | null> {
  if (shared.scenario !== undefined) {
    const scenario = scenarios.find((each) => each.id === shared.scenario);
    if (!scenario) throw unknownScenario(messages.sandbox.noScenario({ id: shared.scenario }));
    return loadScenario(engine, scenario, false);
  }
  if (shared.position !== undefined) return loadPosition(engine, shared.position);
  if (shared.record !== undefined) return loadRecord(engine, shared.record);
  return null;
}

/** A text from outside: a record begins with its heading or is JSON, a position string is a line. */
export function loadText(engine: Engine, text: string): Promise<LoadedGame> {
  return /^[[{]/.test(text) ? loadRecord(engine, text) : loadPosition(engine, text);
}

export async function loadScenario(
  engine: Engine,
  scenario: Scenario,
  story: boolean,
): Promise<LoadedGame> {
  const put = await loadPosition(engine, scenario.position);
  if (!story) return put;
  const steps: Step[] = [];
  let view = put.start;
  for (const notation of scenario.moves) {
    const step = await engine.play(view.state, await engine.parseMove(view.state, notation));
    steps.push(step);
    view = step.view;
  }
  return { ...put, steps: [...steps, ...(await engine.settle(view.state))], at: 0 };
}

async function loadPosition(engine: Engine, startPosition: string): Promise<LoadedGame> {
  const start = await engine.fromPositionString(startPosition);
  const steps = await engine.settle(start.state);
  return {
    settings: newSettings(setupFromState(start.state)),
    startPosition,
    start,
    steps,
    at: steps.length,
  };
}

async function loadRecord(engine: Engine, record: string): Promise<LoadedGame> {
  const { setup, start, steps } = await engine.replay(record);
  const { hash } = await engine.newGame(setup);
  const startPosition = hash === start.hash ? null : await engine.toPositionString(start.state);
  return { settings: newSettings(setup), startPosition, start, steps, at: steps.length };
}

function unknownScenario(message: string): RefusedError {
  return new RefusedError({ code: "MALFORMED", rule: "", message });
}
