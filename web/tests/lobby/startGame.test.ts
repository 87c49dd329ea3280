import { afterEach, describe, expect, it, vi } from "vitest";
import type { RequestedSeat } from "../../src/api/types";
import { seatRequest, startComputerGame, startFriendGame } from "../../src/lobby/startGame";

const level: RequestedSeat = { kind: "level", level: 2 };
const me = { kind: "me" };

describe("the seats of a game against computers", () => {
  it("have you where you wish", () => {
    expect(seatRequest(1, [level]).seats).toEqual([me, level]);
    expect(seatRequest(2, [level, level]).seats).toEqual([level, me, level]);
    expect(seatRequest(4, [level, level, level]).seats).toEqual([level, level, level, me]);
  });

  it("are drawn by the server if you do not mind", () => {
    expect(seatRequest("random", [level])).toEqual({ seats: [me, level], seating: "random" });
    expect(seatRequest(1, [level]).seating).toBeUndefined();
  });
});

describe("who may watch a game that the page starts", () => {
  afterEach(() => vi.unstubAllGlobals());

  async function visibilityOf(start: () => Promise<unknown>): Promise<string> {
    const sent: { visibility: string }[] = [];
    vi.stubGlobal("fetch", async (path: string, { body }: RequestInit) => {
      if (path === "/games") sent.push(JSON.parse(String(body)));
      const account = { id: "a", name: "Ada", kind: "person" };
      return Response.json({ id: "1", account, csrf: "c", expires_at: 0 });
    });
    await start();
    return sent[0]?.visibility ?? "";
  }

  it("is everybody with the link, against levels: its replay can be shared", async () => {
    const start = () => startComputerGame({ board: "square8", level: 1 });
    expect(await visibilityOf(start)).toBe("unlisted");
  });

  it("are the invited, with friends", async () => {
    expect(await visibilityOf(() => startFriendGame("square8", 1))).toBe("private");
  });
});
