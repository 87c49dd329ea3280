// Reading plain JSON values strictly: a value, where it was found, and how it is refused.

import { words } from "../strings";
import { RefusedError } from "./wire";

const say = words.engine.reading;

export const MAX_INTEGER = Number.MAX_SAFE_INTEGER;
const MAX_QUOTED_LENGTH = 40; // characters of a bad value that a message repeats

/** A JSON value together with its path in the input. */
export class JsonField {
  constructor(
    readonly value: unknown,
    readonly path = "",
  ) {}

  /** Refuses the value for its shape. */
  malformed(rule: string, message: string): never {
    throw new RefusedError({ code: "MALFORMED", rule, message, path: this.path });
  }

  /** Refuses the value because it cannot be true beside the others. */
  contradiction(rule: string, message: string): never {
    throw new RefusedError({ code: "CONTRADICTION", rule, message, path: this.path });
  }

  get isNull(): boolean {
    return this.value === null;
  }

  object(rule: string): Record<string, unknown> {
    const { value } = this;
    if (typeof value === "object" && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>;
    return this.malformed(rule, say.object(describeValue(value)));
  }

  /** A member that must be there. */
  required(name: string, rule: string): JsonField {
    return (
      this.optional(name, rule) ??
      new JsonField(undefined, this.pathTo(name)).malformed(rule, say.missing(name))
    );
  }

  /** A member that may be missing. */
  optional(name: string, rule: string): JsonField | null {
    const members = this.object(rule);
    if (!Object.hasOwn(members, name) || members[name] === undefined) return null;
    return new JsonField(members[name], this.pathTo(name));
  }

  /** The members of an object that has keys of its own choice (cells). */
  members(rule: string): [string, JsonField][] {
    const named = (key: string): string =>
      key.length <= MAX_QUOTED_LENGTH ? key : describeValue(key);
    return Object.entries(this.object(rule)).map(([key, value]) => [
      key,
      new JsonField(value, this.pathTo(named(key))),
    ]);
  }

  elements(rule: string, max = MAX_INTEGER): JsonField[] {
    if (!Array.isArray(this.value))
      return this.malformed(rule, say.list(describeValue(this.value)));
    if (this.value.length > max) this.malformed(rule, say.listTooLong(this.value.length, max));
    return this.value.map((value, at) => new JsonField(value, `${this.path}[${at}]`));
  }

  /** A whole number in this range. */
  integer(rule: string, low = 0, high = MAX_INTEGER): number {
    const { value } = this;
    if (Number.isSafeInteger(value) && low <= Number(value) && Number(value) <= high)
      return Number(value);
    const span = high < MAX_INTEGER ? say.from(low, high) : say.atLeast(low);
    return this.malformed(rule, say.number(span, describeValue(value)));
  }

  integerOrNull(rule: string, low = 0, high = MAX_INTEGER): number | null {
    return this.isNull ? null : this.integer(rule, low, high);
  }

  boolean(rule: string): boolean {
    if (typeof this.value === "boolean") return this.value;
    return this.malformed(rule, say.flag(describeValue(this.value)));
  }

  choice<Choice extends string>(choices: readonly Choice[], rule: string): Choice {
    const found = choices.find((choice) => choice === this.value);
    return found ?? this.malformed(rule, say.choice(choices.join(", "), describeValue(this.value)));
  }

  choiceOrNull<Choice extends string>(choices: readonly Choice[], rule: string): Choice | null {
    return this.isNull ? null : this.choice(choices, rule);
  }

  /** What is there must agree with what follows from the rest. */
  requireEqual(value: number | string | boolean, rule: string): void {
    if (typeof this.value !== typeof value)
      this.malformed(rule, say.expected(describeValue(value), describeValue(this.value)));
    if (this.value !== value)
      this.contradiction(rule, say.disagrees(describeValue(this.value), describeValue(value)));
  }

  private pathTo(name: string): string {
    return this.path ? `${this.path}.${name}` : name;
  }
}

/** A value from outside as a message may repeat it: short, whatever it is. */
export function describeValue(value: unknown): string {
  if (typeof value === "string")
    return `“${value.length <= MAX_QUOTED_LENGTH ? value : `${value.slice(0, MAX_QUOTED_LENGTH)}…`}”`;
  if (Array.isArray(value)) return say.listOf(value.length);
  if (typeof value === "object" && value !== null) return say.anObject;
  return String(value);
}
