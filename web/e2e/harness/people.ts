// People with browsers: each has a context of their own, so cookies and storage of their own.

import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import type { Server } from "./server";

export const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
export const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
export const DESK = { viewport: { width: 1280, height: 860 } };

/** What a browser complains about although all is well: the network while a server is down. */
const EXPECTED = /ERR_CONNECTION|WebSocket connection|net::ERR_INTERNET|net::ERR_NETWORK/;

export interface Person {
  page: Page;
  /** What went wrong in the page: errors of scripts, refused resources, broken policy. */
  complaints: string[];
  leave(): Promise<void>;
}

export class People {
  private constructor(
    readonly browser: Browser,
    private readonly server: Server,
  ) {}

  static async gather(server: Server): Promise<People> {
    const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
    return new People(browser, server);
  }

  async arrive(options: BrowserContextOptions = {}): Promise<Person> {
    const context = await this.browser.newContext({ baseURL: this.server.url, ...DESK, ...options });
    context.setDefaultTimeout(20_000);
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on("pageerror", (error) => complaints.push(`${error.name}: ${error.message}`));
    page.on("console", (message) => {
      if (message.type() === "error" && !EXPECTED.test(message.text())) complaints.push(message.text());
    });
    return { page, complaints, leave: () => context.close() };
  }

  close(): Promise<void> {
    return this.browser.close();
  }
}
