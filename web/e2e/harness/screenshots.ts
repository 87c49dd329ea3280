// Screenshots of pages for review, in build/screenshots of the repository.

import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { waitForAnimations } from "./animations";
import { seriousIssues } from "./axe";
import { DESKTOP, PHONE } from "./users";

const folder = fileURLToPath(new URL("../../../build/screenshots/", import.meta.url));

/**
 * Checks a page in light and dark mode and on a phone; takes a screenshot of each. Returns the
 * accessibility issues and whether the page is too wide for a phone.
 */
export async function findAccessibilityIssues(page: Page, name: string): Promise<string[]> {
  // Without animation no colour is in transition when it is checked.
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  // Dark mode differs only in colours.
  const issues = await seriousIssues(page, ["color-contrast"]);
  await takeScreenshot(page, `${name}-dark`);
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  issues.push(...(await seriousIssues(page)));
  await takeScreenshot(page, `${name}-light`);
  await page.setViewportSize(PHONE.viewport);
  await takeScreenshot(page, `${name}-phone`);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  if (width > PHONE.viewport.width) issues.push(`the page is ${width} pixels wide on a phone`);
  await page.setViewportSize(DESKTOP.viewport);
  return issues;
}

async function takeScreenshot(page: Page, name: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await waitForAnimations(page);
  await page.screenshot({ path: `${folder}${name}.png`, fullPage: true });
}
