// @vitest-environment node
// What the page says about every kind of event, on positions of the rules' scenarios.

import { beforeAll, describe, expect, it } from "vitest";
import type { KernelRules } from "../../../src/engine/kernelRules";
import { partsOf } from "../../../src/play/story/storyText";
import { turnsOf } from "../../../src/play/story/turns";
import { describeSteps } from "../../../src/play/story/words";
import type { Seat } from "../../../src/rules/wire";
import scenarios from "../../../src/sandbox/scenarios.json" with { type: "json" };
import { loadRules } from "../../engine/loadKernel";
import { playScenario, tell } from "./tellScenario";

let rules: KernelRules;
beforeAll(async () => {
  rules = await loadRules();
});

const tellTo = (viewer: Seat[], id: string, moves?: string[]) =>
  tell(playScenario(rules, id, moves), viewer);

/** The lines of the last turn. */
const linesTo = (viewer: Seat[], id: string, moves?: string[]) =>
  tellTo(viewer, id, moves).at(-1)?.lines;
const sentenceTo = (viewer: Seat[], id: string, moves?: string[]) =>
  tellTo(viewer, id, moves).at(-1)?.sentence;

describe("placement", () => {
  it("says how many rings were placed and where the stack went", () => {
    expect(linesTo([2], "placement-height-limits-count")).toEqual([
      "placed 2 rings on a1",
      "moved a1 to c1",
    ]);
    expect(sentenceTo([2], "placement-height-limits-count")).toBe(
      "Blue placed 2 on a1 and moved to c1.",
    );
    expect(sentenceTo([1], "placement-height-limits-count")).toBe(
      "You placed 2 on a1 and moved to c1.",
    );
  });

  it("says whose stack a ring took over", () => {
    expect(linesTo([2], "placement-where")?.[0]).toBe(
      "put 1 ring on your stack on d6 and took control of it",
    );
    expect(linesTo([], "placement-where")?.[0]).toBe(
      "put 1 ring on the red stack on d6 and took control of it",
    );
  });

  it("says that nothing was placed, in the steps only", () => {
    const moves = ["@d4", "d4-d5", "-", "-", "@a1", "a1-b1", "-", "-", "skip", "d5-d6", "-", "-"];
    const [last] = tellTo([2], "swap-declined-is-gone", moves).slice(-1);
    expect(last?.lines).toEqual(["placed nothing", "moved d5 to d6"]);
    expect(last?.sentence).toBe("Blue moved d5–d6.");
  });
});

describe("movement", () => {
  it("says whose markers turned and to which colour", () => {
    expect(linesTo([2], "placement-flips-after-placing")).toContain(
      "turned your marker on d2 blue",
    );
    expect(linesTo([1], "placement-flips-after-placing")).toContain(
      "turned a red marker on d2 blue",
    );
    expect(linesTo([2], "move-flips-no-line-2p")).toContain(
      "turned 2 of your markers blue: b4 and c4",
    );
  });

  it("says which own markers became territory", () => {
    expect(linesTo([1], "move-own-marker-collapses")).toContain(
      "your marker on c4 became territory, +1",
    );
    expect(linesTo([2], "move-own-marker-collapses")).toContain(
      "own marker on c4 became territory, +1",
    );
  });

  it("says what landing on a marker cost and for whom it counts", () => {
    expect(linesTo([1], "move-own-marker-collapses")).toContain(
      "landed on your own marker: 1 ring eliminated, counts for you",
    );
    expect(linesTo([2], "move-lone-ring-vanishes-on-marker")).toContain(
      "landed on your marker: 1 ring eliminated, counts for Blue; nothing is left of the stack",
    );
    expect(sentenceTo([2], "move-lone-ring-vanishes-on-marker")).toBe(
      "Blue moved d4–d5 and landed on a marker (1 ring eliminated).",
    );
  });

  it("says who controls what is left of the stack", () => {
    expect(linesTo([2], "capture-onto-enemy-marker-loses-the-stack")?.at(-1)).toBe(
      "landed on your marker: 1 ring eliminated, counts for Blue; the rest of the stack is now yours",
    );
  });
});

describe("captures", () => {
  it("say which stack was jumped, whose ring was taken and where the stack landed", () => {
    expect(linesTo([2], "capture-only-one-landing")).toEqual([
      "jumped over d6, took your ring and landed on d7",
    ]);
    expect(sentenceTo([2], "capture-only-one-landing")).toBe(
      "Blue took your ring on d6, landing on d7.",
    );
    expect(sentenceTo([1], "capture-own-stack", ["a1xb1-d1"])).toBe(
      "You took your own ring on b1, landing on d1.",
    );
  });

  it("of a chain are told one by one with four players, and counted in the sentence", () => {
    const [turn] = tellTo([4], "capture-four-players");
    expect(turn?.lines).toEqual([
      "jumped over b3, took a red ring and landed on b5",
      "jumped over d5, took a green ring and landed on e5",
      "jumped over f5, took your ring and landed on h5",
    ]);
    expect(turn?.sentence).toBe("Blue took 3 rings in a chain, landing on h5.");
  });

  it("can be declined", () => {
    expect(linesTo([2], "capture-phase-only-from-the-landed-stack")).toEqual([
      "moved a1 to d1",
      "stopped without a capture",
    ]);
  });
});

