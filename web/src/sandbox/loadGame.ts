// Loads a game from a scenario, a position string or a record.

import type { Engine, PositionView, Step } from "../engine/engine";
import { messages } from "../messages";
import { playVariation } from "../play/history";
import type { SharedGame } from "../play/urlFragment";
import { RefusedError } from "../rules/wire";
import { newSettings, type SandboxSettings, setupFromState } from "./sandboxSettings";
import { type Scenario, scenarios } from "./scenarios";

export interface LoadedGame {
  settings: SandboxSettings;
  /** The start position; null for a new game. */
  startPosition: string | null;
  start: PositionView;
  steps: Step[];
  /** The number of steps that lead to the position shown first. */
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

/** Loads a record (text headers or JSON) or a position string (a single line). */
export function loadText(engine: Engine, text: string): Promise<LoadedGame> {
  return /^[[{]/.test(text) ? loadRecord(engine, text) : loadPosition(engine, text);
}

export async function loadScenario(
  engine: Engine,
  scenario: Scenario,
  withMoves: boolean,
): Promise<LoadedGame> {
  const game = await loadPosition(engine, scenario.position);
  if (!withMoves) return game;
  return { ...game, steps: await playVariation(engine, game.start, scenario.moves), at: 0 };
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
