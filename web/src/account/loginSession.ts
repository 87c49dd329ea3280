// The login session. Nobody has to log in: playing without an account creates a guest account.

import { useSyncExternalStore } from "react";
import * as accounts from "../api/accounts";
import { ServerRefusal, setCsrfToken } from "../api/http";
import type { Account, LoginSession } from "../api/types";

export interface LoginState {
  /** False until the server has said who we are. */
  known: boolean;
  account: Account | null;
}

/** The account of the session, so that other tabs look anew when it changes. */
const KEY = "ringrift.session";

let who: LoginState = { known: false, account: null };
let asked: Promise<Account | null> | null = null;
const listeners = new Set<() => void>();

function applySession(session: LoginSession | null): Account | null {
  const account = session?.account ?? null;
  setCsrfToken(session?.csrf ?? null, async () => {
    await refreshSession();
  });
  const changed = account?.id !== who.account?.id || account?.name !== who.account?.name;
  if (!changed && who.known) return account;
  who = { known: true, account };
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
    // Without storage other tabs find out by their next request.
  }
}

/** Learns who we are when the page is opened; where no session was begun in this browser nobody is asked. */
export async function loadSession(): Promise<void> {
  if (readAccountId()) await refreshSession();
  else applySession(null);
}

/** Asks the server who we are. */
export function refreshSession(): Promise<Account | null> {
  asked ??= accounts
    .currentSession()
    .then(applySession)
    .catch((error: unknown) => {
      if (error instanceof ServerRefusal && error.status === 401) return applySession(null);
      throw error;
    })
    .finally(() => {
      asked = null;
    });
  return asked;
}

/** The account that plays here; a guest's is made when there is none. */
export async function ensureAccount(): Promise<Account> {
  if (!who.known) await refreshSession();
  return who.account ?? (applySession(await accounts.createGuest()) as Account);
}

export const register = async (name: string, password: string) =>
  applySession(await accounts.register(name, password));
export const logIn = async (name: string, password: string) =>
  applySession(await accounts.logIn(name, password));

export async function logOut(where: "here" | "everywhere"): Promise<void> {
  await (where === "here" ? accounts.logOut() : accounts.logOutEverywhere());
  applySession(null);
}

export async function deleteAccount(password: string): Promise<void> {
  await accounts.deleteAccount(password);
  applySession(null);
}

export const session = {
  get: (): LoginState => who,
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
