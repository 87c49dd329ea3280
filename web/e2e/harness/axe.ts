// Accessibility issues that axe-core finds on the current page.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { waitForAnimations } from "./animations";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Violation {
  id: string;
  impact: string | null;
  help: string;
  nodes: { target: unknown[]; failureSummary?: string }[];
}

interface Axe {
  run(options: object): Promise<{ violations: Violation[] }>;
}

/** Serious and critical issues, one line each. `rules` are axe rule ids; all by default. */
export async function seriousIssues(page: Page, rules?: string[]): Promise<string[]> {
  await waitForAnimations(page);
  await page.evaluate(source);
  const violations = await page.evaluate(
    async (options) => (await (globalThis as unknown as { axe: Axe }).axe.run(options)).violations,
    { resultTypes: ["violations"], ...(rules ? { runOnly: rules } : {}) },
  );
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, help, nodes }) =>
      nodes.map(
        ({ target, failureSummary }) =>
          `${id}: ${help}: ${target.join(" ")} ${failureSummary ?? ""}`,
      ),
    );
}
