// Two people in two browsers meet by a link.

import { describe, expect } from "vitest";
import { it } from "./harness/fixtures";
import { GamePage } from "./harness/gamePage";
import { shutsOut } from "./harness/screenshots";
import type { People } from "./harness/users";

async function meet(people: People) {
  const ada = await people.arrive();
  const ben = await people.arrive();
  await ada.page.goto("/");
  await ada.page.getByRole("button", { name: "Get a link" }).click();
  const link = await ada.page.getByLabel("Invitation link").inputValue();
  await ben.page.goto(link);
  await ben.page.getByRole("button", { name: "Play" }).click();
  const tables = { ada: new GamePage(ada.page), ben: new GamePage(ben.page) };
  await tables.ada.expectCell("d4", /can be chosen/);
  return { ada, ben, tables };
}

it("whoever waits for a friend sees the link to send", async ({ people }) => {
  const { page } = await people.arrive();
  await page.goto("/");
  await page.getByRole("button", { name: "Get a link" }).click();
  await page.getByLabel("Invitation link").waitFor();
  expect(await shutsOut(page, "waiting-room")).toEqual([]);
});

describe("two people who meet by a link", () => {
  it("see each other's moves, and what each says", async ({ people }) => {
    const { ada, ben, tables } = await meet(people);
    await tables.ada.choose("d4", "d6");
    await tables.ben.expectCell("d4", /blue marker/);
    await tables.ben.expectCell("d6", /^d6, blue ring/);
    await ben.page.getByLabel("Write a message").fill("well moved");
    await ben.page.getByRole("button", { name: "Send" }).click();
    await ada.page.getByText("well moved").waitFor();
  });

  it("go on where they were after the server was killed in the middle of the game", async ({
    people,
    server,
  }) => {
    const { ben, tables } = await meet(people);
    await tables.ada.choose("d4", "d6");
    await tables.ben.expectCell("d6", /^d6, blue ring/);
    await server.end("SIGKILL");
    await ben.page.getByText("Reconnecting").waitFor();
    await server.run();
    await ben.page.locator("[data-connection='connected']").waitFor();
    await ben.page.getByRole("button", { name: "Keep" }).click();
    await tables.ben.choose("e2");
    await tables.ada.expectCell("e2", /red ring/);
  });

  it("see the same game in every tab, and play it in either", async ({ people }) => {
    const { ada, tables } = await meet(people);
    const secondTab = await ada.page.context().newPage();
    await secondTab.goto(ada.page.url());
    const second = new GamePage(secondTab);
    await second.choose("d4");
    await tables.ada.expectCell("d4", /blue/);
    await tables.ada.choose("d6");
    await second.expectCell("d6", /blue ring/);
    await tables.ben.expectCell("d6", /blue ring/);
  });

  it("may take back, resign, and play once more", async ({ people }) => {
    const { ada, ben, tables } = await meet(people);
    await tables.ada.choose("d4", "d6");
    await tables.ben.expectCell("d6", /^d6, blue ring/);
    await ada.page.getByRole("button", { name: "Take back" }).click();
    await ben.page.getByRole("button", { name: "Agree" }).click();
    await tables.ada.expectCell("d6", /can be chosen/);
    await ben.page.getByRole("button", { name: "Resign" }).click();
    await ben.page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
    await ada.page.getByRole("heading", { name: "You win" }).waitFor();
    await ben.page.getByRole("heading", { name: "You lose" }).waitFor();
    await ada.page.getByRole("button", { name: "Rematch" }).click();
    await ben.page.getByText("wants a rematch").waitFor();
    await ben.page.getByRole("button", { name: "Rematch" }).click();
    await tables.ben.expectCell("d4", /can be chosen/);
  });
});
