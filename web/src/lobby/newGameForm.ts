// The fields of the new game dialog, and the request made of them.

import type { Clock, NewGame } from "../api/types";
import { DEFAULT_EDITION } from "../rules/editions";
import type { BoardName, Edition } from "../rules/wire";
import { DEFAULT_PLAYERS, type PlayerCount } from "../setup/players";
import { defaultStart, type StartName } from "../setup/starts";

export type SeatChoice = "me" | "open" | `${number}`;

export type SubstituteChoice = "near" | `${number}`;

export interface NewGameForm {
  board: BoardName;
  players: PlayerCount;
  edition: Edition;
  clock: string;
  seats: readonly [SeatChoice, SeatChoice, SeatChoice, SeatChoice];
  seating: "listed" | "random";
  visibility: "public" | "private";
  rated: boolean;
  swap: boolean;
  /** Null: the default of the board and the number of players. */
  start: StartName | null;
  /** The level that plays on for a person who leaves; "near": one near their rating. */
  substitute: SubstituteChoice;
}

export const CLOCKS: Record<string, Clock> = {
  none: { kind: "none" },
  quick: { kind: "fischer", initial: 180, increment: 2 },
  usual: { kind: "fischer", initial: 600, increment: 10 },
  slow: { kind: "fischer", initial: 1800, increment: 20 },
  choice: { kind: "per_move", seconds: 30 },
  day: { kind: "correspondence", days: 1 },
  days: { kind: "correspondence", days: 3 },
  week: { kind: "correspondence", days: 7 },
  fortnight: { kind: "correspondence", days: 14 },
};

export const DEFAULT_FORM: NewGameForm = {
  board: "square8",
  players: DEFAULT_PLAYERS,
  edition: DEFAULT_EDITION,
  clock: "usual",
  seats: ["me", "open", "open", "open"],
  seating: "listed",
  visibility: "public",
  rated: false,
  swap: true,
  start: null,
  substitute: "near",
};

export const startOf = ({ start, board, players }: NewGameForm): StartName =>
  start ?? defaultStart(board, players);

/** The swap rule is for two players; a balanced start has none. */
export const maySwap = (form: NewGameForm): boolean =>
  form.players === 2 && startOf(form) === "empty";

/** With two players, the other one wins when a person leaves: nobody plays on. */
export const mayHaveSubstitute = ({ players }: NewGameForm): boolean => players > 2;

/** Why this game cannot be rated, or null if it can. */
export function whyUnrated(form: NewGameForm, hasAccount: boolean): "account" | "seats" | null {
  if (!hasAccount) return "account";
  const seats = form.seats.slice(0, form.players);
  const onlyPeople = seats.every((seat) => seat === "me" || seat === "open");
  return onlyPeople && seats.filter((seat) => seat === "me").length <= 1 ? null : "seats";
}

export function newGameRequest(form: NewGameForm, hasAccount: boolean): NewGame {
  const { board, players, edition, substitute } = form;
  return {
    settings: {
      board,
      players,
      edition,
      swap: form.swap && maySwap(form),
      start: startOf(form),
      substitute: mayHaveSubstitute(form) && substitute !== "near" ? Number(substitute) : null,
      clock: CLOCKS[form.clock] ?? { kind: "none" },
      rated: form.rated && whyUnrated(form, hasAccount) === null,
    },
    seats: form.seats
      .slice(0, players)
      .map((seat) =>
        seat === "me" || seat === "open" ? { kind: seat } : { kind: "level", level: Number(seat) },
      ),
    seating: form.seating,
    visibility: form.visibility,
  };
}
