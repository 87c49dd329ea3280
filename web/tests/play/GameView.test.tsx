import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { settings } from "../../src/browser/settings";
import { keyFromName } from "../../src/play/cells";
import type { Seat } from "../../src/rules/wire";
import { ReferenceEngine } from "../reference/referenceEngine";
import { GameViewFixture } from "./gameViewFixture";

const reference = new ReferenceEngine();
let fixture: GameViewFixture | null = null;
const cell = (name: string) => keyFromName("square8", name) ?? "";
const start = () =>
  reference.newGame({ board: "square8", players: 2, edition: "standard", swap: true });

beforeEach(() => {
  localStorage.clear();
  settings.set({ sound: true });
});
afterEach(async () => {
  await fixture?.unmount();
  fixture = null;
});
afterAll(() => reference.close());

/** A seeded random number generator. */
function seededRandom(seed: number): (sides: number) => number {
  let held = seed;
  return (sides) => {
    held = (Math.imul(held, 1103515245) + 12345) >>> 0;
    return Math.floor((held / 2 ** 32) * sides);
  };
}

describe("the game view", () => {
  it("prompts the seat to move, and a turn takes two clicks", async () => {
    fixture = await GameViewFixture.render(reference, await start());
    expect(fixture.prompt).toBe("Blue: place a ring on an empty cell or on any stack");
    await fixture.click(cell("d4"));
    expect(fixture.prompt).toBe("Blue: move the stack you placed on d4");
    await fixture.click(cell("d6"));
    expect(fixture.prompt).toContain("Red: swap sides");
    expect(fixture.history.steps.map((step) => step.notation)).toEqual(["@d4", "d4-d6", "-", "-"]);
    expect(fixture.sounds).toEqual(["place", "move"]);
  });

  it("logs moves by turn, without bookkeeping", async () => {
    fixture = await GameViewFixture.render(reference, await start());
    for (const name of ["d4", "d6", "a1", "a2"]) await fixture.click(cell(name));
    const turns = [...fixture.container.querySelectorAll(".move-log li")].map(
      (line) => line.textContent,
    );
    expect(turns).toEqual(["1@d4d4-d6", "2@a1a1-a2"]);
  });

  it("places the selected number of rings, by button or key", async () => {
    fixture = await GameViewFixture.render(reference, await start());
    await fixture.press(fixture.button("2 rings"));
    await fixture.click(cell("d4"));
    expect(fixture.history.steps.at(-1)?.notation).toBe("@d4x2");
    await fixture.click(cell("d6"));
    await fixture.press(fixture.button("Keep Red"));
    await fixture.key("3");
    await fixture.click(cell("a1"));
    expect(fixture.history.steps.at(-1)?.notation).toBe("@a1x3");
  });

  it("explains an illegal move and names the rule", async () => {
    fixture = await GameViewFixture.render(reference, await start());
    await fixture.press(fixture.button("3 rings"));
    await fixture.click(cell("d4"));
    await fixture.click(cell("d5"));
    expect(fixture.history.steps.length).toBe(1);
    const shown = fixture;
    await vi.waitFor(() => expect(shown.refusal).toContain("Rule R091"));
    expect(fixture.container.querySelector("[role=alert] a")?.getAttribute("href")).toBe(
      "/rulebook#R091",
    );
  });

  it("uses the given explanation of an illegal move", async () => {
    const explainIllegal = async () => ({
      code: "DEAD_PLACEMENT",
      rule: "R081",
      message: "it could never move",
    });
    const view = await reference.scenario("placement-caged-cell");
    const caged = Object.keys(view.state.board.collapsedSpaces)[0] ?? "";
    fixture = await GameViewFixture.render(reference, view, { explainIllegal });
    await fixture.click(caged);
    const shown = fixture;
    await vi.waitFor(() => expect(shown.refusal).toContain("It could never move. Rule R081"));
  });

  it("accepts typed notation, and says when it cannot read it", async () => {
    fixture = await GameViewFixture.render(reference, await start());
    await fixture.type("@d4x3");
    expect(fixture.history.steps.at(-1)?.notation).toBe("@d4x3");
    const shown = fixture;
    await fixture.type("d4-d5");
    await vi.waitFor(() => expect(shown.refusal).toContain("Rule R091"));
    await fixture.type("d4-z99");
    await vi.waitFor(() => expect(shown.refusal).toContain("You cannot play “d4-z99”"));
  });

  it("offers nothing to a player who is not to move", async () => {
    fixture = await GameViewFixture.render(reference, await start(), { ownSeats: [2 as Seat] });
    expect(fixture.prompt).toBe("Seat 1 (Blue) to move");
    expect(fixture.board.marks.targets ?? []).toEqual([]);
    await fixture.click(cell("d4"));
    expect(fixture.history.steps).toEqual([]);
  });

  it("offers nothing while a move is pending", async () => {
    fixture = await GameViewFixture.render(reference, await start(), { pending: true });
    expect(fixture.prompt).toBe("Sending…");
    expect(fixture.board.marks.targets ?? []).toEqual([]);
  });

  it("shows every score against its victory threshold", async () => {
    const view = await reference.scenario("territory-3p-not-more-than-the-rest");
    fixture = await GameViewFixture.render(reference, view);
    const [panel] = fixture.container.querySelectorAll(".seat-panel");
    expect(panel?.textContent).toContain(`of ${view.state.victoryThreshold}`);
    expect(panel?.textContent).toContain(`of ${view.state.territoryVictoryThreshold}`);
    expect(panel?.textContent).toContain("more than all others combined");
    expect(panel?.textContent).toContain(`In hand${view.state.players[0]?.ringsInHand}`);
  });

  it("plays its own sounds unless the page handles them", async () => {
    const heard: number[] = [];
    class Audio {
      currentTime = 0;
      destination = {};
      resume() {}
      createOscillator() {
        const frequency = {
          set value(hertz: number) {
            heard.push(hertz);
          },
        };
        return { frequency, connect: () => ({ connect: () => undefined }), start() {}, stop() {} };
      }
      createGain() {
        return { gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} } };
      }
    }
    vi.stubGlobal("AudioContext", Audio);
    Object.defineProperty(navigator, "userActivation", {
      value: { hasBeenActive: true },
      configurable: true,
    });
    fixture = await GameViewFixture.render(reference, await start(), { onSound: undefined });
    await fixture.click(cell("d4"));
    expect(heard).toHaveLength(1);
    await fixture.press(fixture.soundToggle);
    await fixture.click(cell("d6"));
    expect(heard).toHaveLength(1);
    vi.unstubAllGlobals();
  });

  it("toggles the sound setting by its button", async () => {
    fixture = await GameViewFixture.render(reference, await start());
    const sound = () => fixture?.soundToggle?.getAttribute("aria-pressed");
    expect([sound(), settings.get().sound]).toEqual(["true", true]);
    await fixture.press(fixture.soundToggle);
    expect([sound(), settings.get().sound]).toEqual(["false", false]);
    await fixture.press(fixture.soundToggle);
    expect([sound(), settings.get().sound]).toEqual(["true", true]);
  });

  it("says who won and how", async () => {
    const view = await reference.scenario("ring-elimination-threshold-standard", 3);
    fixture = await GameViewFixture.render(reference, view);
    expect(view.state.gameStatus).toBe("completed");
    expect(fixture.prompt).toBe("Seat 1 (Blue) wins by eliminating rings");
  });

  it.each([
    ["hex8", 3],
    ["square8", 2],
  ] as const)(
    "plays a whole game on %s for %i by clicks alone",
    async (board, players) => {
      const roll = seededRandom(players);
      const now = await GameViewFixture.render(
        reference,
        await reference.newGame({ board, players, edition: "standard", swap: true }),
      );
      fixture = now;
      for (let clicks = 0; now.view.decision !== null; clicks++) {
        expect(clicks).toBeLessThan(4000);
        const { targets = [], stacks = [] } = now.board.marks;
        const answers = [...targets, ...stacks];
        const buttons = now.buttons();
        expect(answers.length + buttons.length).toBeGreaterThan(0);
        const pick = roll(answers.length + buttons.length);
        if (pick < answers.length) await now.click(answers[pick] ?? "");
        else await now.press(buttons[pick - answers.length]);
      }
      expect(now.prompt).toMatch(/wins/);
      expect(now.view.state.gameStatus).toBe("completed");
      expect(now.sounds.at(-1)).toBe("end");
    },
    120_000,
  );
});
