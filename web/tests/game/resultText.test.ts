import { describe, expect, it } from "vitest";
import { describeResult } from "../../src/game/resultText";
import type { GameResult, Occupant } from "../../src/live/protocol";
import { initialSession, type SessionState } from "../../src/live/sessionState";
import { parsePosition } from "../../src/records/positionString";
import type { Seat } from "../../src/rules/wire";

const person = (name: string): Occupant => ({ kind: "person", name, id: name.toLowerCase() });
const [mara, juno, niko] = [person("Mara"), person("Juno"), person("Niko")];

/** Mara holds 32 cells, Juno 22, Niko 5. */
const THREE = parsePosition(
  "square8 standard AAAAAAAA/AAAAAAAA/AAAAAAAA/AAAAAAAA/BBBBBBBB/BBBBBBBB/BBBBBB2/CCCCC3 1 game_over 25 aht 3,3,3 9,12,2 25,24,23 -,-,- -/-/-/- off 1:territory_control",
);
const TWO = parsePosition(
  "square8 standard 8/8/8/8/8/8/8/8 1 game_over 25 aht 3,3 18,12 25,24 -,- -/-/-/- off 1:ring_elimination",
);

const session = (seats: Occupant[], more: Partial<SessionState> = {}): SessionState => ({
  ...initialSession,
  seats,
  ...more,
});
const result = (reason: string, order: Seat[] = [1, 2, 3]): GameResult => ({
  winner: order[0] as Seat,
  reason,
  ranking: order.map((seat, index) => ({ seat, rank: index + 1 })),
});
const three = (reason: string, own: Seat[]) =>
  describeResult(session([mara, juno, niko]), result(reason), THREE, own);
const two = (reason: string, own: Seat[], winner: Seat = 1) =>
  describeResult(session([mara, juno]), result(reason, winner === 1 ? [1, 2] : [2, 1]), TWO, own);

describe("the result of a game", () => {
  it("tells the winner by how much, in cells", () => {
    expect(three("territory_control", [1])).toEqual({
      place: 1,
      title: "You won, Mara!",
      text: "By land: you hold 32 of 64 cells, more than Juno (22) and Niko (5) together.",
    });
  });

  it("tells the others who won and how much they hold", () => {
    expect(three("territory_control", [2])).toEqual({
      place: 2,
      title: "Mara won by land",
      text: "By land: Mara holds 32 of 64 cells, more than you (22) and Niko (5) together.",
    });
  });

  it("gives a spectator no place", () => {
    expect(three("territory_control", [])).toMatchObject({
      place: null,
      title: "Mara won by land",
    });
  });

  it("says how many rings win", () => {
    expect(two("ring_elimination", [1]).text).toBe("By rings: you eliminated 18 (18 needed).");
    expect(two("ring_elimination", [2]).title).toBe("Mara won by rings");
  });

  it("says who could still move", () => {
    expect(two("last_player_standing", [2]).title).toBe("Mara won as the last player standing");
  });

  it.each([
    ["resignation", "Juno won: you resigned", "Juno resigned."],
    ["timeout", "Juno won: your time ran out", "Juno ran out of time."],
    ["abandonment", "Juno won: you were absent for too long", "Juno left the game."],
  ])("says who ended a game of two by %s", (reason, title, text) => {
    expect(two(reason, [1], 2)).toEqual({ place: 2, title, text: "" });
    expect(two(reason, [1], 1)).toEqual({ place: 1, title: "You won, Mara!", text });
  });

  it("does not greet a guest by name", () => {
    const guest = session([person("Guest Heron"), juno]);
    expect(describeResult(guest, result("timeout", [1, 2]), TWO, [1]).title).toBe("You won!");
  });

  it("names the first who stayed when a substitute wins", () => {
    const level: Occupant = { kind: "level", number: 6 };
    const left = { seat: 1 as const, occupant: mara, reason: "resigned" as const, at: 1 };
    const game = session([level, juno, niko], { departures: [left] });
    const of = (own: Seat[]) => describeResult(game, result("territory_control"), THREE, own);
    expect(of([2])).toMatchObject({ place: 1, title: "You finished first" });
    expect(of([2]).text).toContain("You finished first among the players who stayed.");
    expect(of([1])).toMatchObject({ place: 3, title: "You left this game" });
    expect(of([1]).text).toMatch(/^By land: Level 6 holds 32 of 64 cells/);
    expect(of([3]).text).toContain("Juno finished first among the players who stayed.");
  });
});
