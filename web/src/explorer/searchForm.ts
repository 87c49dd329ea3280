// The fields of the search form, and the query that they make.

import type { GameQuery } from "../api/explorer";
import type { BoardName } from "../rules/wire";

/** As typed; empty: any. */
export interface SearchForm {
  player: string;
  opponent: string;
  level: string;
  result: "" | "won" | "lost";
  board: "" | BoardName;
  players: string;
  edition: "" | "standard" | "classic";
  rated: "" | "yes" | "no";
  reason: string;
  minTurns: string;
  maxTurns: string;
  /** As `2026-05-01`, in the time zone of the browser. */
  since: string;
  until: string;
  position: string;
}

export const EMPTY_FORM: SearchForm = {
  player: "",
  opponent: "",
  level: "",
  result: "",
  board: "",
  players: "",
  edition: "",
  rated: "",
  reason: "",
  minTurns: "",
  maxTurns: "",
  since: "",
  until: "",
  position: "",
};

export function queryOf(form: SearchForm): GameQuery {
  const number = (text: string) => (/^[0-9]+$/.test(text.trim()) ? Number(text) : undefined);
  const query: Record<string, unknown> = {
    player: form.player.trim(),
    opponent: form.opponent.trim(),
    level: number(form.level),
    result: form.player.trim() === "" ? "" : form.result,
    board: form.board,
    players: number(form.players),
    edition: form.edition,
    rated: form.rated === "" ? undefined : form.rated === "yes",
    reason: form.reason,
    min_turns: number(form.minTurns),
    max_turns: number(form.maxTurns),
    since: startOfDay(form.since, 0),
    until: startOfDay(form.until, 1),
    position: form.position.trim(),
  };
  return Object.fromEntries(
    Object.entries(query).filter(([, value]) => value !== undefined && value !== ""),
  );
}

export function formOf(query: GameQuery): SearchForm {
  const text = (value: number | undefined) => (value === undefined ? "" : String(value));
  return {
    ...EMPTY_FORM,
    player: query.player ?? "",
    opponent: query.opponent ?? "",
    level: text(query.level),
    result: query.result ?? "",
    board: query.board ?? "",
    players: text(query.players),
    edition: query.edition ?? "",
    rated: query.rated === undefined || query.rated === null ? "" : query.rated ? "yes" : "no",
    reason: query.reason ?? "",
    minTurns: text(query.min_turns),
    maxTurns: text(query.max_turns),
    since: dayOf(query.since, 0),
    until: dayOf(query.until, 1),
    position: query.position ?? "",
  };
}

/** The start of a day, or of the day after it, in UTC seconds. */
function startOfDay(day: string, after: 0 | 1): number | undefined {
  const [year, month, date] = day.split("-").map(Number);
  if (!year || !month || !date) return undefined;
  return new Date(year, month - 1, date + after).getTime() / 1000;
}

function dayOf(seconds: number | undefined, after: 0 | 1): string {
  if (seconds === undefined) return "";
  const day = new Date(seconds * 1000);
  day.setDate(day.getDate() - after);
  const two = (value: number) => String(value).padStart(2, "0");
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}
