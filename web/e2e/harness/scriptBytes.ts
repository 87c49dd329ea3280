import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";

/** Collects the scripts the page loads from now on; the returned function sums their gzipped size. */
export function countScriptBytes(page: Page): () => Promise<number> {
  const bodies: Promise<Buffer>[] = [];
  page.on("response", (response) => {
    if (new URL(response.url()).pathname.endsWith(".js")) bodies.push(response.body());
  });
  return async () => {
    const scripts = await Promise.all(bodies);
    return scripts.reduce((sum, script) => sum + gzipSync(script, { level: 9 }).length, 0);
  };
}
