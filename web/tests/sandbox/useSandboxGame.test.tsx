import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { newSettings } from "../../src/sandbox/sandboxSettings";
import { useComputerPlayers } from "../../src/sandbox/useComputerPlayers";
import type { SandboxGame } from "../../src/sandbox/useSandboxGame";
import { useSandboxGame } from "../../src/sandbox/useSandboxGame";
import { until } from "../reactAct";
import { ReferenceEngine } from "../reference/referenceEngine";

const reference = new ReferenceEngine();
const roots: Root[] = [];
afterEach(async () => {
  await act(async () => {
    for (const root of roots.splice(0)) root.unmount();
  });
});
afterAll(() => reference.close());

function Sandbox({
  running,
  onRender,
}: {
  running: boolean;
  onRender(game: SandboxGame | null, startNew: SandboxGame["startNew"]): void;
}) {
  const { game, startNew } = useSandboxGame(reference);
  useComputerPlayers(reference, game, running, "fast");
  onRender(game, startNew);
  return null;
}

/** Runs the sandbox hooks without a page. */
class SandboxHarness {
  game: SandboxGame | null = null;
  startNew: SandboxGame["startNew"] = async () => undefined;
  private readonly root = createRoot(document.createElement("div"));

  constructor() {
    roots.push(this.root);
  }

  async running(running: boolean): Promise<void> {
    const onRender = (game: SandboxGame | null, startNew: SandboxGame["startNew"]) => {
      this.game = game;
      this.startNew = startNew;
    };
    await act(async () => this.root.render(<Sandbox running={running} onRender={onRender} />));
  }

  get now(): SandboxGame {
    if (!this.game) throw new Error("no game has started");
    return this.game;
  }
}

const setup = { board: "hex8", players: 2, edition: "standard", swap: false } as const;

describe("the sandbox", () => {
  it("plays the computer seats", async () => {
    const held = new SandboxHarness();
    await held.running(true);
    await act(async () => held.startNew(newSettings(setup, [1, 1])));
    await until(() => expect(held.now.history.steps.length).toBeGreaterThan(12));
    const seats = new Set(held.now.history.steps.map((step) => step.move.player));
    expect(seats).toEqual(new Set([1, 2]));
  }, 30_000);

  it("leaves a person's decision to the person, and undoes back to it", async () => {
    const held = new SandboxHarness();
    await held.running(true);
    await act(async () => held.startNew(newSettings(setup, [0, 1])));
    const choose = async (notation: string) =>
      act(async () => held.now.play(await reference.parseMove(held.now.view.state, notation)));
    await choose("@e5");
    await choose("e5-e7");
    await until(() => expect(held.now.view.state.currentPlayer).toBe(1));
    expect(held.now.view.decision?.kind).toBe("placement");
    await act(async () => held.now.undo());
    expect(held.now.view.state.currentPhase).toBe("movement");
    expect(held.now.view.state.turn.mustMoveFrom).not.toBeNull();
    expect(held.now.view.state.currentPlayer).toBe(1);
    await act(async () => held.now.redo());
    expect(held.now.history.at).toBeGreaterThan(1);
  }, 30_000);

  it("does not move for paused computers", async () => {
    const held = new SandboxHarness();
    await held.running(false);
    await act(async () => held.startNew(newSettings(setup, [1, 1])));
    expect(held.now.history.steps).toEqual([]);
    expect(held.now.view.decision?.seat).toBe(1);
  });
});
