// Every place: nobody is shut out, nothing runs over the edge of a phone, and all can be looked at as pictures.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Chance } from "./harness/chance";
import { People, type Person } from "./harness/people";
import { shutsOut } from "./harness/pictures";
import { Server } from "./harness/server";

const LARGE_HEXAGON =
  "hexagonal classic (c)12/14/15/16/17/18/19/20/21/22/23/24/(a)9aaaa10(b)/24/10aaa10/22/21/20/19/18/17/16/15/14/12(d) 1 line_processing 81 aht 47,47,47,47 0,0,0,0 -,-,-,- -,-,-,- -/-/p/- off *";

type Page = Person["page"];
type Arrive = (page: Page) => Promise<void>;

const seen =
  (what: string): Arrive =>
  (page) =>
    page.locator(what).first().waitFor();
const board = seen("ringrift-board [data-name]");

/** Where each place is, and what is there before it is looked at. */
const places: Record<string, { path: string | (() => string); there?: Arrive; asAda?: true }> = {
  home: { path: "/" },
  lobby: { path: "/play" },
  "new-game": { path: "/play", there: (page) => page.getByRole("button", { name: "New game" }).click() },
  join: { path: () => invitation, there: seen("h1") },
  "game-over": { path: () => `/game/${played}`, there: board, asAda: true },
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
    path: () => `/replay/${played}`,
    there: async (page) => {
      await page.locator(".graph .band").first().waitFor();
      await page.getByText(/^Evaluating/).waitFor({ state: "detached" });
      await page.getByRole("button", { name: "To the end" }).click();
    },
    asAda: true,
  },
  study: { path: "/study#scenario=capture-four-players", there: seen(".engine-lines > li") },
  "rulebook-search": {
    path: "/rulebook",
    there: (page) => page.getByLabel("Search the rules").fill("recovery"),
  },
};

let server: Server;
let people: People;
/** A game that was played, by its id, and the link into one that waits. */
let played: string;
let invitation: string;
let ada: Person;
let visitor: Person;

beforeAll(async () => {
  server = await Server.start();
  people = await People.gather(server);
  visitor = await people.arrive({ reducedMotion: "reduce" });
  ada = await people.arrive({ reducedMotion: "reduce" });
  const { page } = ada;
  await page.goto("/account");
  await page.getByLabel("Name").fill("Ada");
  await page.getByLabel("Password").fill("correct horse");
  await page.getByRole("tabpanel").getByRole("button", { name: "Register" }).click();
  await page.getByText("You are Ada.").waitFor();
  await page.goto("/");
  await page.getByRole("button", { name: "Play now" }).click();
  await new Chance(page, 1).play(6);
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await page.getByRole("heading", { name: "You lose" }).waitFor();
  played = page.url().split("/").at(-1) ?? "";
  await page.goto("/");
  await page.getByRole("button", { name: "Get a link" }).click();
  invitation = await page.getByLabel("Invite link").inputValue();
});
afterAll(async () => {
  await people?.close();
  await server?.close();
});

describe.each(Object.entries(places))("%s", (name, { path, there, asAda }) => {
  it("shuts nobody out, in light and in dark, and fits a phone", async () => {
    const { page, complaints } = asAda ? ada : visitor;
    await page.goto("about:blank");
    await page.goto(typeof path === "string" ? path : path());
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.getByRole("status").getByText("Loading").waitFor({ state: "detached" });
    await there?.(page);
    expect(await shutsOut(page, name)).toEqual([]);
    expect(complaints.splice(0)).toEqual([]);
  });
});

it("an address that leads nowhere says so, and shows the way home", async () => {
  const { page } = visitor;
  await page.goto("/nowhere/at/all");
  await page.getByRole("heading", { name: "There is nothing here" }).waitFor();
  expect(await shutsOut(page, "lost")).toEqual([]);
  await page.getByRole("link", { name: "To the first page" }).click();
  await page.getByRole("button", { name: "Play now" }).waitFor();
});
