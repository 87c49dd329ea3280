// The viewer of the HTTP API: it runs under the CSP, loads nothing from elsewhere, sends requests.

import { expect } from "vitest";
import { it } from "./harness/fixtures";

it("shows the operations and their errors, and sends a request", async ({ server, users }) => {
  const { page } = await users.open();
  const elsewhere: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(server.url)) elsewhere.push(request.url());
  });
  await page.goto("/docs");
  await page.getByRole("heading", { name: "HTTP API" }).waitFor();
  // The viewer draws only the operations near the window.
  const find = async (path: string) => {
    await page.getByPlaceholder("Filter by tag or path").fill(path);
    return page.locator(".opblock", { has: page.locator(`[data-path="${path}"]`) });
  };
  const operation = await find("/challenges/{challenge}/accept");
  await operation.locator(".opblock-summary-control").click();
  await operation.getByText("not possible in the current state").waitFor();
  const health = await find("/healthz");
  await health.locator(".opblock-summary-control").click();
  await health.getByRole("button", { name: "Try it out" }).click();
  await health.getByRole("button", { name: "Execute" }).click();
  await health.locator(".live-responses-table").getByText('"status"').waitFor();
  await page.screenshot({ path: "build/screenshots/api-docs.png" });
  expect(elsewhere.filter((url) => !url.startsWith("data:"))).toEqual([]);
});
