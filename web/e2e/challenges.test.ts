// Challenges between two people: from the lobby, in the header of another page, and the answer.

import { describe, expect } from "vitest";
import { it } from "./harness/fixtures";
import { register } from "./harness/liveGames";
import { findAccessibilityIssues } from "./harness/screenshots";
import { REDUCED_MOTION } from "./harness/users";

describe("a challenge", () => {
  it("is sent from the lobby, declined with a reason, sent again and accepted", async ({
    users,
  }) => {
    const ada = (await users.open(REDUCED_MOTION)).page;
    const ben = (await users.open(REDUCED_MOTION)).page;
    await register({ page: ada, close: async () => {} }, "Ada");
    await register({ page: ben, close: async () => {} }, "Ben");
    await ben.goto("/play");
    await ada.goto("/play");
    await ada.getByRole("button", { name: "Challenge Ben" }).click();
    await ada.getByLabel("Board").last().selectOption("Hexagon");
    expect(await findAccessibilityIssues(ada, "challenge-dialog")).toEqual([]);
    await ada.getByRole("button", { name: "Send the challenge" }).click();

    await ben.locator(".toast", { hasText: "Ada challenges you: Hexagon" }).waitFor();
    await ben.goto("/learn");
    await ben.getByRole("button", { name: /1 challenge/ }).click();
    expect(await findAccessibilityIssues(ben, "challenge-received")).toEqual([]);
    await ben.getByRole("button", { name: "Decline" }).click();
    await ben.getByLabel("Why do you decline?").selectOption("another time");
    await ada.locator(".toast", { hasText: "Ben declined: another time" }).waitFor();

    await ada.goto("/player/Ben");
    await ada.getByRole("button", { name: "Challenge" }).click();
    await ada.getByRole("button", { name: "Send the challenge" }).click();
    await ben.getByRole("button", { name: "Accept" }).first().click();
    await ben.waitForURL(/\/game\//);
    await ada.locator(".toast").getByRole("button", { name: "Open the game" }).click();
    await ada.waitForURL(ben.url());
  });
});
