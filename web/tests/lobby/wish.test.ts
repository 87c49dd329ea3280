import { describe, expect, it } from "vitest";
import { newGameOf, notRated, usualWish } from "../../src/lobby/wish";

describe("the game that somebody wishes for", () => {
  it("names as many seats as it has players", () => {
    const wish = { ...usualWish, players: 3 as const, seats: ["me", "4", "open", "open"] as const };
    expect(newGameOf(wish, false).seats).toEqual([
      { kind: "me" },
      { kind: "level", level: 4 },
      { kind: "open" },
    ]);
  });

  it("has the swap rule for two players only", () => {
    expect(newGameOf(usualWish, false).settings.swap).toBe(true);
    expect(newGameOf({ ...usualWish, players: 4 }, false).settings.swap).toBe(false);
  });

  it("is rated between people with accounts alone", () => {
    const rated = { ...usualWish, rated: true };
    expect(newGameOf(rated, true).settings.rated).toBe(true);
    expect(newGameOf(rated, false).settings.rated).toBe(false);
    expect(notRated({ ...rated, seats: ["me", "3", "open", "open"] }, true)).toBe("seats");
    expect(notRated({ ...rated, seats: ["me", "me", "open", "open"] }, true)).toBe("seats");
  });
});
