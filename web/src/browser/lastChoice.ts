// The last choice in a form, kept in this browser and offered again.

const PREFIX = "ringrift.last.";

/** The last choice if it is still allowed, otherwise the fallback. */
export function loadChoice<Value extends string>(
  name: string,
  allowed: readonly Value[],
  fallback: Value,
): Value {
  try {
    const stored = window.localStorage.getItem(PREFIX + name) as Value | null;
    return stored !== null && allowed.includes(stored) ? stored : fallback;
  } catch {
    return fallback;
  }
}

export function saveChoice(name: string, value: string): void {
  try {
    window.localStorage.setItem(PREFIX + name, value);
  } catch {
    // Without storage the default is offered next time.
  }
}
