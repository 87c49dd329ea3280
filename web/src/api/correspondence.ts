// Vacation, mails about turns, and conditional moves over HTTP.

import { request } from "./http";

export interface Vacation {
  /** When it ends, in seconds; null: you are not away. */
  until: number | null;
  /** Of this calendar year. */
  days_left: number;
}

export interface TurnMails {
  wanted: boolean;
  /** Whether the server sends mails. */
  available: boolean;
}

export interface ConditionalMoves {
  lines: string[][];
}

const planPath = (game: string) => `/games/${encodeURIComponent(game)}/conditional-moves`;

export const fetchVacation = () => request<Vacation>("GET", "/vacation");
export const beginVacation = (days: number) => request<Vacation>("PUT", "/vacation", { days });
export const endVacation = () => request<Vacation>("DELETE", "/vacation");
export const fetchTurnMails = () => request<TurnMails>("GET", "/turn-mails");
export const setTurnMails = (wanted: boolean) =>
  request<TurnMails>("PUT", "/turn-mails", { wanted });
export const fetchConditionalMoves = (game: string) =>
  request<ConditionalMoves>("GET", planPath(game));
export const saveConditionalMoves = (game: string, lines: string[][]) =>
  request<ConditionalMoves>("PUT", planPath(game), { lines });
