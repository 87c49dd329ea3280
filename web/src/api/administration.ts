// Administration, for accounts with a role.

import type { ReportReason, ReportStatus, TextKind } from "./community";
import { request } from "./http";
import type { Account, Role } from "./types";

export interface Sanction {
  id: string;
  kind: "suspension" | "ban";
  reason: string;
  created_at: number;
  /** Null: until it is lifted. */
  ends_at: number | null;
  active: boolean;
}

export interface FoundAccount {
  account: Account;
  role: Role | null;
  created_at: number;
  seen_at: number | null;
  sanction: Sanction | null;
  open_reports: number;
}

export interface AccountDetails extends FoundAccount {
  owner: Account | null;
  bots: Account[];
  sanctions: Sanction[];
  active_games: string[];
  upheld_reports: number;
}

export interface QueuedReport {
  id: string;
  kind: "account" | "chat" | "game" | TextKind;
  account: Account;
  reporter: Account | null;
  game: string | null;
  line: string | null;
  /** The id of the message, study, club or tournament. */
  subject: string | null;
  quote: string;
  reason: ReportReason;
  text: string;
  created_at: number;
  status: ReportStatus;
  note: string;
  others: number;
}

export type AuditAction =
  | "role_granted"
  | "role_revoked"
  | "password_reset"
  | "second_factors_removed"
  | "suspended"
  | "banned"
  | "lifted"
  | "renamed"
  | "chat_removed"
  | "text_removed"
  | "game_closed"
  | "report_decided"
  | "rules_changed"
  | "breaker_reset";

export interface LogEntry {
  id: string;
  at: number;
  actor_name: string | null;
  action: AuditAction;
  target: string | null;
  reason: string;
  details: Record<string, unknown>;
}

export type Mode = "python" | "shadow" | "kernel";

export interface RulesStatus {
  /** Null: the mode with which the server was started. */
  mode: Mode | null;
  share: number;
  unrated_only: boolean;
  kernel: boolean;
  invariant_share: number;
  breaker_opened_at: number | null;
  started_mode: Mode;
  gate: string;
  live_games: Record<string, number>;
  counters: Record<string, number>;
}

export interface RulesChange {
  reason: string;
  mode: Mode | "started";
  share: number;
  unrated_only: boolean;
  kernel: boolean;
  invariant_share: number;
}

const account = (id: string, action = "") => `/administration/accounts/${id}${action}`;

export const findAccounts = (name: string) =>
  request<FoundAccount[]>("GET", `/administration/accounts?name=${encodeURIComponent(name)}`);
export const fetchAccount = (id: string) => request<AccountDetails>("GET", account(id));
export const suspend = (id: string, reason: string, days: number) =>
  request<AccountDetails>("POST", account(id, "/suspension"), { reason, days });
export const ban = (id: string, reason: string, days: number | null) =>
  request<AccountDetails>("POST", account(id, "/ban"), { reason, days });
export const liftSanction = (id: string, reason: string) =>
  request<AccountDetails>("POST", account(id, "/lift"), { reason });
export const rename = (id: string, name: string, reason: string) =>
  request<AccountDetails>("PUT", account(id, "/name"), { name, reason });
export const setRole = (id: string, role: "moderator" | null, reason: string) =>
  request<AccountDetails>("PUT", account(id, "/role"), { role, reason });
export const resetPassword = (id: string, reason: string) =>
  request<{ link: string; expires_at: number }>("POST", account(id, "/password-reset"), { reason });
export const removeLine = (line: string, reason: string) =>
  request<void>("POST", `/administration/chat/${line}/removal`, { reason });
export const removeText = (kind: TextKind, text: string, reason: string) =>
  request<void>("POST", `/administration/texts/${kind}/${text}/removal`, { reason });
export const closeGame = (game: string, reason: string) =>
  request<void>("POST", `/administration/games/${game}/closure`, { reason });
export const fetchQueue = (status: ReportStatus) =>
  request<QueuedReport[]>("GET", `/administration/reports?status=${status}`);
export const decideReport = (id: string, outcome: "upheld" | "dismissed", note: string) =>
  request<QueuedReport>("POST", `/administration/reports/${id}/decision`, { outcome, note });
export const fetchLog = (target: string | null, before: number | null) => {
  const query = new URLSearchParams();
  if (target) query.set("target", target);
  if (before !== null) query.set("before", String(before));
  return request<LogEntry[]>("GET", `/administration/log?${query}`);
};
export const fetchRules = () => request<RulesStatus>("GET", "/administration/rules");
export const changeRules = (change: RulesChange) =>
  request<RulesStatus>("POST", "/administration/rules", change);
export const resetBreaker = (reason: string) =>
  request<RulesStatus>("POST", "/administration/rules/breaker-reset", { reason });
