// The record of a new chapter: an empty board, a position, or a game with what a study keeps of it.

import type { Engine, PositionView } from "../engine/engine";
import type { SharedGame } from "../play/urlFragment";
import { writeRecord } from "../records/writeText";
import type { Setup } from "../rules/wire";
import { setupFromState } from "../sandbox/sandboxSettings";
import { scenarios } from "../sandbox/scenarios";
import { loadChapter, PositionCache, writeChapter } from "./chapterRecord";

export async function emptyChapter(engine: Engine, setup: Setup, name: string): Promise<string> {
  return startOf(engine, await engine.newGame(setup), setup, null, name);
}

/** The chapter of a position string or of a record. */
export async function chapterText(engine: Engine, text: string, name: string): Promise<string> {
  if (/^[[{]/.test(text.trim())) {
    const cache = new PositionCache(engine);
    return writeChapter(cache, await loadChapter(engine, cache, text), name);
  }
  const view = await engine.fromPositionString(text);
  return startOf(engine, view, setupFromState(view.state), view, name);
}

/** The chapter of a game in a link; null without one. */
export async function sharedChapter(
  engine: Engine,
  { record, position, scenario }: SharedGame,
  name: string,
): Promise<string | null> {
  const text = record ?? position ?? scenarios.find(({ id }) => id === scenario)?.position;
  return text === undefined ? null : chapterText(engine, text, name);
}

/** A record without choices: the bookkeeping moves that are due at the start are played. */
async function startOf(
  engine: Engine,
  start: PositionView,
  setup: Setup,
  initial: PositionView | null,
  name: string,
): Promise<string> {
  const steps = await engine.settle(start.state);
  return writeRecord({
    setup,
    names: [],
    tags: { Chapter: name },
    initial: initial?.state ?? null,
    steps,
    end: (steps.at(-1)?.view ?? start).state,
  });
}
