import { describe, expect, it } from "vitest";
import type { GameInfo, GameSeat, LeaveReason } from "../../src/api/types";
import { computePlaces, describeOwnResult, describeWinners } from "../../src/lobby/standing";
import type { Seat } from "../../src/rules/wire";

const ranks = ([1, 2, 3, 4] as Seat[]).map((seat) => ({ seat, rank: seat }));
const places = (...left: Seat[]) =>
  computePlaces(ranks, left).map(({ seat, place }) => `${place}: ${seat}`);

describe("the places", () => {
  it("are the ranks if nobody left", () => {
    expect(places()).toEqual(["1: 1", "2: 2", "3: 3", "4: 4"]);
  });

  it("put those who left behind those who stayed, the first to leave last", () => {
    expect(places(1, 3)).toEqual(["1: 2", "2: 4", "3: 3", "4: 1"]);
  });

  it("are shared by equal ranks, and the next place is skipped", () => {
    const tied = [
      { seat: 1 as Seat, rank: 2 },
      { seat: 2 as Seat, rank: 1 },
      { seat: 3 as Seat, rank: 2 },
      { seat: 4 as Seat, rank: 4 },
    ];
    expect(computePlaces(tied, []).map(({ place }) => place)).toEqual([1, 2, 2, 4]);
    expect(computePlaces(tied, [2]).map(({ place }) => place)).toEqual([1, 1, 3, 4]);
  });
});

function person(seat: Seat, rank: number, peopleRank: number, left?: LeaveReason): GameSeat {
  const name = ["Ada", "Ben", "Cleo"][seat - 1] ?? "";
  return {
    seat,
    kind: "person",
    account: { id: name, name, kind: "person" },
    level: null,
    rank,
    people_rank: peopleRank,
    left: left ? { reason: left, at: 1 } : null,
  };
}

const game = (seats: GameSeat[], winner: Seat, peopleWinner: Seat | null) =>
  ({
    status: "over",
    seats,
    winner,
    people_winner: peopleWinner,
    reason: "territory_control",
  }) as GameInfo;

describe("the result of a game of three that a substitute won", () => {
  const won = game([person(1, 1, 3, "flag_fell"), person(2, 3, 2), person(3, 2, 1)], 1, 3);

  it("is last for the player who left", () => {
    expect(describeOwnResult(won, "Ada")).toBe("3rd of 3, left (time ran out)");
    expect(describeOwnResult(won, "Ben")).toBe("2nd of 3");
    expect(describeOwnResult(won, "Cleo")).toBe("1st of 3");
  });

  it("names the winner by the rules and the first who stayed", () => {
    expect(describeWinners(won)).toBe(
      "The computer that took over from Ada wins by territory. Cleo finished first among the players who stayed.",
    );
  });
});

describe("the result of other games", () => {
  it("has one winner if the winner stayed", () => {
    const seats = [person(1, 1, 1), person(2, 2, 3, "resigned"), person(3, 3, 2)];
    expect(describeWinners(game(seats, 1, 1))).toBe("Ada wins by territory");
  });

  it("counts computers that played from the start", () => {
    const level: GameSeat = { seat: 2, kind: "level", account: null, level: 3, rank: 1 };
    const lost = game([person(1, 2, 1), level], 2, 1);
    expect(describeOwnResult(lost, "Ada")).toBe("2nd of 2");
    expect(describeWinners(lost)).toBe("Level 3 wins by territory");
  });

  it("is unknown before the end and to others", () => {
    const running = game([{ ...person(1, 1, 1), rank: null }, person(2, 2, 2)], 1, null);
    expect(describeOwnResult(running, "Ada")).toBeNull();
    expect(describeOwnResult(game([person(1, 1, 1)], 1, 1), "Ben")).toBeNull();
  });
});
