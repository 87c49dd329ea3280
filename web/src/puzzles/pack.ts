// The shipped puzzles: fetched when the page is opened, and kept for use without a connection.

export type PuzzleGoal = "win" | "defend" | "gain";

/** A puzzle (docs/reference/puzzles.md). */
export interface Puzzle {
  id: string;
  goal: PuzzleGoal;
  /** Own turns until the goal is reached. */
  turns: number;
  rating: number;
  themes: string[];
  /** The position string. */
  position: string;
  /** The chosen moves of all seats, in notation. */
  solution: string[];
}

/** What a puzzle may be about, in the order in which themes are listed. */
export const THEMES = [
  "capture_chain",
  "long_chain",
  "line",
  "double_line",
  "region_cut",
  "forced_elimination",
  "recovery",
  "race",
  "last_player_standing",
  "only_defence",
  "win_by_rings",
  "win_by_land",
  "quiet_placement",
] as const;

const PACK = "/puzzle-pack";
const CACHE = "ringrift-puzzles";

let loading: Promise<Puzzle[]> | null = null;

export function loadPuzzles(): Promise<Puzzle[]> {
  loading ??= fetchPack()
    .then(parsePack)
    .catch((error: unknown) => {
      loading = null; // the next call tries again
      throw error;
    });
  return loading;
}

export function parsePack(text: string): Puzzle[] {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const fields = JSON.parse(line) as Omit<Puzzle, "solution"> & { solution: string };
      return { ...fields, solution: fields.solution.split(" ") };
    });
}

/** Fetches the pack; without a connection it is the one of the last visit. */
async function fetchPack(): Promise<string> {
  const store = await openCache();
  try {
    const response = await fetch(PACK, { credentials: "same-origin" });
    if (!response.ok) throw new Error(`the puzzles could not be fetched (${response.status})`);
    await store?.put(PACK, response.clone()).catch(() => undefined);
    return await response.text();
  } catch (error) {
    const kept = await store?.match(PACK);
    if (kept) return kept.text();
    throw error;
  }
}

/** Null where the browser has no such storage, as without HTTPS. */
async function openCache(): Promise<Cache | null> {
  try {
    return await window.caches.open(CACHE);
  } catch {
    return null;
  }
}

export const boardOf = ({ position }: Puzzle): string => position.split(" ", 1)[0] ?? "";
