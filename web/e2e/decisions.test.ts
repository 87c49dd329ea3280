// Every decision of the game by clicks in the sandbox; rare ones start from rulebook scenarios.

import { describe } from "vitest";
import type { BoardElement } from "../src/board/types";
import { it as story } from "./harness/fixtures";
import { GamePage } from "./harness/gamePage";
import { REDUCED_MOTION } from "./harness/users";

/** All tests share one page. */
const it = story.extend("gamePage", { scope: "file" }, async ({ sharedUsers }) => {
  const { page } = await sharedUsers.open(REDUCED_MOTION);
  return new GamePage(page);
});
it.afterEach(({ sharedUsers }) => sharedUsers.expectNoErrors());

let opened = 0;

/** Opens the position of a scenario by its link. */
async function openScenario(scenario: string, { page }: GamePage): Promise<void> {
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

describe("placement", () => {
  it("is one click for one ring; for two or three choose the number first", async ({
    gamePage,
  }) => {
    await openScenario("placement-first-turn-standard", gamePage);
    await gamePage.choose("d4");
    await gamePage.expectMoves("@d4");
    await undo(gamePage);
    await gamePage.press("2 rings");
    await gamePage.expectPrompt(/^Blue: place 2 rings/);
    await gamePage.choose("d4");
    await gamePage.expectCell("d4", /blue stack of 2/);
    await undo(gamePage);
    await gamePage.cell("d4").focus();
    await gamePage.page.keyboard.press("3");
    await gamePage.expectPrompt(/^Blue: place 3 rings/);
    await gamePage.choose("d4");
    await gamePage.expectMoves("@d4x3");
  });

  it("asks how many rings if the full number could not move", async ({ gamePage }) => {
    await openScenario("placement-height-limits-count", gamePage);
    await gamePage.press("3 rings");
    await gamePage.click("a1");
    await gamePage.expectPrompt(/how many rings on a1\? A stack of more than 2/);
    await gamePage.press("2 rings");
    await gamePage.expectMoves("@a1x2");
  });

  it("can be skipped by a player who can move", async ({ gamePage }) => {
    await openScenario("import-minimal", gamePage);
    await gamePage.press("Move without placing");
    await gamePage.expectMoves("skip");
    await gamePage.expectPrompt(/move the stack on d4/);
  });

  it("explains with the rule why a cell takes no ring", async ({ gamePage }) => {
    await openScenario("placement-caged-cell", gamePage);
    await gamePage.expectCell("f6", /can be chosen/);
    await gamePage.click("b2");
    await gamePage.page.getByRole("alert").getByRole("link", { name: "Rule R081" }).waitFor();
    await gamePage.expectMoves();
  });

  it("offers to swap sides after the first turn", async ({ gamePage }) => {
    await openScenario("swap-once", gamePage);
    await gamePage.choose("d4", "d5");
    await gamePage.expectPrompt(/^Red: swap sides, or keep yours/);
    await gamePage.press("Swap sides");
    await gamePage.expectMoves("@d4", "d4-d5", "swap");
    await gamePage.expectPrompt(/^Red: place a ring/);
    await gamePage.expectCell("d5", /blue ring/);
  });
});

describe("movement", () => {
  it("is a click on the landing cell, and explains why nearer cells are too close", async ({
    gamePage,
  }) => {
    await openScenario("move-at-least-its-height", gamePage);
    await gamePage.expectCell("d4", /can be chosen/);
    await gamePage.click("b4");
    await gamePage.page.getByRole("alert").getByRole("link", { name: "Rule R091" }).waitFor();
    await gamePage.choose("d4");
    await gamePage.expectMoves("a4-d4");
  });
});

describe("capture", () => {
  it("is a click on the target and one on the landing cell", async ({ gamePage }) => {
    await openScenario("capture-landing-choice", gamePage);
    await gamePage.choose("c4");
    await gamePage.expectPrompt(/where do you want to land beyond c4/);
    await gamePage.choose("f4");
    await gamePage.expectMoves("b4xc4-f4");
  });

  it("after a move can be declined", async ({ gamePage }) => {
    await openScenario("capture-phase-only-from-the-landed-stack", gamePage);
    await gamePage.choose("a1", "d1");
    await gamePage.expectPrompt(/capture with the stack on d1, or stop/);
    await gamePage.press("Stop here");
    await gamePage.expectMoves("a1-d1", "skip");
  });

  it("continues as a chain until no capture is possible", async ({ gamePage }) => {
    await openScenario("chain-branch-b", gamePage);
    await gamePage.choose("h5");
    await gamePage.expectPrompt(/continue capturing with the stack on h5/);
    await gamePage.choose("h8");
    await gamePage.choose("h4");
    await gamePage.expectMoves("e5xg5-h5", ">h5xh7-h8", ">h8xh7-h4");
    await gamePage.expectPrompt(/^Red/);
  });
});

describe("a line", () => {
  it("collapses by a click and is paid with a ring of a highlighted stack", async ({
    gamePage,
  }) => {
    await openScenario("line-cost-standard", gamePage);
    await gamePage.expectNote("+4 cells · costs 1 ring");
    await gamePage.choose("b2");
    await gamePage.expectPrompt(/pay for the line with the top ring of a stack/);
    await gamePage.cell("h8").hover({ force: true });
    await gamePage.expectNote("−1 ring");
    await gamePage.choose("h8");
    await gamePage.expectMoves("=a2..d2", "^h8");
    await gamePage.expectCell("c2", /blue territory/);
  });

  it("that is longer can collapse as a whole for one ring", async ({ gamePage }) => {
    await openScenario("line-overlong-choices", gamePage);
    await gamePage.press("All 5: costs 1 ring");
    await gamePage.choose("h8");
    await gamePage.expectMoves("=a2..e2!all", "^h8");
  });

  it("that is longer can collapse a free segment under the pointer", async ({ gamePage }) => {
    await openScenario("line-overlong-free-segment", gamePage);
    await gamePage.cell("e2").hover({ force: true });
    await gamePage.expectNote("+4 cells, free");
    await gamePage.choose("e2");
    await gamePage.expectMoves("=a2..e2!b2..e2");
    await gamePage.expectCell("a2", /blue marker/);
  });

  it("is chosen among several, by name where they cross", async ({ gamePage }) => {
    await openScenario("line-crossing-standard", gamePage);
    await gamePage.expectPrompt(/choose a line to collapse/);
    await gamePage.choose("g10");
    await gamePage.press("f10 to j10: +5 cells, costs 1 ring");
    await gamePage.press("All 5: costs 1 ring");
    await gamePage.choose("a1");
    await gamePage.expectMoves("=f10..j10!all", "^a1");
  });
});

describe("a region", () => {
  it("shows what collapses and what it costs, then is taken and paid", async ({ gamePage }) => {
    await openScenario("region-frame", gamePage);
    await gamePage.cell("b2").hover({ force: true });
    await gamePage.expectNote("+21 cells, +2 rings · costs a cap");
    await gamePage.choose("b2");
    await gamePage.expectPrompt(/pay for the region with the cap of a stack/);
    await gamePage.choose("f6");
    await gamePage.expectMoves("#b2/1", "^f6");
    await gamePage.expectCell("a2", /blue territory/);
  });

  it("can be declined", async ({ gamePage }) => {
    await openScenario("region-declined", gamePage);
    await gamePage.choose("d5");
    await gamePage.press("Not now");
    await gamePage.expectMoves("e5-d5", "skip");
  });
});

describe("recovery", () => {
  it("slides a marker into a line and is paid with a buried ring", async ({ gamePage }) => {
    await openScenario("recovery-line", gamePage);
    await gamePage.choose("e3", "e2");
    await gamePage.expectMoves("~e3-e2=b2..e2!all^h8");
  });

  it("asks which buried ring pays if there are several", async ({ gamePage }) => {
    await openScenario("recovery-extraction-choice", gamePage);
    await gamePage.choose("e3", "e2");
    await gamePage.expectPrompt(/which buried ring do you want to pay with/);
    await gamePage.choose("h8");
    await gamePage.expectMoves("~e3-e2=b2..e2!all^h8");
  });

  it("into a longer line can take a free segment of it", async ({ gamePage }) => {
    await openScenario("recovery-overlong-line", gamePage);
    await gamePage.choose("f3", "f2");
    await gamePage.choose("b2");
    await gamePage.expectMoves("~f3-f2=b2..f2!b2..e2");
  });

  it("without a line is a step to an adjacent cell", async ({ gamePage }) => {
    await openScenario("recovery-fallback-and-strike", gamePage);
    await gamePage.choose("b2", "a1");
    await gamePage.expectMoves("~b2-a1^h8");
  });

  it("can strike the top ring of a stack", async ({ gamePage }) => {
    await openScenario("recovery-strike", gamePage);
    await gamePage.choose("b2", "c3");
    await gamePage.expectMoves("~b2-c3^h8");
  });

  it("can be declined", async ({ gamePage }) => {
    await openScenario("recovery-fallback-and-strike", gamePage);
    await gamePage.press("Do not recover");
    await gamePage.expectMoves("skip");
  });
});

describe("forced elimination", () => {
  it("is a click on the stack that gives up its cap", async ({ gamePage }) => {
    await openScenario("forced-elimination-choice-standard", gamePage);
    await gamePage.expectPrompt(/you took no action this turn, so give up the cap of a stack/);
    await gamePage.choose("d4");
    await gamePage.expectMoves("^^d4");
  });

  it("can win the game", async ({ gamePage }) => {
    await openScenario("forced-elimination-wins", gamePage);
    await gamePage.choose("d4");
    await gamePage.expectPrompt(/^Blue wins by eliminating rings/);
  });
});
