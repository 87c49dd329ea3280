// @vitest-environment node
// Game records: the page and the reference engine read each other's records, and refuse untrue ones.

import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { KernelRules } from "../../src/engine/kernelRules";
import { replayRecord } from "../../src/engine/recordReplay";
import { splitRecords } from "../../src/records/readText";
import { writeRecordJson } from "../../src/records/writeJson";
import { writeRecord } from "../../src/records/writeText";
import { RefusedError } from "../../src/rules/wire";
import { loadRules } from "../engine/loadKernel";
import { ReferenceEngine } from "../reference/referenceEngine";

interface Recorded {
  text: string;
  json: string;
  /** The text without links. */
  plain: string;
  hash: string;
  moves: number;
}

const TEXT = `[RingRift "1"]
[Board "square8"]
[Players "2"]
[Edition "standard"]
[Swap "on"]
[Player1 "Ann"]
[Player2 "Ben"]
[Event "Club evening"]
[Result "2+resignation"]
[Ranking "2 1"]
[Moves "13"]
[FinalHash "47db051e4f4f0c22"]
[Chain "146e9a9f390b55f4c189e3ed8bc83424a3ced2d711dce153a2be2a1597799efe"]

{A short game.}
1. @d4x2 d4-d6 {%think 5200} - -
2. swap @f3 f3-f5 - -
3. @c2 {Quiet.} c2-c4 - -
2+resignation
`;

vi.setConfig({ testTimeout: 60_000 });
const reference = new ReferenceEngine();
let rules: KernelRules;
let recorded: Recorded[];
beforeAll(async () => {
  rules = await loadRules();
  recorded = await reference.cases<Recorded>("records");
});
afterAll(() => reference.close());

/** How a record is refused: its code, and where. */
function refusal(text: string): string {
  try {
    replayRecord(rules, text);
  } catch (error) {
    if (error instanceof RefusedError) return `${error.refusal.code} at ${error.refusal.path}`;
    throw error;
  }
  return "not refused";
}

describe("a record", () => {
  it("replays with its names, tags, annotations and the host's result", () => {
    const replay = replayRecord(rules, TEXT);
    expect(replay).toMatchObject({
      names: ["Ann", "Ben"],
      tags: { Event: "Club evening" },
      result: "2+resignation",
    });
    expect(replay.steps.map((step) => step.notation).join(" ")).toBe(
      "@d4x2 d4-d6 - - swap @f3 f3-f5 - - @c2 c2-c4 - -",
    );
    expect(replay.annotations[1]?.thinkTimeMs).toBe(5200);
    expect(replay.annotations[9]?.comment).toBe("Quiet.");
    expect([replay.end.hash, replay.end.state.winner]).toEqual(["47db051e4f4f0c22", 2]);
  });

  const swapped = TEXT.replace(
    '[Player1 "Ann"]\n[Player2 "Ben"]',
    '[Player1 "Ben"]\n[Player2 "Ann"]\n[Swapped "5"]',
  );

  it("of a swapped game names the people by last seat and keeps its chain", () => {
    expect(replayRecord(rules, swapped).names).toEqual(["Ann", "Ben"]);
    const { end, ...replay } = replayRecord(rules, TEXT);
    const written = writeRecord({ ...replay, initial: null, end: end.state });
    expect(written).toContain('[Player1 "Ben"]\n[Player2 "Ann"]\n[Swapped "5"]');
    expect(replayRecord(rules, written).names).toEqual(["Ann", "Ben"]);
  });

  it("must say truly which move is the swap", () => {
    expect(refusal(swapped.replace('[Swapped "5"]', '[Swapped "6"]'))).toBe("WRONG_SWAP at ");
    expect(refusal(swapped.replace('[Swap "on"]', '[Swap "off"]'))).toBe("CONTRADICTION at line 8");
    const unswapped = `[RingRift "1"]\n[Board "square8"]\n[Players "2"]\n[Edition "standard"]`;
    expect(refusal(`${unswapped}\n[Swapped "1"]\n\n1. @d4x2 d4-d6 - -\n*\n`)).toBe(
      "WRONG_SWAP at ",
    );
  });

  it("of the reference engine ends in the same state, in both formats", () => {
    for (const { text, json, hash, moves } of recorded) {
      for (const form of [text, json]) {
        const replay = replayRecord(rules, form);
        expect([replay.end.hash, replay.steps.length], form).toEqual([hash, moves]);
      }
    }
  });

  it("written by the page is read by the reference engine", async () => {
    for (const { text, plain } of recorded) {
      const replay = replayRecord(rules, text);
      const initial = text.includes("[Position ") ? replay.start.state : null;
      const written = writeRecord({ ...replay, initial, end: replay.end.state });
      const read = await reference.readRecord(written);
      expect(read).toEqual({
        hash: replay.end.hash,
        moves: replay.steps.length,
        names: replay.names,
        plain,
      });
    }
  });

  it("written by the page as JSON is read by the reference engine", async () => {
    for (const { text, plain } of recorded) {
      const replay = replayRecord(rules, text);
      const initial = text.includes("[Position ") ? replay.start.state : null;
      const game = { ...replay, initial, end: replay.end.state };
      const written = writeRecordJson(game);
      expect(await reference.readRecord(written)).toEqual({
        hash: replay.end.hash,
        moves: replay.steps.length,
        names: replay.names,
        plain,
      });
      expect(replayRecord(rules, written).annotations).toEqual(replay.annotations);
    }
  });

  it("is split from others in one text", () => {
    const games = splitRecords(recorded.map(({ text }) => text).join("\n"));
    expect(games).toHaveLength(recorded.length);
    expect(replayRecord(rules, games[2] ?? "").end.hash).toBe(recorded[2]?.hash);
  });
});

