// HTTP requests to the server. A refusal is thrown; requests that change state carry the CSRF token.

import { messages } from "../messages";
import { translateRefusal } from "../messages/refusals";
import { type Refusal, RefusedError } from "../rules/wire";

export class ServerRefusal extends RefusedError {
  constructor(
    refusal: Refusal,
    readonly status: number,
    /** Seconds to wait before retrying. */
    readonly retryAfter: number | null = null,
  ) {
    super(refusal);
    this.name = "ServerRefusal";
  }
}

/** The code of a refusal when the server cannot be reached. */
export const OFFLINE = "OFFLINE";

/** Answers after which a change can be sent again: its key makes sure that it happens once. */
const REPEATABLE = [OFFLINE, "CLOSING", "OUTCOME_UNKNOWN", "TRY_AGAIN"];
const REPEAT_DELAY_MS = 500;
/** The server ignores the key where the response contains a secret; quick match polls by itself. */
const NOT_REPEATABLE = /^\/(accounts|administration|bots|quick-match|sessions)/;

type Method = "GET" | "POST" | "PUT" | "DELETE";

let credentials: RequestCredentials = "same-origin";
let csrf: string | null = null;
let renewSession: (() => Promise<void>) | null = null;

/** Sends no cookie from now on: inside a foreign page, this page acts for nobody. */
export function becomeAnonymous(): void {
  credentials = "omit";
}

export function isAnonymous(): boolean {
  return credentials === "omit";
}

/** Sets the CSRF token and how to renew it: another tab may have changed the session. */
export function setCsrfToken(token: string | null, renew: () => Promise<void>): void {
  csrf = token;
  renewSession = renew;
}

export const csrfToken = (): string | null => csrf;

export async function request<Result>(
  method: Method,
  path: string,
  body?: unknown,
): Promise<Result> {
  const key = method === "GET" || NOT_REPEATABLE.test(path) ? null : randomKey();
  try {
    return await sendRequest<Result>(method, path, body, key);
  } catch (error) {
    if (!(error instanceof ServerRefusal)) throw error;
    if (key && REPEATABLE.includes(error.refusal.code)) {
      await new Promise((resolve) => setTimeout(resolve, REPEAT_DELAY_MS));
      return sendRequest<Result>(method, path, body, key);
    }
    if (!renewSession) throw error;
    if (error.refusal.code === "NOT_LOGGED_IN" && csrf) await renewSession();
    if (error.refusal.code !== "CSRF") throw error;
    await renewSession();
    return sendRequest<Result>(method, path, body, key);
  }
}

/** crypto.randomUUID needs HTTPS. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join(
    "",
  );
}

async function sendRequest<Result>(
  method: Method,
  path: string,
  body: unknown,
  key: string | null,
): Promise<Result> {
  const headers: Record<string, string> = { Accept: "application/json" };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (method !== "GET" && csrf) headers["X-CSRF-Token"] = csrf;
  if (key) headers["Idempotency-Key"] = key;
  const serialized = body === undefined ? undefined : JSON.stringify(body);
  let response: Response;
  try {
    response = await fetch(path, { method, headers, body: serialized, credentials });
  } catch {
    throw new ServerRefusal({ code: OFFLINE, rule: "", message: messages.shell.errors.offline }, 0);
  }
  if (!response.ok) throw await refusalOf(response);
  if (response.status === 204) return undefined as Result;
  const kind = response.headers.get("Content-Type") ?? "";
  return (kind.includes("json") ? await response.json() : await response.text()) as Result;
}

async function refusalOf(response: Response): Promise<ServerRefusal> {
  const body = await response.json().catch(() => null);
  const unexpected = {
    code: "UNEXPECTED_RESPONSE",
    rule: "",
    message: messages.shell.errors.unexpected({ status: response.status }),
  };
  const refusal = body?.error ? await translateRefusal(body.error) : unexpected;
  return new ServerRefusal(refusal, response.status, body?.retryAfter ?? null);
}
