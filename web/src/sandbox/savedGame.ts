// Saves a page's game in session storage, so that it survives navigation and reloads in this tab.

import type { Engine } from "../engine/engine";
import { messages } from "../messages";
import { jumpTo } from "../play/history";
import { formatRecord } from "../play/recordText";
import { type LoadedGame, loadText } from "./loadGame";
import type { SandboxSettings } from "./sandboxSettings";
import type { SandboxGame } from "./useSandboxGame";

export type GamePage = "sandbox";
type GameToSave = Pick<SandboxGame, "settings" | "startPosition" | "history">;

/** The stored format. Other versions cannot be read. */
interface SavedGame {
  version: typeof VERSION;
  /** A record, or a position string for a game that is over at its start [R170]. */
  game: string;
  at: number;
  /** The computer levels by seat. */
  sitters: number[];
  seed: number;
  paused: boolean;
}

const VERSION = 2;
const MAX_LEVEL = 10;
const EMPTY_RECORD =
  '[RingRift "1"]\n[Board "square8"]\n[Players "2"]\n[Edition "standard"]\n[Swap "on"]\n[Result "*"]\n\n*\n';
const storageKey = (page: GamePage) => `ringrift.table.${page}`;

export function gameRecord({
  settings,
  startPosition,
  history: { start, steps },
}: GameToSave): string {
  // Seats have no names of people here, and the name of a colour must not move with a swap.
  return formatRecord({ setup: settings.setup, names: [], position: startPosition, start, steps });
}

export function saveGame(page: GamePage, game: GameToSave): void {
  const { levels, seed, paused } = game.settings;
  const saved: SavedGame = {
    version: VERSION,
    game: savedText(game),
    at: game.history.at,
    sitters: levels,
    seed,
    paused,
  };
  try {
    window.sessionStorage.setItem(storageKey(page), JSON.stringify(saved));
  } catch {
    // Without storage the game lasts until the page is left.
  }
}

/** Loads and replays the saved game; null when there is none. Throws when it cannot be read. */
export async function restoreGame(engine: Engine, page: GamePage): Promise<LoadedGame | null> {
  const text = readStorage(page);
  if (text === null) return null;
  try {
    const saved = parseSavedGame(text);
    const loaded = await loadText(engine, saved.game);
    const { at } = jumpTo(loaded, saved.at);
    return { ...loaded, at, settings: withSavedLevels(loaded.settings, saved) };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(messages.sandbox.restoreFailed({ why }), { cause: error });
  }
}

/** Fetches the replay code now: the network may be gone when it is needed. */
export function prefetchReplay(engine: Engine): void {
  if (engine.runsIn === "page") engine.replay(EMPTY_RECORD).catch(() => undefined);
}

function savedText(game: GameToSave): string {
  const { startPosition, history } = game;
  return startPosition !== null && history.start.state.winner !== null
    ? startPosition
    : gameRecord(game);
}

function readStorage(page: GamePage): string | null {
  try {
    return window.sessionStorage.getItem(storageKey(page));
  } catch {
    // Without storage there is no saved game.
    return null;
  }
}

function parseSavedGame(text: string): SavedGame {
  const saved = JSON.parse(text);
  if (!isSavedGame(saved)) throw new Error(messages.sandbox.otherFormat);
  return saved;
}

function isSavedGame(value: Partial<SavedGame> | null): value is SavedGame {
  return (
    value?.version === VERSION &&
    typeof value.game === "string" &&
    Number.isInteger(value.at) &&
    Number.isInteger(value.seed) &&
    typeof value.paused === "boolean" &&
    Array.isArray(value.sitters) &&
    value.sitters.every((level) => Number.isInteger(level) && level >= 0 && level <= MAX_LEVEL)
  );
}

function withSavedLevels(
  { setup }: SandboxSettings,
  { sitters, seed, paused }: SavedGame,
): SandboxSettings {
  return {
    setup,
    levels: Array.from({ length: setup.players }, (_, i) => sitters[i] ?? 0),
    seed,
    paused,
  };
}
