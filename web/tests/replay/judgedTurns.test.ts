// @vitest-environment node
// Judged turns: the page and `ringrift analyse` judge alike, whole turns and not their steps.

import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { RecordReplay, Step } from "../../src/engine/engine";
import { KernelEngine } from "../../src/engine/kernelEngine";
import {
  accuracyOf,
  gainOf,
  type JudgedTurn,
  judgeTurn,
  keyTurns,
  markForLoss,
  missedGains,
  playedTurns,
  turningPoint,
} from "../../src/replay/judgedTurns";
import { canJudge, judgeGame } from "../../src/replay/judgeGame";
import type { Seat } from "../../src/rules/wire";
import { loadKernel } from "../engine/loadKernel";
import { ReferenceEngine } from "../reference/referenceEngine";

interface ReferenceGame {
  text: string;
  nodes: number;
  turns: (Omit<JudgedTurn, "better"> & { better: unknown[] })[];
  accuracy: (number | null)[];
}

vi.setConfig({ testTimeout: 60_000 });
const reference = new ReferenceEngine();
let engine: KernelEngine;
let games: ReferenceGame[];
beforeAll(async () => {
  engine = new KernelEngine(await loadKernel());
  games = await reference.cases<ReferenceGame>("judgedGames");
}, 60_000);
afterAll(() => reference.close());

async function judge(record: RecordReplay, nodes: number): Promise<JudgedTurn[]> {
  if (!canJudge(engine)) throw new Error("the kernel judges turns");
  const turns = playedTurns(record.start, record.steps);
  const judged: JudgedTurn[] = [];
  const { signal } = new AbortController();
  for await (const turn of judgeGame(engine, record, turns, signal, nodes)) judged.push(turn);
  return judged;
}

const turn = (
  loss: number,
  seat: Seat = 1,
  shares: { before?: number[]; after?: number[] } = {},
): JudgedTurn => ({
  number: 1,
  seat,
  player: seat,
  from: 0,
  to: 1,
  before: shares.before ?? [0.5, 0.5],
  after: shares.after ?? [0.5, 0.5],
  loss,
  mark: markForLoss(loss),
  better: loss > 0 ? ([{}] as never) : [],
});

describe("the page and the command line", () => {
  it("judge the same turns with the same losses, better turns and accuracy", async () => {
    expect(games).toHaveLength(3);
    for (const { text, nodes, turns, accuracy } of games) {
      const record = await engine.replay(text);
      const judged = await judge(record, nodes);
      expect(
        judged.map(({ better, ...rest }) => ({ ...rest, better: better.map(({ move }) => move) })),
      ).toEqual(
        turns.map((each) => ({
          ...each,
          before: each.before.map((share) => expect.closeTo(share, 9)),
          after: each.after.map((share) => expect.closeTo(share, 9)),
          loss: expect.closeTo(each.loss, 9),
        })),
      );
      for (const [i, expected] of accuracy.entries()) {
        const found = accuracyOf(judged, (i + 1) as Seat);
        if (expected === null) expect(found).toBeNull();
        else expect(found).toBeCloseTo(expected, 9);
      }
    }
  });
});

describe("turns of a game", () => {
  it("include placement, movement and what follows; a swap is a turn of its own", async () => {
    const record = await engine.replay(games[0]?.text ?? "");
    expect(
      playedTurns(record.start, record.steps).map(({ number, seat, player, from, to }) =>
        [number, seat, player, from, to].join(" "),
      ),
    ).toEqual(["1 1 2 0 4", "2 2 1 4 5", "2 2 2 5 9", "3 1 1 9 13"]);
  });

  it("count for nobody in a balanced start and after a departure", async () => {
    const { start, steps } = await engine.replay(games[1]?.text ?? "");
    const all = playedTurns(start, steps);
    const second = all[1]?.to ?? 0;
    expect(playedTurns(start, steps, { startMoves: second })[1]?.player).toBeNull();
    const after = playedTurns(start, steps, { departures: [{ seat: 3, moves: second }] });
    expect(after.filter(({ seat }) => seat === 3).map(({ player }) => player)).not.toContain(3);
    expect(after[0]?.player).toBe(1);
  });
});

describe("a judged turn", () => {
  it("loses what the best turn would have kept, seen equally deep", () => {
    const played = { number: 4, seat: 2 as Seat, player: 2 as Seat, from: 0, to: 0 };
    const best = { steps: [], after: [0.4, 0.6] };
    const judged = judgeTurn(played, { before: [0.2, 0.8], after: [0.7, 0.3], best }, []);
    expect(judged.loss).toBeCloseTo(0.3);
    expect(judged.mark).toBe("??");
    expect(judgeTurn(played, { before: [0.2, 0.8], after: [0.7, 0.3], best: null }, []).loss).toBe(
      0,
    );
  });

  it("is marked from a loss of 8% on", () => {
    expect([0, 0.079, 0.08, 0.199, 0.2].map(markForLoss)).toEqual(["", "", "?", "?", "??"]);
  });
});

describe("a judged game", () => {
  it("has an accuracy for each player who had a turn", () => {
    const turns = [turn(0), turn(0.08), turn(0.3, 2)];
    expect(accuracyOf(turns, 1)).toBeCloseTo((1 + Math.exp(-4.35 * 0.08)) / 2);
    expect(accuracyOf(turns, 2)).toBeCloseTo(Math.exp(-4.35 * 0.3));
    expect(accuracyOf(turns, 3)).toBeNull();
  });

  it("turned where most was given away, if that was a mistake", () => {
    const turns = [turn(0.1), turn(0.4, 2), turn(0.2)];
    expect(turningPoint(turns)).toBe(turns[1]);
    expect(turningPoint([turn(0.05)])).toBeNull();
    expect(turningPoint([{ ...turn(0.5), player: null }])).toBeNull();
  });

  it("has its costliest mistakes and its best turn as key turns", () => {
    const good = turn(0, 2, { before: [0.6, 0.4], after: [0.3, 0.7] });
    const turns = [turn(0.1), good, turn(0.4, 2), turn(0.05), turn(0.2)];
    expect(keyTurns(turns, 3)).toEqual([turns[2], turns[4], good]);
    expect(gainOf(good)).toBeCloseTo(0.3);
    expect(keyTurns([turn(0.05)])).toEqual([]);
  });
});

describe("what a mistake missed", () => {
  /** A last step after which seat 1 has so many rings and cells. */
  const endWith = (
    eliminatedRings: number,
    territorySpaces: number,
    type = "move_stack",
  ): Step[] => {
    const players = [{ eliminatedRings, territorySpaces }];
    return [{ move: { type }, view: { state: { players } } } as unknown as Step];
  };
  const missed = (played: Step[], better: Step[]) => missedGains({ ...turn(0.3), better }, played);

  it("is what the better turn gains beyond the played one", () => {
    expect(missed(endWith(3, 5), endWith(5, 6))).toEqual({ rings: 2, cells: 1 });
  });

  it("is nothing where the played turn gained more, or without a better turn", () => {
    expect(missed(endWith(5, 5), endWith(4, 9))).toEqual({ rings: 0, cells: 4 });
    expect(missed(endWith(5, 5), [])).toEqual({ rings: 0, cells: 0 });
  });

  it("is not compared across a swap", () => {
    expect(missed(endWith(0, 0), endWith(4, 9, "swap_sides"))).toEqual({ rings: 0, cells: 0 });
  });
});
