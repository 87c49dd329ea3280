import { describe, expect, it } from "vitest";
import { describeSeats } from "../../src/game/describeSeats";
import type { GameEvent, Occupant } from "../../src/live/protocol";
import { applyEvent, initialSession, type SessionState } from "../../src/live/sessionState";
import { formatClock } from "../../src/play/Clock";

const ann: Occupant = { kind: "person", name: "Ann", id: "a" };
const bob: Occupant = { kind: "person", name: "Bob", id: "b" };
const level: Occupant = { kind: "level", number: 3 };

/** Whether each seat is shown as present. */
const presence = (connectedAccounts: string[] | null, session: Partial<SessionState>) =>
  describeSeats(
    { session: { ...initialSession, ...session }, connectedAccounts, begun: true },
    null,
    0,
  ).map((seat) => seat.present);

describe("a player", () => {
  it("is away when not connected", () => {
    expect(presence(["a"], { seats: [ann, bob] })).toEqual([true, false]);
  });

  it("is away in whichever seat they have", () => {
    expect(presence(["a"], { seats: [bob, ann] })).toEqual([false, true]);
  });

  it("is present until the server reports presence", () => {
    expect(presence(null, { seats: [ann, bob] })).toEqual([true, true]);
  });

  it("that is a computer is always present", () => {
    expect(presence([], { seats: [ann, level] })).toEqual([false, true]);
  });

  it("is neither present nor away after the game", () => {
    const result = { winner: 1 as const, reason: "resignation", ranking: [] };
    expect(presence([], { seats: [ann, bob], result })).toEqual([undefined, undefined]);
  });
});

describe("a level", () => {
  it("has its strength in words; a person has none", () => {
    const session = { ...initialSession, seats: [ann, level] };
    const seats = describeSeats({ session, connectedAccounts: null, begun: true }, null, 0);
    expect(seats.map(({ name, strength }) => [name, strength])).toEqual([
      ["Ann", undefined],
      ["Level 3", "Learning"],
    ]);
  });
});

describe("the clock of the seat to move", () => {
  const clock = { left: [60, 60], at: 0, paused: false, stoppedAt: null };
  const running = (begun: boolean) =>
    describeSeats(
      {
        session: { ...initialSession, seats: [ann, bob], clock },
        connectedAccounts: null,
        begun,
      },
      1,
      0,
    ).map((seat) => seat.clock?.running);

  it("runs when a person has completed a turn", () => {
    expect(running(true)).toEqual([true, false]);
  });

  it("stands still before", () => {
    expect(running(false)).toEqual([false, false]);
  });
});

describe("after the end the clock of the seat to move", () => {
  const events: GameEvent[] = [
    { kind: "started", sequence: 1, at: 100, seats: [ann, bob], hash: null, clock: [60, 60] },
    {
      kind: "move",
      sequence: 2,
      at: 110,
      seat: 1,
      move: { type: "skip_capture", player: 1 },
      notation: "skip",
      hash: null,
      bookkeeping: false,
      clock: [50, 60],
    },
  ];
  const end = (reason: string, at: number): GameEvent => ({
    kind: "ended",
    sequence: 4,
    at,
    winner: 1,
    reason,
    ranking: [],
  });
  /** Seconds left at each seat after these events, with seat 2 to move. */
  const timesAfter = (...more: GameEvent[]) => {
    const session = [...events, ...more].reduce(applyEvent, initialSession);
    return describeSeats({ session, connectedAccounts: null, begun: true }, 2, 0).map(
      ({ clock }) => ({ left: clock?.left, running: clock?.running }),
    );
  };

  it("shows 0:00 after a loss on time", () => {
    const left: GameEvent = { kind: "left", sequence: 3, at: 169.9, seat: 2, reason: "flag_fell" };
    expect(timesAfter(left, end("timeout", 169.9))).toEqual([
      { left: 50, running: false },
      { left: 0, running: false },
    ]);
    expect(formatClock(0)).toBe("0:00");
  });

  it("stays where it was after a resignation", () => {
    const left: GameEvent = { kind: "left", sequence: 3, at: 135, seat: 2, reason: "resigned" };
    expect(timesAfter(left, end("resignation", 135))).toEqual([
      { left: 50, running: false },
      { left: 35, running: false },
    ]);
  });
});
