import { expect, it } from "vitest";
import type { WaitingEntry } from "../../src/live/protocol";
import { describeEntry, entryPath } from "../../src/notifications/describeEntry";
import { newlyWaiting } from "../../src/notifications/waitingGames";

const entry = (game: string, change: Partial<WaitingEntry> = {}): WaitingEntry => ({
  game,
  status: "live",
  your_turn: false,
  opponents: ["Ada"],
  ...change,
});
const turn = (game: string) => entry(game, { your_turn: true });
const offer = (game: string) => entry(game, { status: "open", rematch_of: "old" });
const names = (entries: WaitingEntry[]) => entries.map(({ game }) => game);

it("a turn or an offer is announced when it appears", () => {
  expect(names(newlyWaiting([entry("a"), turn("b")], [turn("a"), turn("b"), offer("c")]))).toEqual([
    "a",
    "c",
  ]);
});

it("a turn is announced again after the opponent's", () => {
  expect(names(newlyWaiting([entry("a")], [turn("a")]))).toEqual(["a"]);
  expect(names(newlyWaiting([turn("a")], [turn("a")]))).toEqual([]);
});

it("a turn that waits when the page opens is not announced, but an offer is", () => {
  expect(names(newlyWaiting(null, [turn("a"), offer("b")]))).toEqual(["b"]);
});

it("an entry says what waits, and where the player answers", () => {
  expect(describeEntry(turn("a"))).toBe("Your turn against Ada");
  expect(describeEntry({ ...turn("a"), opponents: [] })).toBe("Your turn against the computer");
  expect(describeEntry(entry("a", { opponents: ["Ada", "Bob"] }))).toBe("Playing against Ada, Bob");
  expect(describeEntry(entry("a", { status: "open" }))).toBe("Waiting for players");
  expect(describeEntry(offer("a"))).toBe("Rematch offer from Ada");
  expect(entryPath(turn("a"))).toBe("/game/a");
  expect(entryPath(offer("a"))).toBe("/game/old");
});
