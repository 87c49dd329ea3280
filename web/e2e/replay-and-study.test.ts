// Replay of a game and study of its positions.

import { describe, expect } from "vitest";
import type { BoardElement } from "../src/board/types";
import { clickImmediately } from "./harness/clickImmediately";
import { it as story } from "./harness/fixtures";
import { GamePage } from "./harness/gamePage";
import { RandomPlayer } from "./harness/randomPlayer";
import { REDUCED_MOTION, type User } from "./harness/users";

const it = story.extend("link", { scope: "file" }, async ({ sharedUsers }) => {
  const spectator = await sharedUsers.open(REDUCED_MOTION);
  const link = await playComputerGame(spectator);
  await spectator.close();
  sharedUsers.expectNoErrors();
  return link;
});

/** Lets two computer players finish a game in the sandbox; returns its link. */
async function playComputerGame({ page }: User): Promise<string> {
  await page.goto("/sandbox");
  await page.getByRole("button", { name: "New game" }).click();
  const wishes = page.getByRole("dialog");
  for (const [colour, level] of Object.entries({ Blue: 2, Red: 1 }))
    await wishes
      .getByLabel(`${colour} is played by`)
      .selectOption({ label: `Computer, level ${level}` });
  await wishes.getByRole("button", { name: "Start" }).click();
  await page.getByRole("radio", { name: "Fast" }).check({ force: true });
  await new RandomPlayer(page, 1).play();
  await page.getByRole("button", { name: "Load and share" }).click();
  return page.getByLabel("Link to this game").inputValue();
}

const readTurn = ({ page }: User) =>
  page.evaluate(
    () => document.querySelector<BoardElement>("ringrift-board")?.state?.turnNumber ?? 0,
  );

describe("a replay", () => {
  it("is navigated by buttons, keys and slider, and plays automatically", async ({
    users,
    link,
  }) => {
    const person = await users.open(REDUCED_MOTION);
    const { page } = person;
    await page.goto(link);
    const slider = page.getByLabel("Move", { exact: true });
    await slider.waitFor();
    await expect.poll(() => readTurn(person)).toBe(1);
    await page.getByRole("button", { name: "Go to the end" }).click();
    await page.getByText(/^(Blue|Red) wins/).waitFor();
    const last = Number(await slider.inputValue());
    expect(last).toBeGreaterThan(10);
    await page.getByRole("button", { name: "Previous move" }).click();
    await expect.poll(() => slider.inputValue()).toBe(`${last - 1}`);
    await slider.fill("4");
    await expect.poll(() => readTurn(person)).toBeLessThan(6);
    await page.getByRole("button", { name: "Go to the start" }).click();
    await expect.poll(() => slider.inputValue()).toBe("0");
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => slider.inputValue()).toBe("1");
    await page.getByRole("radio", { name: "Fast" }).check({ force: true });
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await expect.poll(async () => Number(await slider.inputValue())).toBeGreaterThan(3);
  });

  it("draws the winning chances and jumps to turning points", async ({ users, link }) => {
    const { page } = await users.open(REDUCED_MOTION);
    await page.goto(link);
    await expect.poll(() => page.locator(".evaluation-graph .band").count()).toBe(2);
    await page.getByText(/^Evaluating/).waitFor({ state: "detached" });
    const turning = page.locator(".turning-points button").first();
    await turning.click();
    await expect.poll(() => turning.getAttribute("aria-current")).toBe("step");
    expect(await page.getByLabel("Move", { exact: true }).inputValue()).not.toBe("0");
  });

  it("opens the shown position in the study", async ({ users, link }) => {
    const { page } = await users.open(REDUCED_MOTION);
    await page.goto(link);
    await page.getByLabel("Move", { exact: true }).fill("6");
    await page.getByRole("button", { name: "Study this position" }).click();
    await page.waitForURL(/\/study#position=/);
    await page.locator(".variations > li").first().waitFor();
  });
});

describe("a study", () => {
  it("shows the server's variations, arrows and winning chances, and follows a variation", async ({
    users,
  }) => {
    const { page } = await users.open(REDUCED_MOTION);
    await page.goto("/study");
    const withThreeLines = ".analysis-panel:has(.variations > li:nth-child(3))";
    const stopped = clickImmediately(page, "Stop", withThreeLines, /Analysis on the server\./);
    await page.getByRole("button", { name: "Analyse on the server" }).click();
    await stopped;
    const lines = page.locator(".variations > li");
    await page
      .getByText(/Blue: \d+\.\d%/)
      .first()
      .waitFor({ state: "attached" });
    await expect.poll(() => page.locator("ringrift-board .arrows > *").count()).toBeGreaterThan(0);
    const step = lines.first().getByRole("button").first();
    const notation = await step.textContent();
    await step.click();
    await new GamePage(page).expectMoves(notation ?? "");
  });

  it("falls back to the engine in the browser if the server does not answer", async ({ users }) => {
    const { page } = await users.open(REDUCED_MOTION);
    await page.goto("/study");
    await page.getByRole("button", { name: "Analyse on the server" }).click();
    await page.getByText("Analysis on the server.").waitFor();
    await page.context().setOffline(true);
    await new GamePage(page).choose("d4");
    await page
      .getByText(
        "The server is not responding. The engine in your browser will analyse the position instead, but less deeply.",
      )
      .waitFor();
    await page.locator(".variations > li").first().waitFor();
  });
});
