// @vitest-environment node
// The page's levels choose the same moves as the server's for the same state, seed and nodes.

import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Engine, PositionView } from "../../src/engine/engine";
import { KernelEngine } from "../../src/engine/kernelEngine";
import { timedMethod } from "../../src/engine/levelSettings";
import { LevelPlayer } from "../../src/engine/levels";
import { Rng } from "../../src/engine/rng";
import { type RootMove, Searcher } from "../../src/engine/search";
import { kernelPlan, strongestPlan } from "../../src/engine/searchPlan";
import { TurnTime } from "../../src/engine/turnTime";
import type { Kernel } from "../../src/engine/wasm";
import { gridOf } from "../../src/rules/grid";
import { notationOf } from "../../src/rules/notation";
import type { Move, State } from "../../src/rules/wire";
import { ReferenceEngine } from "../reference/referenceEngine";
import { loadKernel, loadRules, root } from "./loadKernel";

interface Choice {
  state: State;
  level: number;
  seed: number;
  notation: string;
}
interface TreeGame {
  megabytes: number;
  nodes: number;
  searches: { state: State; seed: string; lines: { notation: string; shares: number[] }[] }[];
}
interface PlannedSearch {
  state: State;
  seconds: number;
  megabytes: number;
  nodes: number;
  seed: string;
  plan: { method: number; settings: Record<string, number>; network: number[] | null };
  searched: number;
  depth: number;
  lines: TreeGame["searches"][number]["lines"];
}
interface Golden {
  text: string;
  bits64: string[];
  below: [string, string][];
  sample: { of: number; drawn: number[] };
  weighted: { weights: number[]; drawn: number[] };
}

const LEVEL_10_MEGABYTES = 64;
/** In the middle of a turn: blue goes on to capture. */
const CHAIN =
  "square8 standard (a)(b)1(b)1(b)2/6(a)1/8/(b)7/3(aab)4/2(a)5/4(bb)3/8 1 chain_capture 3 aht,xa1 13,11 0,0 -,- -,- -/-/p/- on *";

const reference = new ReferenceEngine();
let kernel: Kernel;
let engine: Engine;
const bestMoves: Move[] = [];
beforeAll(async () => {
  kernel = await loadKernel();
  engine = new KernelEngine(kernel, (move) => bestMoves.push(move));
});
afterAll(() => reference.close());

it("chooses the same moves as the levels of the server", async () => {
  const choices = await reference.cases<Choice>("levels");
  expect(choices.length).toBeGreaterThan(60);
  for (const { state, level, seed, notation } of choices) {
    const move = await engine.chooseMove(state, level, seed);
    const about = `level ${level}, seed ${seed}, ${state.board.type}/${state.players.length}/${state.edition}`;
    expect(notationOf(gridOf(state.board.type), move), about).toBe(notation);
  }
}, 120_000);

it("tree search returns what the server's tree search returns, cold and warm", async () => {
  const games = await reference.cases<TreeGame>("trees");
  expect(games).toHaveLength(4);
  for (const { megabytes, nodes, searches } of games) {
    const search = new Searcher(await loadRules());
    for (const { state, seed, lines } of searches) {
      const method = timedMethod(state.board.type, state.players.length);
      search.prepare(state, kernelPlan(method), megabytes);
      const found = search.search(state, { nodes }, BigInt(seed), lines.length).rootMoves;
      expect(
        linesOf(state, found),
        `${state.board.type}/${state.players.length}, seed ${seed}`,
      ).toEqual(lines);
    }
  }
}, 60_000);

function linesOf(state: State, rootMoves: readonly RootMove[]) {
  const grid = gridOf(state.board.type);
  return rootMoves.map(({ move, shares }) => ({ notation: notationOf(grid, move), shares }));
}

it("the strongest plan and its searches are those of the server, to the node", async () => {
  const searches = await reference.cases<PlannedSearch>("plans");
  const search = new Searcher(await loadRules());
  for (const [number, searched] of searches.entries()) {
    const { state, seconds, megabytes, nodes, seed, ...wanted } = searched;
    const plan = await strongestPlan(state, seconds);
    const { method, settings, network } = plan;
    expect({ method, settings, network: network && [...network] }).toEqual(wanted.plan);
    search.prepare(state, plan, megabytes);
    search.clear();
    const found = search.search(state, { nodes }, BigInt(seed), wanted.lines.length);
    expect(
      {
        searched: found.nodes,
        depth: found.depth,
        lines: linesOf(state, found.rootMoves),
      },
      `search ${number} on ${state.board.type}/${state.players.length}`,
    ).toEqual({ searched: wanted.searched, depth: wanted.depth, lines: wanted.lines });
  }
  const proved = searches.filter(({ lines }) => Math.max(...(lines[0]?.shares ?? [])) === 1);
  expect(searches.filter(({ plan }) => plan.network).length).toBeGreaterThan(11);
  expect(proved.length).toBeGreaterThan(5);
  expect(searches.some(({ searched, nodes }) => searched < nodes)).toBe(true);
}, 120_000);

