// The games, challenges and messages that wait for the current account, followed while it is
// logged in.

import { useSyncExternalStore } from "react";
import { session } from "../account/loginSession";
import type { Challenge } from "../api/challenges";
import { liveClient } from "../live/liveClient";
import type { WaitingEntry } from "../live/protocol";

/** Gets the previous list, or null if this is the first one, and the new one. */
type ChangeListener = (
  before: readonly WaitingEntry[] | null,
  now: readonly WaitingEntry[],
) => void;

/** Gets the previous challenges, or null if there were none, the new ones and the account. */
type ChallengeListener = (
  before: readonly Challenge[] | null,
  now: readonly Challenge[],
  me: string,
) => void;

const NONE: readonly WaitingEntry[] = [];
const NO_CHALLENGES: readonly Challenge[] = [];

let accountId: string | null = null;
let entries: readonly WaitingEntry[] | null = null;
let challenges: readonly Challenge[] | null = null;
let unread = 0;
let unwatch: (() => void) | null = null;
const listeners = new Set<() => void>();
const changeListeners = new Set<ChangeListener>();
const challengeListeners = new Set<ChallengeListener>();

function setLists(
  next: readonly WaitingEntry[] | null,
  nextChallenges: readonly Challenge[] | null,
  nextUnread = 0,
): void {
  const before = entries;
  const challengesBefore = challenges;
  entries = next;
  challenges = nextChallenges;
  unread = nextUnread;
  for (const listener of listeners) listener();
  if (next) for (const listener of changeListeners) listener(before, next);
  if (!accountId || !challenges) return;
  for (const listener of challengeListeners) listener(challengesBefore, challenges, accountId);
}

/** Follows the account of the session; a list of another account is dropped. */
function followAccount(): void {
  const id = session.get().account?.id ?? null;
  if (id === accountId) return;
  accountId = id;
  unwatch?.();
  unwatch = null;
  setLists(null, null);
  if (id) unwatch = liveClient.watchWaiting(setLists);
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
    challenges = null;
    unread = 0;
  };
}

/** Calls the listener whenever a new list arrives. */
export function onWaitingChange(listener: ChangeListener): () => void {
  changeListeners.add(listener);
  return () => changeListeners.delete(listener);
}

/** Calls the listener whenever a new list of challenges arrives. */
export function onChallengesChange(listener: ChallengeListener): () => void {
  challengeListeners.add(listener);
  return () => challengeListeners.delete(listener);
}

/** The challenges that the account received or sent. */
export function useChallenges(): readonly Challenge[] {
  return useSyncExternalStore(subscribe, () => challenges ?? NO_CHALLENGES);
}

/** Whether the account has to answer the challenge. */
export const asksFor = ({ status, opponents }: Challenge, me: string | undefined): boolean =>
  status === "open" &&
  opponents.some(({ account, status }) => account.id === me && status === "waiting");

/** How many messages the account has not read. */
export function useUnreadMessages(): number {
  return useSyncExternalStore(subscribe, () => unread);
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