describe("lines", () => {
  it("say length, gain and price, one ring in the standard edition", () => {
    expect(linesTo([2], "line-cost-standard")).toEqual([
      "closed a line of 4 (a2–d2), +4 territory",
      "paid for the line with the stack on h8: 1 ring eliminated, counts for Blue",
    ]);
    expect(sentenceTo([2], "line-cost-standard")).toBe(
      "Blue closed a line of 4 (+4 territory) and paid 1 ring.",
    );
  });

  it("cost a cap in the classic edition", () => {
    expect(linesTo([1], "line-cost-classic")?.at(-1)).toBe(
      "paid for the line with the stack on h8: 2 rings eliminated, count for you",
    );
  });

  it("can be taken in part for free", () => {
    expect(linesTo([1], "line-overlong-free-segment")).toEqual([
      "closed a line of 5 and took 4 of it for free (b2–e2), +4 territory",
    ]);
  });
});

describe("regions", () => {
  it("are named by their corners, with cells, rings and price", () => {
    expect(linesTo([2], "region-frame")).toEqual([
      "took the region a1–e5: +21 territory, 2 rings eliminated, count for Blue",
      "paid for the region with the cap on f6: 1 ring eliminated, counts for Blue",
    ]);
    expect(sentenceTo([1], "region-frame")).toBe(
      "You took the region a1–e5 (+21 territory, 2 rings) and paid 1 ring.",
    );
  });

  it("on a hexagon are named by their first and last cell", () => {
    expect(linesTo([2], "region-hex8-ring")?.[0]).toMatch(/^took the region \w\d–\w\d: \+7 /);
  });

  it("can be left alone", () => {
    expect(linesTo([2], "region-declined")?.at(-1)).toBe("left the region alone");
  });
});

describe("rare turns", () => {
  it("tell a forced elimination", () => {
    expect(linesTo([1], "forced-elimination-choice-standard")).toEqual([
      "could not act, so gave up the cap on d4: 2 rings eliminated, count for you",
    ]);
  });

  it("tell a recovery into a line, a step and a strike", () => {
    expect(linesTo([2], "recovery-line")?.slice(0, 3)).toEqual([
      "recovered: slid the marker on e3 to e2",
      "closed a line of 4 (b2–e2), +4 territory",
      "paid with a buried ring in h8: 1 ring eliminated, counts for Blue",
    ]);
    expect(sentenceTo([2], "recovery-fallback-and-strike")).toMatch(
      /^Blue recovered with b2–a1 and paid 1 ring\./,
    );
    expect(linesTo([2], "recovery-strike")?.[1]).toBe(
      "struck c3: your ring on top was eliminated, counts for Blue",
    );
  });

  it("tell a swap to both, each by the seat held then", () => {
    expect(tellTo([1], "swap-once").map(({ sentence }) => sentence)).toEqual([
      "Blue placed 1 on d4 and moved to d5.",
      "You swapped sides and now play Blue.",
    ]);
    expect(tellTo([2], "swap-once").map(({ sentence }) => sentence)).toEqual([
      "You placed 1 on d4 and moved to d5.",
      "Red swapped sides and now plays Blue.",
    ]);
  });

  it("tell a turn without any action", () => {
    expect(sentenceTo([2], "recovery-not-in-classic")).toBe("Blue could not move.");
  });

  it("tell rounds alone and the win that follows", () => {
    const told = tellTo([1], "lps-standard").map(({ sentence }) => sentence);
    expect(told).toEqual([
      "You moved a1–b1. Only you could act in this round: 1 of 2 rounds alone.",
      "You moved b1–c1. Only you could act in this round: 2 of 2 rounds alone. You win as the last player standing.",
    ]);
  });

  it("tell who has no rings left and who won", () => {
    expect(sentenceTo([], "rotation-after-losing-the-last-ring-standard")).toContain(
      "Red has no rings left.",
    );
    expect(sentenceTo([2], "ring-elimination-by-landing-4p")).toContain(
      "Blue wins by eliminating rings.",
    );
    expect(sentenceTo([1], "territory-3p-third-and-more-than-the-rest")).toContain(
      "You win by territory.",
    );
  });
});

it("every turn in which something happened has a sentence and a line", () => {
  for (const { id, moves } of scenarios) {
    if (moves.every((move) => move === "-")) continue;
    const played = playScenario(rules, id);
    for (const turn of turnsOf(played.start, played.steps)) {
      const choices = played.steps
        .slice(turn.from, turn.to)
        .filter((step) => step.notation !== "-");
      if (choices.length === 0) continue;
      const readers = { board: played.start.state.board.type, viewer: [2 as Seat] };
      expect(describeSteps(turn, readers), id).not.toEqual([]);
    }
    for (const { sentence } of tell(played, [1]))
      if (sentence !== "") expect(sentence, id).toMatch(/^[A-Z].*\.$/);
  }
});

it("cell names in a line know their cells", () => {
  const played = playScenario(rules, "region-frame");
  const [turn] = turnsOf(played.start, played.steps);
  if (!turn) throw new Error("there is no turn");
  const [region] = describeSteps(turn, { board: "square8", viewer: [] });
  const parts = region ? partsOf(region.text) : [];
  expect(parts.find(({ text }) => text === "a1–e5")?.cells).toHaveLength(21);
  expect(parts.filter(({ strong }) => strong).map(({ text }) => text)).toEqual(["+21 territory"]);
});
