// @vitest-environment node
// The levels in the page choose what they choose on the server: for the same state, seed and nodes the same move.

import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Engine, PositionView } from "../../src/engine/engine";
import { KernelEngine } from "../../src/engine/kernelEngine";
import { timedMethod } from "../../src/engine/levelSettings";
import { LevelPlayer } from "../../src/engine/levels";
import { Rng } from "../../src/engine/rng";
import { Searcher } from "../../src/engine/search";
import { gridOf } from "../../src/rules/grid";
import { notationOf } from "../../src/rules/notation";
import type { Move, State } from "../../src/rules/wire";
import { ReferenceEngine } from "../reference/referenceEngine";
import { kernel, root, rules } from "./loadKernel";

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
interface Golden {
  text: string;
  bits64: string[];
  below: [string, string][];
  sample: { of: number; drawn: number[] };
  weighted: { weights: number[]; drawn: number[] };
}

const LEVEL_10_MEGABYTES = 64;

const law = new ReferenceEngine();
let engine: Engine;
const told: Move[] = [];
beforeAll(async () => {
  engine = new KernelEngine(await kernel(), (move) => told.push(move));
});
afterAll(() => law.close());

it("chooses the same moves as the levels of the server", async () => {
  const choices = await law.cases<Choice>("levels");
  expect(choices.length).toBeGreaterThan(60);
  for (const { state, level, seed, notation } of choices) {
    const move = await engine.chooseMove(state, level, seed);
    const about = `level ${level}, seed ${seed}, ${state.board.type}/${state.players.length}/${state.edition}`;
    expect(notationOf(gridOf(state.board.type), move), about).toBe(notation);
  }
}, 120_000);

it("finds by the tree what the tree of the server finds, and goes on from it alike", async () => {
  const games = await law.cases<TreeGame>("trees");
  expect(games).toHaveLength(4);
  for (const { megabytes, nodes, searches } of games) {
    const search = new Searcher(await rules());
    for (const { state, seed, lines } of searches) {
      search.prepare(state, timedMethod(state.board.type, state.players.length), megabytes);
      const found = search.search(state, { nodes }, BigInt(seed), lines.length).rootMoves;
      const grid = gridOf(state.board.type);
      const written = found.map(({ move, shares }) => ({
        notation: notationOf(grid, move),
        shares,
      }));
      expect(written, `${state.board.type}/${state.players.length}, seed ${seed}`).toEqual(lines);
    }
  }
}, 60_000);

it("searches by the tree at level 10 where the table says so", async () => {
  const bare = await rules();
  const search = new Searcher(bare);
  const { state } = await engine.newGame({
    board: "square8",
    players: 3,
    edition: "standard",
    swap: false,
  });
  new LevelPlayer(bare, search).chooseMove(
    { state, level: 10, seed: 1, seconds: 0.2 },
    () => undefined,
  );
  // What has grown is still there: with another method or size the memory would have begun anew.
  search.prepare(state, timedMethod("square8", 3), LEVEL_10_MEGABYTES);
  const [grown] = search.search(state, { nodes: 1 }, 1n).rootMoves;
  search.clear();
  const [fresh] = search.search(state, { nodes: 1 }, 1n).rootMoves;
  expect(grown?.pv.length).toBeGreaterThan(fresh?.pv.length ?? 0);
});

describe("a search", () => {
  const newGame = () =>
    engine.newGame({ board: "square8", players: 2, edition: "standard", swap: true });

  it("tells the best move so far after every depth", async () => {
    const { state, decision } = await newGame();
    told.length = 0;
    await engine.chooseMove(state, 7, 1);
    expect(told.length).toBeGreaterThan(1);
    const names = told.map((move) => notationOf(gridOf("square8"), move));
    expect(decision?.notation).toEqual(expect.arrayContaining(names));
  });

  it.each([2, 3, 4] as const)("ends in time at level 10 with %i players", async (players) => {
    const { state } = await engine.newGame({
      board: "hex8",
      players,
      edition: "standard",
      swap: false,
    });
    const began = performance.now();
    await engine.chooseMove(state, 10, 1, 0.3);
    const seconds = (performance.now() - began) / 1000;
    expect(seconds).toBeGreaterThan(0.25);
    expect(seconds).toBeLessThan(1);
  });

  it("answers at level 10 between the decisions of other levels", async () => {
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

  it("shows several lines, whose shares are of one win", async () => {
    const { state } = await newGame();
    const thought = await engine.analyse?.(state, 4000, 3);
    expect(thought?.lines).toHaveLength(3);
    for (const { shares, variation, move } of thought?.lines ?? []) {
      expect(shares.reduce((sum, share) => sum + share)).toBeCloseTo(1);
      expect(variation[0]).toBe(move);
    }
  });

  it("is refused where nothing can be chosen", async () => {
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

describe("the dice", () => {
  const golden = JSON.parse(readFileSync(`${root}/tests/data/dice.json`, "utf8")) as Golden[];

  it.each(golden)("fall as in Python for “$text”", ({ text, bits64, below, sample, weighted }) => {
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
  });
});
