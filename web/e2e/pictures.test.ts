// Pictures of the pages for docs/pictures/page, in three sizes, light and dark: `npm run pictures`.

import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { describe } from "vitest";
import { waitForAnimations } from "./harness/animations";
import { it } from "./harness/fixtures";
import { register, startGame } from "./harness/liveGames";
import middleGames from "./harness/middleGames.json" with { type: "json" };
import { RandomPlayer } from "./harness/randomPlayer";
import { REDUCED_MOTION, type User } from "./harness/users";

const folder = fileURLToPath(new URL("../../docs/pictures/page/", import.meta.url));
const SIZES = { 1440: 900, 768: 1024, 390: 844 };
const BOARD = "ringrift-board [data-name]";

/** Takes the pictures of the page that is open. */
async function takePictures(page: Page, name: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const session = await page.context().newCDPSession(page);
  for (const [width, height] of Object.entries(SIZES)) {
    await page.setViewportSize({ width: Number(width), height });
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await waitForAnimations(page);
      const { data } = await session.send("Page.captureScreenshot", {
        format: "webp",
        quality: 80,
      });
      writeFileSync(`${folder}${name}-${width}-${colorScheme}.webp`, Buffer.from(data, "base64"));
    }
  }
}

/** Creates a game against levels from a position, as a guest, and opens it. */
async function openGame(page: Page, board: string, players: number, position: string) {
  await page.goto("/");
  const game = await page.evaluate(
    async ([board, players, position]) => {
      const post = async (path: string, body: unknown, headers = {}) => {
        const response = await fetch(path, {
          method: "POST",
          headers: { "Content-Type": "application/json", ...headers },
          body: JSON.stringify(body),
        });
        return response.json();
      };
      const { csrf } = await post("/accounts/guest", {});
      const levels = Array.from({ length: players - 1 }, () => ({ kind: "level", level: 3 }));
      const settings = { board, players, position, swap: false, start: "empty" };
      const seats = [{ kind: "me" }, ...levels];
      return (await post("/games", { settings, seats }, { "X-CSRF-Token": csrf })).id as string;
    },
    [board, players, position] as const,
  );
  await page.goto(`/game/${game}`);
  await page.locator(BOARD).first().waitFor();
}

describe("pictures", () => {
  it("of the pages around the board", async ({ users }) => {
    const open = () => users.open(REDUCED_MOTION);
    const players: [User, User, User] = [await open(), await open(), await open()];
    for (const [index, name] of ["Mara", "Juno", "Niko"].entries())
      await register(players[index] as User, name);
    await startGame(players, { rated: true });
    await Promise.all(players.map(({ page }, seed) => new RandomPlayer(page, seed + 1).play()));
    const { page } = players[0];
    await page.locator(".game-over").waitFor();
    const game = new URL(page.url()).pathname.split("/").at(-1);
    await page.getByText("Turning point").waitFor();
    await takePictures(page, "end");
    await page.goto(`/replay/${game}`);
    await page.getByRole("heading", { name: "Key turns" }).waitFor();
    await takePictures(page, "replay");
    await page.goto("/player/Mara");
    await page.getByRole("heading", { name: "Mara" }).first().waitFor();
    await takePictures(page, "profile");
    const visitor = (await open()).page;
    await visitor.goto("/");
    await visitor.getByRole("heading", { name: "Play the computer" }).waitFor();
    await takePictures(visitor, "home");
    await visitor.goto("/play");
    await visitor.getByRole("heading", { level: 1 }).waitFor();
    await takePictures(visitor, "lobby");
  });

  for (const [name, position] of Object.entries(middleGames)) {
    it(`of the game page: ${name}`, async ({ users }) => {
      const { page } = await users.open(REDUCED_MOTION);
      const [board = "", players] = name.split("-");
      await openGame(page, board, Number(players), position);
      await takePictures(page, `game-${name}`);
    });
  }
});
