// Email addresses of accounts, and what the server offers.

import { request } from "./http";

export interface AccountFeatures {
  /** The server sends mails. */
  mail: boolean;
  /** Accounts can use an authenticator app. */
  authenticator: boolean;
  /** This address of the server can have passkeys. */
  passkeys: boolean;
}

export interface EmailStatus {
  /** The verified address. */
  address: string | null;
  /** The address whose link was not opened yet. */
  pending: string | null;
}

export const fetchFeatures = () => request<AccountFeatures>("GET", "/accounts/features");
export const fetchEmail = () => request<EmailStatus>("GET", "/accounts/me/email");
export const addEmail = (address: string, language: string) =>
  request<EmailStatus>("PUT", "/accounts/me/email", { address, language });
export const sendLinkAgain = () => request<void>("POST", "/accounts/me/email/link");
export const removeEmail = () => request<void>("DELETE", "/accounts/me/email");
export const verifyEmail = (token: string) =>
  request<{ name: string; address: string }>("POST", "/accounts/email-verifications", { token });
export const requestReset = (account: string) =>
  request<void>("POST", "/accounts/reset-requests", { account });
