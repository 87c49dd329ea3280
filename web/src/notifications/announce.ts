// Announces what newly waits: as a notification while the page is in the background, else as a toast.

import { requestRematch } from "../api/games";
import { currentRoute, navigate } from "../browser/router";
import { showError, showToast } from "../components/toasts";
import type { WaitingEntry } from "../live/protocol";
import { messages } from "../messages";
import { notify } from "./browserNotifications";
import { describeEntry, entryPath } from "./describeEntry";
import { newlyWaiting, onWaitingChange } from "./waitingGames";

const OFFER_KEY = "ringrift.offer.";

export function startAnnouncing(): () => void {
  return onWaitingChange((before, now) => {
    for (const entry of newlyWaiting(before, now)) {
      if (entry.rematch_of === undefined || isFirstTime(entry)) announce(entry);
    }
  });
}

/** Whether this tab has not announced the offer before, on another page. */
function isFirstTime({ game }: WaitingEntry): boolean {
  const key = `${OFFER_KEY}${game}`;
  try {
    if (window.sessionStorage.getItem(key)) return false;
    window.sessionStorage.setItem(key, "announced");
  } catch {
    // Without storage an offer is announced on every page.
  }
  return true;
}

function announce(entry: WaitingEntry): void {
  if (document.hidden) {
    notify(entry);
  } else if (!isShown(entry)) showToast(describeEntry(entry), "info", toastAction(entry));
}

/** Whether the page shows the game already, or another one that must not be disturbed by turns. */
function isShown(entry: WaitingEntry): boolean {
  const { page, path } = currentRoute();
  return path === entryPath(entry) || (page === "game" && entry.rematch_of === undefined);
}

function toastAction(entry: WaitingEntry): { label: string; run(): void } {
  return { label: messages.notifications.play, run: () => openEntry(entry) };
}

/** Opens the game; the offer of a rematch is accepted first. */
export async function openEntry(entry: WaitingEntry): Promise<void> {
  try {
    if (entry.rematch_of !== undefined) await requestRematch(entry.rematch_of);
    navigate(`/game/${entry.game}`);
  } catch (error) {
    showError(error);
  }
}
