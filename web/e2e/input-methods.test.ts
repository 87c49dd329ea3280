// Other hands than those with a mouse: a keyboard alone, a finger on a phone, eyes that bear no motion.

import { describe, expect } from "vitest";
import { it } from "./harness/fixtures";
import { GamePage } from "./harness/gamePage";
import { type Person, PHONE } from "./harness/users";

const FAR_TOO_MANY_TABS = 60;

type Page = Person["page"];

/** What has the focus, as it is named: a cell of the board, or the words of a button. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document;
    const inside = activeElement?.shadowRoot?.activeElement ?? activeElement;
    return inside?.getAttribute("aria-label") ?? inside?.textContent ?? "";
  });

/** Presses Tab until what is named so has the focus. It is there already: nobody walks through a page that is not. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let tabs = 0; tabs < FAR_TOO_MANY_TABS; tabs++) {
    await page.keyboard.press("Tab");
    if (name.test(await focused(page))) return;
  }
  throw new Error(`Tab does not lead to ${name}`);
}

describe("a person with a keyboard alone", () => {
  it("begins a game, plays turns with arrows and with notation, and resigns", async ({
    people,
  }) => {
    const { page } = await people.arrive();
    await page.goto("/");
    await page.getByRole("button", { name: "Play now" }).waitFor();
    await tabTo(page, /^Play now$/);
    await page.keyboard.press("Enter");
    const table = new GamePage(page);
    await table.expectAsked(/place a ring/);
    await tabTo(page, /^[a-h][1-8], empty/);
    await page.keyboard.press("ArrowLeft");
    const [from] = (await focused(page)).split(",");
    await page.keyboard.press("2");
    await table.expectAsked(/place 2 rings/);
    await page.keyboard.press("Enter");
    await table.expectAsked(new RegExp(`move the stack you placed on ${from}`));
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await expect.poll(() => focused(page)).toMatch(/can be chosen$/);
    await page.keyboard.press("Enter");
    await table.expectCell(from ?? "", /blue marker/);
    await expect.poll(() => page.title()).toMatch(/^Your turn/);
    await table.expectAsked(/place a ring/);
    const free = await table.nameOf(/empty, can be chosen/);
    await page.keyboard.type(`@${free}`);
    await page.keyboard.press("Enter");
    await table.expectAsked(new RegExp(`move the stack you placed on ${free}`));
    await tabTo(page, /^Resign$/);
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor();
    if (!/^Resign$/.test(await focused(page))) await tabTo(page, /^Resign$/);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "You lose" }).waitFor();
  });

  it("is told by the board what moves did", async ({ people }) => {
    const { page } = await people.arrive();
    await page.goto("/sandbox");
    const table = new GamePage(page);
    await table.expectCell("d4", /can be chosen/);
    await table.type("@d4");
    await table.expectAsked(/move the stack/);
    await table.type("d4-d6");
    await table.board.getByText("Blue moves d4 to d6. Red to move.").waitFor({ state: "attached" });
  });
});

describe("a person with a phone", () => {
  it("plays a turn with a finger, with board and question in sight and nothing beside the screen", async ({
    people,
  }) => {
    const { page } = await people.arrive(PHONE);
    await page.goto("/");
    await page.getByRole("button", { name: "Play now" }).tap();
    const table = new GamePage(page);
    await table.expectCell("d4", /can be chosen/);
    await table.board.scrollIntoViewIfNeeded();
    await table.cell("d4").tap({ force: true });
    await table.expectAsked(/move the stack you placed on d4/);
    const [asked, board] = [
      await page.locator(".prompt").boundingBox(),
      await table.board.boundingBox(),
    ];
    expect(asked?.y).toBeGreaterThanOrEqual(0);
    expect((board?.y ?? 0) + (board?.height ?? 0)).toBeLessThanOrEqual(PHONE.viewport.height);
    expect(board?.width).toBeGreaterThan(320);
    await table.cell("d6").tap({ force: true });
    await table.expectCell("d4", /blue marker/);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      360,
    );
  });

  it("comes from place to place by the menu", async ({ people }) => {
    const { page } = await people.arrive(PHONE);
    await page.goto("/");
    for (const place of ["Sandbox", "Learn", "Rulebook", "Leaderboard", "Settings"]) {
      await page.getByRole("button", { name: "Menu" }).tap();
      await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: place }).tap();
      await expect.poll(() => page.title()).toMatch(new RegExp(`^${place}`));
    }
  });
});

describe("motion", () => {
  it.for([
    ["is shown", "no-preference", true],
    ["is left out for who asks the system for it", "reduce", false],
  ] as const)("%s", async ([_, reducedMotion, flies], { people }) => {
    const { page } = await people.arrive({ reducedMotion });
    await page.goto("/sandbox#scenario=move-at-least-its-height");
    const table = new GamePage(page);
    await table.expectCell("d4", /can be chosen/);
    await page.evaluate(watchFlights);
    await table.choose("d4");
    await table.expectCell("d4", /blue stack of 3/);
    expect(await page.evaluate(() => document.body.dataset.flown === "true")).toBe(flies);
  });

  it("is left out for who turned it off here", async ({ people }) => {
    const { page } = await people.arrive();
    await page.goto("/settings");
    await page
      .getByRole("group", { name: "Animation" })
      .getByRole("radio", { name: "Off" })
      .check({ force: true });
    await page.goto("/sandbox#scenario=move-at-least-its-height");
    const table = new GamePage(page);
    await table.expectCell("d4", /can be chosen/);
    await page.evaluate(watchFlights);
    await table.choose("d4");
    await table.expectCell("d4", /blue stack of 3/);
    expect(await page.evaluate(() => document.body.dataset.flown)).toBeUndefined();
  });
});

/** Runs on the page: notes whether anything flies over the board from now on. */
function watchFlights(): void {
  const root = document.querySelector("ringrift-board")?.shadowRoot;
  const flights = root?.querySelector(".animations");
  if (!flights) throw new Error("the board has no place for flights");
  new MutationObserver(() => {
    document.body.dataset.flown = "true";
  }).observe(flights, { childList: true });
}
