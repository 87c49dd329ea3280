// The game on the table of a place, kept for this tab: leaving the place or loading the page anew loses nothing.

import type { Engine } from "../engine/engine";
import { messages } from "../messages";
import { jumpTo } from "../play/history";
import { formatRecord } from "../play/recordText";
import { type LoadedGame, loadText } from "./loadGame";
import { type SandboxSettings, seatInfos } from "./sandboxSettings";
import type { SandboxGame } from "./useSandboxGame";

export type GamePage = "sandbox" | "study";
type Played = Pick<SandboxGame, "setting" | "position" | "history">;

/** What is kept; another version is another page's, and cannot be read here. */
interface SavedGame {
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
const keyOf = (place: GamePage) => `ringrift.table.${place}`;

export function recordOf({ setting, position, history: { start, steps } }: Played): string {
  const names = seatInfos(setting).map((face) => face.name);
  return formatRecord({ setup: setting.setup, names, position, start, steps });
}

export function saveGame(place: GamePage, game: Played): void {
  const { sitters, seed, paused } = game.setting;
  const kept: SavedGame = {
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
export async function restoreGame(engine: Engine, place: GamePage): Promise<LoadedGame | null> {
  const text = read(place);
  if (text === null) return null;
  try {
    const kept = keptIn(text);
    const opened = await loadText(engine, kept.game);
    const { at } = jumpTo(opened, kept.at);
    return { ...opened, at, setting: seated(opened.setting, kept) };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(messages.sandbox.restoreFailed({ why }), { cause: error });
  }
}

/** The page's engine fetches what replays a game when it is first needed; then there may be no network any more. */
export function prefetchReplay(engine: Engine): void {
  if (engine.runsIn === "page") engine.replay(UNPLAYED).catch(() => undefined);
}

function textOf(game: Played): string {
  const { position, history } = game;
  return position !== null && history.start.state.winner !== null ? position : recordOf(game);
}

function read(place: GamePage): string | null {
  try {
    return window.sessionStorage.getItem(keyOf(place));
  } catch {
    // Without storage nothing was kept.
    return null;
  }
}

function keptIn(text: string): SavedGame {
  const kept = JSON.parse(text);
  if (!isKept(kept)) throw new Error(messages.sandbox.otherFormat);
  return kept;
}

function isKept(value: Partial<SavedGame> | null): value is SavedGame {
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

function seated({ setup }: SandboxSettings, { sitters, seed, paused }: SavedGame): SandboxSettings {
  return {
    setup,
    sitters: Array.from({ length: setup.players }, (_, i) => sitters[i] ?? 0),
    seed,
    paused,
  };
}
