import type { Page } from "playwright-core";

/** Waits until no animation or transition is running. */
export async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // After two frames, animations of the last change have started.
    await new Promise((started) => requestAnimationFrame(() => requestAnimationFrame(started)));
    const boards = [...document.querySelectorAll("ringrift-board")].flatMap(
      ({ shadowRoot }) => shadowRoot ?? [],
    );
    const animations = [document, ...boards]
      .flatMap((root) => root.getAnimations())
      .filter((animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime ?? 0))
      .map((animation) => animation.finished.catch(() => undefined));
    await Promise.all(animations);
  });
}
