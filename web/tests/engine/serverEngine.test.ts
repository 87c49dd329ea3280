// @vitest-environment node
// A page without a kernel uses a real server and gets the same answers.

import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { Server } from "../../e2e/harness/server";
import { KernelEngine } from "../../src/engine/kernelEngine";
import { ServerEngine } from "../../src/engine/serverEngine";
import type { Move, State } from "../../src/rules/wire";
import { loadKernel } from "./loadKernel";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
const RECORD = `[RingRift "1"]
[Board "hex8"]
[Players "3"]
[Edition "standard"]
[Player1 "Ann"]

1. @e5 e5-e7 {%think 800} - -
2. @d4x2 {Here.} d4-f4 - -
2+resignation
`;

const server = new ServerEngine();
let page: KernelEngine;
let process: Server;
beforeAll(async () => {
  [page, process] = [new KernelEngine(await loadKernel()), await Server.start()];
  // Paths are relative to the server.
  const { fetch } = globalThis;
  vi.stubGlobal("fetch", (path: string, init: RequestInit) =>
    fetch(new URL(path, process.url), init),
  );
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await process.close();
});

describe("the server as an engine", () => {
  it("creates and plays games like the page's engine", async () => {
    const setup = { board: "hex8", players: 2, edition: "classic", swap: true } as const;
    let views = [await page.newGame(setup), await server.newGame(setup)] as const;
    for (const text of ["@e5x2", "e5-e7", "@c4", "c4-e4"]) {
      const [pageResult, serverResult] = views.map(({ state, hash, monotoneSum: s, decision }) => ({
        state,
        hash,
        s,
        decision: sorted(decision?.moves),
      }));
      expect(serverResult).toEqual(pageResult);
      const { state } = views[0];
      const move = await page.parseMove(state, text);
      expect(await server.parseMove(state, text)).toEqual(move);
      const [here, there] = [
        await page.playAndSettle(state, move),
        await server.playAndSettle(state, move),
      ];
      const summarise = (steps: typeof here) =>
        steps.map(({ notation, bookkeeping, view }) => [notation, bookkeeping, view.hash]);
      expect(summarise(there)).toEqual(summarise(here));
      views = [here.at(-1)?.view ?? views[0], there.at(-1)?.view ?? views[1]];
    }
  });

  it("refuses with the same codes", async () => {
    const { state } = await page.newGame({
      board: "square8",
      players: 2,
      edition: "standard",
      swap: true,
    });
    const far: Move = { type: "move_stack", player: 1, from: { x: 0, y: 0 }, to: { x: 0, y: 3 } };
    const wrong = { ...state, currentPlayer: 5 } as unknown as State;
    for (const call of [
      (engine: typeof page | typeof server) => engine.play(state, far),
      (engine: typeof page | typeof server) => engine.inspect(wrong),
      (engine: typeof page | typeof server) => engine.fromPositionString("square8"),
      (engine: typeof page | typeof server) => engine.replay(RECORD.replace("e5-e7", "e5-e4x")),
    ]) {
      const [pageResult, serverResult] = await Promise.all([
        refused(call(page)),
        refused(call(server)),
      ]);
      expect(serverResult.code).toBe(pageResult.code);
    }
  });

  it("chooses the same moves at each level", async () => {
    const { state } = await page.newGame({
      board: "square8",
      players: 3,
      edition: "standard",
      swap: false,
    });
    for (const level of [1, 2, 4])
      expect(await server.chooseMove(state, level, 7)).toEqual(
        await page.chooseMove(state, level, 7),
      );
  });

  it("replays records like the page's engine", async () => {
    const [pageResult, serverResult] = [await page.replay(RECORD), await server.replay(RECORD)];
    expect(serverResult).toEqual(pageResult);
    expect(serverResult).toMatchObject({
      names: ["Ann", "", ""],
      result: "2+resignation",
      end: { state: { winner: 2 } },
    });
  });
});

function sorted(moves: readonly Move[] | undefined): string[] {
  return (moves ?? []).map((move) => JSON.stringify(move)).sort();
}

async function refused(answer: Promise<unknown>): Promise<{ code: string }> {
  return answer.then(
    () => ({ code: "not refused" }),
    (error) => error.refusal ?? { code: String(error) },
  );
}
