// People meet: follow, write messages, found a club and watch each other.

import { describe, expect } from "vitest";
import { it } from "./harness/fixtures";
import { register, startGame } from "./harness/liveGames";
import { findAccessibilityIssues } from "./harness/screenshots";
import { REDUCED_MOTION } from "./harness/users";

describe("two registered players", () => {
  it("follow each other, write, join a club and appear on Watch", async ({ users }) => {
    const ada = await users.open(REDUCED_MOTION);
    const ben = await users.open(REDUCED_MOTION);
    await register(ada, "Ada");
    await register(ben, "Ben");
    await ada.page.goto("/player/Ben");
    await ada.page.getByRole("button", { name: "Follow" }).click();
    await ada.page.getByRole("button", { name: "Unfollow" }).waitFor();
    await ada.page.getByRole("link", { name: "Message" }).click();
    await ada.page.getByLabel("Your message").fill("Shall we play?");
    await ada.page.getByRole("button", { name: "Send" }).click();
    await ada.page.getByText("Shall we play?").waitFor();

    await ben.page.getByRole("button", { name: "1 new message" }).click();
    await ben.page.getByRole("link", { name: "1 new message" }).click();
    await ben.page.locator("main").getByText("1 new message").waitFor();
    expect(await findAccessibilityIssues(ben.page, "people")).toEqual([]);
    await ben.page.getByRole("link", { name: "Ada" }).click();
    await ben.page.getByText("Shall we play?").waitFor();
    await ben.page.getByRole("button", { name: /1 new message/ }).waitFor({ state: "detached" });
    expect(await findAccessibilityIssues(ben.page, "conversation")).toEqual([]);
    await ben.page.getByRole("button", { name: "Report: “Shall we play?”" }).click();
    await ben.page.getByRole("dialog").getByText("Shall we play?").waitFor();
    await ben.page.getByRole("button", { name: "Send the report" }).click();
    await ben.page.getByText("Thank you. You can see the outcome").waitFor();

    await ben.page.goto("/people");
    const finder = ben.page.getByRole("region", { name: "Find a player" });
    await finder.getByLabel("The name begins with").fill("ad");
    await finder.getByRole("link", { name: "Ada" }).waitFor();
    await finder.getByLabel("The name begins with").fill("nobody");
    await finder.getByText("Nobody has a name that begins like this.").waitFor();
    expect(await finder.getByRole("link").count()).toBe(0);

    await ada.page.goto("/club");
    await ada.page.getByRole("button", { name: "Create a club" }).click();
    const dialog = ada.page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "Name" }).fill("Ring Lovers");
    await dialog.getByRole("button", { name: "Create a club" }).click();
    await ada.page.getByRole("heading", { name: "Ring Lovers" }).waitFor();
    await ben.page.goto(ada.page.url());
    await ben.page.getByRole("button", { name: "Join", exact: true }).click();
    await ben.page.getByText("2 members").waitFor();
    expect(await findAccessibilityIssues(ben.page, "club")).toEqual([]);

    await startGame([ada, ben]);
    const third = await users.open(REDUCED_MOTION);
    await third.page.goto("/watch");
    await third.page.getByRole("heading", { name: "Best games now" }).waitFor();
    await third.page
      .getByRole("link", { name: /Ada, Ben|Ben, Ada/ })
      .first()
      .click();
    await third.page.getByText("You are watching.").waitFor();
  });
});
