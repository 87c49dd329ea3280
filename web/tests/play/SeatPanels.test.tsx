import { renderToStaticMarkup } from "react-dom/server";
import { afterAll, expect, it } from "vitest";
import { SeatPanels } from "../../src/play/SeatPanels";
import { ReferenceEngine } from "../reference/referenceEngine";

const reference = new ReferenceEngine();
afterAll(() => reference.close());

it.each([
  ["full", "Learning · Red"],
  ["compact", "computer · Red"],
] as const)("a level's panel (%s) says its strength if there is room", async (form, words) => {
  const view = await reference.scenario("lps-standard");
  const seats = [{ seat: 2 as const, name: "Level 3", kind: "computer", strength: "Learning" }];
  const container = document.createElement("div");
  container.innerHTML = renderToStaticMarkup(
    <SeatPanels view={view} seats={seats} shown={[2]} viewer={[1]} form={form} />,
  );
  expect(container.querySelector(".panel-name small")?.textContent).toContain(words);
});
