// One browser per test file, launched when a test first needs it.

import { chromium } from "playwright-core";
import { test as base } from "vitest";
import { TIMEOUT_MS } from "./timeouts";

const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";

/** Hidden pages of the address bar in each window; they would double the cost of a test. */
const ADDRESS_BAR_FEATURES = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup"];
/** Playwright's own list: the last --disable-features wins, so it must be repeated. */
const PLAYWRIGHT_DISABLED = [
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
const args = [
  "--no-sandbox",
  `--disable-features=${[...PLAYWRIGHT_DISABLED, ...ADDRESS_BAR_FEATURES]}`,
];

export const test = base.extend(
  "browser",
  { scope: "file" },
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the needed fixtures from the pattern
  async ({}, { onCleanup }) => {
    const browser = await chromium.launch({ executablePath, args, timeout: TIMEOUT_MS });
    onCleanup(() => browser.close());
    return browser;
  },
);