it("level 10 uses the strongest plan", async () => {
  const bare = await loadRules();
  const search = new Searcher(bare);
  const { state } = await engine.newGame({
    board: "square8",
    players: 3,
    edition: "standard",
    swap: false,
  });
  await new LevelPlayer(bare, search).chooseMove({ state, level: 10, seed: 1 }, () => undefined);
  // The tree is still there: another plan or size would have cleared it.
  search.prepare(state, await strongestPlan(state, 1), LEVEL_10_MEGABYTES);
  const [grown] = search.search(state, { nodes: 1 }, 1n).rootMoves;
  search.clear();
  const [fresh] = search.search(state, { nodes: 1 }, 1n).rootMoves;
  expect(grown?.pv.length).toBeGreaterThan(fresh?.pv.length ?? 0);
});

describe("a search", () => {
  const newGame = () =>
    engine.newGame({ board: "square8", players: 2, edition: "standard", swap: true });

  it("reports the best move so far after every depth", async () => {
    const { state, decision } = await newGame();
    bestMoves.length = 0;
    await engine.chooseMove(state, 9, 1);
    expect(bestMoves.length).toBeGreaterThan(1);
    const names = bestMoves.map((move) => notationOf(gridOf("square8"), move));
    expect(decision?.notation).toEqual(expect.arrayContaining(names));
  });

  it.each([2, 3, 4] as const)("manages the time of level 10 with %i players", async (players) => {
    const { state } = await engine.newGame({
      board: "hex8",
      players,
      edition: "standard",
      swap: false,
    });
    const began = performance.now();
    await engine.chooseMove(state, 10, 1, 0.3);
    const seconds = (performance.now() - began) / 1000;
    expect(seconds).toBeGreaterThan(0.1); // it may end early, but not before half of its time
    expect(seconds).toBeLessThan(3); // a busy machine takes longer
  });

  it("of a hint uses its whole time, however often a turn asks for one", async () => {
    const { state } = await engine.fromPositionString(CHAIN);
    for (let asked = 0; asked < 4; asked++) {
      const began = performance.now();
      await engine.chooseMove(state, 10, 0, 0.2, true);
      expect(performance.now() - began).toBeGreaterThan(180);
    }
  });

  it("ends at level 10 when a win is proved", async () => {
    const rows = readFileSync(`${root}/tests/data/proved_wins.jsonl`, "utf8").split("\n");
    const { position, moves } = JSON.parse(rows[0] ?? "") as { position: string; moves: string[] };
    const { state } = await engine.fromPositionString(position);
    const move = await engine.chooseMove(state, 10, 1, 600);
    expect(moves).toContain(notationOf(gridOf(state.board.type), move));
  });

  it("of a timed analysis uses its time and the network, and several lines add up", async () => {
    const { state } = await engine.newGame({
      board: "square8",
      players: 3,
      edition: "standard",
      swap: false,
    });
    const prepare = vi.spyOn(kernel, "prepareSearch");
    const analysis = await engine.analyseTimed?.(state, 0.2, 3);
    expect(prepare.mock.lastCall?.[4]).toEqual((await strongestPlan(state, 1)).network);
    expect(prepare.mock.lastCall?.[4]).not.toBeNull();
    prepare.mockRestore();
    expect(analysis?.seconds).toBeGreaterThan(0.19);
    expect(analysis?.lines).toHaveLength(3);
    for (const { shares } of analysis?.lines ?? [])
      expect(shares.reduce((sum, share) => sum + share)).toBeCloseTo(1);
    const continued = await engine.analyseTimed?.(state, 0.05, 3);
    expect(continued?.lines[0]?.variation.length).toBeGreaterThan(1);
  });

  it("plays level 10 between decisions of other levels", async () => {
    let view = await engine.newGame({
      board: "square8",
      players: 3,
      edition: "standard",
      swap: false,
    });
    for (const level of [10, 10, 3, 10, 1, 10]) {
      const move = await engine.chooseMove(view.state, level, 1, 0.05);
      expect(view.decision?.moves).toContainEqual(move);
      view = (await engine.playAndSettle(view.state, move)).at(-1)?.view as PositionView;
    }
  });

  it("returns several moves, whose shares add up to one win", async () => {
    const { state } = await newGame();
    const analysis = await engine.analyse?.(state, 4000, 3);
    expect(analysis?.lines).toHaveLength(3);
    for (const { shares, variation, move } of analysis?.lines ?? []) {
      expect(shares.reduce((sum, share) => sum + share)).toBeCloseTo(1);
      expect(variation[0]).toBe(move);
    }
  });

  it("is refused where there is nothing to choose", async () => {
    const { state } = await newGame();
    const [, ...moved] = await engine.playAndSettle(state, await engine.parseMove(state, "@d4"));
    expect(moved).toHaveLength(0);
    const placed = (await engine.play(state, await engine.parseMove(state, "@d4"))).view.state;
    const gone = await engine.play(placed, await engine.parseMove(placed, "d4-d6"));
    await expect(engine.chooseMove(gone.view.state, 3, 1)).rejects.toMatchObject({
      refusal: { code: "BOOKKEEPING_DUE", rule: "R075" },
    });
    await expect(engine.chooseMove(state, 11, 1)).rejects.toMatchObject({
      refusal: { code: "INVALID_SETUP" },
    });
  });
});

