// Users of the page: each has a browser context with cookies and storage of its own.

import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { expect } from "vitest";
import type { Server } from "./server";
import { TIMEOUT_MS } from "./timeouts";

export const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
export const DESKTOP = { viewport: { width: 1280, height: 860 } };
export const REDUCED_MOTION = { reducedMotion: "reduce" } as const;

/** Console errors that are no fault: network errors while the server is down. */
const EXPECTED_ERRORS = /ERR_CONNECTION|WebSocket connection|net::ERR_INTERNET|net::ERR_NETWORK/;

export interface User {
  page: Page;
  close(): Promise<void>;
}

export class Users {
  /** Script errors, refused resources and CSP violations on their pages. */
  readonly errors: string[] = [];
  private readonly active = new Set<User>();

  constructor(
    readonly browser: Browser,
    private readonly server: Server,
  ) {}

  async open(options: BrowserContextOptions = {}): Promise<User> {
    const context = await this.browser.newContext({
      baseURL: this.server.url,
      ...DESKTOP,
      // It would answer for a server that a test has stopped; offline.test.ts allows it.
      serviceWorkers: "block",
      ...options,
    });
    context.setDefaultTimeout(TIMEOUT_MS);
    context.on("weberror", (error) => this.errors.push(String(error.error())));
    context.on("console", (message) => {
      if (message.type() === "error" && !EXPECTED_ERRORS.test(message.text()))
        this.errors.push(message.text());
    });
    const page = await context.newPage();
    const close = async () => {
      this.active.delete(user);
      await context.close();
    };
    const user = { page, close };
    this.active.add(user);
    return user;
  }

  /** Fails if an error occurred on any page since the last call. */
  expectNoErrors(): void {
    expect(this.errors.splice(0)).toEqual([]);
  }

  async close(): Promise<void> {
    await Promise.all([...this.active].map((user) => user.close()));
  }
}
