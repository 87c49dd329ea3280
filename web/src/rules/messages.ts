// The sentences of the rules, by key (src/ringrift/rules/data/messages.json).

import rules from "messages:rules";
import { type Refusal, RefusedError } from "./wire";

type Messages = typeof rules.illegalMoves & typeof rules.invalidStates & typeof rules.input;
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

/** The message of a key in the language that is shown. */
function findMessage(key: string): Message | undefined {
  const { illegalMoves, invalidStates, input } = rules;
  const groups: Record<string, Message>[] = [illegalMoves, invalidStates, input];
  return groups.find((group) => key in group)?.[key];
}

/** The keys of the kernel's messages, by the number it uses for them. */
export const KERNEL_MESSAGES: readonly string[] = [
  "",
  ...Object.keys(rules.illegalMoves),
  ...Object.keys(rules.invalidStates),
];

/** The kinds of a message's arguments by name, in their order. */
export function argumentKinds(key: string): [name: string, kind: string][] {
  return Object.entries(findMessage(key)?.args ?? {});
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
  const {
    text,
    rule = context.rule ?? null,
    path = context.path ?? "",
  } = findMessage(key) as Message;
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
  const { moveLabels, phaseLabels } = rules;
  const labels: Record<string, Record<string, string>> = {
    move: moveLabels,
    moves: moveLabels,
    phase: phaseLabels,
  };
  const label = (item: string): string => labels[kind]?.[item] ?? item;
  return Array.isArray(value) ? value.map(label).join(", ") : label(String(value));
}
