// The games that wait for the current account, followed over the socket while it is logged in.

import { useSyncExternalStore } from "react";
import { session } from "../account/loginSession";
import { liveClient } from "../live/liveClient";
import type { WaitingEntry } from "../live/protocol";

/** Gets the previous list, or null if this is the first one, and the new one. */
type ChangeListener = (
  before: readonly WaitingEntry[] | null,
  now: readonly WaitingEntry[],
) => void;

const NONE: readonly WaitingEntry[] = [];

let accountId: string | null = null;
let entries: readonly WaitingEntry[] | null = null;
let unwatch: (() => void) | null = null;
const listeners = new Set<() => void>();
const changeListeners = new Set<ChangeListener>();

function setEntries(next: readonly WaitingEntry[] | null): void {
  const before = entries;
  entries = next;
  for (const listener of listeners) listener();
  if (next) for (const listener of changeListeners) listener(before, next);
}

/** Follows the account of the session; a list of another account is dropped. */
function followAccount(): void {
  const id = session.get().account?.id ?? null;
  if (id === accountId) return;
  accountId = id;
  unwatch?.();
  unwatch = null;
  setEntries(null);
  if (id) unwatch = liveClient.watchWaiting(setEntries);
}

let followers = 0;
let stopFollowing: (() => void) | null = null;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (++followers === 1) {
    stopFollowing = session.subscribe(followAccount);
    followAccount();
  }
  return () => {
    listeners.delete(listener);
    if (--followers > 0) return;
    stopFollowing?.();
    unwatch?.();
    unwatch = null;
    accountId = null;
    entries = null;
  };
}

/** Calls the listener whenever a new list arrives. */
export function onWaitingChange(listener: ChangeListener): () => void {
  changeListeners.add(listener);
  return () => changeListeners.delete(listener);
}

export function useWaitingGames(): readonly WaitingEntry[] {
  return useSyncExternalStore(subscribe, () => entries ?? NONE);
}

/**
 * The entries in which something new asks for the player: a turn or the offer of a rematch. Turns
 * that waited before the page was opened are not new; an offer is, because it does not wait long.
 */
export function newlyWaiting(
  before: readonly WaitingEntry[] | null,
  now: readonly WaitingEntry[],
): WaitingEntry[] {
  if (!before) return now.filter(({ rematch_of }) => rematch_of !== undefined);
  const asked = new Set(before.filter(asksForYou).map(({ game }) => game));
  return now.filter((entry) => asksForYou(entry) && !asked.has(entry.game));
}

const asksForYou = ({ your_turn, rematch_of }: WaitingEntry): boolean =>
  your_turn || rematch_of !== undefined;
