import { describe, expect, it } from "vitest";
import { bandPaths } from "../../src/replay/EvaluationGraph";
import { findTurningPoints, sampleEvenly } from "../../src/replay/turningPoints";

const points = [0.5, 0.52, 0.8, 0.78, 0.3, 0.31].map((share, at) => ({
  at,
  shares: [share, 1 - share],
}));

describe("turning points", () => {
  it("are the largest changes of a seat's share, in game order", () => {
    expect(findTurningPoints(points).map(({ after, seat }) => [after.at, seat])).toEqual([
      [2, 0],
      [4, 0],
    ]);
    expect(findTurningPoints(points, 1).map(({ after }) => after.at)).toEqual([4]);
  });

  it("are absent from a quiet game", () => {
    expect(findTurningPoints(points.slice(0, 2))).toEqual([]);
  });
});

describe("the graph", () => {
  it("stacks one band per seat up to 100%", () => {
    const [first, second] = bandPaths(points.slice(0, 2), 1);
    expect(first).toBe("M0.0,55.0L400.0,52.8L400.0,110.0L0.0,110.0Z");
    expect(second).toBe("M0.0,0.0L400.0,0.0L400.0,52.8L0.0,55.0Z");
  });

  it("samples few points of a long game for the server", () => {
    expect(sampleEvenly([0, 1, 2, 3, 4, 5, 6, 7, 8], 3)).toEqual([0, 4, 8]);
    expect(sampleEvenly([0, 5], 3)).toEqual([0, 5]);
  });
});