describe("a variation", () => {
  const headers = TEXT.split("\n").slice(0, 4).join("\n");
  const withMoves = (moves: string) => `${headers}\n\n${moves}\n`;

  it.each([
    ["before any move", "(1. @d4) *", "MALFORMED"],
    ["without a move", "1. @d4 () *", "MALFORMED"],
    ["that stays open", "1. @d4 (@e5 *", "MALFORMED"],
    ["that was never opened", "1. @d4 ) *", "MALFORMED"],
    ["that repeats the move", "1. @d4 (@d4) *", "MALFORMED"],
    ["with an illegal move", "1. @d4 (@e5 e5-a7) *", "NOT_A_RAY"],
    ["with marks outside the board", "1. @d4 (@e5 {%marks green:z9}) *", "MALFORMED"],
    ["that begins with a comment", "1. @d4 ({Why.} @e5) *", "MALFORMED"],
  ])("is refused %s", (_name, moves, code) => {
    expect(refusal(withMoves(moves)).split(" ")[0]).toBe(code);
  });
});

describe("a record is refused", () => {
  it.each([
    [
      "that lacks a bookkeeping move",
      [" - -\n2. swap", " -\n2. swap"],
      "MOVE_MISSING at line 17, move 4",
    ],
    [
      "that lacks one within a turn",
      ["d4-d6 {%think 5200} - -\n2. swap", "d4-d6\nswap"],
      "MOVE_MISSING at line 17, move 3",
    ],
    ["with an illegal move", ["d4-d6", "d4-d5"], "TOO_SHORT at line 16, move 2"],
    ["with something that is no move", ["d4-d6", "d4~d6"], "MALFORMED at line 16, move 2"],
    ["without a result", ["\n2+resignation", ""], "CUT_OFF at line 18"],
    ["that ends otherwise", ["- -\n2+resignation", "- -\n1+resignation"], "WRONG_RESULT at line 9"],
    ["with another number of moves", ['"13"', '"12"'], "MOVE_MISSING at "],
    ["with another hash", ["47db", "47dc"], "WRONG_HASH at "],
    ["with another rank", ['"2 1"', '"1 2"'], "WRONG_RANKING at "],
    ["with an edited name", ["Ann", "Anna"], "CHAIN_BROKEN at "],
    ["of an unknown board", ["square8", "square9"], "UNKNOWN_VALUE at line 2"],
    ["with a header given twice", ["[Swap", '[Board "hex8"]\n[Swap'], "MALFORMED at line 5"],
    ["that is none", [TEXT, "1. e4 e5"], "UNKNOWN_FORM at line 1"],
  ])("%s", (_, [from, to], expected) => {
    expect(refusal(TEXT.replace(from as string, to as string))).toBe(expected);
  });

  it("with edited JSON", () => {
    const json = recorded[0]?.json ?? "";
    expect(refusal(json.replace('"placementCount":1', '"placementCount":2'))).toMatch(
      /^[A-Z_]+ at/,
    );
    expect(refusal(json.replace('"moves":[', '"moves":[{"type":"fly","player":1},'))).toBe(
      "MALFORMED at line 1",
    );
    expect(refusal('{"format": ')).toBe("MALFORMED at line 1");
  });
});
