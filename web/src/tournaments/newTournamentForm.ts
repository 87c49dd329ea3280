// The fields of the form for a new tournament, and the request made of them.

import type { NewTournament, RepeatDays, TournamentFormat } from "../api/tournaments";
import type { Clock } from "../api/types";
import type { BoardName } from "../rules/wire";

export const TOURNAMENT_CLOCKS: Record<string, Clock> = {
  quick: { kind: "fischer", initial: 180, increment: 2 },
  medium: { kind: "fischer", initial: 300, increment: 3 },
  usual: { kind: "fischer", initial: 600, increment: 10 },
  slow: { kind: "fischer", initial: 1800, increment: 20 },
  day: { kind: "correspondence", days: 1 },
  days: { kind: "correspondence", days: 3 },
};

/** Minutes until the start; the last one is a week, for those who start by hand. */
export const STARTS = [2, 10, 30, 60, 180, 720, 1440, 10_080] as const;
export const BY_HAND = 10_080;
export const ARENA_MINUTES = [15, 30, 45, 60, 90, 120] as const;
export const ROUND_CHOICES = [1, 2, 3, 4, 5, 6, 7, 9, 11] as const;
export const COMPUTER_COUNTS = [0, 1, 2, 3, 5, 7, 11, 15, 31, 63] as const;

export const REPEATS = ["0", "1", "7"] as const;

export interface TournamentForm {
  name: string;
  description: string;
  format: TournamentFormat;
  board: BoardName;
  clock: string;
  tableSize: "3" | "4";
  length: string;
  start: string;
  computers: string;
  level: string;
  rated: boolean;
  /** In days. */
  repeat: (typeof REPEATS)[number];
}

export const DEFAULT_TOURNAMENT: TournamentForm = {
  name: "",
  description: "",
  format: "arena",
  board: "square8",
  clock: "medium",
  tableSize: "4",
  length: "30",
  start: "10",
  computers: "0",
  level: "3",
  rated: false,
  repeat: "0",
};

/** The lengths to choose from; another format has others, and its first default. */
export const lengthsOf = (format: TournamentFormat): readonly number[] =>
  format === "arena" ? ARENA_MINUTES : ROUND_CHOICES;

export function withFormat(form: TournamentForm, format: TournamentFormat): TournamentForm {
  const sameLengths = (form.format === "arena") === (format === "arena");
  const length = sameLengths ? form.length : format === "arena" ? "30" : "5";
  const isSlow = TOURNAMENT_CLOCKS[form.clock]?.kind === "correspondence";
  return { ...form, format, length, clock: format === "arena" && isSlow ? "medium" : form.clock };
}

export const mayBeRated = ({ computers }: TournamentForm): boolean => computers === "0";

/** `now` is the time of the server in seconds. */
export function newTournamentRequest(form: TournamentForm, now: number): NewTournament {
  const length = Number(form.length);
  return {
    name: form.name.trim(),
    description: form.description.trim(),
    format: form.format,
    settings: {
      board: form.board,
      players: form.format === "tables" ? (Number(form.tableSize) as 3 | 4) : 2,
      clock: TOURNAMENT_CLOCKS[form.clock] ?? { kind: "fischer", initial: 300, increment: 3 },
      rated: form.rated && mayBeRated(form),
    },
    starts_at: now + Number(form.start) * 60,
    ...(form.format === "arena" ? { minutes: length } : { rounds: length }),
    levels: Array.from({ length: Number(form.computers) }, () => Number(form.level)),
    ...(form.repeat === "0" ? {} : { repeat_days: Number(form.repeat) as RepeatDays }),
  };
}
