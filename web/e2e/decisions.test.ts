// Every decision of the game as a choice on the board, in the sandbox; the rare ones from the rulebook's scenarios.

import { describe } from "vitest";
import type { BoardElement } from "../src/board/types";
import { it as story } from "./harness/fixtures";
import { GamePage } from "./harness/gamePage";
import { CALM } from "./harness/users";

/** One person sits at the same table all the time. */
const it = story.extend("table", { scope: "file" }, async ({ regulars }) => {
  const { page } = await regulars.arrive(CALM);
  return new GamePage(page);
});
it.afterEach(({ regulars }) => regulars.expectNoComplaints());

let opened = 0;

/** The person goes by a link to the position of a scenario. */
async function at(scenario: string, { page }: GamePage): Promise<void> {
  const before = await page.evaluateHandle(
    () => document.querySelector<BoardElement>("ringrift-board")?.state ?? null,
  );
  // The count makes it another address where the scenario is the same as before.
  await page.goto(`/sandbox#scenario=${scenario}&opened=${++opened}`);
  await page.waitForFunction((state) => {
    const board = document.querySelector<BoardElement>("ringrift-board");
    return board?.state && board.state !== state;
  }, before);
}

const undo = ({ page }: GamePage) => page.getByRole("button", { name: "Undo" }).click();

describe("placing rings", () => {
  it("is a click for one ring, and a number before it for two or three", async ({ table }) => {
    await at("placement-first-turn-standard", table);
    await table.choose("d4");
    await table.expectMoves("@d4");
    await undo(table);
    await table.press("2 rings");
    await table.expectAsked(/^Blue: place 2 rings/);
    await table.choose("d4");
    await table.expectCell("d4", /blue stack of 2/);
    await undo(table);
    await table.cell("d4").focus();
    await table.page.keyboard.press("3");
    await table.expectAsked(/^Blue: place 3 rings/);
    await table.choose("d4");
    await table.expectMoves("@d4x3");
  });

  it("asks how many where not all of them could move any more", async ({ table }) => {
    await at("placement-height-limits-count", table);
    await table.press("3 rings");
    await table.click("a1");
    await table.expectAsked(/how many rings on a1\? A stack of more than 2/);
    await table.press("2 rings");
    await table.expectMoves("@a1x2");
  });

  it("may be left out by whoever can move", async ({ table }) => {
    await at("import-minimal", table);
    await table.press("Place nothing");
    await table.expectMoves("skip");
    await table.expectAsked(/move the stack on d4/);
  });

  it("says why a cell takes no ring, with the rule", async ({ table }) => {
    await at("placement-caged-cell", table);
    await table.expectCell("f6", /can be chosen/);
    await table.click("b2");
    await table.page.getByRole("alert").getByRole("link", { name: "Rule R081" }).waitFor();
    await table.expectMoves();
  });

  it("may give way to a swap of the sides after the first turn", async ({ table }) => {
    await at("swap-once", table);
    await table.choose("d4", "d5");
    await table.expectAsked(/^Red: swap sides, or keep yours/);
    await table.press("Swap sides");
    await table.expectMoves("@d4", "d4-d5", "swap");
    await table.expectAsked(/^Red: place a ring/);
    await table.expectCell("d5", /blue ring/);
  });
});

describe("moving", () => {
  it("is a click on where the stack goes, and says why it cannot go nearer", async ({ table }) => {
    await at("move-at-least-its-height", table);
    await table.expectCell("d4", /can be chosen/);
    await table.click("b4");
    await table.page.getByRole("alert").getByRole("link", { name: "Rule R091" }).waitFor();
    await table.choose("d4");
    await table.expectMoves("a4-d4");
  });
});

describe("capturing", () => {
  it("is a click on the other stack, and one on where to land beyond it", async ({ table }) => {
    await at("capture-landing-choice", table);
    await table.choose("c4");
    await table.expectAsked(/where do you want to land beyond c4/);
    await table.choose("f4");
    await table.expectMoves("b4xc4-f4");
  });

  it("after a move can be left", async ({ table }) => {
    await at("capture-phase-only-from-the-landed-stack", table);
    await table.choose("a1", "d1");
    await table.expectAsked(/capture with the stack on d1, or stop/);
    await table.press("Stop here");
    await table.expectMoves("a1-d1", "skip");
  });

  it("goes on as a chain, a landing after the other, until there is none", async ({ table }) => {
    await at("chain-branch-b", table);
    await table.choose("h5");
    await table.expectAsked(/continue capturing with the stack on h5/);
    await table.choose("h8");
    await table.choose("h4");
    await table.expectMoves("e5xg5-h5", ">h5xh7-h8", ">h8xh7-h4");
    await table.expectAsked(/^Red/);
  });
});

