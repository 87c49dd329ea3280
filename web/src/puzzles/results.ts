// The results of this browser's solver. Guests keep them here; with an account the server keeps
// them, and what a guest solved before moves there.

import { useEffect, useSyncExternalStore } from "react";
import { useSession } from "../account/loginSession";
import { request } from "../api/http";
import type { Puzzle } from "./pack";
import { type PuzzleRating, rate, START } from "./rating";

/** A first attempt at a puzzle. */
export interface PuzzleResult {
  puzzle: string;
  solved: boolean;
  /** Seconds since 1970. */
  at: number;
  /** The solver's rating after it. */
  rating: number;
}

export interface PuzzleStanding extends PuzzleRating {
  /** The latest first. */
  results: PuzzleResult[];
  /** Most puzzles solved in one streak. */
  bestRun: number;
  /** The days whose daily puzzle was solved, such as 2026-11-18. */
  days: string[];
}

const STORAGE_KEY = "ringrift.puzzles";
const MAX_KEPT = 2000;
const MAX_SENT = 200;
const MAX_DAYS = 1000;
const EMPTY: PuzzleStanding = { ...START, results: [], bestRun: 0, days: [] };

const listeners = new Set<() => void>();
let standing = readStorage();
/** Results and days that the server does not have. */
let unsent = readUnsent();
let unsentDays = readUnsentDays();
/** The account that the results belong to; null: a guest of this browser. */
let owner = readOwner();

interface Stored {
  standing?: PuzzleStanding;
  unsent?: PuzzleResult[];
  unsentDays?: string[];
  owner?: string | null;
}

function readStored(): Stored {
  try {
    return JSON.parse(window.localStorage.getItem(STORAGE_KEY) ?? "{}");
  } catch {
    return {};
  }
}

function readStorage(): PuzzleStanding {
  return { ...EMPTY, ...readStored().standing };
}

function readUnsent(): PuzzleResult[] {
  return readStored().unsent ?? [];
}

/** A standing without this list is older than the list: the server has none of its days. */
function readUnsentDays(): string[] {
  const stored = readStored();
  return stored.unsentDays ?? stored.standing?.days ?? [];
}

function readOwner(): string | null {
  return readStored().owner ?? null;
}

function update(next: PuzzleStanding): void {
  standing = next;
  try {
    window.localStorage.setItem(
      STORAGE_KEY,
      JSON.stringify({ standing, unsent, unsentDays, owner }),
    );
  } catch {
    // Without storage the results last until the page is left.
  }
  for (const listener of listeners) listener();
}

// Another tab solved a puzzle.
window.addEventListener("storage", ({ key }) => {
  if (key !== STORAGE_KEY && key !== null) return;
  standing = readStorage();
  unsent = readUnsent();
  unsentDays = readUnsentDays();
  owner = readOwner();
  for (const listener of listeners) listener();
});

/** Moves a guest's results to the account; results of another account stay with that account. */
export function changeOwner(account: string | null): void {
  if (account === owner) return;
  const foreign = owner !== null;
  owner = account;
  if (foreign) {
    unsent = [];
    unsentDays = [];
  }
  update(foreign ? EMPTY : standing);
}

/** Records a first attempt; later ones change nothing. Returns the points gained. */
export function recordResult(puzzle: Puzzle, solved: boolean, registered: boolean): number {
  if (standing.results.some((result) => result.puzzle === puzzle.id)) return 0;
  const after = rate(standing, puzzle.rating, solved);
  const gained = Math.round(after.rating) - Math.round(standing.rating);
  const result = { puzzle: puzzle.id, solved, at: Date.now() / 1000, rating: after.rating };
  unsent = [...unsent, result].slice(-MAX_KEPT);
  update({ ...standing, ...after, results: [result, ...standing.results].slice(0, MAX_KEPT) });
  if (registered) sendResults().catch(() => undefined);
  return gained;
}

export function recordDay(day: string, registered: boolean): void {
  if (standing.days.includes(day)) return;
  unsentDays = [...unsentDays, day].slice(-MAX_DAYS);
  update({ ...standing, days: [...standing.days, day].sort() });
  if (registered) sendResults().catch(() => undefined);
}

export function recordRun(solved: number, registered: boolean): void {
  if (solved <= standing.bestRun) return;
  update({ ...standing, bestRun: solved });
  if (registered) sendResults().catch(() => undefined);
}

/** Sends what the server does not have, and takes over its rating. */
async function sendResults(): Promise<void> {
  for (;;) {
    const sent = unsent.slice(0, MAX_SENT);
    const days = unsentDays;
    const answer = await request<PuzzleStanding>("POST", "/puzzle-results", {
      results: sent.map(({ puzzle, solved, at }) => ({ puzzle, solved, at })),
      days,
      bestRun: standing.bestRun,
    });
    const named = new Set(sent.map(({ puzzle }) => puzzle));
    unsent = unsent.filter(({ puzzle }) => !named.has(puzzle));
    unsentDays = unsentDays.filter((day) => !days.includes(day));
    const { rating, deviation, bestRun, results } = answer;
    const all = [...new Set([...answer.days, ...unsentDays])].sort();
    update({ ...standing, rating, deviation, bestRun, results, days: all });
    if (unsent.length === 0) return;
  }
}

export interface Solver {
  standing: PuzzleStanding;
  registered: boolean;
}

/** The results, in step with the account. */
export function useSolver(): Solver {
  const { account, loaded } = useSession();
  const registered = account !== null && account.kind !== "guest";
  const id = registered ? account.id : null;
  useEffect(() => {
    if (!loaded) return; // the server may not have answered, as without a connection
    changeOwner(id);
    if (id) sendResults().catch(() => undefined);
  }, [id, loaded]);
  return { standing: useSyncExternalStore(subscribe, () => standing), registered };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
