// The installed page without a connection, and its updates.

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { it } from "./harness/fixtures";
import { GamePage } from "./harness/gamePage";
import { shownPuzzle, solve } from "./harness/puzzles";
import { Server } from "./harness/server";
import { Users } from "./harness/users";

const INSTALLED = { serviceWorkers: "allow" } as const;

/** Resolves when the service worker keeps the page. */
async function waitUntilKept(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
      await new Promise((done) =>
        navigator.serviceWorker.addEventListener("controllerchange", done, { once: true }),
      );
  });
}

describe("without a connection", () => {
  it("the page starts, and sandbox, engine, lessons, puzzles and rules work", async ({
    users,
    server,
  }) => {
    const { page } = await users.open(INSTALLED);
    await page.goto("/");
    await waitUntilKept(page);
    await page.context().setOffline(true);
    await server.stop();

    await page.goto("/sandbox");
    const sandbox = new GamePage(page);
    await sandbox.choose("d4", "d6");
    await sandbox.expectCell("d6", /blue ring/);

    await page.goto("/study#scenario=capture-four-players");
    await page.locator(".variations > li").first().waitFor();

    await page.goto("/learn/moving");
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.locator("ringrift-board [data-name]").first().waitFor();

    await page.goto("/rulebook");
    await page.getByRole("heading", { name: "Quick start" }).waitFor();

    // The puzzles were never opened before.
    await page.goto("/puzzles/rated");
    await solve(page, await shownPuzzle(page));
    await page.getByText("Yes!").waitFor();
    await server.launch();
  });
});

describe("a new version", () => {
  it("waits for the end of a game and is loaded with the next page", async ({ browser }) => {
    const folder = mkdtempSync(join(tmpdir(), "ringrift-page-"));
    cpSync(process.env.RINGRIFT_PAGE ?? "dist", folder, { recursive: true });
    const server = await Server.start({ RINGRIFT_PAGE: folder });
    const users = new Users(browser, server);
    try {
      const { page } = await users.open(INSTALLED);
      await page.goto("/");
      await waitUntilKept(page);
      await page.getByRole("button", { name: "Start the game" }).click();
      const game = new GamePage(page);
      await game.choose("d4");
      await game.expectCell("d4", /blue ring/);
      await page.evaluate(() => Object.assign(window, { sameDocument: true }));

      publishNewVersion(folder);
      await server.stop();
      await server.launch();
      await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
      await page.waitForFunction(
        async () => (await navigator.serviceWorker.getRegistration())?.waiting != null,
      );
      await game.choose("d6");
      await game.expectCell("d6", /blue ring/);
      expect(await page.evaluate(() => "sameDocument" in window)).toBe(true);

      await page.getByRole("link", { name: "Leaders" }).first().click();
      await page.waitForFunction(() => !("sameDocument" in window));
      await page.getByRole("heading", { name: "Leaders", level: 1 }).waitFor();
      users.expectNoErrors();
    } finally {
      await users.close();
      await server.close();
      rmSync(folder, { recursive: true });
    }
  });
});

/** Gives a built page another entry script, which loads the former one. */
function publishNewVersion(folder: string): void {
  const html = readFileSync(join(folder, "index.html"), "utf8");
  const [, name = ""] = /src="\/assets\/(index-[\w-]+)\.js"/.exec(html) ?? [];
  writeFileSync(join(folder, `assets/${name}2.js`), `import "./${name}.js";`);
  for (const file of ["index.html", "sw.js"]) {
    for (const packed of [".br", ".gz"]) rmSync(join(folder, file + packed));
    const text = readFileSync(join(folder, file), "utf8").replaceAll(`${name}.js`, `${name}2.js`);
    writeFileSync(join(folder, file), text.replace(/"version":"\w+"/, '"version":"next"'));
  }
}
