// Games for tests of lists.

import type { GameInfo, GameSeat } from "../../src/api/types";
import type { Seat } from "../../src/rules/wire";

export const person = (seat: Seat, name: string, more: Partial<GameSeat> = {}): GameSeat => ({
  seat,
  kind: "person",
  account: { id: name.toLowerCase(), name, kind: "person" },
  level: null,
  ...more,
});

export const freeSeat = (seat: Seat): GameSeat => ({
  seat,
  kind: "open",
  account: null,
  level: null,
});

export function gameInfo({
  settings,
  ...more
}: Omit<Partial<GameInfo>, "settings"> & {
  settings?: Partial<GameInfo["settings"]>;
}): GameInfo {
  return {
    id: "g",
    settings: {
      board: "square8",
      players: 2,
      edition: "standard",
      swap: true,
      clock: { kind: "none" },
      takeBacks: false,
      rated: false,
      position: null,
      start: "empty",
      ...settings,
    },
    status: "live",
    visibility: "public",
    rated: false,
    created_at: 1,
    started_at: 1,
    ended_at: null,
    sequence: 2,
    winner: null,
    reason: null,
    rematch_of: null,
    seats: [],
    invite: null,
    ...more,
  };
}
