// A game inside a page of another site: followed live, read-only, without the visitor's session.

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page, Request } from "playwright-core";
import { expect } from "vitest";
import { it as story } from "./harness/fixtures";
import { GamePage } from "./harness/gamePage";
import { resign, startGame } from "./harness/liveGames";

/** Serves a page that consists of frames; it has the server's host, so its cookies would be sent. */
const it = story.extend(
  "showFrames",
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the needed fixtures from the pattern
  async ({}, { onCleanup }) => {
    let html = "";
    const site = createServer((_, response) => {
      response.setHeader("Content-Type", "text/html");
      response.end(`<!doctype html><title>A blog</title>${html}`);
    });
    await new Promise<void>((ready) => site.listen(0, "127.0.0.1", ready));
    onCleanup(() => {
      site.close();
    });
    return async (page: Page, frames: string): Promise<void> => {
      html = frames;
      await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
    };
  },
);

it("a game is followed in a foreign page and gone through when it is over", async ({
  users,
  server,
  showFrames,
}) => {
  const players = [await users.open(), await users.open()] as const;
  await startGame([...players]);
  const [host] = players;
  const id = new URL(host.page.url()).pathname.split("/").at(-1);

  // The reader is the host: the frame must not act for that account.
  const reader = await host.page.context().newPage();
  const requests: Request[] = [];
  const sockets: string[] = [];
  reader.on("request", (request) => requests.push(request));
  reader.on("websocket", (socket) => sockets.push(socket.url()));
  const source = `${server.url}/embed/game/${id}?theme=walnut`;
  await showFrames(reader, `<iframe src="${source}" width="480" height="640"></iframe>`);
  const frame = reader.frameLocator("iframe");
  await frame.getByText("Live").waitFor();
  expect(await frame.locator("html").getAttribute("data-theme")).toBe("walnut");

  const game = new GamePage(host.page);
  await game.choose("d4", "d6");
  const cell = frame.locator('[data-name="d6"]');
  await expect.poll(() => cell.getAttribute("aria-label")).toMatch(/blue ring/);
  await frame.getByRole("button", { name: "Go to the start" }).click();
  await expect.poll(() => cell.getAttribute("aria-label")).toMatch(/empty/);

  await resign(host, /You leave the game/);
  await frame.getByRole("button", { name: "Go to the end" }).click();
  await frame.getByText(/resigned|resignation/).waitFor();

  const api = requests.filter((request) => /\/(games|sessions|accounts)\b/.test(request.url()));
  expect(api.length).toBeGreaterThan(0);
  for (const request of api) expect(await request.allHeaders()).not.toHaveProperty("cookie");
  expect(sockets.every((url) => url.endsWith("?anonymous=true"))).toBe(true);
  expect(await frame.locator(".prompt, .header, textarea").count()).toBe(0);
});

it("a position is drawn in a foreign page, and the address of a bad one says so", async ({
  users,
  server,
  showFrames,
}) => {
  const { page } = await users.open();
  const position =
    "hex8 standard 5/6/7/8/4(a)4/8/7/6/5 1 movement 1 aht,@e5 17,18 0,0 1,- -,- -/-/-/- off *";
  const frameOf = (name: string, text: string) =>
    `<iframe name="${name}" src="${server.url}/embed/position?${new URLSearchParams({ position: text })}"></iframe>`;
  await showFrames(page, frameOf("good", position) + frameOf("bad", "hex8"));
  const cell = page.frameLocator("[name=good]").locator('[data-name="e5"]');
  await expect.poll(() => cell.getAttribute("aria-label")).toMatch(/blue ring/);
  await page.frameLocator("[name=bad]").getByText("This address names no position").waitFor();
});

it("the code of the share menu embeds the shown turn", async ({ users, server, showFrames }) => {
  const players = [await users.open(), await users.open()] as const;
  await startGame([...players]);
  const [host] = players;
  await new GamePage(host.page).choose("d4", "d6");
  const id = new URL(host.page.url()).pathname.split("/").at(-1);
  await host.page.goto(`/replay/${id}`);
  await host.page.getByRole("button", { name: "Embed" }).click();
  await host.page.getByRole("dialog").getByLabel("Theme").selectOption("Contrast");
  const code = await host.page.getByLabel("HTML code").inputValue();
  expect(code).toContain(`src="${server.url}/embed/game/${id}?turn=1&amp;theme=`);
  await showFrames(host.page, code);
  const frame = host.page.frameLocator("iframe");
  await frame.locator("ringrift-board").waitFor();
  expect(await frame.locator("html").getAttribute("data-theme")).toBe("contrast");
  await frame.getByText(/^Turn 1, /).waitFor();
});
