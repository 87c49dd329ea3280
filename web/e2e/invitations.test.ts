// Two users meet by an invitation link.

import { describe, expect } from "vitest";
import { it } from "./harness/fixtures";
import { GamePage } from "./harness/gamePage";
import { inviteFriend } from "./harness/quickMatch";
import { findAccessibilityIssues } from "./harness/screenshots";
import type { Users } from "./harness/users";

async function meet(users: Users) {
  const ada = await users.open();
  const ben = await users.open();
  await ben.page.goto(await inviteFriend(ada.page));
  await ben.page.getByRole("button", { name: "Play" }).click();
  const gamePages = { ada: new GamePage(ada.page), ben: new GamePage(ben.page) };
  await gamePages.ada.expectCell("d4", /can be chosen/);
  return { ada, ben, gamePages };
}

it("a user who waits for a friend sees the link to send", async ({ users }) => {
  const { page } = await users.open();
  await inviteFriend(page);
  expect(await findAccessibilityIssues(page, "waiting-room")).toEqual([]);
});

describe("two users who meet by a link", () => {
  it("see each other's moves and chat messages", async ({ users }) => {
    const { ada, ben, gamePages } = await meet(users);
    await gamePages.ada.choose("d4", "d6");
    await gamePages.ben.expectCell("d4", /blue marker/);
    await gamePages.ben.expectCell("d6", /^d6, blue ring/);
    await ben.page.getByLabel("Write a message").fill("well moved");
    await ben.page.getByRole("button", { name: "Send" }).click();
    await ada.page.getByText("well moved").waitFor();
  });

  it("continue after the server was killed during the game", async ({ users, server }) => {
    const { ben, gamePages } = await meet(users);
    await gamePages.ada.choose("d4", "d6");
    await gamePages.ben.expectCell("d6", /^d6, blue ring/);
    await server.stop("SIGKILL");
    await ben.page.getByText("Reconnecting").waitFor();
    await server.launch();
    await ben.page.locator("[data-connection='connected']").waitFor();
    await ben.page.getByRole("button", { name: "Keep" }).click();
    await gamePages.ben.choose("e2");
    await gamePages.ada.expectCell("e2", /red ring/);
  });

  it("see the same game in every tab and can play in each", async ({ users }) => {
    const { ada, gamePages } = await meet(users);
    const secondTab = await ada.page.context().newPage();
    await secondTab.goto(ada.page.url());
    const second = new GamePage(secondTab);
    await second.choose("d4");
    await gamePages.ada.expectCell("d4", /blue/);
    await gamePages.ada.choose("d6");
    await second.expectCell("d6", /blue ring/);
    await gamePages.ben.expectCell("d6", /blue ring/);
  });

  it("can take back, resign and play a rematch", async ({ users }) => {
    const { ada, ben, gamePages } = await meet(users);
    await gamePages.ada.choose("d4", "d6");
    await gamePages.ben.expectCell("d6", /^d6, blue ring/);
    await ada.page.getByRole("button", { name: "Take back" }).click();
    await ben.page.getByRole("button", { name: "Agree" }).click();
    await gamePages.ada.expectCell("d6", /can be chosen/);
    await ben.page.getByRole("button", { name: "Resign" }).click();
    await ben.page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
    await ada.page.getByRole("heading", { name: "You won!" }).waitFor();
    await ben.page.getByRole("heading", { name: /won: you resigned$/ }).waitFor();
    await ada.page.getByRole("button", { name: "Rematch" }).click();
    await ben.page.getByText("wants a rematch").waitFor();
    await ben.page.getByRole("button", { name: "Rematch" }).click();
    await gamePages.ben.expectCell("d4", /can be chosen/);
  });
});
