// Challenges, and who is online, over HTTP.

import type { BoardName } from "../rules/wire";
import { request } from "./http";
import type { Account, GameSettings, ShownRating, Speed } from "./types";

export const DECLINE_REASONS = [
  "later",
  "busy",
  "board",
  "players",
  "speed",
  "rated",
  "unrated",
  "other",
] as const;
export type DeclineReason = (typeof DECLINE_REASONS)[number];

/** Fields that are null may be absent in a message of the socket. */
export interface Challenge {
  id: string;
  challenger: { account: Account; rating?: ShownRating | null };
  opponents: {
    account: Account;
    rating?: ShownRating | null;
    status: "waiting" | "accepted" | "declined";
    reason?: DeclineReason | null;
  }[];
  settings: GameSettings;
  rated: boolean;
  seat?: number | null;
  status: "open" | "accepted" | "declined" | "withdrawn" | "expired";
  expires_at: number;
  /** When all have accepted. */
  game?: string | null;
}

/** Null: everything is accepted. */
export interface ChallengeRules {
  accepts: "everyone" | "registered" | "nobody";
  boards: BoardName[] | null;
  players: number[] | null;
  speeds: Speed[] | null;
  rated: "any" | "rated" | "unrated";
  games: number | null;
}

export interface OnlineAccount {
  account: Account;
  rating: ShownRating | null;
  owner: string | null;
  playing: number;
  rules: ChallengeRules;
}

export interface NewChallenge {
  opponents: string[];
  settings: Partial<GameSettings>;
  seat: number | "random";
  visibility: "public" | "private";
}

export const sendChallenge = (challenge: NewChallenge) =>
  request<Challenge>("POST", "/challenges", challenge);
export const acceptChallenge = (id: string) =>
  request<Challenge>("POST", `/challenges/${id}/accept`);
export const declineChallenge = (id: string, reason: DeclineReason) =>
  request<Challenge>("POST", `/challenges/${id}/decline`, { reason });
export const withdrawChallenge = (id: string) =>
  request<Challenge>("POST", `/challenges/${id}/withdraw`);
export const fetchOnline = () => request<OnlineAccount[]>("GET", "/online");
export const fetchChallengeRules = () => request<ChallengeRules>("GET", "/challenge-rules");
export const setChallengeRules = (rules: ChallengeRules) =>
  request<ChallengeRules>("PUT", "/challenge-rules", rules);
