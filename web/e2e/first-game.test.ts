// A newcomer's first minute: open the page, play against the computer.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { People } from "./harness/people";
import { shutsOut } from "./harness/pictures";
import { Server } from "./harness/server";
import { TableOf } from "./harness/table";

let server: Server;
let people: People;

beforeAll(async () => {
  server = await Server.start();
  people = await People.gather(server);
});
afterAll(async () => {
  await people?.close();
  await server?.close();
});

describe("a newcomer", () => {
  it("sees the computer answer, and the whole turn in the log", async () => {
    const { page, complaints, leave } = await people.arrive();
    await page.goto("/");
    await page.getByRole("button", { name: "Play now" }).click();
    const table = new TableOf(page);
    await table.choose("d4", "d6");
    await table.expectCell("d4", /blue marker/);
    await expect.poll(() => page.title(), { timeout: 20_000 }).toMatch(/^Your turn/);
    expect(await page.getByText("Level 1").count()).toBeGreaterThan(0);
    expect(await shutsOut(page, "game")).toEqual([]);
    expect(complaints).toEqual([]);
    await leave();
  });
});
