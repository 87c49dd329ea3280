// The game on the table of a place, kept for this tab: leaving the place or loading the page anew loses nothing.

import type { Engine } from "../engine/engine";
import { jumped } from "../play/history";
import { recordText } from "../play/recordText";
import { words } from "../strings";
import { type Opened, openedText } from "./opening";
import { facesOf, type Setting } from "./setting";
import type { Game } from "./useGame";

export type TablePlace = "sandbox" | "study";
type Played = Pick<Game, "setting" | "position" | "history">;

/** What is kept; another version is another page's, and cannot be read here. */
interface Kept {
  version: typeof VERSION;
  /** Its record, or the position that it began from where it was over there: a record begins before that [R170]. */
  game: string;
  at: number;
  sitters: number[];
  seed: number;
  paused: boolean;
}

const VERSION = 2;
const MOST_LEVEL = 10;
const UNPLAYED =
  '[RingRift "1"]\n[Board "square8"]\n[Players "2"]\n[Edition "standard"]\n[Swap "on"]\n[Result "*"]\n\n*\n';
const keyOf = (place: TablePlace) => `ringrift.table.${place}`;

export function recordOf({ setting, position, history: { start, steps } }: Played): string {
  const names = facesOf(setting).map((face) => face.name);
  return recordText({ setup: setting.setup, names, position, start, steps });
}

export function keep(place: TablePlace, game: Played): void {
  const { sitters, seed, paused } = game.setting;
  const kept: Kept = {
    version: VERSION,
    game: textOf(game),
    at: game.history.at,
    sitters,
    seed,
    paused,
  };
  try {
    window.sessionStorage.setItem(keyOf(place), JSON.stringify(kept));
  } catch {
    // Without storage a game lasts as long as its place is shown.
  }
}

/** The game that was kept, played through anew; null where there is none. One that cannot be read is an error: it is still there. */
export async function recalled(engine: Engine, place: TablePlace): Promise<Opened | null> {
  const text = read(place);
  if (text === null) return null;
  try {
    const kept = keptIn(text);
    const opened = await openedText(engine, kept.game);
    const { at } = jumped(opened, kept.at);
    return { ...opened, at, setting: seated(opened.setting, kept) };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(words.sandbox.notRecalled(why), { cause: error });
  }
}

/** The page's engine fetches what replays a game when it is first needed; then there may be no network any more. */
export function prepare(engine: Engine): void {
  if (engine.where === "page") engine.replay(UNPLAYED).catch(() => undefined);
}

function textOf(game: Played): string {
  const { position, history } = game;
  return position !== null && history.start.state.winner !== null ? position : recordOf(game);
}

function read(place: TablePlace): string | null {
  try {
    return window.sessionStorage.getItem(keyOf(place));
  } catch {
    // Without storage nothing was kept.
    return null;
  }
}

function keptIn(text: string): Kept {
  const kept = JSON.parse(text);
  if (!isKept(kept)) throw new Error(words.sandbox.otherVersion);
  return kept;
}

function isKept(value: Partial<Kept> | null): value is Kept {
  return (
    value?.version === VERSION &&
    typeof value.game === "string" &&
    Number.isInteger(value.at) &&
    Number.isInteger(value.seed) &&
    typeof value.paused === "boolean" &&
    Array.isArray(value.sitters) &&
    value.sitters.every((level) => Number.isInteger(level) && level >= 0 && level <= MOST_LEVEL)
  );
}

function seated({ setup }: Setting, { sitters, seed, paused }: Kept): Setting {
  return {
    setup,
    sitters: Array.from({ length: setup.players }, (_, i) => sitters[i] ?? 0),
    seed,
    paused,
  };
}
