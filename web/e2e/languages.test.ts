// The languages of the page: detection, the switch, and the layout with longer text and from right
// to left, in pseudo-languages of a build of their own.

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { it } from "./harness/fixtures";
import { Server } from "./harness/server";
import { PHONE, REDUCED_MOTION, Users } from "./harness/users";

const WEB = fileURLToPath(new URL("..", import.meta.url));

describe("the language", () => {
  it("is that of the browser at first, and changes without a reload", async ({ users }) => {
    const { page } = await users.open({ locale: "de-CH" });
    await page.goto("/rulebook");
    await page.getByRole("heading", { name: "Kurz gefasst" }).waitFor();
    expect(await page.locator("html").getAttribute("lang")).toBe("de");
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));

    await page.getByLabel("Sprache").selectOption("en");
    await page.getByRole("heading", { name: "Quick start" }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("footer-language");
    expect(await page.title()).toBe("Rulebook · RingRift");
    expect(await page.evaluate(() => "sameDocument" in window)).toBe(true);

    await page.reload();
    await page.getByRole("heading", { name: "Quick start" }).waitFor();
  });

  it("of the engine’s explanations is that of the page", async ({ users }) => {
    const { page } = await users.open({ locale: "de" });
    await page.goto("/sandbox");
    await page.getByRole("button", { name: "Laden und teilen" }).click();
    await page.getByLabel("Stellung als Text oder Aufzeichnung").fill("no position");
    await page.getByRole("button", { name: "Laden", exact: true }).click();
    await page.getByText("Das konnte nicht geöffnet werden").first().waitFor();
    await page
      .getByText("die 11 Felder")
      .or(page.getByText(/Erwartet wird/))
      .first()
      .waitFor();
  });
});

describe("the layout", () => {
  const folder = mkdtempSync(join(tmpdir(), "ringrift-pseudo-"));
  let server: Server;

  beforeAll(async () => {
    const args = ["vite", "build", "--mode", "pseudo", "--outDir", folder, "--logLevel", "error"];
    const env = { ...process.env, NODE_ENV: "production" };
    execFileSync("npx", [...args, "--emptyOutDir"], { cwd: WEB, env, stdio: "ignore" });
    server = await Server.start({ RINGRIFT_PAGE: folder });
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });

  const PAGES = ["/", "/play", "/learn", "/learn/moving", "/settings", "/account", "/sandbox"];

  it.for([
    ["en-XA", "ltr"],
    ["ar-XB", "rtl"],
  ] as const)("holds text in %s on a phone", async ([language, direction], { browser }) => {
    const users = new Users(browser, server);
    const { page } = await users.open({ ...PHONE, ...REDUCED_MOTION });
    await page.addInitScript(
      (settings) => window.localStorage.setItem("ringrift.settings", settings),
      JSON.stringify({ language }),
    );
    for (const path of PAGES) {
      await page.goto(path);
      await page.locator(`html[lang="${language}"][dir="${direction}"] h1`).first().waitFor();
      await expect.poll(async () => [path, await findOverflow(page)]).toEqual([path, []]);
    }
    users.expectNoErrors();
    await users.close();
  });
});

/** Texts that are wider than the screen, or cut off by the box that they are in. */
function findOverflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const isHidden = (element: Element) =>
      element.closest(".visually-hidden, .skip-link, ringrift-board, .scroll-x") !== null;
    return [...document.querySelectorAll("button, a, h1, h2, h3, label, legend, p")]
      .filter((element) => !isHidden(element) && element.clientWidth > 1)
      .filter((element) => {
        const { left, right } = element.getBoundingClientRect();
        return right > width + 1 || left < -1;
      })
      .map((element) => element.textContent?.slice(0, 60) ?? "");
  });
}
