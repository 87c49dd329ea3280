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
  ])("a slide takes 240 to 420 milliseconds: %s", (name) => {
    const { arrivesAt } = timelineOf(name);
    expect(arrivesAt).toBeGreaterThanOrEqual(240);
    expect(arrivesAt).toBeLessThanOrEqual(420);
  });

  test("cells change as the stack passes them", () => {
    const timeline = timelineOf("move-after"); // b4-f4 over d4 and e4
    expect(timeOf(timeline, "1,3")).toBe(0);
    const slide = timeline.arrivesAt - 60; // after the lift, easing out
    expect(timeOf(timeline, "3,3")).toBeCloseTo(60 + slide * (1 - Math.sqrt(1 / 2)));
    expect(timeOf(timeline, "4,3")).toBeCloseTo(60 + slide * (1 - Math.sqrt(1 / 4)));
    expect(timeOf(timeline, "5,3")).toBe(timeline.arrivesAt);
  });

  test("a capture takes the top ring of its target as it passes", () => {
    const timeline = timelineOf("capture-after"); // b2xb5-b7
    const { mover, arrivesAt } = timeline;
    expect(mover).toMatchObject({ from: "1,1", to: "1,6", target: "1,4", ring: 2 });
    expect([mover?.passesTargetAt, timeOf(timeline, "1,4"), arrivesAt]).toEqual([160, 160, 420]);
  });

  test("a light runs along a line, which then collapses in a wave", () => {
    const timeline = timelineOf("line-after");
    expect(timeline.line?.cells).toHaveLength(5);
    expect(["1,2", "2,2", "3,2", "4,2", "5,2"].map((key) => timeOf(timeline, key))).toEqual([
      160, 190, 220, 250, 280,
    ]);
  });

  test("a region is outlined, then collapses from the wall inwards", () => {
    const timeline = timelineOf("region-after");
    expect(timeline.region?.cells).toContain("3,0");
    expect(timeOf(timeline, "3,0")).toBe(300);
    expect(timeOf(timeline, "1,1")).toBe(325);
  });

  test("a recovery slides a marker, then its line collapses", () => {
    const timeline = timelineOf("recovery-line-after");
    expect(timeline.mover?.contents).toEqual({ kind: "marker", seats: [1] });
    expect(timeOf(timeline, "1,3")).toBe(timeline.arrivesAt + 160);
  });

  test.each(allSteps)("every changed cell has a time: %s", (_, { before, move, after }) => {
    const was = contentsOf(before);
    const changes = diffContents(was, contentsOf(after));
    const timeline = buildTimeline(layoutOf(before.board.type), was, changes, move);
    expect(timeline.changes.map(({ change }) => change.key)).toEqual(changes.map(({ key }) => key));
    for (const { at } of timeline.changes) expect(at).toBeLessThanOrEqual(1300);
  });
});
