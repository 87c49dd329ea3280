// A page with only the built board element, under a strict CSP and without network.

import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { expect } from "vitest";
import type { RingriftBoard } from "../../src/board/element";
import { boardScript } from "./boardBundle";
import { test as withBrowser } from "./browser";
import { TIMEOUT_MS } from "./timeouts";

const PAGE = "http://board.test/";
const POLICY = "default-src 'none'; script-src 'self'";

/** `openBoard` opens a new page; errors on it, CSP violations included, fail the test. */
export const test = withBrowser.extend("openBoard", ({ browser }, { onCleanup }) => {
  const pages: Page[] = [];
  const errors: string[] = [];
  onCleanup(async () => {
    await Promise.all(pages.map((page) => page.context().close()));
    expect(errors).toEqual([]);
  });
  return async (attributes = "", options: BrowserContextOptions = {}): Promise<Page> => {
    const page = await emptyPage(browser, options);
    pages.push(page);
    page.on("pageerror", (error) => errors.push(String(error)));
    page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
    await serveBoard(page, attributes);
    await page.goto(PAGE);
    await page.waitForFunction(() => customElements.get("ringrift-board") !== undefined);
    return page;
  };
});

async function emptyPage(browser: Browser, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 800, height: 900 }, ...options });
  context.setDefaultTimeout(TIMEOUT_MS);
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

/** Runs on the page: records the board's events from now on. */
export function recordBoardEvents(): void {
  const board = document.querySelector("ringrift-board") as RingriftBoard;
  const recorded: unknown[] = [];
  Object.assign(window, { recorded });
  for (const name of ["cell", "point", "notation", "cancel"]) {
    board.addEventListener(`ringrift-${name}`, (event) =>
      recorded.push([name, (event as CustomEvent).detail]),
    );
  }
}

/** The events recorded so far: "cell d4", "point 3,3". */
export function boardEvents(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { recorded } = window as unknown as {
      recorded: [string, { name?: string; cell?: string | null; text?: string }][];
    };
    return recorded.map(([name, detail]) =>
      `${name} ${detail?.name ?? detail?.text ?? detail?.cell ?? ""}`.trim(),
    );
  });
}

/** Only the recorded clicks on cells. */
export async function chosenCells(page: Page): Promise<string[]> {
  return (await boardEvents(page)).filter((event) => event.startsWith("cell"));
}
