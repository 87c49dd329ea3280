// What becomes of a game that was played: its replay, and the study of its positions.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BoardElement } from "../src/board/types";
import { Chance } from "./harness/chance";
import { People, type Person } from "./harness/people";
import { Server } from "./harness/server";
import { TableOf } from "./harness/table";

const PATIENCE_MS = 20_000;

let server: Server;
let people: People;
let link: string;

beforeAll(async () => {
  server = await Server.start();
  people = await People.gather(server);
  link = await linkToAGameOfComputers();
});
afterAll(async () => {
  await people?.close();
  await server?.close();
});

/** Two computers play in the sandbox while nobody touches it. */
async function linkToAGameOfComputers(): Promise<string> {
  const { page, leave } = await people.arrive({ reducedMotion: "reduce" });
  await page.goto("/sandbox");
  await page.getByRole("button", { name: "New game" }).click();
  const wishes = page.getByRole("dialog");
  for (const [colour, level] of Object.entries({ Blue: 2, Red: 1 }))
    await wishes.getByLabel(`${colour} is played by`).selectOption({ label: `Computer, level ${level}` });
  await wishes.getByRole("button", { name: "Begin" }).click();
  await page.getByRole("radio", { name: "Fast" }).check({ force: true });
  await new Chance(page, 1).play();
  await page.getByRole("button", { name: "Load and share" }).click();
  const found = await page.getByLabel("Link to this game").inputValue();
  await leave();
  return found;
}

const turnShown = ({ page }: Person) =>
  page.evaluate(() => document.querySelector<BoardElement>("ringrift-board")?.state?.turnNumber ?? 0);

describe("a replay", () => {
  it("is walked through by buttons, keys and slider, and plays by itself", async () => {
    const person = await people.arrive({ reducedMotion: "reduce" });
    const { page, complaints, leave } = person;
    await page.goto(link);
    const slider = page.getByLabel("Move", { exact: true });
    await slider.waitFor();
    expect(await turnShown(person)).toBe(1);
    await page.getByRole("button", { name: "To the end" }).click();
    await page.getByText(/^(Blue|Red) wins/).waitFor();
    const last = Number(await slider.inputValue());
    expect(last).toBeGreaterThan(10);
    await page.getByRole("button", { name: "One move back" }).click();
    await expect.poll(() => slider.inputValue()).toBe(`${last - 1}`);
    await slider.fill("4");
    await expect.poll(() => turnShown(person)).toBeLessThan(6);
    await page.getByRole("button", { name: "To the start" }).click();
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => slider.inputValue()).toBe("1");
    await page.getByRole("radio", { name: "Fast" }).check({ force: true });
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await expect
      .poll(async () => Number(await slider.inputValue()), { timeout: PATIENCE_MS })
      .toBeGreaterThan(3);
    expect(complaints).toEqual([]);
    await leave();
  });

  it("draws what each seat could expect, and jumps to where the game turned", async () => {
    const { page, complaints, leave } = await people.arrive({ reducedMotion: "reduce" });
    await page.goto(link);
    await page.getByText(/^Evaluating/).waitFor();
    await page.getByText(/^Evaluating/).waitFor({ state: "detached" });
    expect(await page.locator(".graph .band").count()).toBe(2);
    const turning = page.locator(".turning-points button").first();
    await turning.click();
    expect(await turning.getAttribute("aria-current")).toBe("step");
    expect(await page.getByLabel("Move", { exact: true }).inputValue()).not.toBe("0");
    expect(complaints).toEqual([]);
    await leave();
  });

  it("leads to a study of what it shows", async () => {
    const { page, complaints, leave } = await people.arrive({ reducedMotion: "reduce" });
    await page.goto(link);
    await page.getByLabel("Move", { exact: true }).fill("6");
    await page.getByRole("button", { name: "Study this position" }).click();
    await page.waitForURL(/\/study#position=/);
    await page.locator(".engine-lines > li").first().waitFor();
    expect(complaints).toEqual([]);
    await leave();
  });
});

describe("a study", () => {
  it("shows the server's lines, arrows and each seat's share, and walks along a line", async () => {
    const { page, complaints, leave } = await people.arrive({ reducedMotion: "reduce" });
    await page.goto("/study");
    await page.getByText("The server thinks.").waitFor();
    const lines = page.locator(".engine-lines > li");
    await expect.poll(() => lines.count(), { timeout: PATIENCE_MS }).toBe(3);
    await page
      .getByText(/Blue: \d+\.\d %/)
      .first()
      .waitFor({ state: "attached" });
    await expect.poll(() => page.locator("ringrift-board .arrows > *").count()).toBeGreaterThan(0);
    await page.getByRole("button", { name: "Stop" }).click();
    const step = lines.first().getByRole("button").first();
    const notation = await step.textContent();
    await step.click();
    await new TableOf(page).expectMoves(notation ?? "");
    expect(complaints).toEqual([]);
    await leave();
  });

  it("goes on with the page's own engine where no server answers", async () => {
    const { page, complaints, leave } = await people.arrive({ reducedMotion: "reduce" });
    await page.goto("/study");
    await page.locator(".engine-lines > li").first().waitFor();
    await page.context().setOffline(true);
    await new TableOf(page).choose("d4");
    await page.getByText("No server answers: the engine in this page thinks, with less depth.").waitFor();
    await page.locator(".engine-lines > li").first().waitFor();
    expect(complaints).toEqual([]);
    await leave();
  });
});
