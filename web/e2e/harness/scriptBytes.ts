// How much a browser must fetch.

import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";

/** Gathers the scripts that the page fetches from now on; asked later it tells their bytes, gzipped. */
export function scriptsOf(page: Page): () => Promise<number> {
  const bodies: Promise<Buffer>[] = [];
  page.on("response", (response) => {
    if (new URL(response.url()).pathname.endsWith(".js")) bodies.push(response.body());
  });
  return async () => {
    const scripts = await Promise.all(bodies);
    return scripts.reduce((sum, script) => sum + gzipSync(script, { level: 9 }).length, 0);
  };
}
