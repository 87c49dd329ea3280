import { describe, expect, it } from "vitest";
import type { RecordReplay } from "../../src/engine/engine";
import { messages } from "../../src/messages";
import {
  departuresInRecord,
  describeFirstWhoStayed,
  playerName,
  seatsInRecord,
  standingInRecord,
} from "../../src/replay/recordHeaders";
import type { Seat } from "../../src/rules/wire";

const record = {
  setup: { board: "square8", players: 3, edition: "standard", swap: false },
  names: ["Ada", "Ben", "Cleo"],
  steps: [],
  tags: { Left: "2@37 resigned", Substitutes: "seat 2: level 6 (left)" },
  end: {
    state: {
      winner: 2,
      ranking: [
        { playerNumber: 2, rank: 1 },
        { playerNumber: 3, rank: 2 },
        { playerNumber: 1, rank: 3 },
      ],
    },
  },
} as unknown as RecordReplay;

describe("a record of a swapped game", () => {
  const types = ["place_ring", "move_stack", "no_line_action", "no_territory_action", "swap_sides"];
  const swapped = {
    ...record,
    setup: { board: "square8", players: 2, edition: "standard", swap: true },
    names: ["Ann", "Ben"],
    tags: {},
    steps: types.map((type) => ({ move: { type } })),
  } as unknown as RecordReplay;

  it("names who holds each seat before and after the swap", () => {
    expect(seatsInRecord(swapped, 4).map(({ name }) => name)).toEqual(["Ann", "Ben"]);
    expect(seatsInRecord(swapped, 5).map(({ name }) => name)).toEqual(["Ben", "Ann"]);
  });

  it("names the winner", () => {
    expect(playerName(swapped, 2)).toBe("Ann");
  });
});

it("a level has the same name as in the game", () => {
  const named = { ...record, names: ["Ada", "level 3", ""] };
  expect([1, 2, 3].map((seat) => playerName(named, seat as Seat))).toEqual([
    "Ada",
    "Level 3",
    messages.terms.seat({ seat: 3 }),
  ]);
});

describe("a record of a game that a player left", () => {
  it("says who left after how many moves, and who took over", () => {
    expect(departuresInRecord(record)).toEqual([
      { seat: 2, moves: 37, reason: "resigned", level: 6 },
    ]);
  });

  it("names the player before and the level after", () => {
    expect(seatsInRecord(record, 36).map(({ name }) => name)).toEqual(["Ada", "Ben", "Cleo"]);
    expect(seatsInRecord(record, 37)[1]).toMatchObject({
      name: "Level 6",
      note: "Ben left (resigned). Level 6 takes over.",
    });
  });

  it("ends with the standing and the first who stayed", () => {
    expect(standingInRecord(record).map(({ name, place }) => `${place} ${name}`)).toEqual([
      "1 Cleo",
      "2 Ada",
      "3 Ben",
    ]);
    expect(describeFirstWhoStayed(record)).toBe(
      "Cleo finished first among the players who stayed.",
    );
  });

  it("has no such standing if nobody left", () => {
    expect(standingInRecord({ ...record, tags: {} })).toEqual([]);
  });
});
