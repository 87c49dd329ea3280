import { describe, expect, it } from "vitest";
import { describeSeats } from "../../src/game/describeSeats";
import type { Occupant } from "../../src/live/protocol";
import { initialSession, type SessionState } from "../../src/live/sessionState";

const ann: Occupant = { kind: "person", name: "Ann", id: "a" };
const bob: Occupant = { kind: "person", name: "Bob", id: "b" };
const level: Occupant = { kind: "level", number: 3 };

/** Whether each seat is here. */
const seen = (connectedAccounts: string[] | null, course: Partial<SessionState>) =>
  describeSeats({ session: { ...initialSession, ...course }, connectedAccounts }, null, 0).map(
    (face) => face.present,
  );

describe("whoever sits at the table", () => {
  it("is away when the server says so", () => {
    expect(seen(["a"], { seats: [ann, bob] })).toEqual([true, false]);
  });

  it("is away wherever they sit: seats may be changed", () => {
    expect(seen(["a"], { seats: [bob, ann] })).toEqual([false, true]);
  });

  it("is not called away before anything was told", () => {
    expect(seen(null, { seats: [ann, bob] })).toEqual([true, true]);
  });

  it("is always here as a computer", () => {
    expect(seen([], { seats: [ann, level] })).toEqual([false, true]);
  });

  it("is not missed when the game is over", () => {
    const result = { winner: 1 as const, reason: "resignation", ranking: [] };
    expect(seen([], { seats: [ann, bob], result })).toEqual([undefined, undefined]);
  });
});
