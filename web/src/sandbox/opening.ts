// Putting up what was brought along: a scenario, a position string, a record.

import type { Engine, Sight, Step } from "../engine/engine";
import type { Shared } from "../play/fragment";
import { RefusedError } from "../rules/wire";
import { words } from "../strings";
import { type Scenario, scenarios } from "./scenarioList";
import { type Setting, settingOf, setupOf } from "./setting";

/** Where a game begins and what was played in it. */
export interface Opened {
  setting: Setting;
  /** The position that it began from; null for a new game. */
  position: string | null;
  start: Sight;
  steps: Step[];
  /** How many of the steps lead to what is shown first. */
  at: number;
}

export async function opened(engine: Engine, shared: Shared): Promise<Opened | null> {
  if (shared.scenario !== undefined) {
    const scenario = scenarios.find((each) => each.id === shared.scenario);
    if (!scenario) throw refused(words.sandbox.noScenario(shared.scenario));
    return openedScenario(engine, scenario, false);
  }
  if (shared.position !== undefined) return openedPosition(engine, shared.position);
  if (shared.record !== undefined) return openedRecord(engine, shared.record);
  return null;
}

/** A text from outside: a record begins with its heading or is JSON, a position string is a line. */
export function openedText(engine: Engine, text: string): Promise<Opened> {
  return /^[[{]/.test(text) ? openedRecord(engine, text) : openedPosition(engine, text);
}

export async function openedScenario(
  engine: Engine,
  scenario: Scenario,
  story: boolean,
): Promise<Opened> {
  const put = await openedPosition(engine, scenario.position);
  if (!story) return put;
  const steps: Step[] = [];
  let sight = put.start;
  for (const notation of scenario.moves) {
    const step = await engine.play(sight.state, await engine.parseMove(sight.state, notation));
    steps.push(step);
    sight = step.sight;
  }
  return { ...put, steps: [...steps, ...(await engine.settle(sight.state))], at: 0 };
}

async function openedPosition(engine: Engine, position: string): Promise<Opened> {
  const start = await engine.fromPositionString(position);
  const steps = await engine.settle(start.state);
  return { setting: settingOf(setupOf(start.state)), position, start, steps, at: steps.length };
}

async function openedRecord(engine: Engine, record: string): Promise<Opened> {
  const { setup, start, steps } = await engine.replay(record);
  const { hash } = await engine.newGame(setup);
  const position = hash === start.hash ? null : await engine.toPositionString(start.state);
  return { setting: settingOf(setup), position, start, steps, at: steps.length };
}

function refused(message: string): RefusedError {
  return new RefusedError({ code: "MALFORMED", rule: "", message });
}
