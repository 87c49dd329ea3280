// The game on the table of a place, kept for this tab: leaving the place or loading the page anew loses nothing.

import type { Engine } from "../engine/engine";
import { jumped } from "../play/history";
import { recordText } from "../play/recordText";
import { type Opened, openedRecord } from "./opening";
import { facesOf, type Setting } from "./setting";
import type { Game } from "./useGame";

export type TablePlace = "sandbox" | "study";
type Played = Pick<Game, "setting" | "position" | "history">;

/** What is kept; another version is another page's, and is left alone. */
interface Kept {
  version: typeof VERSION;
  record: string;
  at: number;
  sitters: number[];
  seed: number;
}

const VERSION = 1;
const MOST_LEVEL = 10;
const UNPLAYED =
  '[RingRift "1"]\n[Board "square8"]\n[Players "2"]\n[Edition "standard"]\n[Swap "on"]\n[Result "*"]\n\n*\n';
const keyOf = (place: TablePlace) => `ringrift.table.${place}`;

export function recordOf({ setting, position, history: { start, steps } }: Played): string {
  const names = facesOf(setting).map((face) => face.name);
  return recordText({ setup: setting.setup, names, position, start, steps });
}

export function keep(place: TablePlace, game: Played): void {
  const { sitters, seed } = game.setting;
  const kept: Kept = { version: VERSION, record: recordOf(game), at: game.history.at, sitters, seed };
  try {
    window.sessionStorage.setItem(keyOf(place), JSON.stringify(kept));
  } catch {
    // Without storage a game lasts as long as its place is shown.
  }
}

/** The game that was kept, played through anew; null where there is none, or none that can be read. */
export async function recalled(engine: Engine, place: TablePlace): Promise<Opened | null> {
  const kept = read(place);
  if (!kept) return null;
  try {
    const opened = await openedRecord(engine, kept.record);
    const { at } = jumped(opened, kept.at);
    return { ...opened, at, setting: seated(opened.setting, kept) };
  } catch {
    return null;
  }
}

/** The page's engine fetches what replays a game when it is first needed; then there may be no network any more. */
export function prepare(engine: Engine): void {
  if (engine.where === "page") engine.replay(UNPLAYED).catch(() => undefined);
}

function read(place: TablePlace): Kept | null {
  try {
    const kept = JSON.parse(window.sessionStorage.getItem(keyOf(place)) ?? "null");
    return isKept(kept) ? kept : null;
  } catch {
    return null;
  }
}

function isKept(value: Partial<Kept> | null): value is Kept {
  return (
    value?.version === VERSION &&
    typeof value.record === "string" &&
    Number.isInteger(value.at) &&
    Number.isInteger(value.seed) &&
    Array.isArray(value.sitters) &&
    value.sitters.every((level) => Number.isInteger(level) && level >= 0 && level <= MOST_LEVEL)
  );
}

function seated({ setup }: Setting, { sitters, seed }: Kept): Setting {
  return { setup, sitters: Array.from({ length: setup.players }, (_, i) => sitters[i] ?? 0), seed };
}
