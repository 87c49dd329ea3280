// Writes measurements to bench/results/web.md, with machine, commit and date.

import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { arch, cpus, loadavg, type } from "node:os";
import { fileURLToPath } from "node:url";
import type { Browser } from "playwright-core";

const repository = fileURLToPath(new URL("../../../", import.meta.url));

export interface Measurement {
  name: string;
  measured: string;
  limit: string;
}

/** Writes the file if RINGRIFT_WRITE_RESULTS is set; refuses in a dirty working tree. */
export function writeResults(browser: Browser, measurements: readonly Measurement[]): void {
  if (!process.env.RINGRIFT_WRITE_RESULTS) return;
  if (git("status", "--porcelain") !== "")
    throw new Error("the working tree is dirty: commit before writing results");
  const rows = measurements.map(
    ({ name, measured, limit }) => `| ${name} | ${measured} | ${limit} |`,
  );
  const text = [
    "# The page: speed",
    "",
    "Written by `RINGRIFT_WRITE_RESULTS=1 npx vitest run --project speed e2e/performance.test.ts` in `web/`.",
    "",
    `- date: ${new Date().toISOString().slice(0, 16).replace("T", " ")} UTC`,
    `- commit: ${git("rev-parse", "--short", "HEAD")}`,
    `- machine: ${processor()}, ${cpus().length} cores, ${type()} ${arch()}`,
    `- load: ${loadavg()
      .map((each) => each.toFixed(1))
      .join(" ")}`,
    `- browser: Chromium ${browser.version()}, headless`,
    "",
    "Against a `ringrift serve` on the same machine, each time in a new browser profile.",
    "",
    "| measurement | result | limit |",
    "|---|---|---|",
    ...rows,
    "",
  ];
  writeFileSync(`${repository}bench/results/web.md`, text.join("\n"));
}

function processor(): string {
  const model = /^model name\s*:\s*(.*)$/m.exec(readFileSync("/proc/cpuinfo", "utf8"))?.[1];
  return model ?? cpus()[0]?.model ?? "unknown";
}

function git(...args: string[]): string {
  return execFileSync("git", args, { cwd: repository, encoding: "utf8" }).trim();
}
