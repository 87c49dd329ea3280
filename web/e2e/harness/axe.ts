// What axe-core finds wrong for people with a disability, in the page as it is now.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { atRest } from "./animations";

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

/** Serious and critical issues, a line each; none is what we want. `rules` are axe's own names, all by default. */
export async function seriousIssues(page: Page, rules?: string[]): Promise<string[]> {
  await atRest(page);
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