describe("a line", () => {
  it("collapses by a click on it, and is paid with a ring of a stack that glows", async ({
    table,
  }) => {
    await at("line-cost-standard", table);
    await table.expectNote("4 cells, costs 1 ring");
    await table.choose("b2");
    await table.expectAsked(/pay for the line with the top ring of a stack/);
    await table.cell("h8").hover({ force: true });
    await table.expectNote("−1 ring");
    await table.choose("h8");
    await table.expectMoves("=a2..d2", "^h8");
    await table.expectCell("c2", /blue territory/);
  });

  it("that is longer may collapse whole, for a ring", async ({ table }) => {
    await at("line-overlong-choices", table);
    await table.press("All 5: costs 1 ring");
    await table.choose("h8");
    await table.expectMoves("=a2..e2!all", "^h8");
  });

  it("that is longer may collapse by the free stretch that is pointed at", async ({ table }) => {
    await at("line-overlong-free-segment", table);
    await table.cell("e2").hover({ force: true });
    await table.expectNote("4 cells, free");
    await table.choose("e2");
    await table.expectMoves("=a2..e2!b2..e2");
    await table.expectCell("a2", /blue marker/);
  });

  it("among others is chosen, where they cross by name", async ({ table }) => {
    await at("line-crossing-standard", table);
    await table.expectAsked(/choose a line to collapse/);
    await table.choose("g10");
    await table.press("f10 to j10: 5 cells, costs 1 ring");
    await table.press("All 5: costs 1 ring");
    await table.choose("a1");
    await table.expectMoves("=f10..j10!all", "^a1");
  });
});

describe("a region", () => {
  it("shows what collapses and what it costs, and is taken and paid for", async ({ table }) => {
    await at("region-frame", table);
    await table.cell("b2").hover({ force: true });
    await table.expectNote("21 cells, 2 rings, costs a cap");
    await table.choose("b2");
    await table.expectAsked(/pay for the region with the cap of a stack/);
    await table.choose("f6");
    await table.expectMoves("#b2/1", "^f6");
    await table.expectCell("a2", /blue territory/);
  });

  it("may be left", async ({ table }) => {
    await at("region-declined", table);
    await table.choose("d5");
    await table.press("Leave it");
    await table.expectMoves("e5-d5", "skip");
  });
});

describe("recovery", () => {
  it("is a slide of a marker into a line, paid with a buried ring", async ({ table }) => {
    await at("recovery-line", table);
    await table.choose("e3", "e2");
    await table.expectMoves("~e3-e2=b2..e2!all^h8");
  });

  it("asks which buried ring pays where there are several", async ({ table }) => {
    await at("recovery-extraction-choice", table);
    await table.choose("e3", "e2");
    await table.expectAsked(/which buried ring do you want to pay with/);
    await table.choose("h8");
    await table.expectMoves("~e3-e2=b2..e2!all^h8");
  });

  it("into a longer line may take a free stretch of it", async ({ table }) => {
    await at("recovery-overlong-line", table);
    await table.choose("f3", "f2");
    await table.choose("b2");
    await table.expectMoves("~f3-f2=b2..f2!b2..e2");
  });

  it("without a line is a step to a neighbour", async ({ table }) => {
    await at("recovery-fallback-and-strike", table);
    await table.choose("b2", "a1");
    await table.expectMoves("~b2-a1^h8");
  });

  it("may strike the top ring of a stack", async ({ table }) => {
    await at("recovery-strike", table);
    await table.choose("b2", "c3");
    await table.expectMoves("~b2-c3^h8");
  });

  it("may be left out", async ({ table }) => {
    await at("recovery-fallback-and-strike", table);
    await table.press("Do not recover");
    await table.expectMoves("skip");
  });
});

describe("a forced elimination", () => {
  it("is a click on the stack whose cap is given up", async ({ table }) => {
    await at("forced-elimination-choice-standard", table);
    await table.expectAsked(/you took no action this turn, so give up the cap of a stack/);
    await table.choose("d4");
    await table.expectMoves("^^d4");
  });

  it("may win the game", async ({ table }) => {
    await at("forced-elimination-wins", table);
    await table.choose("d4");
    await table.expectAsked(/^Blue wins by eliminated rings/);
  });
});
