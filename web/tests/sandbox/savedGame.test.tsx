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
const reference = new ReferenceEngine();
let game: SandboxGame | null = null;
let root: Root | null = null;
let container = document.createElement("div");

function Sandbox() {
  game = useSavedGame("sandbox", reference, useRoute().fragment).game;
  return <Toasts />;
}

const currentGame = (): SandboxGame => {
  if (!game) throw new Error("no game has started");
  return game;
};
const playedMoves = () => currentGame().history.steps.map((step) => step.notation);

/** Opens the sandbox at this path. */
async function openSandbox(path: string): Promise<void> {
  navigate(path);
  container = document.createElement("div");
  root = createRoot(container);
  await act(async () => root?.render(<Sandbox />));
}

/** Waits until a move can be made. */
async function openAndWait(path = "/sandbox"): Promise<void> {
  await openSandbox(path);
  await waitForDecision();
}

/** The reference engine runs in another process. */
const waitForDecision = () => until(() => expect(game?.view.decision).toBeTruthy());

async function closeSandbox(): Promise<void> {
  await act(async () => root?.unmount());
  root = null;
  game = null;
}

async function play(...notations: string[]): Promise<void> {
  for (const notation of notations)
    await act(async () =>
      currentGame().play(await reference.parseMove(currentGame().view.state, notation)),
    );
}

async function scenario(name: string): Promise<string> {
  const position = await reference.toPositionString((await reference.scenario(name)).state);
  return `position=${encodeURIComponent(position)}`;
}

beforeEach(() => sessionStorage.clear());
afterEach(closeSandbox);
afterAll(() => reference.close());

describe("a game in the sandbox", () => {
  it("survives navigation with its levels, undone moves and pause", async () => {
    await openAndWait();
    const setup = { board: "hex8", players: 3, edition: "classic", swap: false } as const;
    await act(async () => currentGame().startNew(newSettings(setup, [0, 0, 4])));
    await play("@e5", "e5-e6");
    await act(async () => currentGame().undo());
    await act(async () => currentGame().setPaused(true));
    const { settings, history } = currentGame();
    await closeSandbox();
    await openAndWait();
    expect(currentGame().settings).toEqual(settings);
    expect(currentGame().history.at).toBe(history.at);
    expect(playedMoves()).toEqual(["@e5", "e5-e6", "-", "-"]);
    expect(currentGame().view.hash).toBe(currentView(history).hash);
  });

  it("survives when it started from a position", async () => {
    await openAndWait(`/sandbox#${await scenario("region-frame")}`);
    const { hash } = currentGame().view;
    const { startPosition } = currentGame();
    expect(startPosition).not.toBeNull();
    await closeSandbox();
    await openAndWait();
    expect([currentGame().view.hash, currentGame().startPosition]).toEqual([hash, startPosition]);
  });

  it("survives when it was over from the start", async () => {
    const { state, hash } = await reference.scenario("forced-elimination-wins", 5);
    expect(state.winner).not.toBeNull();
    const over = () => until(() => expect(game?.view.hash).toBe(hash));
    await openSandbox(
      `/sandbox#position=${encodeURIComponent(await reference.toPositionString(state))}`,
    );
    await over();
    await closeSandbox();
    await openSandbox("/sandbox");
    await over();
  });

  it("is replaced by the game in the URL", async () => {
    await openAndWait();
    await play("@d4", "d4-d6");
    await closeSandbox();
    await openAndWait(`/sandbox#${await scenario("region-frame")}`);
    expect(currentGame().view.hash).toBe((await reference.scenario("region-frame")).hash);
  });

  it("resumes at the last move, not at the position in the URL", async () => {
    await openAndWait(`/sandbox#${await scenario("placement-where")}`);
    expect(window.location.hash).not.toBe("");
    await play("skip");
    expect(window.location.hash).toBe("");
    const moves = playedMoves();
    await closeSandbox();
    await openAndWait(window.location.pathname);
    expect(playedMoves()).toEqual(moves);
  });

  it("stays when the URL no longer names a game", async () => {
    await openAndWait(`/sandbox#${await scenario("placement-where")}`);
    const { hash } = currentGame().view;
    await act(async () => navigate("/sandbox"));
    await waitForDecision();
    expect(currentGame().view.hash).toBe(hash);
  });
});

describe("a saved game", () => {
  const record =
    '[RingRift "1"]\n[Board "square8"]\n[Players "2"]\n[Edition "standard"]\n[Swap "on"]\n[Result "*"]\n\n1. @d4 d4-d6 - -\n*\n';
  const saved = { version: 2, game: record, at: 4, sitters: [0, 3], seed: 7, paused: false };

  it("is restored in the current format", async () => {
    sessionStorage.setItem(KEY, JSON.stringify(saved));
    expect((await restoreGame(reference, "sandbox"))?.steps).toHaveLength(4);
  });

  it.each([
    ["is no JSON", "{"],
    ["is null", "null"],
    ["is of another version", JSON.stringify({ ...saved, version: 1 })],
    ["has no game", JSON.stringify({ ...saved, game: undefined })],
    ["has an illegal record", JSON.stringify({ ...saved, game: record.replace("d6", "e6") })],
    ["has a level that does not exist", JSON.stringify({ ...saved, sitters: [0, 11] })],
    ["has no cursor", JSON.stringify({ ...saved, at: "end" })],
  ])("stays until a move is made and shows an error when it %s", async (_, text) => {
    sessionStorage.setItem(KEY, text);
    await openAndWait();
    expect(playedMoves()).toEqual([]);
    expect(container.querySelector(".toast.error")?.textContent).toContain("could not be restored");
    expect(sessionStorage.getItem(KEY)).toBe(text);
    await play("@d4");
    expect((await restoreGame(reference, "sandbox"))?.steps.map((step) => step.notation)).toEqual([
      "@d4",
    ]);
  });

  it("is replaced by a new game", async () => {
    sessionStorage.setItem(KEY, "{");
    await openAndWait();
    await act(async () => currentGame().startNew(newSettings(DEFAULT_SETUP)));
    expect((await restoreGame(reference, "sandbox"))?.steps).toEqual([]);
  });

  it("does not exist before a move is made", async () => {
    await openAndWait();
    expect(sessionStorage.getItem(KEY)).toBeNull();
    expect(await restoreGame(reference, "sandbox")).toBeNull();
  });

  it("clamps a cursor beyond the end of the game", async () => {
    sessionStorage.setItem(KEY, JSON.stringify({ ...saved, at: 99 }));
    expect((await restoreGame(reference, "sandbox"))?.at).toBe(4);
  });
});
