// Says why an attempt is not possible: advice of the prompt, or the engine's explanation.

import { messages } from "../messages";
import type { Move, Refusal, State } from "../rules/wire";
import type { IllegalAttempt } from "./prompt";
import { asSentence } from "./sentences";

export interface RefusalText {
  text: string;
  rule: string | null;
}

export async function explainAttempt(
  attempt: IllegalAttempt,
  state: State,
  whyIllegal: (state: State, move: Move) => Promise<Refusal | null>,
): Promise<RefusalText> {
  if ("advice" in attempt) return { text: attempt.advice, rule: attempt.rule };
  const refusal = await whyIllegal(state, attempt.move).catch(() => null);
  return refusal
    ? { text: asSentence(refusal.message), rule: refusal.rule || null }
    : { text: messages.play.notOffered, rule: null };
}
