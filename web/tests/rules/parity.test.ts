// @vitest-environment node
// What the page says about states, moves and texts is what the law says: the same code, the same rule, the same place.

import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { KernelRules } from "../../src/engine/kernelRules";
import { formatPosition, parsePosition } from "../../src/records/positionString";
import { type Move, type Refusal, RefusedError, type State } from "../../src/rules/wire";
import { rules as readyRules, vectors } from "../engine/loadKernel";
import { ReferenceEngine } from "../reference/referenceEngine";

interface Judged {
  hash: string | null;
  refusal: Refusal | null;
}

/** What clicks can run into. */
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
  rules = await readyRules();
});
afterAll(() => reference.close());

/** What comes of it, as the law tells it. */
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

it("gives the law's reason against every move that somebody might try", async () => {
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

it("refuses the states that the law refuses, at the same place, and derives what the law derives", async () => {
  for (const { state, hash, refusal } of await reference.cases<Judged & { state: unknown }>(
    "imports",
  )) {
    const ours = outcome(() => rules.inspect(state).hash);
    expect({ hash: ours.value, refusal: ours.refusal, state }).toEqual({ hash, refusal, state });
  }
});

it("reads position strings as the law does", async () => {
  for (const { text, hash, refusal } of await reference.cases<Judged & { text: string }>(
    "positions",
  )) {
    const { value, refusal: ours } = outcome(() => rules.check(parsePosition(text)).hash);
    expect({ hash: value, refusal: ours }, text).toEqual({ hash, refusal });
    if (hash !== null) expect(formatPosition(parsePosition(text))).toBe(text);
  }
});

it("reads notation as the law does", async () => {
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

it("plays the rulebook's scenarios, and refuses those that contradict themselves", () => {
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
