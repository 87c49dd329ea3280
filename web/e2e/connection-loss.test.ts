// The line to the server: slow, broken in the middle of a game, whole again.

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

describe("on a slow line", () => {
  it("a newcomer plays a turn against the computer", async ({ people }) => {
    const { page } = await people.arrive();
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Network.enable");
    await devtools.send("Network.emulateNetworkConditions", SLOW);
    await page.goto("/");
    await page.getByRole("button", { name: "Play now" }).click();
    const table = new GamePage(page);
    await table.board.waitFor();
    await table.choose("d4", "d6");
    await expect.poll(() => page.title()).toMatch(/^Your turn/);
  });
});

describe("when the server is killed in the middle of a game", () => {
  it("a move made meanwhile is kept, and played when the server is back", async ({
    people,
    server,
  }) => {
    const { page } = await people.arrive();
    await page.goto("/");
    await page.getByRole("button", { name: "Play now" }).click();
    const table = new GamePage(page);
    await table.choose("d4");
    await server.end("SIGKILL");
    await page
      .getByText("Your moves are saved and will be sent when you are back online.")
      .waitFor();
    await table.click("d6");
    await table.expectAsked(/^Sending…/);
    await table.expectCell("d6", /empty/);
    await server.run();
    await table.expectCell("d6", /blue ring/);
    await expect.poll(() => page.title()).toMatch(/^Your turn/);
  });
});
