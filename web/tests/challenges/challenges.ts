// Challenges for tests.

import type { Challenge } from "../../src/api/challenges";
import type { Account } from "../../src/api/types";

export const ada: Account = { id: "ada", name: "Ada", kind: "person" };
export const robby: Account = { id: "robby", name: "Robby", kind: "bot" };
export const me: Account = { id: "me", name: "Me", kind: "person" };

/** A challenge of Ada to the current account. */
export function challenge(fields: Partial<Challenge> = {}): Challenge {
  return {
    id: "0123456789abcdef0123456789abcdef",
    challenger: { account: ada },
    opponents: [{ account: me, status: "waiting" }],
    settings: {
      board: "hex8",
      players: 2,
      edition: "standard",
      swap: true,
      clock: { kind: "fischer", initial: 600, increment: 10 },
      takeBacks: true,
      rated: false,
      position: null,
    },
    rated: false,
    status: "open",
    expires_at: Date.now() / 1000 + 600,
    ...fields,
  };
}
