// For component tests: wrap actions in `act`, and wait for asynchronous updates with `until`.

import { vi } from "vitest";

const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
environment.IS_REACT_ACT_ENVIRONMENT = true;

/** Waits until the assertion passes, for updates that the test did not trigger. */
export async function until(assertion: () => void): Promise<void> {
  environment.IS_REACT_ACT_ENVIRONMENT = false;
  try {
    await vi.waitFor(assertion, { timeout: 20_000 });
  } finally {
    environment.IS_REACT_ACT_ENVIRONMENT = true;
  }
}
