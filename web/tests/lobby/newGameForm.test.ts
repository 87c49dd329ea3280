import { describe, expect, it } from "vitest";
import {
  DEFAULT_FORM,
  type NewGameForm,
  newGameRequest,
  whyUnrated,
} from "../../src/lobby/newGameForm";

describe("the request for a new game", () => {
  it("is for three players unless another number is chosen", () => {
    const { settings, seats } = newGameRequest(DEFAULT_FORM, false);
    expect(settings.players).toBe(3);
    expect(seats).toEqual([{ kind: "me" }, { kind: "open" }, { kind: "open" }]);
  });

  it("asks for random seats if the user wishes", () => {
    expect(newGameRequest(DEFAULT_FORM, false).seating).toBe("listed");
    expect(newGameRequest({ ...DEFAULT_FORM, seating: "random" }, false).seating).toBe("random");
  });

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
    expect(newGameRequest({ ...DEFAULT_FORM, players: 2 }, false).settings.swap).toBe(true);
    expect(newGameRequest({ ...DEFAULT_FORM, players: 4 }, false).settings.swap).toBe(false);
  });

  it("names the level that takes over from a leaver, with three or four players", () => {
    const substitute = (part: Partial<NewGameForm>) =>
      newGameRequest({ ...DEFAULT_FORM, ...part }, false).settings.substitute;
    expect(substitute({})).toBeNull();
    expect(substitute({ substitute: "10" })).toBe(10);
    expect(substitute({ substitute: "1", players: 4 })).toBe(1);
    expect(substitute({ substitute: "1", players: 2 })).toBeNull();
  });

  it("starts balanced for two players on the small hexagon, and elsewhere by choice", () => {
    const request = (part: Partial<NewGameForm>) =>
      newGameRequest({ ...DEFAULT_FORM, players: 2, ...part }, false).settings;
    expect(request({ board: "hex8" })).toMatchObject({ start: "balanced", swap: false });
    expect(request({ board: "hex8", start: "empty" })).toMatchObject({
      start: "empty",
      swap: true,
    });
    expect(request({ board: "square8" })).toMatchObject({ start: "empty", swap: true });
    expect(request({ board: "hex8", players: 3 }).start).toBe("empty");
    expect(request({ start: "balanced" })).toMatchObject({ start: "balanced", swap: false });
  });

  it("is rated only between people with accounts", () => {
    const rated = { ...DEFAULT_FORM, rated: true };
    expect(newGameRequest(rated, true).settings.rated).toBe(true);
    expect(newGameRequest(rated, false).settings.rated).toBe(false);
    expect(whyUnrated({ ...rated, seats: ["me", "3", "open", "open"] }, true)).toBe("seats");
    expect(whyUnrated({ ...rated, seats: ["me", "me", "open", "open"] }, true)).toBe("seats");
  });
});
