// The fields of the new game dialog, and the request made of them.

import type { Clock, NewGame } from "../api/types";
import type { BoardName, Edition } from "../rules/wire";

export type SeatChoice = "me" | "open" | `${number}`;

export interface NewGameForm {
  board: BoardName;
  players: 2 | 3 | 4;
  edition: Edition;
  clock: string;
  seats: readonly [SeatChoice, SeatChoice, SeatChoice, SeatChoice];
  visibility: "public" | "private";
  rated: boolean;
  swap: boolean;
}

export const CLOCKS: Record<string, Clock> = {
  none: { kind: "none" },
  quick: { kind: "fischer", initial: 180, increment: 2 },
  usual: { kind: "fischer", initial: 600, increment: 10 },
  slow: { kind: "fischer", initial: 1800, increment: 20 },
  choice: { kind: "per_move", seconds: 30 },
  day: { kind: "correspondence", days: 1 },
  days: { kind: "correspondence", days: 3 },
};

export const DEFAULT_FORM: NewGameForm = {
  board: "square8",
  players: 2,
  edition: "standard",
  clock: "usual",
  seats: ["me", "open", "open", "open"],
  visibility: "public",
  rated: false,
  swap: true,
};

/** Why this game cannot be rated, or null if it can. */
export function whyUnrated(form: NewGameForm, hasAccount: boolean): "account" | "seats" | null {
  if (!hasAccount) return "account";
  const seats = form.seats.slice(0, form.players);
  const onlyPeople = seats.every((seat) => seat === "me" || seat === "open");
  return onlyPeople && seats.filter((seat) => seat === "me").length <= 1 ? null : "seats";
}

export function newGameRequest(form: NewGameForm, hasAccount: boolean): NewGame {
  const { board, players, edition } = form;
  return {
    settings: {
      board,
      players,
      edition,
      swap: form.swap && players === 2,
      clock: CLOCKS[form.clock] ?? { kind: "none" },
      rated: form.rated && whyUnrated(form, hasAccount) === null,
    },
    seats: form.seats
      .slice(0, players)
      .map((seat) =>
        seat === "me" || seat === "open" ? { kind: seat } : { kind: "level", level: Number(seat) },
      ),
    visibility: form.visibility,
  };
}
