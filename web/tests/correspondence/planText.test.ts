import { describe, expect, it } from "vitest";
import { describePlanProblem, formatPlan, parsePlan } from "../../src/correspondence/planText";
import { RefusedError } from "../../src/rules/wire";

describe("a plan as text", () => {
  it("has one line for each variation and ignores empty ones", () => {
    const lines = [
      ["@a1", "a1-a3"],
      ["@b2", "b2-b3"],
    ];
    expect(parsePlan(" @a1  a1-a3 \n\n@b2 b2-b3\n")).toEqual(lines);
    expect(formatPlan(lines)).toBe("@a1 a1-a3\n@b2 b2-b3");
  });

  it("names the line and the choice that was refused", () => {
    const refusal = { code: "X", rule: "", message: "no ring there", path: "lines[1][2]" };
    expect(describePlanProblem(new RefusedError(refusal))).toBe("Line 2, choice 3: no ring there");
    expect(describePlanProblem(new RefusedError({ ...refusal, path: "game" }))).toBeNull();
  });
});
