// The settings of a sandbox game: setup, computer levels, seed.

import { messages } from "../messages";
import type { SeatInfo } from "../play/types";
import { DEFAULT_EDITION } from "../rules/editions";
import type { Seat, Setup, State } from "../rules/wire";
import { DEFAULT_PLAYERS } from "../setup/players";

/** 0 for a person, otherwise the computer's level. */
export type ComputerLevel = number;

export interface SandboxSettings {
  setup: Setup;
  /** In seat order. */
  levels: ComputerLevel[];
  /** The computers' random seed. */
  seed: number;
  /** The computers wait. */
  paused: boolean;
}

export const DEFAULT_SETUP: Setup = {
  board: "square8",
  players: DEFAULT_PLAYERS,
  edition: DEFAULT_EDITION,
  swap: true,
};

export function newSettings(setup: Setup, levels: ComputerLevel[] = []): SandboxSettings {
  const allLevels = Array.from({ length: setup.players }, (_, i) => levels[i] ?? 0);
  return { setup, levels: allLevels, seed: Math.floor(Math.random() * 2 ** 31), paused: false };
}

export function setupFromState(state: State): Setup {
  const { board, edition, players, swap } = state;
  return {
    board: board.type,
    edition,
    players: players.length as Setup["players"],
    swap: swap.enabled,
  };
}

export function levelOfSeat(settings: SandboxSettings, seat: Seat): ComputerLevel {
  return settings.levels[seat - 1] ?? 0;
}

export function describeSeats(settings: SandboxSettings): SeatInfo[] {
  return settings.levels.map((level, i) => ({
    seat: (i + 1) as Seat,
    name: messages.terms.seat({ seat: i + 1 }),
    kind: level === 0 ? messages.sandbox.person : messages.sandbox.level({ level }),
  }));
}

export function allSeats(settings: SandboxSettings): Seat[] {
  return settings.levels.map((_, i) => (i + 1) as Seat);
}
