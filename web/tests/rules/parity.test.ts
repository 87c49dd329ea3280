// @vitest-environment node
// The page judges states, moves and texts like the reference engine: same code, rule and path.

import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { KernelRules } from "../../src/engine/kernelRules";
import { formatPosition, parsePosition } from "../../src/records/positionString";
import { type Move, type Refusal, RefusedError, type State } from "../../src/rules/wire";
import { loadRules, vectors } from "../engine/loadKernel";
import { ReferenceEngine } from "../reference/referenceEngine";

interface Judged {
  hash: string | null;
  refusal: Refusal | null;
}

/** Codes that clicks can cause. */
const CODES = [
  ...["WRONG_PHASE", "NOT_YOUR_TURN", "ACTION_AVAILABLE", "SWAP_UNAVAILABLE", "NOTHING_TO_SKIP"],
  ...["NO_RINGS_IN_HAND", "TOO_MANY_RINGS", "ON_MARKER", "ON_COLLAPSED_SPACE", "DEAD_PLACEMENT"],
  ...[
    "NOT_YOUR_STACK",
    "MUST_MOVE_PLACED_STACK",
    "TOO_SHORT",
    "NOT_A_RAY",
    "PATH_BLOCKED",
    "LANDING_BLOCKED",
  ],
  ...[
    "NO_TARGET",
    "CAP_TOO_LOW",
    "CHAIN_MUST_CONTINUE",
    "MUST_CAPTURE_WITH_MOVED_STACK",
    "COST_DUE",
  ],
  ...[
    "NOT_A_LINE",
    "NOT_A_REGION",
    "NO_COST_DUE",
    "NOT_RECOVERY_ELIGIBLE",
    "NOT_YOUR_MARKER",
    "NOT_ADJACENT",
  ],
];
vi.setConfig({ testTimeout: 60_000 });
const reference = new ReferenceEngine();
let rules: KernelRules;
beforeAll(async () => {
  rules = await loadRules();
});
afterAll(() => reference.close());

/** The value, or the refusal without its message. */
function outcome<Value>(ask: () => Value): {
  value: Value | null;
  refusal: Omit<Refusal, "message"> | null;
} {
  try {
    return { value: ask(), refusal: null };
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    const { code, rule, path = "" } = error.refusal;
    return { value: null, refusal: { code, rule, path } };
  }
}

it("explains illegal moves like the reference engine", async () => {
  const seen = new Set<string>();
  const found = await reference.cases<{
    state: State;
    cases: { move: Move; code: string; rule: string; message: string }[];
  }>("reasons");
  for (const { state, cases } of found) {
    for (const { move, code, rule, message } of cases) {
      seen.add(code);
      const refusal = { code, rule, message, path: "" };
      expect(rules.whyIllegal(state, move), formatPosition(state)).toEqual(refusal);
    }
    const [first] = cases;
    if (first) expect(() => rules.play(state, first.move)).toThrow(first.message);
  }
  for (const code of CODES) expect(seen, code).toContain(code);
});

it("imports and refuses states like the reference engine", async () => {
  for (const { state, hash, refusal } of await reference.cases<Judged & { state: unknown }>(
    "imports",
  )) {
    const ours = outcome(() => rules.inspect(state).hash);
    expect({ hash: ours.value, refusal: ours.refusal, state }).toEqual({ hash, refusal, state });
  }
});

it("reads position strings like the reference engine", async () => {
  for (const { text, hash, refusal } of await reference.cases<Judged & { text: string }>(
    "positions",
  )) {
    const { value, refusal: ours } = outcome(() => rules.check(parsePosition(text)).hash);
    expect({ hash: value, refusal: ours }, text).toEqual({ hash, refusal });
    if (hash !== null) expect(formatPosition(parsePosition(text))).toBe(text);
  }
});

it("reads notation like the reference engine", async () => {
  const found = await reference.cases<{
    state: State;
    cases: { text: string; move: Move | null; refusal: Refusal | null }[];
  }>("texts");
  for (const { state, cases } of found) {
    for (const { text, move, refusal } of cases) {
      const about = `${text} in ${formatPosition(state)}`;
      const expected = { value: move, refusal };
      expect(
        outcome(() => rules.parseMove(state, text)),
        about,
      ).toEqual(expected);
    }
  }
});

interface Scenario {
  id: string;
  initial: State;
  refuse?: boolean;
  initialDigest: string;
  steps: { notation: string; move: Move; legalBefore: { count: number }; stateDigest: string }[];
  bookkeeping: Move | null;
}

it("plays the rulebook's scenarios, and refuses contradictory ones", () => {
  for (const { id, initial, refuse, initialDigest, steps, bookkeeping } of vectors<Scenario>(
    "scenarios.jsonl",
  )) {
    if (refuse) {
      expect(() => rules.inspect(initial), id).toThrow(RefusedError);
      continue;
    }
    let view = rules.inspect(initial);
    expect(view.hash, id).toBe(initialDigest);
    for (const step of steps) {
      expect(view.decision?.interactive ? view.decision.moves.length : 0, id).toBe(
        step.legalBefore.count,
      );
      expect(rules.parseMove(view.state, step.notation), id).toEqual(step.move);
      const played = rules.play(view.state, step.move);
      expect([played.notation, played.view.hash], id).toEqual([step.notation, step.stateDigest]);
      ({ view } = played);
    }
    expect(view.decision && !view.decision.interactive ? view.decision.moves[0] : null, id).toEqual(
      bookkeeping,
    );
  }
});
