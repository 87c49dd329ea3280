// @vitest-environment node

import { describe, expect, it } from "vitest";
import { KernelEngine } from "../../src/engine/kernelEngine";
import {
  type FirstSteps,
  marksFor,
  startFirstSteps,
  tapCell,
  type WrongTap,
} from "../../src/learn/firstSteps";
import { loadKernel } from "../engine/loadKernel";

const engine = new KernelEngine(await loadKernel());
const LINE = ["1,0", "1,1", "1,2", "1,3"];

async function tap(steps: FirstSteps, cell: string): Promise<FirstSteps> {
  const result = await tapCell(engine, steps, cell);
  if ("wrong" in result) throw new Error(result.wrong);
  return result.steps;
}
async function wrongTap(steps: FirstSteps, cell: string): Promise<WrongTap | null> {
  const result = await tapCell(engine, steps, cell);
  return "wrong" in result ? result.wrong : null;
}

describe("the first visit", () => {
  it("leads from the placement over the run to land that cost one ring", async () => {
    const start = await startFirstSteps(engine);
    expect(marksFor(start)).toEqual({ targets: ["1,2"], highlights: ["1,2"] });
    const placed = await tap(start, "1,2");
    expect(placed.view.state.board.stacks["1,2"]?.rings).toEqual([1, 1]);
    const moved = await tap(placed, "6,2");
    expect(moved.stage).toBe("ground");
    expect(moved.line.toSorted()).toEqual(LINE);
    const done = await tap(moved, "1,0");
    expect(done.stage).toBe("done");
    for (const key of LINE) expect(done.view.state.board.collapsedSpaces[key]).toBe(1);
    expect(done.view.state.board.stacks["6,2"]?.rings).toEqual([1]);
    expect(done.view.state.players[0]?.eliminatedRings).toBe(1);
  });

  it("accepts every run that completes the line", async () => {
    const placed = await tap(await startFirstSteps(engine), "1,2");
    const targets = marksFor(placed).targets ?? [];
    expect(targets.length).toBeGreaterThan(3);
    expect((await tap(placed, "3,4")).stage).toBe("ground");
  });

  it("explains each wrong tap", async () => {
    const start = await startFirstSteps(engine);
    expect(await wrongTap(start, "1,0")).toBe("markerInTheWay");
    expect(await wrongTap(start, "5,6")).toBe("stackInTheWay");
    expect(await wrongTap(start, "4,4")).toBe("otherCell");
    const placed = await tap(start, "1,2");
    expect(await wrongTap(placed, "2,2")).toBe("tooShort");
    expect(await wrongTap(placed, "3,3")).toBe("notStraight");
    expect(await wrongTap(placed, "1,5")).toBe("ownMarkers");
    const moved = await tap(placed, "6,2");
    expect(await wrongTap(moved, "6,2")).toBe("notTheLine");
  });
});