describe("the time of a turn", () => {
  const start = { turnNumber: 1, currentPlayer: 1, currentPhase: "ring_placement" } as State;
  const at = (change: Partial<State>) => ({ ...start, ...change }) as State;

  it("is that of three decisions, and a little for every further one", () => {
    const time = new TurnTime();
    expect(time.decisionSeconds(start, 1)).toBe(1);
    time.add(1, 1);
    expect(time.decisionSeconds(at({ currentPhase: "movement" }), 1)).toBe(0.5);
    time.add(1.75, 1);
    expect(time.decisionSeconds(at({ currentPhase: "chain_capture" }), 1)).toBe(0.25);
    time.add(1.25, 1);
    expect(time.decisionSeconds(at({ currentPhase: "chain_capture" }), 1)).toBe(0.05);
    expect(time.decisionSeconds(at({ turnNumber: 3 }), 1)).toBe(1);
  });

  it("that a decision saves serves the first decisions of later turns", () => {
    const time = new TurnTime();
    const given = [1, 3, 5, 7, 9].map((turnNumber) => {
      const seconds = time.decisionSeconds(at({ turnNumber }), 1);
      time.add(0, 1);
      return seconds;
    });
    expect(given).toEqual([1, 1.5, 2, 2.5, 2.5]);
    expect(time.decisionSeconds(at({ turnNumber: 9, currentPlayer: 2 }), 1)).toBe(1);
    expect(time.decisionSeconds(at({ turnNumber: 11 }), 1)).toBe(2.5);
    expect(time.decisionSeconds(at({ currentPhase: "movement", turnNumber: 11 }), 1)).toBe(0.5);
    expect(time.decisionSeconds(at({ turnNumber: 1 }), 1)).toBe(1); // the next game
  });

  it.each(["ring_placement", "movement"] as const)(
    "is whole again when %s is decided once more, as after takebacks",
    (currentPhase) => {
      const time = new TurnTime();
      for (let round = 0; round < 3; round++) {
        expect(time.decisionSeconds(at({ currentPhase }), 1)).toBe(1);
        time.add(2, 1);
      }
    },
  );
});

it("refuses a network with too many numbers before it writes them", async () => {
  const bare = await loadKernel();
  const next = new Int32Array(4533 + 1);
  expect(() => bare.prepareSearch(0, 1, 1, {}, next.fill(7))).toThrow("cannot read the network");
  const { memory, network_buffer } = Reflect.get(bare, "exports");
  expect(new Int32Array(memory.buffer, network_buffer(), next.length)).not.toContain(7);
});

it("the networks of the page have at most 300 kB", () => {
  const folder = `${root}/src/ringrift/players/networks`;
  const files = readdirSync(folder).filter((file) => file.endsWith(".json"));
  expect(files.length).toBeGreaterThan(3);
  const bytes = files.map((file) => gzipSync(readFileSync(`${folder}/${file}`)).length);
  expect(bytes.reduce((sum, size) => sum + size)).toBeLessThan(300_000);
});

describe("the random generator", () => {
  const golden = JSON.parse(readFileSync(`${root}/tests/data/dice.json`, "utf8")) as Golden[];

  it.each(golden)(
    "gives the same numbers as Python for “$text”",
    ({ text, bits64, below, sample, weighted }) => {
      const words = new Rng(text);
      expect(bits64.map(() => words.bits64().toString(16).padStart(16, "0"))).toEqual(bits64);
      const numbers = new Rng(text);
      expect(below.map(([count]) => String(numbers.below(BigInt(count))))).toEqual(
        below.map(([, drawn]) => drawn),
      );
      const items = Array.from({ length: sample.of }, (_, item) => item);
      expect(new Rng(text).sample(items, sample.drawn.length)).toEqual(sample.drawn);
      const picks = new Rng(text);
      const picked = weighted.drawn.map(() =>
        picks.weightedChoice([...weighted.weights.keys()], weighted.weights),
      );
      expect(picked).toEqual(weighted.drawn);
    },
  );
});
