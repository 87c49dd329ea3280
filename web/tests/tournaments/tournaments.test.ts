import { describe, expect, it } from "vitest";
import type { TournamentInfo } from "../../src/api/tournaments";
import {
  DEFAULT_TOURNAMENT,
  newTournamentRequest,
  withFormat,
} from "../../src/tournaments/newTournamentForm";
import {
  describeProgress,
  describeTournament,
  formatCountdown,
  formatRelative,
} from "../../src/tournaments/words";

const arena = {
  format: "arena",
  status: "upcoming",
  players: 2,
  rated: false,
  minutes: 30,
  rounds: 0,
  round: 0,
  starts_at: 1000,
  ended_at: null,
  ends_at: null,
  repeat_days: 0,
  settings: { board: "square8", clock: { kind: "fischer", initial: 300, increment: 3 } },
} as unknown as TournamentInfo;

describe("a tournament in words", () => {
  it("names format, players, board, clock and length", () => {
    expect(describeTournament(arena)).toBe(
      "Arena · 2 players · Square · 5 + 3 · 30 minutes · Unrated",
    );
    expect(describeTournament({ ...arena, repeat_days: 7 })).toMatch(/Unrated · Every week$/);
  });

  it("says when it starts, how far it is and when it ended", () => {
    expect(describeProgress(arena, 280)).toBe("Starts in 12 minutes");
    expect(describeProgress({ ...arena, status: "running", ends_at: 1125 }, 1000)).toBe(
      "2:05 left",
    );
    const swiss = { ...arena, format: "swiss" as const, status: "running" as const };
    expect(describeProgress({ ...swiss, round: 2, rounds: 5 }, 0)).toBe("Round 2 of 5");
    expect(describeProgress({ ...arena, status: "over", ended_at: 0 }, 7200)).toBe(
      "Ended 2 hours ago",
    );
  });

  it("counts down with hours only when there are some", () => {
    expect(formatCountdown(59.2)).toBe("1:00");
    expect(formatCountdown(3725)).toBe("1:02:05");
    expect(formatCountdown(-3)).toBe("0:00");
    expect(formatRelative(86_400 * 2)).toBe("in 2 days");
  });
});

describe("the form of a tournament", () => {
  it("asks for minutes in an arena and for rounds elsewhere", () => {
    const request = newTournamentRequest({ ...DEFAULT_TOURNAMENT, name: " Cup " }, 1000);
    expect(request).toMatchObject({ name: "Cup", minutes: 30, starts_at: 1600, levels: [] });
    expect(request).not.toHaveProperty("repeat_days");
    const weekly = newTournamentRequest({ ...DEFAULT_TOURNAMENT, repeat: "7" }, 1000);
    expect(weekly.repeat_days).toBe(7);
    const tables = withFormat({ ...DEFAULT_TOURNAMENT, clock: "days" }, "tables");
    expect(newTournamentRequest(tables, 0)).toMatchObject({ rounds: 5, settings: { players: 4 } });
    expect(withFormat(tables, "arena").clock).toBe("medium");
  });

  it("rates no games against computers", () => {
    const form = { ...DEFAULT_TOURNAMENT, rated: true, computers: "3", level: "2" };
    const request = newTournamentRequest(form, 0);
    expect(request.levels).toEqual([2, 2, 2]);
    expect(request.settings.rated).toBe(false);
  });
});
