// People with browsers: each has a context of their own, so cookies and storage of their own.

import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { expect } from "vitest";
import type { Server } from "./server";
import { PATIENCE_MS } from "./timeouts";

export const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
export const DESK = { viewport: { width: 1280, height: 860 } };
export const CALM = { reducedMotion: "reduce" } as const;

/** What a browser complains about although all is well: the network while a server is down. */
const EXPECTED = /ERR_CONNECTION|WebSocket connection|net::ERR_INTERNET|net::ERR_NETWORK/;

export interface Person {
  page: Page;
  leave(): Promise<void>;
}

export class People {
  /** What went wrong in their pages: errors of scripts, refused resources, broken policy. */
  readonly complaints: string[] = [];
  private readonly present = new Set<Person>();

  constructor(
    readonly browser: Browser,
    private readonly server: Server,
  ) {}

  async arrive(options: BrowserContextOptions = {}): Promise<Person> {
    const context = await this.browser.newContext({
      baseURL: this.server.url,
      ...DESK,
      ...options,
    });
    context.setDefaultTimeout(PATIENCE_MS);
    context.on("weberror", (error) => this.complaints.push(String(error.error())));
    context.on("console", (message) => {
      if (message.type() === "error" && !EXPECTED.test(message.text()))
        this.complaints.push(message.text());
    });
    const page = await context.newPage();
    const leave = async () => {
      this.present.delete(person);
      await context.close();
    };
    const person = { page, leave };
    this.present.add(person);
    return person;
  }

  /** Nothing went wrong in anybody's page since the last time. */
  expectNoComplaints(): void {
    expect(this.complaints.splice(0)).toEqual([]);
  }

  /** Everybody who is still there. */
  async leave(): Promise<void> {
    await Promise.all([...this.present].map((person) => person.leave()));
  }
}
