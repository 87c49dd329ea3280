// Small things that a browser remembers, such as the level that was played last.

const PREFIX = "ringrift.last.";

export function loadChoice<Value extends string>(
  name: string,
  allowed: readonly Value[],
  usual: Value,
): Value {
  try {
    const kept = window.localStorage.getItem(PREFIX + name) as Value | null;
    return kept !== null && allowed.includes(kept) ? kept : usual;
  } catch {
    return usual;
  }
}

export function saveChoice(name: string, value: string): void {
  try {
    window.localStorage.setItem(PREFIX + name, value);
  } catch {
    // Without storage nothing is remembered.
  }
}
