// Who plays here. Nobody has to log in: whoever begins to play without an account becomes a guest.

import { useSyncExternalStore } from "react";
import * as accounts from "../api/accounts";
import { carryCsrf, ServerRefusal } from "../api/http";
import type { Account, Session } from "../api/types";

export interface Who {
  /** False until the server has said who we are. */
  known: boolean;
  account: Account | null;
}

/** The account of the session, so that other tabs look anew when it changes. */
const KEY = "ringrift.session";

let who: Who = { known: false, account: null };
let asked: Promise<Account | null> | null = null;
const listeners = new Set<() => void>();

function became(session: Session | null): Account | null {
  const account = session?.account ?? null;
  carryCsrf(session?.csrf ?? null, async () => {
    await lookAgain();
  });
  const changed = account?.id !== who.account?.id || account?.name !== who.account?.name;
  if (!changed && who.known) return account;
  who = { known: true, account };
  if (kept() !== (account?.id ?? "")) keep(account?.id ?? "");
  for (const listener of listeners) listener();
  return account;
}

function kept(): string {
  try {
    return window.localStorage.getItem(KEY) ?? "";
  } catch {
    return "";
  }
}

function keep(account: string): void {
  try {
    window.localStorage.setItem(KEY, account);
  } catch {
    // Without storage other tabs find out by their next request.
  }
}

/** Learns who we are when the page is opened; where no session was begun in this browser nobody is asked. */
export async function arrive(): Promise<void> {
  if (kept()) await lookAgain();
  else became(null);
}

/** Asks the server who we are. */
export function lookAgain(): Promise<Account | null> {
  asked ??= accounts
    .currentSession()
    .then(became)
    .catch((error: unknown) => {
      if (error instanceof ServerRefusal && error.status === 401) return became(null);
      throw error;
    })
    .finally(() => {
      asked = null;
    });
  return asked;
}

/** The account that plays here; a guest's is made when there is none. */
export async function player(): Promise<Account> {
  if (!who.known) await lookAgain();
  return who.account ?? (became(await accounts.becomeGuest()) as Account);
}

export const register = async (name: string, password: string) =>
  became(await accounts.register(name, password));
export const logIn = async (name: string, password: string) =>
  became(await accounts.logIn(name, password));

export async function logOut(where: "here" | "everywhere"): Promise<void> {
  await (where === "here" ? accounts.logOut() : accounts.logOutEverywhere());
  became(null);
}

export async function deleteAccount(password: string): Promise<void> {
  await accounts.deleteAccount(password);
  became(null);
}

export const session = {
  get: (): Who => who,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

window.addEventListener("storage", (event) => {
  if (event.key === KEY) lookAgain().catch(() => undefined);
});

export function useSession(): Who {
  return useSyncExternalStore(session.subscribe, session.get);
}
