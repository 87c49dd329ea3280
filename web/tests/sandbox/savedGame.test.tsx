import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { navigate, useRoute } from "../../src/browser/router";
import { Toasts } from "../../src/components/toasts";
import { currentView } from "../../src/play/history";
import { DEFAULT_SETUP, newSettings } from "../../src/sandbox/sandboxSettings";
import { restoreGame } from "../../src/sandbox/savedGame";
import type { SandboxGame } from "../../src/sandbox/useSandboxGame";
import { useSavedGame } from "../../src/sandbox/useSavedGame";
import { until } from "../reactAct";
import { ReferenceEngine } from "../reference/referenceEngine";

const KEY = "ringrift.table.sandbox";
const law = new ReferenceEngine();
let game: SandboxGame | null = null;
let root: Root | null = null;
let place = document.createElement("div");

function Sandbox() {
  game = useSavedGame("sandbox", law, useRoute().fragment).game;
  return <Toasts />;
}

const now = (): SandboxGame => {
  if (!game) throw new Error("no game has begun");
  return game;
};
const played = () => now().history.steps.map((step) => step.notation);

/** Somebody comes to the sandbox by this address. */
async function visit(address: string): Promise<void> {
  navigate(address);
  place = document.createElement("div");
  root = createRoot(place);
  await act(async () => root?.render(<Sandbox />));
}

/** They stay until they can play. */
async function arrive(address = "/sandbox"): Promise<void> {
  await visit(address);
  await settled();
}

/** The law answers from beside the page. */
const settled = () => until(() => expect(game?.view.decision).toBeTruthy());

async function leave(): Promise<void> {
  await act(async () => root?.unmount());
  root = null;
  game = null;
}

async function play(...notations: string[]): Promise<void> {
  for (const notation of notations)
    await act(async () => now().play(await law.parseMove(now().view.state, notation)));
}

async function scenario(name: string): Promise<string> {
  const position = await law.toPositionString((await law.scenario(name)).state);
  return `position=${encodeURIComponent(position)}`;
}

beforeEach(() => sessionStorage.clear());
afterEach(leave);
afterAll(() => law.close());

describe("a game in the sandbox", () => {
  it("is there again after one has been elsewhere, with who sits where, what was undone and that it waits", async () => {
    await arrive();
    const setup = { board: "hex8", players: 3, edition: "classic", swap: false } as const;
    await act(async () => now().startNew(newSettings(setup, [0, 0, 4])));
    await play("@e5", "e5-e6");
    await act(async () => now().undo());
    await act(async () => now().setPaused(true));
    const { settings, history } = now();
    await leave();
    await arrive();
    expect(now().settings).toEqual(settings);
    expect(now().history.at).toBe(history.at);
    expect(played()).toEqual(["@e5", "e5-e6", "-", "-"]);
    expect(now().view.hash).toBe(currentView(history).hash);
  });

  it("is there again where it began from a position", async () => {
    await arrive(`/sandbox#${await scenario("region-frame")}`);
    const { hash } = now().view;
    const { startPosition } = now();
    expect(startPosition).not.toBeNull();
    await leave();
    await arrive();
    expect([now().view.hash, now().startPosition]).toEqual([hash, startPosition]);
  });

  it("is there again where it was over from its beginning", async () => {
    const { state, hash } = await law.scenario("forced-elimination-wins", 5);
    expect(state.winner).not.toBeNull();
    const over = () => until(() => expect(game?.view.hash).toBe(hash));
    await visit(`/sandbox#position=${encodeURIComponent(await law.toPositionString(state))}`);
    await over();
    await leave();
    await visit("/sandbox");
    await over();
  });

  it("gives way to the game that an address names", async () => {
    await arrive();
    await play("@d4", "d4-d6");
    await leave();
    await arrive(`/sandbox#${await scenario("region-frame")}`);
    expect(now().view.hash).toBe((await law.scenario("region-frame")).hash);
  });

  it("goes on where one left it, not where its address began", async () => {
    await arrive(`/sandbox#${await scenario("placement-where")}`);
    expect(window.location.hash).not.toBe("");
    await play("skip");
    expect(window.location.hash).toBe("");
    const moves = played();
    await leave();
    await arrive(window.location.pathname);
    expect(played()).toEqual(moves);
  });

  it("stays on the table when the address no longer names one", async () => {
    await arrive(`/sandbox#${await scenario("placement-where")}`);
    const { hash } = now().view;
    await act(async () => navigate("/sandbox"));
    await settled();
    expect(now().view.hash).toBe(hash);
  });
});

describe("what was kept", () => {
  const record =
    '[RingRift "1"]\n[Board "square8"]\n[Players "2"]\n[Edition "standard"]\n[Swap "on"]\n[Result "*"]\n\n1. @d4 d4-d6 - -\n*\n';
  const kept = { version: 2, game: record, at: 4, sitters: [0, 3], seed: 7, paused: false };

  it("is read where it is as this page writes it", async () => {
    sessionStorage.setItem(KEY, JSON.stringify(kept));
    expect((await restoreGame(law, "sandbox"))?.steps).toHaveLength(4);
  });

  it.each([
    ["is no JSON", "{"],
    ["is null", "null"],
    ["is of another version", JSON.stringify({ ...kept, version: 1 })],
    ["has no game", JSON.stringify({ ...kept, game: undefined })],
    [
      "has a record that cannot be played",
      JSON.stringify({ ...kept, game: record.replace("d6", "e6") }),
    ],
    ["has a level that does not exist", JSON.stringify({ ...kept, sitters: [0, 11] })],
    ["has no place in the game", JSON.stringify({ ...kept, at: "end" })],
  ])("stays until somebody plays where it %s, and one is told", async (_, text) => {
    sessionStorage.setItem(KEY, text);
    await arrive();
    expect(played()).toEqual([]);
    expect(place.querySelector(".toast.error")?.textContent).toContain("could not be restored");
    expect(sessionStorage.getItem(KEY)).toBe(text);
    await play("@d4");
    expect((await restoreGame(law, "sandbox"))?.steps.map((step) => step.notation)).toEqual([
      "@d4",
    ]);
  });

  it("gives way to a game that is begun anew", async () => {
    sessionStorage.setItem(KEY, "{");
    await arrive();
    await act(async () => now().startNew(newSettings(DEFAULT_SETUP)));
    expect((await restoreGame(law, "sandbox"))?.steps).toEqual([]);
  });

  it("is nothing where nobody has played", async () => {
    await arrive();
    expect(sessionStorage.getItem(KEY)).toBeNull();
    expect(await restoreGame(law, "sandbox")).toBeNull();
  });

  it("beyond the end of the game is its end", async () => {
    sessionStorage.setItem(KEY, JSON.stringify({ ...kept, at: 99 }));
    expect((await restoreGame(law, "sandbox"))?.at).toBe(4);
  });
});
