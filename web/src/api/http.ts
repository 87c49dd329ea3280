// Asking the server. What it refuses is a RefusedError with its code; what changes something carries the session's CSRF token.

import { messages } from "../messages";
import { type Refusal, RefusedError } from "../rules/wire";

export class ServerRefusal extends RefusedError {
  constructor(
    refusal: Refusal,
    readonly status: number,
    /** Seconds after which it may be tried again. */
    readonly retryAfter: number | null = null,
  ) {
    super(refusal);
    this.name = "ServerRefusal";
  }
}

/** No answer came at all. */
export const OFFLINE = "OFFLINE";

type Method = "GET" | "POST" | "PUT" | "DELETE";

let csrf: string | null = null;
let renew: (() => Promise<void>) | null = null;

/** The session tells its token, and how to learn what it is now: another tab may have ended it or begun another. */
export function setCsrfToken(token: string | null, again: () => Promise<void>): void {
  csrf = token;
  renew = again;
}

export async function request<Answer>(
  method: Method,
  path: string,
  body?: unknown,
): Promise<Answer> {
  try {
    return await sendRequest<Answer>(method, path, body);
  } catch (error) {
    if (!(error instanceof ServerRefusal) || !renew) throw error;
    if (error.refusal.code === "NOT_LOGGED_IN" && csrf) await renew();
    if (error.refusal.code !== "CSRF") throw error;
    await renew();
    return sendRequest<Answer>(method, path, body);
  }
}

async function sendRequest<Answer>(method: Method, path: string, body: unknown): Promise<Answer> {
  const headers: Record<string, string> = { Accept: "application/json" };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (method !== "GET" && csrf) headers["X-CSRF-Token"] = csrf;
  const sent = body === undefined ? undefined : JSON.stringify(body);
  let response: Response;
  try {
    response = await fetch(path, { method, headers, body: sent, credentials: "same-origin" });
  } catch {
    throw new ServerRefusal({ code: OFFLINE, rule: "", message: messages.shell.errors.offline }, 0);
  }
  if (!response.ok) throw await refusalOf(response);
  if (response.status === 204) return undefined as Answer;
  const kind = response.headers.get("Content-Type") ?? "";
  return (kind.includes("json") ? await response.json() : await response.text()) as Answer;
}

async function refusalOf(response: Response): Promise<ServerRefusal> {
  const told = await response.json().catch(() => null);
  const strange = {
    code: "STRANGE",
    rule: "",
    message: messages.shell.errors.unexpected({ status: response.status }),
  };
  return new ServerRefusal(told?.error ?? strange, response.status, told?.retryAfter ?? null);
}
