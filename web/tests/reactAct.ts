// Components under test: what a test does it wraps in `act`, what comes by itself it waits for.

import { vi } from "vitest";

const acting = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
acting.IS_REACT_ACT_ENVIRONMENT = true;

/** Waits until something has happened that nobody here did. */
export async function until(told: () => void): Promise<void> {
  acting.IS_REACT_ACT_ENVIRONMENT = false;
  try {
    await vi.waitFor(told, { timeout: 20_000 });
  } finally {
    acting.IS_REACT_ACT_ENVIRONMENT = true;
  }
}
