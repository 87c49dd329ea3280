// The sentences of the rules, by key (src/ringrift/rules/data/messages.json).

import rules from "messages:rules";
import { type Refusal, RefusedError } from "./wire";

const { illegalMoves, input, invalidStates, moveLabels, phaseLabels } = rules;

type Messages = typeof illegalMoves & typeof invalidStates & typeof input;
export type MessageKey = keyof Messages;
export type Argument = number | string | readonly string[];
export type ArgumentsOf<Key extends MessageKey> = Messages[Key] extends { args: infer Kinds }
  ? Record<keyof Kinds, Argument>
  : Record<string, never>;

interface Message {
  text: string;
  rule?: string;
  path?: string;
  /** The kinds of the arguments, by name. */
  args?: Record<string, string>;
}

/** The rule and the path of a refusal whose message has none. */
interface RefusalContext {
  rule?: string;
  path?: string;
}

const MESSAGES: Record<string, Message> = { ...illegalMoves, ...invalidStates, ...input };
const LABELS: Record<string, Record<string, string>> = {
  move: moveLabels,
  moves: moveLabels,
  phase: phaseLabels,
};

/** The keys of the kernel's messages, by the number it uses for them. */
export const KERNEL_MESSAGES: readonly string[] = [
  "",
  ...Object.keys(illegalMoves),
  ...Object.keys(invalidStates),
];

/** The kinds of a message's arguments by name, in their order. */
export function argumentKinds(key: string): [name: string, kind: string][] {
  return Object.entries(MESSAGES[key]?.args ?? {});
}

export function refuse<Key extends MessageKey>(
  key: Key,
  args: ArgumentsOf<Key>,
  context: RefusalContext = {},
): never {
  throw new RefusedError(refusalOf(key, args, context));
}

/** The refusal of a key, with its sentence. */
export function refusalOf(
  key: string,
  args: Record<string, Argument>,
  context: RefusalContext = {},
): Refusal {
  const { text, rule = context.rule ?? null, path = context.path ?? "" } = MESSAGES[key] as Message;
  const shown = Object.fromEntries(
    argumentKinds(key).map(([name, kind]) => [name, showArgument(kind, args[name] ?? "")]),
  );
  const code = key.split(".")[0] as string;
  return { code, rule, message: fill(text, shown), path: fill(path, shown) };
}

function fill(template: string, args: Record<string, string>): string {
  return template.replace(/\{(\w+)\}/g, (_, name) => args[name] ?? "");
}

/** Lists are joined by commas; moves and phases are shown by their labels. */
function showArgument(kind: string, value: Argument): string {
  const label = (item: string): string => LABELS[kind]?.[item] ?? item;
  return Array.isArray(value) ? value.map(label).join(", ") : label(String(value));
}
