// The games that wait for a player are announced on every page: badge, title, rematch offers.

import { describe, expect } from "vitest";
import { it } from "./harness/fixtures";
import { register, resign, startGame } from "./harness/liveGames";
import { RandomPlayer } from "./harness/randomPlayer";
import { findAccessibilityIssues } from "./harness/screenshots";
import { DESKTOP, PHONE, REDUCED_MOTION, type User } from "./harness/users";

const badge = ({ page }: User) => page.locator(".your-turn-button");

describe("a player on another page", () => {
  it("learns that it is their turn, and that a rematch is offered", async ({ users }) => {
    const ada = await users.open(REDUCED_MOTION);
    const ben = await users.open(REDUCED_MOTION);
    await register(ada, "Ada");
    await register(ben, "Ben");
    await startGame([ada, ben]);
    const game = ada.page.url();
    await ben.page.goto("/learn");
    await expect.poll(() => badge(ben).getAttribute("aria-label")).toBe("Your games");
    await new RandomPlayer(ada.page, 1).play(1);
    await expect.poll(() => badge(ben).getAttribute("aria-label")).toBe("Your turn in 1 game");
    await expect.poll(() => ben.page.title()).toMatch(/^\(1\) /);
    await badge(ben).click();
    expect(await findAccessibilityIssues(ben.page, "your-turn")).toEqual([]);
    await ben.page.setViewportSize(PHONE.viewport);
    const panel = await ben.page.locator(".your-turn-panel").boundingBox();
    expect(panel?.x).toBeGreaterThanOrEqual(0);
    expect((panel?.x ?? 0) + (panel?.width ?? 0)).toBeLessThanOrEqual(PHONE.viewport.width);
    await ben.page.setViewportSize(DESKTOP.viewport);
    await ben.page.getByRole("link", { name: "Your turn against Ada" }).click();
    await ben.page.waitForURL(game);
    await expect.poll(() => ben.page.title()).toMatch(/^Your turn/);
    await resign(ben, "Resign this game?");
    await ben.page.goto("/rulebook");
    await ada.page.getByRole("button", { name: "Rematch" }).click();
    await ben.page.getByText("Rematch offer from Ada").first().waitFor();
    await ben.page.locator(".toast").getByRole("button", { name: "Play" }).click();
    await ben.page.waitForURL(/\/game\//);
    await ben.page.locator(".prompt").waitFor();
    expect(ben.page.url()).toBe(ada.page.url());
    expect(ben.page.url()).not.toBe(game);
  });
});
