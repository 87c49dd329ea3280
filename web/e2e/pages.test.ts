// Every page: accessible, fits a phone, and has screenshots for review.

import { expect } from "vitest";
import { it as story } from "./harness/fixtures";
import { inviteFriend } from "./harness/quickMatch";
import { RandomPlayer } from "./harness/randomPlayer";
import { findAccessibilityIssues } from "./harness/screenshots";
import { REDUCED_MOTION, type User } from "./harness/users";

const LARGE_HEXAGON =
  "hexagonal classic (c)12/14/15/16/17/18/19/20/21/22/23/24/(a)9aaaa10(b)/24/10aaa10/22/21/20/19/18/17/16/15/14/12(d) 1 line_processing 81 aht 47,47,47,47 0,0,0,0 -,-,-,- -,-,-,- -/-/p/- off *";

type Page = User["page"];
type Arrive = (page: Page) => Promise<void>;

const isVisible =
  (what: string): Arrive =>
  (page) =>
    page.locator(what).first().waitFor();
const board = isVisible("ringrift-board [data-name]");

/** The id of a finished game and an invitation link to an open one. */
interface Made {
  played: string;
  invitation: string;
}

interface Place {
  path: string | ((made: Made) => string);
  /** Resolves when the page is ready. */
  ready?: Arrive;
  asAda?: true;
}

const pages: Record<string, Place> = {
  home: { path: "/" },
  lobby: { path: "/play" },
  "new-game": {
    path: "/play",
    ready: (page) => page.getByRole("button", { name: "New game" }).first().click(),
  },
  watch: { path: "/watch" },
  analyse: { path: "/analyse" },
  "exact-rules": { path: "/rulebook/exact" },
  "fair-play": { path: "/fair-play" },
  "home-ada": { path: "/", asAda: true },
  join: { path: ({ invitation }) => invitation, ready: isVisible("h1") },
  "game-over": { path: ({ played }) => `/game/${played}`, ready: board, asAda: true },
  profile: { path: "/player/Ada" },
  leaders: { path: "/leaders" },
  settings: { path: "/settings" },
  account: { path: "/account" },
  recover: { path: "/account/recover" },
  "verify-email": { path: "/account/verify#rrv_x" },
  "reset-password": { path: "/account/reset#rrp_x" },
  "account-ada": { path: "/account", asAda: true },
  sandbox: { path: "/sandbox#scenario=line-overlong-choices", ready: board },
  "sandbox-large": { path: `/sandbox#position=${encodeURIComponent(LARGE_HEXAGON)}`, ready: board },
  "sandbox-set-up": {
    path: "/sandbox",
    ready: (page) => page.getByRole("button", { name: "New game" }).click(),
  },
  "sandbox-edit": {
    path: "/sandbox#scenario=region-frame",
    ready: (page) => page.getByRole("button", { name: "Edit" }).click(),
  },
  "sandbox-scenarios": {
    path: "/sandbox",
    ready: (page) => page.getByRole("button", { name: "Scenarios" }).click(),
  },
  "sandbox-share": {
    path: "/sandbox",
    ready: (page) => page.getByRole("button", { name: "Load and share" }).click(),
  },
  replay: { path: "/replay" },
  "replay-game": {
    path: ({ played }) => `/replay/${played}`,
    ready: async (page) => {
      await page.locator(".chart-stack > span").first().waitFor();
      await page.getByText(/^Analysing turn/).waitFor({ state: "detached" });
      await page.getByRole("button", { name: "Go to the end" }).click();
    },
    asAda: true,
  },
  study: { path: "/study#scenario=capture-four-players", ready: isVisible(".variations > li") },
  "rulebook-search": {
    path: "/rulebook",
    ready: (page) => page.getByLabel("Search the rules").fill("recovery"),
  },
};

const it = story
  .extend("visitor", { scope: "file" }, ({ sharedUsers }) => sharedUsers.open(REDUCED_MOTION))
  .extend("ada", { scope: "file" }, async ({ sharedUsers }) =>
    register(await sharedUsers.open(REDUCED_MOTION), "Ada"),
  )
  .extend("made", { scope: "file" }, async ({ ada }) => ({
    played: await resignGame(ada),
    invitation: await createInvitation(ada),
  }));
it.afterEach(({ sharedUsers }) => sharedUsers.expectNoErrors());

async function register(person: User, name: string): Promise<User> {
  const { page } = person;
  await page.goto("/account");
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Password").fill("correct horse");
  await page.getByRole("tabpanel").getByRole("button", { name: "Register" }).click();
  await page.getByText(`You are logged in as ${name}.`).waitFor();
  return person;
}

async function resignGame({ page }: User): Promise<string> {
  await page.goto("/");
  await page.getByRole("button", { name: "Start the game" }).click();
  await new RandomPlayer(page, 1).play(4);
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await page.getByRole("heading", { name: /won: you resigned$/ }).waitFor();
  return page.url().split("/").at(-1) ?? "";
}

async function createInvitation({ page }: User): Promise<string> {
  return inviteFriend(page);
}

it.for(Object.entries(pages))(
  "%s is accessible in light and dark mode and fits a phone",
  async ([name, { path, ready, asAda }], { visitor, ada, made }) => {
    const { page } = asAda ? ada : visitor;
    await page.goto("about:blank");
    await page.goto(typeof path === "string" ? path : path(made));
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.getByRole("status").getByText("Loading").waitFor({ state: "detached" });
    await ready?.(page);
    expect(await findAccessibilityIssues(page, name)).toEqual([]);
  },
);

it("an unknown address shows an error and a link to the home page", async ({
  visitor,
  sharedUsers,
}) => {
  const { page } = visitor;
  await page.goto("/nowhere/at/all");
  await page.getByRole("heading", { name: "Page not found" }).waitFor();
  await expect.poll(() => sharedUsers.errors).toEqual([expect.stringContaining("404 (Not Found)")]);
  sharedUsers.errors.splice(0);
  expect(await findAccessibilityIssues(page, "lost")).toEqual([]);
  await page.getByRole("link", { name: "Go to the home page" }).click();
  await page.getByRole("button", { name: "Start the game" }).waitFor();
});
