import { describe, expect, it } from "vitest";
import { describePreview, previewState } from "../../src/lobby/preview";
import { freeSeat, gameInfo, person } from "./games";

const POSITION =
  "square8 standard AA6/2B5/8/3(aa)4/8/8/8/8 2 ring_placement 15 h 12,15 0,0 13,14 -,- -/-/-/- off *";
const seats = [person(1, "Ada"), person(2, "Ben")];

const describeGame = (game: ReturnType<typeof gameInfo>) =>
  describePreview(game, previewState(game));

describe("the text of a small board", () => {
  it("says the board, the turn, who is to move and who leads", () => {
    const preview = { position: POSITION, turn: 15, to_move: 2 } as const;
    expect(describeGame(gameInfo({ seats, preview }))).toBe(
      "Square, turn 15, red to move; blue leads with 2 cells.",
    );
  });

  it("names no leader where two have the same land", () => {
    const preview = { position: POSITION.replace("AA6", "A7"), turn: 15, to_move: 1 } as const;
    expect(describeGame(gameInfo({ seats, preview }))).toBe("Square, turn 15, blue to move.");
  });

  it("says that a game is over", () => {
    const preview = { position: POSITION, turn: 15, to_move: null } as const;
    expect(describeGame(gameInfo({ seats, preview, status: "over" }))).toMatch(
      /^Square, final position after 15 turns; blue leads/,
    );
  });

  it("counts the free seats of a game that has not begun", () => {
    const open = [person(1, "Ada"), freeSeat(2), freeSeat(3)];
    expect(describeGame(gameInfo({ seats: open, status: "open" }))).toBe(
      "Square, not started: 2 of 3 seats free",
    );
  });
});
