// Blocks, mutes and reports.

import { request } from "./http";
import type { Account } from "./types";

export type BlockKind = "block" | "mute";
export type ReportReason = "abuse" | "cheating" | "spam" | "name" | "stalling" | "other";
export type ReportStatus = "open" | "upheld" | "dismissed";

export interface BlockInfo {
  account: Account;
  kind: BlockKind;
  created_at: number;
}

/** What somebody wrote, besides lines of chat. */
export type TextKind = "message" | "study" | "club" | "tournament";

/** A text, or an account, as a player of the game if that is given. */
export type ReportSubject =
  | { line: string }
  | { message: string }
  | { study: string }
  | { club: string }
  | { tournament: string }
  | { account: string; game?: string };

export interface ReportInfo {
  id: string;
  account: Account;
  game: string | null;
  quote: string;
  reason: ReportReason;
  text: string;
  created_at: number;
  status: ReportStatus;
  note: string;
  seen: boolean;
}

export const fetchBlocks = () => request<BlockInfo[]>("GET", "/blocks");
export const setBlock = (account: string, kind: BlockKind) =>
  request<BlockInfo>("PUT", `/blocks/${account}`, { kind });
export const removeBlock = (account: string) => request<void>("DELETE", `/blocks/${account}`);
export const fetchReports = () => request<ReportInfo[]>("GET", "/reports");
export const sendReport = (subject: ReportSubject, reason: ReportReason, text: string) =>
  request<ReportInfo>("POST", "/reports", { ...subject, reason, text });
export const markReportsSeen = () => request<void>("POST", "/reports/seen");
