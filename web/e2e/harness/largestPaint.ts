// How long a newcomer looks at nothing.

import type { Page } from "playwright-core";

/** Milliseconds until the largest thing of the page was painted, as the browser tells it. */
export async function largestPaint(page: Page, path: string): Promise<number> {
  await page.goto(path);
  await page.waitForLoadState("networkidle");
  return page.evaluate(
    () =>
      new Promise<number>((done) => {
        new PerformanceObserver((list) => {
          const last = list.getEntries().at(-1);
          if (last) done(last.startTime);
        }).observe({ type: "largest-contentful-paint", buffered: true });
      }),
  );
}
