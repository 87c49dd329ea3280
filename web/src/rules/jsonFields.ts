// Strict readers of JSON values: a value, its path, and the refusal of what does not fit.

import { type ArgumentsOf, type MessageKey, refuse } from "./messages";

const MAX_INTEGER = Number.MAX_SAFE_INTEGER;
const MAX_QUOTED_LENGTH = 40; // characters of a bad value that a message repeats

type Rule = string | undefined; // the broken rule, if a rule of the game is broken

/** A JSON value together with its path in the input. */
export class JsonField {
  constructor(
    readonly value: unknown,
    readonly path = "",
  ) {}

  /** Refuses the value; `rule` counts where the message names none. */
  refuse<Key extends MessageKey>(key: Key, args: ArgumentsOf<Key>, rule?: string): never {
    return refuse(key, args, { rule, path: this.path });
  }

  get isNull(): boolean {
    return this.value === null;
  }

  object(rule: Rule): Record<string, unknown> {
    const { value } = this;
    if (typeof value === "object" && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>;
    return this.refuse("MALFORMED.object", { found: describeValue(value) }, rule);
  }

  /** A member that must be there. */
  required(name: string, rule: Rule): JsonField {
    const found = this.optional(name, rule);
    if (found) return found;
    return new JsonField(undefined, this.pathTo(name)).refuse("MALFORMED.missing", { name }, rule);
  }

  optional(name: string, rule: Rule): JsonField | null {
    const members = this.object(rule);
    if (!Object.hasOwn(members, name) || members[name] === undefined) return null;
    return new JsonField(members[name], this.pathTo(name));
  }

  /** The members of an object with free keys, such as cells. */
  members(rule: Rule): [string, JsonField][] {
    const shortened = (key: string): string =>
      key.length <= MAX_QUOTED_LENGTH ? key : describeValue(key);
    return Object.entries(this.object(rule)).map(([key, value]) => [
      key,
      new JsonField(value, this.pathTo(shortened(key))),
    ]);
  }

  elements(rule: Rule, max = MAX_INTEGER): JsonField[] {
    const { value } = this;
    if (!Array.isArray(value))
      return this.refuse("MALFORMED.list", { found: describeValue(value) }, rule);
    if (value.length > max)
      this.refuse("MALFORMED.list_length", { count: value.length, max }, rule);
    return value.map((element, at) => new JsonField(element, `${this.path}[${at}]`));
  }

  /** A whole number in this range. */
  integer(rule: Rule, min = 0, max = MAX_INTEGER): number {
    const { value } = this;
    if (Number.isSafeInteger(value) && min <= Number(value) && Number(value) <= max)
      return Number(value);
    const found = describeValue(value);
    if (max < MAX_INTEGER) return this.refuse("MALFORMED.integer", { min, max, found }, rule);
    return this.refuse("MALFORMED.minimum", { min, found }, rule);
  }

  integerOrNull(rule: Rule, min = 0, max = MAX_INTEGER): number | null {
    return this.isNull ? null : this.integer(rule, min, max);
  }

  boolean(rule: Rule): boolean {
    if (typeof this.value === "boolean") return this.value;
    return this.refuse("MALFORMED.boolean", { found: describeValue(this.value) }, rule);
  }

  choice<Choice extends string>(choices: readonly Choice[], rule: Rule): Choice {
    const found = choices.find((choice) => choice === this.value);
    if (found !== undefined) return found;
    return this.refuse("MALFORMED.choice", { choices, found: describeValue(this.value) }, rule);
  }

  choiceOrNull<Choice extends string>(choices: readonly Choice[], rule: Rule): Choice | null {
    return this.isNull ? null : this.choice(choices, rule);
  }

  /** A derived value may be given, but must agree with the rest. */
  requireEqual(value: number | string | boolean, rule: Rule): void {
    const [expected, found] = [describeValue(value), describeValue(this.value)];
    if (typeof this.value !== typeof value)
      this.refuse("MALFORMED.type", { expected, found }, rule);
    if (this.value !== value) this.refuse("CONTRADICTION.derived", { expected, found }, rule);
  }

  private pathTo(name: string): string {
    return this.path ? `${this.path}.${name}` : name;
  }
}

/** A value as a message repeats it: short, whatever it is. */
export function describeValue(value: unknown): string {
  if (typeof value === "string") {
    const quoted = value.slice(0, MAX_QUOTED_LENGTH);
    return quoted === value ? `“${value}”` : `“${quoted}…”`;
  }
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === "object" && value !== null) return "an object";
  return String(value);
}
