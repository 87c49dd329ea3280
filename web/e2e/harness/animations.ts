// The page at rest: nothing moves, and no colour is on its way to another.

import type { Page } from "playwright-core";

export async function atRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // Two frames: what was just changed has begun to move by then.
    await new Promise((begun) => requestAnimationFrame(() => requestAnimationFrame(begun)));
    const boards = [...document.querySelectorAll("ringrift-board")].flatMap(
      ({ shadowRoot }) => shadowRoot ?? [],
    );
    const ends = [document, ...boards]
      .flatMap((root) => root.getAnimations())
      .filter((one) => Number.isFinite(one.effect?.getComputedTiming().endTime ?? 0))
      .map((one) => one.finished.catch(() => undefined));
    await Promise.all(ends);
  });
}
