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

  it("tells the last turn step by step and older turns in a sentence", async () => {
    fixture = await GameViewFixture.render(reference, await start());
    for (const name of ["d4", "d6", "a1", "a2"]) await fixture.click(cell(name));
    expect(fixture.story).toEqual([
      "Red, turn 2▶ Replayplaced 1 ring on a1moved a1 to a2",
      "1Blue placed 1 on d4 and moved to d6.",
    ]);
  });

  it("calls the viewer's seat you", async () => {
    fixture = await GameViewFixture.render(reference, await start(), { viewer: [1 as Seat] });
    for (const name of ["d4", "d6", "a1", "a2"]) await fixture.click(cell(name));
    expect(fixture.story[1]).toBe("1You placed 1 on d4 and moved to d6.");
  });

  it("lights the cells that the story names", async () => {
    fixture = await GameViewFixture.render(reference, await start());
    for (const name of ["d4", "d6"]) await fixture.click(cell(name));
    await fixture.press(fixture.anyButton("d6"));
    expect(fixture.board.marks.highlights).toEqual([cell("d6")]);
  });

  it("logs moves by turn in notation, without bookkeeping", async () => {
    fixture = await GameViewFixture.render(reference, await start());
    for (const name of ["d4", "d6", "a1", "a2"]) await fixture.click(cell(name));
    await fixture.press(fixture.anyButton("Notation"));
    expect(settings.get().story).toBe("notation");
    const shown = fixture;
    await vi.waitFor(() =>
      expect(
        [...shown.container.querySelectorAll(".move-log li")].map((line) => line.textContent),
      ).toEqual(["1@d4d4-d6", "2@a1a1-a2"]),
    );
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

  it("keeps a click while a move is sent, and plays it if it is legal after the answer", async () => {
    fixture = await GameViewFixture.render(reference, await start());
    fixture.holdAnswers();
    await fixture.click(cell("d4"));
    await fixture.click(cell("d4")); // the second half of a double click
    await fixture.click(cell("d6"));
    expect(fixture.history.steps).toEqual([]);
    await fixture.releaseAnswers();
    expect(fixture.history.steps.map((step) => step.notation)).toEqual(["@d4", "d4-d6", "-", "-"]);
  });

  it("drops a kept click silently if it is not legal after the answer", async () => {
    fixture = await GameViewFixture.render(reference, await start());
    await fixture.press(fixture.button("3 rings"));
    fixture.holdAnswers();
    await fixture.click(cell("d4"));
    await fixture.click(cell("d5"));
    await fixture.releaseAnswers();
    expect(fixture.history.steps.map((step) => step.notation)).toEqual(["@d4x3"]);
    expect(fixture.refusal).toBe("");
    expect(fixture.sounds).not.toContain("refused");
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
    expect(panel?.textContent).toContain("more than all others together");
    expect(panel?.textContent).toContain(`${view.state.players[1]?.ringsInHand} in hand`);
  });

  it("shows rounds alone only once there is one", async () => {
    const at = async (moves: number) => {
      const view = await reference.scenario("lps-standard", moves);
      fixture = await GameViewFixture.render(reference, view);
      const text = fixture.container.querySelector(".seat-panels")?.textContent ?? "";
      await fixture.unmount();
      return text;
    };
    expect(await at(0)).not.toContain("Alone");
    expect(await at(4)).toContain("Alone1 of 2 rounds");
    fixture = null;
  });

  it("says what the pointed-at target would do and shows it on the board", async () => {
    const view = await reference.scenario("capture-markers-on-both-segments");
    fixture = await GameViewFixture.render(reference, view);
    await fixture.point(cell("g4"));
    const shown = fixture;
    await vi.waitFor(() =>
      expect(shown.container.querySelector(".consequence")?.textContent).toContain(
        "jump over d4, take a red ring",
      ),
    );
    expect(fixture.board.marks.preview).toEqual({
      path: ["a4", "d4", "g4"].map(cell),
      capture: true,
      flips: ["c4", "e4"].map(cell),
      gains: ["b4", "f4"].map(cell),
      seat: 1,
    });
  });

  it("asks for a second tap before a costly move on a touch screen", async () => {
    const view = await reference.scenario("capture-markers-on-both-segments");
    fixture = await GameViewFixture.render(reference, view);
    await fixture.tap(cell("g4"));
    expect(fixture.history.steps).toEqual([]);
    expect(fixture.buttons().map((each) => each.textContent)).toEqual(["Play g4", "Back"]);
    await fixture.tap(cell("g4"));
    expect(fixture.history.steps[0]?.notation).toBe("a4xd4-g4");
  });

  it("plays a harmless move at the first tap, unless every move is to be confirmed", async () => {
    const view = await reference.scenario("move-at-least-its-height");
    fixture = await GameViewFixture.render(reference, view);
    settings.set({ confirmMoves: true });
    await fixture.rerender();
    await fixture.tap(cell("d4"));
    expect(fixture.history.steps).toEqual([]);
    await fixture.press(fixture.button("Back"));
    settings.set({ confirmMoves: false });
    await fixture.rerender();
    await fixture.tap(cell("d4"));
    expect(fixture.history.steps[0]?.notation).toBe("a4-d4");
  });

  it("selects the stack after “Move it”", async () => {
    const view = await reference.scenario("placement-where");
    fixture = await GameViewFixture.render(reference, view);
    await fixture.click(cell("d4"));
    await fixture.press(fixture.button("Move it"));
    expect(fixture.prompt).toBe("Blue: move the stack on d4");
    expect(fixture.board.marks.chosen).toBe(cell("d4"));
  });

  it("plays its own sounds unless the page handles them", async () => {
    let heard = 0;
    const parameter = { value: 0, setValueAtTime() {}, exponentialRampToValueAtTime() {} };
    const node = () => ({
      frequency: parameter,
      gain: parameter,
      Q: parameter,
      connect: (to: unknown) => to,
      start: () => heard++,
      stop() {},
    });
    class Audio {
      currentTime = 0;
      sampleRate = 100;
      destination = {};
      resume() {}
      createOscillator = node;
      createBufferSource = node;
      createBiquadFilter = node;
      createGain = node;
      createDynamicsCompressor = node;
      createBuffer = () => ({ getChannelData: () => new Float32Array(100) });
    }
    vi.stubGlobal("AudioContext", Audio);
    Object.defineProperty(navigator, "userActivation", {
      value: { hasBeenActive: true },
      configurable: true,
    });
    fixture = await GameViewFixture.render(reference, await start(), { onSound: undefined });
    await fixture.click(cell("d4"));
    const layers = heard;
    expect(layers).toBeGreaterThan(1);
    await fixture.press(fixture.soundToggle);
    await fixture.click(cell("d6"));
    expect(heard).toBe(layers);
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
        const { targets = [], actors = [], captures = [], landings = [] } = now.board.marks;
        const answers = [...targets, ...actors, ...captures, ...landings];
        const buttons = now.buttons();
        expect(answers.length + buttons.length).toBeGreaterThan(0);
        const pick = roll(answers.length + buttons.length);
        if (pick < answers.length) await now.click(answers[pick] ?? "");
        else await now.press(buttons[pick - answers.length]);
      }
      expect(now.prompt).toMatch(/wins/);
      expect(now.view.state.gameStatus).toBe("completed");
      expect(now.sounds.at(-1)).toBe("win");
    },
    120_000,
  );
});
