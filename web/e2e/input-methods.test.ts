// Keyboard only, touch, and reduced motion.

import { describe, expect } from "vitest";
import { it } from "./harness/fixtures";
import { GamePage } from "./harness/gamePage";
import { PHONE, type User } from "./harness/users";

const FAR_TOO_MANY_TABS = 60;

type Page = User["page"];

/** The accessible name of the focused element: a cell, or the text of a button. */
const focusedName = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document;
    const inside = activeElement?.shadowRoot?.activeElement ?? activeElement;
    return inside?.getAttribute("aria-label") ?? inside?.textContent ?? "";
  });

/** Presses Tab until the element of this name, which must exist, has the focus. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let tabs = 0; tabs < FAR_TOO_MANY_TABS; tabs++) {
    await page.keyboard.press("Tab");
    if (name.test(await focusedName(page))) return;
  }
  throw new Error(`Tab does not lead to ${name}`);
}

describe("a user with a keyboard only", () => {
  it("starts a game, plays turns with arrow keys and notation, and resigns", async ({ users }) => {
    const { page } = await users.open();
    await page.goto("/");
    await page.getByRole("button", { name: "Start the game" }).waitFor();
    await tabTo(page, /^Start the game$/);
    await page.keyboard.press("Enter");
    const gamePage = new GamePage(page);
    await gamePage.expectPrompt(/place a ring/);
    await tabTo(page, /^[a-h][1-8], empty/);
    await page.keyboard.press("ArrowLeft");
    const [from] = (await focusedName(page)).split(",");
    await page.keyboard.press("2");
    await gamePage.expectPrompt(/place 2 rings/);
    await page.keyboard.press("Enter");
    await gamePage.expectPrompt(new RegExp(`move the stack you placed on ${from}`));
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await expect.poll(() => focusedName(page)).toMatch(/can be chosen$/);
    await page.keyboard.press("Enter");
    await gamePage.expectCell(from ?? "", /blue marker/);
    await expect.poll(() => page.title()).toMatch(/^Your turn/);
    await gamePage.expectPrompt(/place a ring/);
    const free = await gamePage.findCell(/empty, can be chosen/);
    await page.keyboard.type(`@${free}`);
    await page.keyboard.press("Enter");
    await gamePage.expectPrompt(new RegExp(`move the stack you placed on ${free}`));
    await tabTo(page, /^Resign$/);
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor();
    if (!/^Resign$/.test(await focusedName(page))) await tabTo(page, /^Resign$/);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: /won: you resigned$/ }).waitFor();
  });

  it("hears from the board what moves did", async ({ users }) => {
    const { page } = await users.open();
    await page.goto("/sandbox");
    const gamePage = new GamePage(page);
    await gamePage.expectCell("d4", /can be chosen/);
    await gamePage.type("@d4");
    await gamePage.expectPrompt(/move the stack/);
    await gamePage.type("d4-d6");
    await gamePage.board
      .getByText("Blue moves d4 to d6. Red to move.")
      .waitFor({ state: "attached" });
  });
});

describe("a user with a phone", () => {
  it("plays a turn by touch, with board and prompt in view and no horizontal overflow", async ({
    users,
  }) => {
    const { page } = await users.open(PHONE);
    await page.goto("/");
    await page.getByRole("button", { name: "Start the game" }).tap();
    const gamePage = new GamePage(page);
    await gamePage.expectCell("d4", /can be chosen/);
    await gamePage.board.scrollIntoViewIfNeeded();
    await gamePage.cell("d4").tap({ force: true });
    await gamePage.expectPrompt(/move the stack you placed on d4/);
    const [prompt, board] = [
      await page.locator(".prompt").boundingBox(),
      await gamePage.board.boundingBox(),
    ];
    expect(prompt?.y).toBeGreaterThanOrEqual(0);
    expect((board?.y ?? 0) + (board?.height ?? 0)).toBeLessThanOrEqual(PHONE.viewport.height);
    expect(board?.width).toBeGreaterThan(320);
    await gamePage.cell("d6").tap({ force: true });
    await gamePage.expectCell("d4", /blue marker/);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      360,
    );
  });

  it("navigates by the tabs at the bottom and the links in the footer", async ({ users }) => {
    const { page } = await users.open(PHONE);
    await page.goto("/");
    const tabs = page.getByRole("navigation", { name: "Tabs" });
    for (const [tab, title] of [
      ["Play", "Play"],
      ["Puzzles", "Puzzles"],
      ["Learn", "Learn"],
      ["You", "Account"],
    ] as const) {
      await tabs.getByRole("link", { name: tab }).tap();
      await expect.poll(() => page.title()).toMatch(new RegExp(`^${title}`));
    }
    for (const place of ["Watch", "Analyse", "Leaders", "Rulebook", "Fair play", "Settings"]) {
      await page.getByRole("contentinfo").getByRole("link", { name: place }).tap();
      await expect.poll(() => page.title()).toMatch(new RegExp(`^${place}`));
    }
  });
});

describe("animation", () => {
  it.for([
    ["is shown", "no-preference", true],
    ["is left out for who asks the system for it", "reduce", false],
  ] as const)("%s", async ([_, reducedMotion, flies], { users }) => {
    const { page } = await users.open({ reducedMotion });
    await page.goto("/sandbox#scenario=move-at-least-its-height");
    const gamePage = new GamePage(page);
    await gamePage.expectCell("d4", /can be chosen/);
    await page.evaluate(watchAnimations);
    await gamePage.choose("d4");
    await gamePage.expectCell("d4", /blue stack of 3/);
    expect(await page.evaluate(() => document.body.dataset.flown === "true")).toBe(flies);
  });

  it("is off if turned off in the settings", async ({ users }) => {
    const { page } = await users.open();
    await page.goto("/settings");
    await page
      .getByRole("group", { name: "Animation" })
      .getByRole("radio", { name: "Off" })
      .check({ force: true });
    await page.goto("/sandbox#scenario=move-at-least-its-height");
    const gamePage = new GamePage(page);
    await gamePage.expectCell("d4", /can be chosen/);
    await page.evaluate(watchAnimations);
    await gamePage.choose("d4");
    await gamePage.expectCell("d4", /blue stack of 3/);
    expect(await page.evaluate(() => document.body.dataset.flown)).toBeUndefined();
  });
});

/** Runs on the page: records whether an animation starts on the board. */
function watchAnimations(): void {
  const root = document.querySelector("ringrift-board")?.shadowRoot;
  const flights = root?.querySelector(".animations");
  if (!flights) throw new Error("the board has no place for flights");
  new MutationObserver(() => {
    document.body.dataset.flown = "true";
  }).observe(flights, { childList: true });
}
