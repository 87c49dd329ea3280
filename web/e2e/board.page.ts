// A page that holds the board alone, built as it is shipped, under the policy of the strictest page; nothing comes from a network.

import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { build } from "vite";
import type { RingriftBoard } from "../src/board/element";

const PAGE = "http://board.test/";
const POLICY = "default-src 'none'; script-src 'self'";

export interface BoardPage {
  page: Page;
  /** What went wrong on the page, refusals of the policy included. */
  faults: string[];
}

/** The board's one file, from vite.board.config.ts. */
export async function builtBoard(): Promise<Buffer> {
  const outDir = mkdtempSync(join(tmpdir(), "ringrift-board-"));
  const root = join(import.meta.dirname, "..");
  await build({ root, configFile: join(root, "vite.board.config.ts"), logLevel: "error", build: { outDir } });
  return readFileSync(join(outDir, "ringrift-board.js"));
}

export function startBrowser(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
  return chromium.launch({ executablePath, args: ["--no-sandbox"] });
}

export async function openBoard(
  browser: Browser,
  script: Buffer,
  attributes = "",
  options: BrowserContextOptions = {},
): Promise<BoardPage> {
  const context = await browser.newContext({ viewport: { width: 800, height: 900 }, ...options });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  await page.route(`${PAGE}**`, (route) => {
    if (route.request().url().endsWith(".js"))
      return route.fulfill({ contentType: "text/javascript", body: script });
    if (!route.request().url().endsWith("/")) return route.fulfill({ status: 204 });
    const body = `<!doctype html><html lang="en"><head><title>Board</title><meta name="viewport" content="width=device-width">
      <script type="module" src="/ringrift-board.js"></script></head>
      <body><main><h1>Board</h1><ringrift-board ${attributes}></ringrift-board></main></body></html>`;
    return route.fulfill({ contentType: "text/html", headers: { "content-security-policy": POLICY }, body });
  });
  await page.goto(PAGE);
  await page.waitForFunction(() => customElements.get("ringrift-board") !== undefined);
  return { page, faults };
}

/** Runs on the page: the details of the board's events, by name, are kept from here on. */
export function listen(): void {
  const board = document.querySelector("ringrift-board") as RingriftBoard;
  const heard: unknown[] = [];
  Object.assign(window, { heard });
  for (const name of ["cell", "point", "notation", "cancel"]) {
    board.addEventListener(`ringrift-${name}`, (event) => heard.push([name, (event as CustomEvent).detail]));
  }
}

/** What was heard since the last time: "cell d4", "point 3,3". */
export function heardOn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { heard } = window as unknown as {
      heard: [string, { name?: string; cell?: string | null; text?: string }][];
    };
    return heard
      .splice(0)
      .map(([name, detail]) => `${name} ${detail?.name ?? detail?.text ?? detail?.cell ?? ""}`.trim());
  });
}
