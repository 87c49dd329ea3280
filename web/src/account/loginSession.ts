// The login session. Nobody has to log in: playing without an account creates a guest account.

import { useSyncExternalStore } from "react";
import * as accounts from "../api/accounts";
import { ServerRefusal, setCsrfToken } from "../api/http";
import type { Account, LoginSession, Role } from "../api/types";

export interface LoginState {
  /** False until the server has answered. */
  loaded: boolean;
  account: Account | null;
  role: Role | null;
}

/** The account id, stored so that other tabs notice a change of account. */
const KEY = "ringrift.session";

let current: LoginState = { loaded: false, account: null, role: null };
let refreshing: Promise<Account | null> | null = null;
const listeners = new Set<() => void>();

/** Makes a session of the server the current one. */
export function applySession(session: LoginSession | null): Account | null {
  const account = session?.account ?? null;
  setCsrfToken(session?.csrf ?? null, async () => {
    await refreshSession();
  });
  const role = session?.role ?? null;
  const changed =
    account?.id !== current.account?.id ||
    account?.name !== current.account?.name ||
    role !== current.role;
  if (!changed && current.loaded) return account;
  current = { loaded: true, account, role };
  if (readAccountId() !== (account?.id ?? "")) storeAccountId(account?.id ?? "");
  for (const listener of listeners) listener();
  return account;
}

function readAccountId(): string {
  try {
    return window.localStorage.getItem(KEY) ?? "";
  } catch {
    return "";
  }
}

function storeAccountId(account: string): void {
  try {
    window.localStorage.setItem(KEY, account);
  } catch {
    // Without storage other tabs notice with their next request.
  }
}

/** Loads the session when the page opens; asks the server only if this browser has had one. */
export async function loadSession(): Promise<void> {
  if (readAccountId()) await refreshSession();
  else applySession(null);
}

/** Asks the server for the current session. */
export function refreshSession(): Promise<Account | null> {
  refreshing ??= accounts
    .fetchSession()
    .then(applySession)
    .catch((error: unknown) => {
      if (error instanceof ServerRefusal && error.status === 401) return applySession(null);
      throw error;
    })
    .finally(() => {
      refreshing = null;
    });
  return refreshing;
}

/** Returns the current account; creates a guest account if there is none. */
export async function ensureAccount(): Promise<Account> {
  if (!current.loaded) await refreshSession();
  return current.account ?? (applySession(await accounts.createGuest()) as Account);
}

export async function logOut(where: "here" | "everywhere"): Promise<void> {
  await (where === "here" ? accounts.logOut() : accounts.logOutEverywhere());
  applySession(null);
}

export async function deleteAccount(password: string): Promise<void> {
  await accounts.deleteAccount(password);
  applySession(null);
}

export const session = {
  get: (): LoginState => current,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

window.addEventListener("storage", (event) => {
  if (event.key === KEY) refreshSession().catch(() => undefined);
});

export function useSession(): LoginState {
  return useSyncExternalStore(session.subscribe, session.get);
}
