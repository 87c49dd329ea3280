// Slow and broken connections.

import { describe, expect } from "vitest";
import { it } from "./harness/fixtures";
import { GamePage } from "./harness/gamePage";

/** A poor mobile network. */
const SLOW = {
  offline: false,
  latency: 400,
  downloadThroughput: 100_000,
  uploadThroughput: 30_000,
};

describe("on a slow connection", () => {
  it("a new user plays a turn against the computer", async ({ users }) => {
    const { page } = await users.open();
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Network.enable");
    await devtools.send("Network.emulateNetworkConditions", SLOW);
    await page.goto("/");
    await page.getByRole("button", { name: "Start the game" }).click();
    const gamePage = new GamePage(page);
    await gamePage.board.waitFor();
    await gamePage.choose("d4", "d6");
    await expect.poll(() => page.title()).toMatch(/^Your turn/);
  });
});

describe("when the server is killed during a game", () => {
  it("a move made meanwhile is kept and played when the server is back", async ({
    users,
    server,
  }) => {
    const { page } = await users.open();
    await page.goto("/");
    await page.getByRole("button", { name: "Start the game" }).click();
    const gamePage = new GamePage(page);
    await gamePage.choose("d4");
    await server.stop("SIGKILL");
    await page
      .getByText("Your moves are saved and will be sent when you are back online.")
      .waitFor();
    await gamePage.click("d6");
    await gamePage.expectPrompt(/^Sending…/);
    await gamePage.expectCell("d6", /empty/);
    await server.launch();
    await gamePage.expectCell("d6", /blue ring/);
    await expect.poll(() => page.title()).toMatch(/^Your turn/);
  });
});
