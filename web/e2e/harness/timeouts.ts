// How long a test waits for anything. A machine that does much else besides is slow, and no slowness is a fault.

export const PATIENCE_MS = 60_000;

/** A whole story, be it a game to its end. */
export const STORY_MS = 4 * PATIENCE_MS;
