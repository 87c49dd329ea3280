// Reading plain JSON values strictly: a value, where it was found, and how it is refused.

import { words } from "../strings";
import { RefusedError } from "./wire";

const say = words.engine.reading;

export const MOST = Number.MAX_SAFE_INTEGER;
const SHOWN = 40; // characters of a bad value that a message repeats

/** A JSON value together with its path in the input. */
export class Field {
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

  mapping(rule: string): Record<string, unknown> {
    const { value } = this;
    if (typeof value === "object" && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>;
    return this.malformed(rule, say.object(shown(value)));
  }

  /** A member that must be there. */
  get(name: string, rule: string): Field {
    return (
      this.find(name, rule) ??
      new Field(undefined, this.at(name)).malformed(rule, say.missing(name))
    );
  }

  /** A member that may be missing. */
  find(name: string, rule: string): Field | null {
    const members = this.mapping(rule);
    if (!Object.hasOwn(members, name) || members[name] === undefined) return null;
    return new Field(members[name], this.at(name));
  }

  /** The members of an object that has keys of its own choice (cells). */
  members(rule: string): [string, Field][] {
    const named = (key: string): string => (key.length <= SHOWN ? key : shown(key));
    return Object.entries(this.mapping(rule)).map(([key, value]) => [
      key,
      new Field(value, this.at(named(key))),
    ]);
  }

  elements(rule: string, most = MOST): Field[] {
    if (!Array.isArray(this.value)) return this.malformed(rule, say.list(shown(this.value)));
    if (this.value.length > most) this.malformed(rule, say.listTooLong(this.value.length, most));
    return this.value.map((value, at) => new Field(value, `${this.path}[${at}]`));
  }

  /** A whole number in this range. */
  integer(rule: string, low = 0, high = MOST): number {
    const { value } = this;
    if (Number.isSafeInteger(value) && low <= Number(value) && Number(value) <= high)
      return Number(value);
    const span = high < MOST ? say.from(low, high) : say.atLeast(low);
    return this.malformed(rule, say.number(span, shown(value)));
  }

  integerOrNull(rule: string, low = 0, high = MOST): number | null {
    return this.isNull ? null : this.integer(rule, low, high);
  }

  boolean(rule: string): boolean {
    if (typeof this.value === "boolean") return this.value;
    return this.malformed(rule, say.flag(shown(this.value)));
  }

  choice<Choice extends string>(choices: readonly Choice[], rule: string): Choice {
    const found = choices.find((choice) => choice === this.value);
    return found ?? this.malformed(rule, say.choice(choices.join(", "), shown(this.value)));
  }

  choiceOrNull<Choice extends string>(choices: readonly Choice[], rule: string): Choice | null {
    return this.isNull ? null : this.choice(choices, rule);
  }

  /** What is there must agree with what follows from the rest. */
  mustBe(value: number | string | boolean, rule: string): void {
    if (typeof this.value !== typeof value)
      this.malformed(rule, say.expected(shown(value), shown(this.value)));
    if (this.value !== value)
      this.contradiction(rule, say.disagrees(shown(this.value), shown(value)));
  }

  private at(name: string): string {
    return this.path ? `${this.path}.${name}` : name;
  }
}

/** A value from outside as a message may repeat it: short, whatever it is. */
export function shown(value: unknown): string {
  if (typeof value === "string")
    return `“${value.length <= SHOWN ? value : `${value.slice(0, SHOWN)}…`}”`;
  if (Array.isArray(value)) return say.listOf(value.length);
  if (typeof value === "object" && value !== null) return say.anObject;
  return String(value);
}
