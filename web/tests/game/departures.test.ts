import { describe, expect, it } from "vitest";
import { describeDeparture, describeResignation } from "../../src/game/departures";
import type { Occupant } from "../../src/live/protocol";
import { type Departure, initialSession, type SessionState } from "../../src/live/sessionState";
import type { Seat } from "../../src/rules/wire";

const person = (name: string): Occupant => ({ kind: "person", name, id: name.toLowerCase() });
const [ann, bob, cem] = [person("Ann"), person("Bob"), person("Cem")];
const level: Occupant = { kind: "level", number: 6 };
const left = (seat: Seat, occupant: Occupant): Departure => ({
  seat,
  occupant,
  reason: "flag_fell",
  at: 1,
});
const session = (seats: Occupant[], ...departures: Departure[]): SessionState => ({
  ...initialSession,
  seats,
  departures,
});

describe("a player who left", () => {
  it("is named with the reason and the level that takes over", () => {
    const gone = left(2, bob);
    expect(describeDeparture(session([ann, level, cem], gone), gone)).toBe(
      "Bob left (time ran out). Level 6 takes over.",
    );
    expect(describeDeparture(session([ann, level, cem], gone), gone, "bob")).toBe(
      "You left (time ran out). Level 6 takes over.",
    );
  });

  it("has no substitute with two players", () => {
    const gone = left(2, bob);
    expect(describeDeparture(session([ann, bob], gone), gone)).toBe("Bob left (time ran out).");
  });
});

describe("resigning means", () => {
  const meaning = (state: SessionState, substitute: number | null = null) =>
    describeResignation(state, { substitute }, [1]);

  it("with two players that the other one wins", () => {
    expect(meaning(session([ann, bob]))).toBe("You leave the game, and Bob wins.");
    expect(meaning(session([ann, level]))).toBe("You leave the game, and Level 6 wins.");
  });

  it("with three that a computer takes over", () => {
    expect(meaning(session([ann, bob, cem]))).toMatch(
      /^You leave.* about your strength takes over/,
    );
    expect(meaning(session([ann, bob, cem]), 4)).toMatch(/A computer \(level 4\) takes over/);
    expect(meaning(session([ann, bob, level]), 4)).toMatch(/You finish behind everyone who stays/);
  });

  it("with one player left that this one wins", () => {
    expect(meaning(session([ann, level, cem], left(2, bob)))).toMatch(/so Cem wins\.$/);
  });

  it("against computers alone that the game ends", () => {
    expect(meaning(session([ann, level, level]))).toMatch(/it ends and you lose\.$/);
  });
});
