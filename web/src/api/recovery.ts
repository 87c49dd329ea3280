// Recovery codes, and new passwords without the old one.

import { request } from "./http";

export interface RecoveryStatus {
  /** Unused codes. */
  remaining: number;
  /** Null without a set. */
  created_at: number | null;
}

export interface PasswordWasReset {
  name: string;
  recovery_codes_left: number;
}

export const fetchRecoveryStatus = () =>
  request<RecoveryStatus>("GET", "/accounts/me/recovery-codes");
export const createRecoveryCodes = () =>
  request<{ codes: string[] }>("POST", "/accounts/me/recovery-codes");
export const recoverWithCode = (name: string, code: string, password: string) =>
  request<PasswordWasReset>("POST", "/accounts/recovery", { name, code, password });
export const resetWithToken = (token: string, password: string) =>
  request<PasswordWasReset>("POST", "/accounts/resets", { token, password });
