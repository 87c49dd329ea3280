// A suspension or ban in words.

import { formatTime } from "../account/formatTime";
import type { Sanction } from "../api/administration";
import { messages } from "../messages";

export function describeSanction({ kind, ends_at }: Sanction): string {
  const words = messages.administration.accounts;
  return ends_at === null ? words.forever : words.until[kind]({ date: formatTime(ends_at) });
}
