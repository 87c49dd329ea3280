// Refusals as people read them: what happened and what to do. The server writes for programs, too.

import { messages } from "../messages";
import { RefusedError } from "../rules/wire";

export interface ErrorText {
  text: string;
  /** Where to go instead. */
  link: { to: string; label: string } | null;
}

type Codes = typeof messages.shell.errors.codes;
type Links = typeof messages.shell.errors.links;

const LINKS: Partial<Record<string, { to: string; label: keyof Links }>> = {
  ACCOUNT_NEEDED: { to: "/account", label: "register" },
  NO_GUESTS: { to: "/account", label: "register" },
  NOT_LOGGED_IN: { to: "/account#log-in", label: "logIn" },
  SECOND_FACTOR_NEEDED: { to: "/account", label: "account" },
  SEAT_TAKEN: { to: "/play", label: "lobby" },
  ALREADY_STARTED: { to: "/play", label: "lobby" },
  PRIVATE: { to: "/play", label: "lobby" },
  INVITE_NEEDED: { to: "/play", label: "lobby" },
  NOT_FOUND: { to: "/", label: "home" },
};

export function describeError(error: unknown): ErrorText {
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof RefusedError)) return { text: toSentence(message), link: null };
  const { code } = error.refusal;
  const known = messages.shell.errors.codes[code as keyof Codes] as string | undefined;
  const link = LINKS[code];
  return {
    text: known ?? toSentence(message),
    link: link ? { to: link.to, label: messages.shell.errors.links[link.label] } : null,
  };
}

/** `the name is taken: choose another` becomes `The name is taken: choose another.` */
function toSentence(text: string): string {
  const capitalised = text.charAt(0).toUpperCase() + text.slice(1);
  return /[\p{STerm}…]$/u.test(capitalised) || capitalised === "" ? capitalised : `${capitalised}.`;
}
