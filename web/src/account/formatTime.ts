// Times and days in the language of the page.

import { currentLanguage } from "../messages/language";

/** A time of the server, in the language of the page. */
export function formatTime(seconds: number): string {
  return new Date(seconds * 1000).toLocaleString(currentLanguage(), {
    dateStyle: "medium",
    timeStyle: "short",
  });
}

const DAY_MS = 24 * 3600 * 1000;

/** A day: `today`, `yesterday`, else the date. */
export function formatDate(seconds: number, now = Date.now()): string {
  const date = new Date(seconds * 1000);
  const midnight = new Date(now).setHours(0, 0, 0, 0);
  const daysAgo = Math.ceil((midnight - date.getTime()) / DAY_MS);
  if (daysAgo <= 1) {
    const words = new Intl.RelativeTimeFormat(currentLanguage(), { numeric: "auto" });
    return words.format(-Math.max(0, daysAgo), "day");
  }
  return date.toLocaleDateString(currentLanguage(), { dateStyle: "medium" });
}
