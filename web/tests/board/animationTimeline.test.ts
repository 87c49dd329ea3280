import { describe, expect, test } from "vitest";
import { type AnimationTimeline, buildTimeline } from "../../src/board/animationTimeline";
import { contentsOf, diffContents } from "../../src/board/cellContents";
import { layoutOf } from "../../src/board/layout";
import { allSteps, step } from "./scenes";

function timelineOf(name: string, index = 0): AnimationTimeline {
  const { before, move, after } = step(name, index);
  const was = contentsOf(before);
  return buildTimeline(
    layoutOf(before.board.type),
    was,
    diffContents(was, contentsOf(after)),
    move,
  );
}

function timeOf({ changes }: AnimationTimeline, key: string): number | undefined {
  return changes.find(({ change }) => change.key === key)?.at;
}

describe("the timeline of a move", () => {
  test.each([
    "move-after",
    "landing-after",
    "capture-after",
    "victory-rings",
    "victory-last-standing",
  ])("a slide takes 180 to 300 milliseconds: %s", (name) => {
    const { arrivesAt } = timelineOf(name);
    expect(arrivesAt).toBeGreaterThanOrEqual(180);
    expect(arrivesAt).toBeLessThanOrEqual(300);
  });

  test("cells change as the stack passes them", () => {
    const timeline = timelineOf("move-after"); // b4-f4 over d4 and e4
    expect(timeOf(timeline, "1,3")).toBe(0);
    expect(timeOf(timeline, "3,3")).toBeCloseTo(timeline.arrivesAt / 2);
    expect(timeOf(timeline, "4,3")).toBeCloseTo((timeline.arrivesAt * 3) / 4);
    expect(timeOf(timeline, "5,3")).toBe(timeline.arrivesAt);
  });

  test("a capture takes the top ring of its target as it passes", () => {
    const { mover, arrivesAt } = timelineOf("capture-after"); // b2xb5-b7
    expect(mover).toMatchObject({ from: "1,1", to: "1,6", target: "1,4", ring: 2 });
    expect(mover?.passesTargetAt).toBeCloseTo((arrivesAt * 3) / 5);
  });

  test("a line collapses in a wave of 30 milliseconds per cell", () => {
    const timeline = timelineOf("line-after");
    expect(["1,2", "2,2", "3,2", "4,2", "5,2"].map((key) => timeOf(timeline, key))).toEqual([
      0, 30, 60, 90, 120,
    ]);
  });

  test("the border of a region collapses after the region", () => {
    const timeline = timelineOf("region-after");
    expect(timeOf(timeline, "3,0")).toBeGreaterThan(
      timeOf(timeline, "2,2") ?? Number.POSITIVE_INFINITY,
    );
  });

  test("a recovery slides a marker, then its line collapses", () => {
    const timeline = timelineOf("recovery-line-after");
    expect(timeline.mover?.contents).toEqual({ kind: "marker", seats: [1] });
    expect(timeOf(timeline, "1,3")).toBe(timeline.arrivesAt);
  });

  test.each(allSteps)("every changed cell has a time: %s", (_, { before, move, after }) => {
    const was = contentsOf(before);
    const changes = diffContents(was, contentsOf(after));
    const timeline = buildTimeline(layoutOf(before.board.type), was, changes, move);
    expect(timeline.changes.map(({ change }) => change.key)).toEqual(changes.map(({ key }) => key));
    for (const { at } of timeline.changes) expect(at).toBeLessThanOrEqual(900);
  });
});
