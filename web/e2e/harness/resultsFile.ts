// What was measured, as a page of bench/results: with the machine, the commit and the time.

import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { arch, cpus, loadavg, type } from "node:os";
import { fileURLToPath } from "node:url";
import type { Browser } from "playwright-core";

const repository = fileURLToPath(new URL("../../../", import.meta.url));

export interface Bar {
  what: string;
  measured: string;
  bar: string;
}

/** Writes the page where RINGRIFT_WRITE_RESULTS asks for it. */
export function writeResults(browser: Browser, bars: readonly Bar[]): void {
  if (!process.env.RINGRIFT_WRITE_RESULTS) return;
  const rows = bars.map(({ what, measured, bar }) => `| ${what} | ${measured} | ${bar} |`);
  const text = [
    "# The page: speed",
    "",
    "Written by `RINGRIFT_WRITE_RESULTS=1 npx vitest run --project speed e2e/bars.test.ts` in `web/`.",
    "",
    `- date: ${new Date().toISOString().slice(0, 16).replace("T", " ")} UTC`,
    `- commit: ${execFileSync("git", ["rev-parse", "--short", "HEAD"], { cwd: repository, encoding: "utf8" }).trim()}`,
    `- machine: ${processor()}, ${cpus().length} cores, ${type()} ${arch()}`,
    `- load: ${loadavg()
      .map((each) => each.toFixed(1))
      .join(" ")}`,
    `- browser: Chromium ${browser.version()}, headless`,
    "",
    "Against a `ringrift serve` on the same machine, each time in a browser that has seen nothing of it before.",
    "",
    "| what | measured | bar |",
    "|---|---|---|",
    ...rows,
    "",
  ];
  writeFileSync(`${repository}bench/results/web.md`, text.join("\n"));
}

function processor(): string {
  const known = /^model name\s*:\s*(.*)$/m.exec(readFileSync("/proc/cpuinfo", "utf8"))?.[1];
  return known ?? cpus()[0]?.model ?? "unknown";
}
