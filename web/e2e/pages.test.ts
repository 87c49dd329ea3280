// Every place: nobody is shut out, nothing runs over the edge of a phone, and all can be looked at as pictures.

import { expect } from "vitest";
import { it as story } from "./harness/fixtures";
import { RandomPlayer } from "./harness/randomPlayer";
import { shutsOut } from "./harness/screenshots";
import { CALM, type Person } from "./harness/users";

const LARGE_HEXAGON =
  "hexagonal classic (c)12/14/15/16/17/18/19/20/21/22/23/24/(a)9aaaa10(b)/24/10aaa10/22/21/20/19/18/17/16/15/14/12(d) 1 line_processing 81 aht 47,47,47,47 0,0,0,0 -,-,-,- -,-,-,- -/-/p/- off *";

type Page = Person["page"];
type Arrive = (page: Page) => Promise<void>;

const seen =
  (what: string): Arrive =>
  (page) =>
    page.locator(what).first().waitFor();
const board = seen("ringrift-board [data-name]");

/** A game that was played, by its id, and the link into one that waits. */
interface Made {
  played: string;
  invitation: string;
}

interface Place {
  path: string | ((made: Made) => string);
  /** What is there before it is looked at. */
  there?: Arrive;
  asAda?: true;
}

const places: Record<string, Place> = {
  home: { path: "/" },
  lobby: { path: "/play" },
  "new-game": {
    path: "/play",
    there: (page) => page.getByRole("button", { name: "New game" }).click(),
  },
  join: { path: ({ invitation }) => invitation, there: seen("h1") },
  "game-over": { path: ({ played }) => `/game/${played}`, there: board, asAda: true },
  profile: { path: "/player/Ada" },
  leaders: { path: "/leaders" },
  settings: { path: "/settings" },
  account: { path: "/account" },
  "account-ada": { path: "/account", asAda: true },
  sandbox: { path: "/sandbox#scenario=line-overlong-choices", there: board },
  "sandbox-large": { path: `/sandbox#position=${encodeURIComponent(LARGE_HEXAGON)}`, there: board },
  "sandbox-set-up": {
    path: "/sandbox",
    there: (page) => page.getByRole("button", { name: "New game" }).click(),
  },
  "sandbox-edit": {
    path: "/sandbox#scenario=region-frame",
    there: (page) => page.getByRole("button", { name: "Edit" }).click(),
  },
  "sandbox-scenarios": {
    path: "/sandbox",
    there: (page) => page.getByRole("button", { name: "Scenarios" }).click(),
  },
  "sandbox-share": {
    path: "/sandbox",
    there: (page) => page.getByRole("button", { name: "Load and share" }).click(),
  },
  replay: { path: "/replay" },
  "replay-game": {
    path: ({ played }) => `/replay/${played}`,
    there: async (page) => {
      await page.locator(".evaluation-graph .band").first().waitFor();
      await page.getByText(/^Evaluating/).waitFor({ state: "detached" });
      await page.getByRole("button", { name: "Go to the end" }).click();
    },
    asAda: true,
  },
  study: { path: "/study#scenario=capture-four-players", there: seen(".variations > li") },
  "rulebook-search": {
    path: "/rulebook",
    there: (page) => page.getByLabel("Search the rules").fill("recovery"),
  },
};

const it = story
  .extend("visitor", { scope: "file" }, ({ regulars }) => regulars.arrive(CALM))
  .extend("ada", { scope: "file" }, async ({ regulars }) =>
    registered(await regulars.arrive(CALM), "Ada"),
  )
  .extend("made", { scope: "file" }, async ({ ada }) => ({
    played: await gameLostBy(ada),
    invitation: await invitationBy(ada),
  }));
it.afterEach(({ regulars }) => regulars.expectNoComplaints());

async function registered(person: Person, name: string): Promise<Person> {
  const { page } = person;
  await page.goto("/account");
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Password").fill("correct horse");
  await page.getByRole("tabpanel").getByRole("button", { name: "Register" }).click();
  await page.getByText(`You are logged in as ${name}.`).waitFor();
  return person;
}

async function gameLostBy({ page }: Person): Promise<string> {
  await page.goto("/");
  await page.getByRole("button", { name: "Play now" }).click();
  await new RandomPlayer(page, 1).play(4);
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await page.getByRole("heading", { name: "You lose" }).waitFor();
  return page.url().split("/").at(-1) ?? "";
}

async function invitationBy({ page }: Person): Promise<string> {
  await page.goto("/");
  await page.getByRole("button", { name: "Get a link" }).click();
  return page.getByLabel("Invitation link").inputValue();
}

it.for(Object.entries(places))(
  "%s shuts nobody out, in light and in dark, and fits a phone",
  async ([name, { path, there, asAda }], { visitor, ada, made }) => {
    const { page } = asAda ? ada : visitor;
    await page.goto("about:blank");
    await page.goto(typeof path === "string" ? path : path(made));
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.getByRole("status").getByText("Loading").waitFor({ state: "detached" });
    await there?.(page);
    expect(await shutsOut(page, name)).toEqual([]);
  },
);

it("an address that leads nowhere says so, and shows the way home", async ({
  visitor,
  regulars,
}) => {
  const { page } = visitor;
  await page.goto("/nowhere/at/all");
  await page.getByRole("heading", { name: "Page not found" }).waitFor();
  await expect
    .poll(() => regulars.complaints)
    .toEqual([expect.stringContaining("404 (Not Found)")]);
  regulars.complaints.splice(0);
  expect(await shutsOut(page, "lost")).toEqual([]);
  await page.getByRole("link", { name: "Go to the home page" }).click();
  await page.getByRole("button", { name: "Play now" }).waitFor();
});
