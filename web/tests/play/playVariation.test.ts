import { afterAll, expect, it } from "vitest";
import { playVariation } from "../../src/play/history";
import { ReferenceEngine } from "../reference/referenceEngine";

const reference = new ReferenceEngine();
afterAll(() => reference.close());

it("plays a variation with bookkeeping up to the next decision", async () => {
  const start = await reference.newGame({
    board: "square8",
    players: 2,
    edition: "standard",
    swap: true,
  });
  const line = ["@d4", "d4-d6", "-", "-", "@a1"];
  const steps = await playVariation(reference, start, line);
  expect(steps.map((step) => step.notation)).toEqual(line);
  const short = await playVariation(reference, start, line.slice(0, 2));
  expect(short.map((step) => step.notation)).toEqual(["@d4", "d4-d6", "-", "-"]);
  expect(short.at(-1)?.view.decision?.interactive).toBe(true);
});

it("rejects a variation that does not fit the position", async () => {
  const start = await reference.newGame({
    board: "square8",
    players: 2,
    edition: "standard",
    swap: true,
  });
  await expect(playVariation(reference, start, ["d4-d6"])).rejects.toThrow();
});
