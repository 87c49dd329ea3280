import { describe, expect, it } from "vitest";
import { DEFAULT_FORM, newGameRequest, whyUnrated } from "../../src/lobby/newGameForm";

describe("the request for a new game", () => {
  it("names as many seats as it has players", () => {
    const form = {
      ...DEFAULT_FORM,
      players: 3 as const,
      seats: ["me", "4", "open", "open"] as const,
    };
    expect(newGameRequest(form, false).seats).toEqual([
      { kind: "me" },
      { kind: "level", level: 4 },
      { kind: "open" },
    ]);
  });

  it("has the swap rule for two players only", () => {
    expect(newGameRequest(DEFAULT_FORM, false).settings.swap).toBe(true);
    expect(newGameRequest({ ...DEFAULT_FORM, players: 4 }, false).settings.swap).toBe(false);
  });

  it("is rated only between people with accounts", () => {
    const rated = { ...DEFAULT_FORM, rated: true };
    expect(newGameRequest(rated, true).settings.rated).toBe(true);
    expect(newGameRequest(rated, false).settings.rated).toBe(false);
    expect(whyUnrated({ ...rated, seats: ["me", "3", "open", "open"] }, true)).toBe("seats");
    expect(whyUnrated({ ...rated, seats: ["me", "me", "open", "open"] }, true)).toBe("seats");
  });
});
