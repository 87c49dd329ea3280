// Generous, because a busy machine is slow and slowness is no fault.

/** For a single wait. */
export const TIMEOUT_MS = 60_000;

/** For a whole test, which may play a game to the end. */
export const TEST_TIMEOUT_MS = 4 * TIMEOUT_MS;
