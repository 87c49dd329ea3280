import { afterAll, expect, it } from "vitest";
import { playVariation } from "../../src/play/history";
import { ReferenceEngine } from "../reference/referenceEngine";

const law = new ReferenceEngine();
afterAll(() => law.close());

it("walks along a line of the engine, passes included, to the next choice", async () => {
  const start = await law.newGame({
    board: "square8",
    players: 2,
    edition: "standard",
    swap: true,
  });
  const line = ["@d4", "d4-d6", "-", "-", "@a1"];
  const steps = await playVariation(law, start, line);
  expect(steps.map((step) => step.notation)).toEqual(line);
  const short = await playVariation(law, start, line.slice(0, 2));
  expect(short.map((step) => step.notation)).toEqual(["@d4", "d4-d6", "-", "-"]);
  expect(short.at(-1)?.view.decision?.interactive).toBe(true);
});

it("refuses a line that does not fit the position", async () => {
  const start = await law.newGame({
    board: "square8",
    players: 2,
    edition: "standard",
    swap: true,
  });
  await expect(playVariation(law, start, ["d4-d6"])).rejects.toThrow();
});
