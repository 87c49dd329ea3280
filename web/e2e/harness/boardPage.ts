// A page that holds the board alone, built as it is shipped, under the policy of the strictest page; nothing comes from a network.

import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { expect } from "vitest";
import type { RingriftBoard } from "../../src/board/element";
import { boardScript } from "./boardBundle";
import { test as withBrowser } from "./browser";
import { PATIENCE_MS } from "./timeouts";

const PAGE = "http://board.test/";
const POLICY = "default-src 'none'; script-src 'self'";

/** `openBoard` opens a page of its own each time; what went wrong there, refusals of the policy included, fails the test. */
export const test = withBrowser.extend("openBoard", ({ browser }, { onCleanup }) => {
  const pages: Page[] = [];
  const faults: string[] = [];
  onCleanup(async () => {
    await Promise.all(pages.map((page) => page.context().close()));
    expect(faults).toEqual([]);
  });
  return async (attributes = "", options: BrowserContextOptions = {}): Promise<Page> => {
    const page = await emptyPage(browser, options);
    pages.push(page);
    page.on("pageerror", (error) => faults.push(String(error)));
    page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
    await serveBoard(page, attributes);
    await page.goto(PAGE);
    await page.waitForFunction(() => customElements.get("ringrift-board") !== undefined);
    return page;
  };
});

async function emptyPage(browser: Browser, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 800, height: 900 }, ...options });
  context.setDefaultTimeout(PATIENCE_MS);
  return context.newPage();
}

async function serveBoard(page: Page, attributes: string): Promise<void> {
  await page.route(`${PAGE}**`, (route) => {
    if (route.request().url().endsWith(".js"))
      return route.fulfill({ contentType: "text/javascript", body: boardScript() });
    if (!route.request().url().endsWith("/")) return route.fulfill({ status: 204 });
    const body = `<!doctype html><html lang="en"><head><title>Board</title><meta name="viewport" content="width=device-width">
      <script type="module" src="/ringrift-board.js"></script></head>
      <body><main><h1>Board</h1><ringrift-board ${attributes}></ringrift-board></main></body></html>`;
    return route.fulfill({
      contentType: "text/html",
      headers: { "content-security-policy": POLICY },
      body,
    });
  });
}

/** Runs on the page: the details of the board's events, by name, are kept from here on. */
export function listen(): void {
  const board = document.querySelector("ringrift-board") as RingriftBoard;
  const heard: unknown[] = [];
  Object.assign(window, { heard });
  for (const name of ["cell", "point", "notation", "cancel"]) {
    board.addEventListener(`ringrift-${name}`, (event) =>
      heard.push([name, (event as CustomEvent).detail]),
    );
  }
}

/** What was heard so far: "cell d4", "point 3,3". */
export function heardOn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { heard } = window as unknown as {
      heard: [string, { name?: string; cell?: string | null; text?: string }][];
    };
    return heard.map(([name, detail]) =>
      `${name} ${detail?.name ?? detail?.text ?? detail?.cell ?? ""}`.trim(),
    );
  });
}

/** The same, of the cells that were chosen alone. */
export async function chosenOn(page: Page): Promise<string[]> {
  return (await heardOn(page)).filter((event) => event.startsWith("cell"));
}
