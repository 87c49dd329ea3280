// Pictures of places for looking at, in build/screenshots of the repository.

import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { atRest } from "./animations";
import { seriousIssues } from "./axe";
import { DESK, PHONE } from "./users";

const folder = fileURLToPath(new URL("../../../build/screenshots/", import.meta.url));

/** Looks at a place in light, in dark and on a phone, with pictures (`<name>-light.png` and so on); tells what shuts somebody out there. */
export async function shutsOut(page: Page, name: string): Promise<string[]> {
  // Without motion, so that no colour is on its way to another when it is looked at.
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  // Dark differs from light in its colours alone.
  const found = await seriousIssues(page, ["color-contrast"]);
  await taken(page, `${name}-dark`);
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  found.push(...(await seriousIssues(page)));
  await taken(page, `${name}-light`);
  await page.setViewportSize(PHONE.viewport);
  await taken(page, `${name}-phone`);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  if (width > PHONE.viewport.width) found.push(`the place is ${width} pixels wide on a phone`);
  await page.setViewportSize(DESK.viewport);
  return found;
}

async function taken(page: Page, name: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await atRest(page);
  await page.screenshot({ path: `${folder}${name}.png`, fullPage: true });
}
