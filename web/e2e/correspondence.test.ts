// A game with days per turn: it survives a restart of the server, and the vacation stops its clock.

import { describe, expect } from "vitest";
import { it } from "./harness/fixtures";
import { GamePage } from "./harness/gamePage";
import { register, startGame } from "./harness/liveGames";
import { RandomPlayer } from "./harness/randomPlayer";
import { findAccessibilityIssues } from "./harness/screenshots";
import { REDUCED_MOTION } from "./harness/users";

describe("two players of a game with days per turn", () => {
  it("go on after a restart, plan ahead and take a vacation", async ({ users, server }) => {
    const ada = await users.open(REDUCED_MOTION);
    const ben = await users.open(REDUCED_MOTION);
    await register(ada, "Ada");
    await register(ben, "Ben");
    await startGame([ada, ben], { settings: { clock: { kind: "correspondence", days: 3 } } });
    const game = ada.page.url();
    await new GamePage(ada.page).choose("d4", "d6");
    await new GamePage(ben.page).expectCell("d6", /blue ring/);

    await ada.page.getByText("Plan ahead").click();
    const plan = ada.page.getByLabel("Lines");
    await plan.fill("@a1 a1-a2 @h4 h4-h3");
    await ada.page.getByRole("button", { name: "Save the plan" }).click();
    await ada.page.getByText("1 line planned").waitFor();

    await server.stop("SIGKILL");
    await server.launch();
    await ben.page.goto("/daily");
    await ben.page.getByRole("link", { name: "Your turn" }).click();
    await ben.page.waitForURL(game);
    await new GamePage(ben.page).choose("a1", "a2");
    await new GamePage(ben.page).expectTurnOf(2);
    await new GamePage(ben.page).expectCell("h3", /blue ring/);

    await ben.page.goto("/daily");
    expect(await findAccessibilityIssues(ben.page, "correspondence")).toEqual([]);
    await ben.page.getByRole("button", { name: "Start vacation" }).click();
    await ben.page.getByText("You are away until").waitFor();
    await ben.page.getByRole("button", { name: "End vacation" }).click();
    await ben.page.getByRole("button", { name: "Start vacation" }).waitFor();
    await ben.page.goto(game);
    await new RandomPlayer(ben.page, 1).play(4);
  });
});
