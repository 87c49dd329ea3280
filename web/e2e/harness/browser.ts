// A browser for the tests of a file; it is started when a test first asks for it.

import { chromium } from "playwright-core";
import { test as plain } from "vitest";
import { PATIENCE_MS } from "./timeouts";

const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";

/** Two pages of the browser's own for the address bar of each window, which nobody sees: half of what a test would cost. */
const ADDRESS_BAR = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup"];
/** What Playwright turns off itself; the last list counts, so it is told again. */
const USUALLY_OFF = [
  "AimEnabled",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsFirstBalancedModeAutoEnable",
  "HttpsUpgrades",
  "LensOverlay",
  "MediaRouter",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "PaintHolding",
  "PreconnectToSearch",
  "ThirdPartyStoragePartitioning",
];
const args = ["--no-sandbox", `--disable-features=${[...USUALLY_OFF, ...ADDRESS_BAR]}`];

export const test = plain.extend(
  "browser",
  { scope: "file" },
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads off the pattern what a fixture needs
  async ({}, { onCleanup }) => {
    const browser = await chromium.launch({ executablePath, args, timeout: PATIENCE_MS });
    onCleanup(() => browser.close());
    return browser;
  },
);
