import type { Page } from "playwright-core";

/** The largest contentful paint of a page, in milliseconds. */
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
