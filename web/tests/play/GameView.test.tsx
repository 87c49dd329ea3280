import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { settings } from "../../src/browser/settings";
import { keyFromName } from "../../src/play/cells";
import type { Seat } from "../../src/rules/wire";
import { ReferenceEngine } from "../reference/referenceEngine";
import { GameViewFixture } from "./gameViewFixture";

const law = new ReferenceEngine();
let sitting: GameViewFixture | null = null;
const cell = (name: string) => keyFromName("square8", name) ?? "";
const start = () => law.newGame({ board: "square8", players: 2, edition: "standard", swap: true });

beforeEach(() => {
  localStorage.clear();
  settings.set({ sound: true });
});
afterEach(async () => {
  await sitting?.leave();
  sitting = null;
});
afterAll(() => law.close());

/** Repeatable throws of a die. */
function chance(seed: number): (sides: number) => number {
  let held = seed;
  return (sides) => {
    held = (Math.imul(held, 1103515245) + 12345) >>> 0;
    return Math.floor((held / 2 ** 32) * sides);
  };
}

describe("the table", () => {
  it("asks the seat to move, and a turn is two clicks", async () => {
    sitting = await GameViewFixture.at(law, await start());
    expect(sitting.prompt).toBe("Blue: place a ring on an empty cell or on any stack");
    await sitting.click(cell("d4"));
    expect(sitting.prompt).toBe("Blue: move the stack you placed on d4");
    await sitting.click(cell("d6"));
    expect(sitting.prompt).toContain("Red: swap sides");
    expect(sitting.history.steps.map((step) => step.notation)).toEqual(["@d4", "d4-d6", "-", "-"]);
    expect(sitting.sounds).toEqual(["place", "move"]);
  });

  it("logs moves by turns, and leaves passes out", async () => {
    sitting = await GameViewFixture.at(law, await start());
    for (const name of ["d4", "d6", "a1", "a2"]) await sitting.click(cell(name));
    const turns = [...sitting.place.querySelectorAll(".move-log li")].map(
      (line) => line.textContent,
    );
    expect(turns).toEqual(["1@d4d4-d6", "2@a1a1-a2"]);
  });

  it("places as many rings as the small number says, by button or key", async () => {
    sitting = await GameViewFixture.at(law, await start());
    await sitting.press(sitting.button("2 rings"));
    await sitting.click(cell("d4"));
    expect(sitting.history.steps.at(-1)?.notation).toBe("@d4x2");
    await sitting.click(cell("d6"));
    await sitting.press(sitting.button("Keep Red"));
    await sitting.key("3");
    await sitting.click(cell("a1"));
    expect(sitting.history.steps.at(-1)?.notation).toBe("@a1x3");
  });

  it("says why something cannot be done, with the rule", async () => {
    sitting = await GameViewFixture.at(law, await start());
    await sitting.press(sitting.button("3 rings"));
    await sitting.click(cell("d4"));
    await sitting.click(cell("d5"));
    expect(sitting.history.steps.length).toBe(1);
    const said = sitting;
    await vi.waitFor(() => expect(said.refusal).toContain("Rule R091"));
    expect(sitting.place.querySelector("[role=alert] a")?.getAttribute("href")).toBe(
      "/rulebook#R091",
    );
  });

  it("asks whoever knows better why a move cannot be made", async () => {
    const explainIllegal = async () => ({
      code: "DEAD_PLACEMENT",
      rule: "R081",
      message: "it could never move",
    });
    const view = await law.scenario("placement-caged-cell");
    const caged = Object.keys(view.state.board.collapsedSpaces)[0] ?? "";
    sitting = await GameViewFixture.at(law, view, { explainIllegal });
    await sitting.click(caged);
    const said = sitting;
    await vi.waitFor(() => expect(said.refusal).toContain("It could never move. Rule R081"));
  });

  it("understands typed notation, and says so when it does not", async () => {
    sitting = await GameViewFixture.at(law, await start());
    await sitting.type("@d4x3");
    expect(sitting.history.steps.at(-1)?.notation).toBe("@d4x3");
    const said = sitting;
    await sitting.type("d4-d5");
    await vi.waitFor(() => expect(said.refusal).toContain("Rule R091"));
    await sitting.type("d4-z99");
    await vi.waitFor(() => expect(said.refusal).toContain("You cannot play “d4-z99”"));
  });

  it("offers nothing to whoever is not to move", async () => {
    sitting = await GameViewFixture.at(law, await start(), { ownSeats: [2 as Seat] });
    expect(sitting.prompt).toBe("Seat 1 (Blue) to move");
    expect(sitting.board.marks.targets ?? []).toEqual([]);
    await sitting.click(cell("d4"));
    expect(sitting.history.steps).toEqual([]);
  });

  it("offers nothing while a move is on its way", async () => {
    sitting = await GameViewFixture.at(law, await start(), { pending: true });
    expect(sitting.prompt).toBe("Sending…");
    expect(sitting.board.marks.targets ?? []).toEqual([]);
  });

  it("shows every score against what wins", async () => {
    const view = await law.scenario("territory-3p-not-more-than-the-rest");
    sitting = await GameViewFixture.at(law, view);
    const [panel] = sitting.place.querySelectorAll(".seat-panel");
    expect(panel?.textContent).toContain(`of ${view.state.victoryThreshold}`);
    expect(panel?.textContent).toContain(`of ${view.state.territoryVictoryThreshold}`);
    expect(panel?.textContent).toContain("more than the");
    expect(panel?.textContent).toContain(`In hand${view.state.players[0]?.ringsInHand}`);
  });

  it("is heard by itself, unless the place has ears of its own", async () => {
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
    sitting = await GameViewFixture.at(law, await start(), { onSound: undefined });
    await sitting.click(cell("d4"));
    expect(heard).toHaveLength(1);
    await sitting.press(sitting.mute);
    await sitting.click(cell("d6"));
    expect(heard).toHaveLength(1);
    vi.unstubAllGlobals();
  });

  it("is muted and heard again by its button, which is the choice of the settings", async () => {
    sitting = await GameViewFixture.at(law, await start());
    const sound = () => sitting?.mute?.getAttribute("aria-pressed");
    expect([sound(), settings.get().sound]).toEqual(["true", true]);
    await sitting.press(sitting.mute);
    expect([sound(), settings.get().sound]).toEqual(["false", false]);
    await sitting.press(sitting.mute);
    expect([sound(), settings.get().sound]).toEqual(["true", true]);
  });

  it("says who has won, and how", async () => {
    const view = await law.scenario("ring-elimination-threshold-standard", 3);
    sitting = await GameViewFixture.at(law, view);
    expect(view.state.gameStatus).toBe("completed");
    expect(sitting.prompt).toBe("Seat 1 (Blue) wins by eliminated rings");
  });

  it.each([
    ["hex8", 3],
    ["square8", 2],
  ] as const)(
    "plays a whole game on %s for %i by clicks alone",
    async (board, players) => {
      const roll = chance(players);
      const now = await GameViewFixture.at(
        law,
        await law.newGame({ board, players, edition: "standard", swap: true }),
      );
      sitting = now;
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
