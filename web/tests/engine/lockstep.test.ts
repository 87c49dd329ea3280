// @vitest-environment node
// The page's engine equals the reference engine on the test vectors, move by move.

import { beforeAll, describe, expect, it, vi } from "vitest";
import type { KernelRules } from "../../src/engine/kernelRules";
import { encodeState, fieldCount } from "../../src/engine/stateCodec";
import { formatPosition, parsePosition } from "../../src/records/positionString";
import { gridOf } from "../../src/rules/grid";
import { movesDigest, stateHash } from "../../src/rules/stateHash";
import type { BoardName, Edition, Move, State } from "../../src/rules/wire";
import { loadRules, vectors } from "./loadKernel";

interface GameVector {
  id: string;
  initial: State;
  steps: { move: Move; legal: number; legalDigest: string; stateDigest: string }[];
  final: State;
}
interface PerftVector {
  board: BoardName;
  players: 2 | 3 | 4;
  edition: Edition;
  state: State | null;
  perft: number[];
}

const MOST_SEQUENCES = 3_000;
vi.setConfig({ testTimeout: 120_000 });
let rules: KernelRules;
beforeAll(async () => {
  rules = await loadRules();
});

/** Every n-th vector of a file: large boards have thousands of legal moves. */
function some<Vector>(name: string, every: number): Vector[] {
  return vectors<Vector>(name).filter((_, at) => at % every === 0);
}

describe.each([
  ["square8", 3],
  ["hex8", 3],
  ["square19", 18],
  ["hexagonal", 30],
])("on %s", (board, every) => {
  it("lists the same moves and reaches the same states as the reference engine, in whole games", () => {
    for (const game of some<GameVector>(`games-${board}.jsonl.gz`, every)) {
      let view = rules.inspect(game.initial);
      expect(view.hash, game.id).toBe(stateHash(game.initial));
      for (const [at, step] of game.steps.entries()) {
        const { decision } = view;
        const moves = decision?.interactive ? decision.moves : [];
        expect([moves.length, movesDigest(moves)], `${game.id}, before move ${at + 1}`).toEqual([
          step.legal,
          step.legalDigest,
        ]);
        view = rules.play(view.state, step.move).view;
        expect(view.hash, `${game.id}, after move ${at + 1}`).toBe(step.stateDigest);
      }
      expect({ ...view.state, moveHistory: undefined }).toEqual({
        ...game.final,
        moveHistory: undefined,
      });
    }
  });

  it("writes position strings that read back as the same states", () => {
    for (const game of some<GameVector>(`games-${board}.jsonl.gz`, every)) {
      for (const state of [game.initial, game.final]) {
        const text = formatPosition(state);
        expect(rules.check(parsePosition(text)).hash, text).toBe(stateHash(state));
      }
    }
  });
});

it("has the perft counts of the reference engine, on all boards", () => {
  for (const { board, players, edition, state, perft } of vectors<PerftVector>("perft.jsonl.gz")) {
    const start = state ?? rules.newGame({ board, players, edition, swap: true }).state;
    for (const [at, count] of perft.entries()) {
      if (count > MOST_SEQUENCES) break;
      rules.inspect(start);
      expect(rules.kernel.perft(at + 1), `${board}/${players}/${edition} depth ${at + 1}`).toBe(
        count,
      );
    }
  }
});

it("encodes as many fields as the kernel has", () => {
  for (const board of ["square8", "hex8", "square19", "hexagonal"] as const) {
    const { state } = rules.newGame({ board, players: 2, edition: "standard", swap: true });
    expect(encodeState(state)).toHaveLength(fieldCount(gridOf(board)));
  }
});
