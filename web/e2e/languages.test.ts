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

describe("a refusal of the server", () => {
  it("is in the language of the page", async ({ users }) => {
    const { page } = await users.open({ locale: "de" });
    await page.goto("/account");
    await page.getByRole("tab", { name: "Registrieren" }).click();
    const form = page.getByRole("tabpanel");
    await form.getByLabel("Name").fill("Moderator");
    await form.getByLabel("Passwort").fill("correct horse");
    await form.getByRole("button", { name: "Registrieren" }).click();
    await form.getByText("Dieser Name ist reserviert. Wähle einen anderen.").waitFor();
    expect(users.errors.splice(0)).toEqual([expect.stringContaining("422")]);
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

  const PAGES = [
    ...["/", "/play", "/watch", "/learn", "/learn/moving", "/settings", "/account", "/sandbox"],
    ...["/puzzles", "/study", "/analyse/openings", "/analyse/games", "/analyse/studies"],
    ...["/tournament", "/people", "/club", "/daily"],
  ];
  /** Pages whose main button opens a form. */
  const FORMS = ["/tournament", "/club"];

  it("is measured: a clipped label and a text outside the screen are found", async ({ users }) => {
    const { page } = await users.open(PHONE);
    await page.setContent(`
      <meta name="viewport" content="width=device-width">
      <button style="width: 2rem; overflow: hidden; white-space: nowrap">a long label</button>
      <p style="position: absolute; left: 300px; width: 100px">a text</p>
      <button>short</button>
    `);
    expect(await findOverflow(page)).toEqual(["a long label", "a text"]);
  });

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
    await page.goto("/");
    const own = await page.evaluate(registerOnPage, `Ada ${language} ${Date.now() % 1000}`);
    for (const path of [...PAGES, ...own]) {
      await page.goto(path);
      await page.locator(`html[lang="${language}"][dir="${direction}"] h1`).first().waitFor();
      await page.waitForLoadState("networkidle");
      await expect.poll(async () => [path, await findOverflow(page)]).toEqual([path, []]);
      if (!FORMS.includes(path)) continue;
      await page.locator("main .button.primary").first().click();
      await page.getByRole("dialog").waitFor();
      await expect.poll(async () => [path, await findOverflow(page)]).toEqual([path, []]);
    }
    users.expectNoErrors();
    await users.close();
  });
});

/**
 * Runs on the page: registers, so that pages show what players with an account see, and returns the
 * pages of a club and a tournament of this account.
 */
async function registerOnPage(name: string): Promise<string[]> {
  const post = async (path: string, body: unknown, headers = {}) => {
    const response = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(await response.text());
    return response.json();
  };
  const { account, csrf } = await post("/accounts", { name, password: "correct horse" });
  window.localStorage.setItem("ringrift.session", account.id);
  const token = { "X-CSRF-Token": csrf };
  const club = await post(
    "/clubs",
    { name: `Club ${name}`, description: "", access: "open" },
    token,
  );
  const settings = { board: "square8", clock: { kind: "fischer", initial: 300, increment: 3 } };
  const format = { format: "swiss", rounds: 3, levels: [1, 2, 3] };
  const starts = { starts_at: Date.now() / 1000 + 86_400 };
  const tournament = await post(
    "/tournaments",
    { name: `Cup ${name}`, description: "", settings, ...format, ...starts },
    token,
  );
  return [`/club/${club.id}`, `/tournament/${tournament.id}`];
}

/** Texts that are wider than the screen, and those of buttons that are wider than their button. */
function findOverflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const isHidden = (element: Element) =>
      element.closest(".visually-hidden, .skip-link, ringrift-board, .scroll-x") !== null;
    const isOutside = (element: Element) => {
      const { left, right } = element.getBoundingClientRect();
      return right > width + 1 || left < -1;
    };
    const isClipped = (element: Element) =>
      element.matches("button, .button, [role=tab], select, fieldset") &&
      element.scrollWidth > element.clientWidth + 1;
    const texts = "button, a, h1, h2, h3, label, legend, p, td, th, dt, dd, select, fieldset";
    return [...document.querySelectorAll(texts)]
      .filter((element) => !isHidden(element) && element.clientWidth > 1)
      .filter((element) => isOutside(element) || isClipped(element))
      .map((element) => element.textContent?.slice(0, 60) ?? "");
  });
}
