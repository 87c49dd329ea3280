import { describe, expect, it } from "vitest";
import type { GameEvent, MoveEvent, Occupant } from "../../src/live/protocol";
import {
  applyEvent,
  EventGapError,
  hasBegun,
  initialSession,
  type SessionState,
  seatsOfAccount,
} from "../../src/live/sessionState";
import type { Seat } from "../../src/rules/wire";

const ann: Occupant = { kind: "person", name: "Ann", id: "a" };
const ben: Occupant = { kind: "person", name: "Ben", id: "b" };
const started: GameEvent = {
  kind: "started",
  sequence: 1,
  at: 100,
  seats: [ann, ben],
  hash: null,
  clock: [60, 60],
};
const move = (sequence: number, left = 60): MoveEvent => ({
  kind: "move",
  sequence,
  at: 100 + sequence,
  seat: 1,
  move: { type: "swap_sides", player: 1 },
  notation: "swap",
  hash: null,
  bookkeeping: false,
  clock: [left, 60],
});
const sessionAfter = (...events: GameEvent[]): SessionState =>
  events.reduce(applyEvent, initialSession);

describe("the session state", () => {
  it("applies events in order and keeps the last sequence number", () => {
    expect(sessionAfter(started, move(2), move(3))).toMatchObject({
      sequence: 3,
      seats: [ann, ben],
    });
  });

  it("detects a gap in the events", () => {
    expect(() => sessionAfter(started, move(3))).toThrow(EventGapError);
  });

  it("ignores an event that it has applied", () => {
    const before = sessionAfter(started, move(2));
    expect(applyEvent(before, move(2))).toBe(before);
  });

  it("drops the moves taken back", () => {
    const taken = sessionAfter(
      started,
      move(2),
      move(3),
      { kind: "take_back_offered", sequence: 4, at: 0, seat: 1, keep: 1 },
      { kind: "take_back_agreed", sequence: 5, at: 0, seat: 2 },
      { kind: "taken_back", sequence: 6, at: 0, keep: 1, hash: null, clock: null },
    );
    expect(taken.moves.map(({ sequence }) => sequence)).toEqual([2]);
    expect(taken.takeBackOffer).toBeNull();
  });

  it("keeps a take-back offer until it is declined", () => {
    const offered = sessionAfter(started, move(2), {
      kind: "take_back_offered",
      sequence: 3,
      at: 0,
      seat: 1,
      keep: 0,
    });
    expect(offered.takeBackOffer).toEqual({ seat: 1, keep: 0, agreed: [] });
    expect(
      applyEvent(offered, { kind: "take_back_declined", sequence: 4, at: 0, seat: 2 })
        .takeBackOffer,
    ).toBeNull();
  });

  it("keeps the clocks, and stops them when the game ends", () => {
    const ranking = [
      { seat: 2 as const, rank: 1 },
      { seat: 1 as const, rank: 2 },
    ];
    const live = sessionAfter(started, move(2, 42));
    expect(live.clock).toEqual({ left: [42, 60], at: 102, paused: false, stoppedAt: null });
    const over = applyEvent(live, {
      kind: "ended",
      sequence: 3,
      at: 110,
      winner: 2,
      reason: "timeout",
      ranking,
    });
    expect(over.clock?.paused).toBe(true);
    expect(over.result).toEqual({ winner: 2, reason: "timeout", ranking });
  });

  it("finds a player's seat after a swap", () => {
    const swapped = sessionAfter(started, move(2), {
      kind: "people_swapped",
      sequence: 3,
      at: 0,
      seats: [ben, ann],
      clock: null,
    });
    expect(seatsOfAccount(swapped, "a")).toEqual([2]);
    expect(seatsOfAccount(swapped, "nobody")).toEqual([]);
    expect(seatsOfAccount(swapped, undefined)).toEqual([]);
  });

  it("knows who left and the substitute", () => {
    const level: Occupant = { kind: "level", number: 3 };
    const on = sessionAfter(
      started,
      { kind: "take_back_offered", sequence: 2, at: 0, seat: 1, keep: 0 },
      { kind: "left", sequence: 3, at: 7, seat: 2, reason: "flag_fell" },
      {
        kind: "substituted",
        sequence: 4,
        at: 7,
        seat: 2,
        occupant: level,
        reason: "left",
        clock: [60, null],
      },
    );
    expect(on.seats).toEqual([ann, level]);
    expect(on.departures).toEqual([{ seat: 2, occupant: ben, reason: "flag_fell", at: 7 }]);
    expect(on.takeBackOffer).toBeNull();
  });

  it("has no result and stops the clocks after an abort", () => {
    const aborted = sessionAfter(started, {
      kind: "aborted",
      sequence: 2,
      at: 0,
      seat: 1,
      reason: "first_turn",
    });
    expect(aborted.aborted).toEqual({ seat: 1, reason: "first_turn" });
    expect(aborted.result).toBeNull();
    expect(aborted.clock?.paused).toBe(true);
  });
});

describe("a game has begun", () => {
  const place = (sequence: number, seat: Seat): MoveEvent => ({
    ...move(sequence),
    seat,
    move: { type: "no_line_action", player: seat },
  });

  it("when a person has completed a turn", () => {
    expect(hasBegun(sessionAfter(started), 1)).toBe(false);
    expect(hasBegun(sessionAfter(started, place(2, 1)), 1)).toBe(false);
    expect(hasBegun(sessionAfter(started, place(2, 1)), 2)).toBe(true);
    expect(hasBegun(sessionAfter(started, place(2, 1), place(3, 2)), 2)).toBe(true);
  });

  it("not by the moves of a balanced start", () => {
    const balanced: GameEvent = { ...started, start_moves: 2 };
    const book = [place(2, 1), place(3, 2)];
    expect(hasBegun(sessionAfter(balanced, ...book), 1)).toBe(false);
    expect(hasBegun(sessionAfter(balanced, ...book, place(4, 1)), 2)).toBe(true);
  });

  it("not by the turn of a computer, unless only computers play", () => {
    const level: Occupant = { kind: "level", number: 3 };
    expect(hasBegun(sessionAfter({ ...started, seats: [level, ben] }, place(2, 1)), 2)).toBe(false);
    expect(hasBegun(sessionAfter({ ...started, seats: [level, level] }), 1)).toBe(true);
  });
});
