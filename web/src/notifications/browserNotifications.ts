// Notifications of the browser, off until the player asks for them on this device.

import { useSyncExternalStore } from "react";
import { navigate } from "../browser/router";
import type { WaitingEntry } from "../live/protocol";
import { messages } from "../messages";
import { describeEntry, entryPath } from "./describeEntry";

const KEY = "ringrift.notifications";
const listeners = new Set<() => void>();

/** "unavailable": this browser has none, or the page does not come over HTTPS. */
export type NotificationState = "on" | "off" | "blocked" | "unavailable";

export function notificationState(): NotificationState {
  if (!("Notification" in window)) return "unavailable";
  if (Notification.permission === "denied") return "blocked";
  return Notification.permission === "granted" && isWanted() ? "on" : "off";
}

function isWanted(): boolean {
  try {
    return window.localStorage.getItem(KEY) === "on";
  } catch {
    return false;
  }
}

/** Asks the browser for its permission where that is needed. */
export async function setNotifications(on: boolean): Promise<void> {
  if (on) await Notification.requestPermission();
  try {
    window.localStorage.setItem(KEY, on ? "on" : "off");
  } catch {
    // Without storage there are no notifications.
  }
  for (const listener of listeners) listener();
}

export function useNotificationState(): NotificationState {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, notificationState);
}

/** Shows what waits; one notification per game, which a newer one of the game replaces. */
export const notify = (entry: WaitingEntry): void =>
  notifyText(describeEntry(entry), entry.game, entryPath(entry));

/** Shows a text that leads to a page, where the player wants notifications. */
export function notifyText(body: string, tag: string, path: string): void {
  if (notificationState() !== "on") return;
  const notification = new Notification(messages.notifications.notificationTitle, { body, tag });
  notification.onclick = () => {
    window.focus();
    navigate(path);
    notification.close();
  };
}
