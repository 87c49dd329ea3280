import { describe, expect, test } from "vitest";
import { type AnimationTimeline, buildTimeline } from "../../src/board/animationTimeline";
import { contentsOf, diffContents } from "../../src/board/cellContents";
import { layoutOf } from "../../src/board/layout";
import { allSteps, step } from "./scenes";

function planned(name: string, index = 0): AnimationTimeline {
  const { before, move, after } = step(name, index);
  const was = contentsOf(before);
  return buildTimeline(
    layoutOf(before.board.type),
    was,
    diffContents(was, contentsOf(after)),
    move,
  );
}

function moment({ changes: beats }: AnimationTimeline, key: string): number | undefined {
  return beats.find(({ change }) => change.key === key)?.at;
}

describe("the way of a move", () => {
  test.each([
    "move-after",
    "landing-after",
    "capture-after",
    "victory-rings",
    "victory-last-standing",
  ])("a slide takes 180 to 300 milliseconds: %s", (name) => {
    const { arrivesAt } = planned(name);
    expect(arrivesAt).toBeGreaterThanOrEqual(180);
    expect(arrivesAt).toBeLessThanOrEqual(300);
  });

  test("cells change as the stack passes them", () => {
    const plan = planned("move-after"); // b4-f4 over d4 and e4
    expect(moment(plan, "1,3")).toBe(0);
    expect(moment(plan, "3,3")).toBeCloseTo(plan.arrivesAt / 2);
    expect(moment(plan, "4,3")).toBeCloseTo((plan.arrivesAt * 3) / 4);
    expect(moment(plan, "5,3")).toBe(plan.arrivesAt);
  });

  test("a capture takes the top ring of its target as it passes", () => {
    const { mover, arrivesAt } = planned("capture-after"); // b2xb5-b7
    expect(mover).toMatchObject({ from: "1,1", to: "1,6", target: "1,4", ring: 2 });
    expect(mover?.passesTargetAt).toBeCloseTo((arrivesAt * 3) / 5);
  });

  test("a line collapses in a wave of 30 milliseconds a cell", () => {
    const plan = planned("line-after");
    expect(["1,2", "2,2", "3,2", "4,2", "5,2"].map((key) => moment(plan, key))).toEqual([
      0, 30, 60, 90, 120,
    ]);
  });

  test("the wall of a region goes after the region", () => {
    const plan = planned("region-after");
    expect(moment(plan, "3,0")).toBeGreaterThan(moment(plan, "2,2") ?? Number.POSITIVE_INFINITY);
  });

  test("a recovery slides a marker first, and its line collapses when it is there", () => {
    const plan = planned("recovery-line-after");
    expect(plan.mover?.contents).toEqual({ kind: "marker", seats: [1] });
    expect(moment(plan, "1,3")).toBe(plan.arrivesAt);
  });

  test.each(allSteps)("every changed cell has its moment: %s", (_, { before, move, after }) => {
    const was = contentsOf(before);
    const changes = diffContents(was, contentsOf(after));
    const { changes: beats } = buildTimeline(layoutOf(before.board.type), was, changes, move);
    expect(beats.map(({ change }) => change.key)).toEqual(changes.map(({ key }) => key));
    for (const { at } of beats) expect(at).toBeLessThanOrEqual(900);
  });
});
