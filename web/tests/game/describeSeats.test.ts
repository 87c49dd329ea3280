import { describe, expect, it } from "vitest";
import { describeSeats } from "../../src/game/describeSeats";
import type { Occupant } from "../../src/live/protocol";
import { initialSession, type SessionState } from "../../src/live/sessionState";

const ann: Occupant = { kind: "person", name: "Ann", id: "a" };
const bob: Occupant = { kind: "person", name: "Bob", id: "b" };
const level: Occupant = { kind: "level", number: 3 };

/** Whether each seat is shown as present. */
const presence = (connectedAccounts: string[] | null, session: Partial<SessionState>) =>
  describeSeats({ session: { ...initialSession, ...session }, connectedAccounts }, null, 0).map(
    (seat) => seat.present,
  );

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
