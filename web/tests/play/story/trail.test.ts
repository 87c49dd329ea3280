// @vitest-environment node
import { describe, expect, it } from "vitest";
import { trailOf } from "../../../src/board/trail";
import { turnSteps } from "../../../src/play/history";
import { loadRules } from "../../engine/loadKernel";
import { playScenario } from "./tellScenario";

describe("the trail of the last turn", () => {
  it("covers the whole turn that ended with a skipped capture", async () => {
    const { start, steps } = playScenario(
      await loadRules(),
      "capture-phase-only-from-the-landed-stack",
    );
    expect(steps.map(({ notation }) => notation)).toEqual(["a1-d1", "skip", "-", "-"]);
    expect(trailOf(turnSteps({ start, steps, at: steps.length }))).toMatchObject({
      start: "0,0",
      end: "3,0",
    });
  });

  it("covers the whole turn that ended with payments", async () => {
    const { start, steps } = playScenario(await loadRules(), "line-then-region-square8-2p");
    const trail = trailOf(turnSteps({ start, steps, at: steps.length }));
    expect(trail).toMatchObject({ start: "3,3", end: "3,5" });
    expect(trail?.collapsed).toHaveLength(4 + 9);
  });
});
