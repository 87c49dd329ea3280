import { afterAll, describe, expect, it } from "vitest";
import { keyFromName } from "../../src/play/cells";
import { boardMarks, findTypedMove, startMoveBuilder, stepBack } from "../../src/play/moveBuilder";
import { ReferenceEngine } from "../reference/referenceEngine";
import {
  answerPrompts,
  builderAfter,
  cellNames,
  notationAfter,
  reachableMoves,
} from "./answerPrompts";

const reference = new ReferenceEngine();
afterAll(() => reference.close());

const start = () =>
  reference.newGame({ board: "square8", players: 2, edition: "standard", swap: true });

describe("placement [R080-R082]", () => {
  it("takes one click on an empty cell", async () => {
    expect(notationAfter(await start(), "d4")).toBe("@d4");
  });

  it("takes a number and a click for two or three rings", async () => {
    expect(notationAfter(await start(), "[count-3]", "d4")).toBe("@d4x3");
    expect(notationAfter(await start(), "[count-3]", "[count-2]", "a1")).toBe("@a1x2");
  });

  it("puts one ring on another player's stack, whatever number is selected", async () => {
    const view = await reference.scenario("placement-where");
    expect(notationAfter(view, "[count-2]", "d6")).toBe("@d6");
  });

  it("asks whether to move an own stack or to place a ring on it", async () => {
    const view = await reference.scenario("placement-where");
    const builder = builderAfter(view, "d4");
    expect(builder.prompt.text).toBe("move the stack on d4, or place a ring on it?");
    expect(boardMarks(builder).chosen).toBe("3,3");
    expect(notationAfter(view, "d4", "[place]")).toBe("@d4");
    expect(answerPrompts(view, "d4", "[move]")).toMatchObject({
      kind: "move",
      move: { type: "skip_placement" },
      select: "3,3",
    });
  });

  it("selects the stack that was chosen before the move", async () => {
    const view = await severalStacks();
    expect(startMoveBuilder(view, keyFromName("square8", "b7"))?.prompt.selected).toBe(
      keyFromName("square8", "b7"),
    );
    expect(startMoveBuilder(view, keyFromName("square8", "h8"))?.prompt.selected).toBeNull();
  });

  it("offers fewer rings where that many could not move", async () => {
    const view = await reference.scenario("placement-height-limits-count");
    const few = view.decision?.moves.filter((move) => move.type === "place_ring") ?? [];
    const most = new Map<string, number>();
    for (const move of few)
      if (move.type === "place_ring") most.set(`${move.to.x},${move.to.y}`, move.placementCount);
    const cell = cellNames(view, [[...most].find(([, count]) => count === 2)?.[0] ?? ""]);
    const builder = builderAfter(view, "[count-3]", cell);
    expect(builder.prompt.buttons.map((each) => each.id)).toEqual(["place-1", "place-2"]);
    expect(notationAfter(view, "[count-3]", cell, "[place-2]")).toBe(`@${cell}x2`);
  });

  it("shows no counts where only one ring can be placed", async () => {
    const view = await reference.scenario("placement-capture-with-placed-stack");
    const only = {
      ...view,
      decision: view.decision && {
        ...view.decision,
        moves: view.decision.moves.filter((m) => m.type !== "place_ring" || m.placementCount === 1),
      },
    };
    const builder = startMoveBuilder(only);
    expect(builder?.prompt.buttons.filter((each) => each.style === "count")).toEqual([]);
  });

  it("offers the swap as one of two buttons, and a click on the board keeps the side", async () => {
    const view = await reference.scenario("placement-first-turn-standard", 4);
    const builder = startMoveBuilder(view);
    expect(builder?.prompt.buttons.map((each) => each.id)).toEqual(["swap", "keep"]);
    expect(notationAfter(view, "[swap]")).toBe("swap");
    expect(notationAfter(view, "a1")).toBe("@a1");
    expect(notationAfter(view, "[keep]", "[count-2]", "a1")).toBe("@a1x2");
  });

  it("can be skipped where the rules allow it", async () => {
    expect(notationAfter(await reference.scenario("placement-where"), "[skip]")).toBe("skip");
  });

  it("reads a click on a marker as an illegal placement", async () => {
    const view = await reference.scenario("placement-flips-after-placing");
    const outcome = answerPrompts(view, "d2");
    expect(outcome).toEqual({
      kind: "refused",
      attempt: { move: { type: "place_ring", player: 1, to: { x: 3, y: 1 }, placementCount: 1 } },
    });
  });
});

describe("movement [R090-R093]", () => {
  it("takes one click for the stack just placed", async () => {
    const view = await reference.scenario("placement-first-turn-standard", 1);
    expect(boardMarks(builderAfter(view)).chosen).toBe("3,3");
    expect(notationAfter(view, "d7")).toBe("d4-d7");
  });

  it("wears the price of landing on a marker", async () => {
    const view = await reference.scenario("move-own-marker-collapses");
    expect(boardMarks(builderAfter(view)).tags).toEqual({ "2,3": "−1", "5,3": "−1" });
  });

  it("takes a click on the stack and one on its target", async () => {
    const view = await severalStacks();
    expect(cellNames(view, boardMarks(builderAfter(view)).actors)).toBe("b2 b7");
    expect(notationAfter(view, "b2", "b4")).toBe("b2-b4");
    expect(notationAfter(view, "b2", "f6")).toBe("b2xd4-f6");
  });

  it("asks for the stack when the target is clicked first", async () => {
    const view = await severalStacks();
    expect(cellNames(view, boardMarks(builderAfter(view, "b4")).actors)).toBe("b2 b7");
    expect(notationAfter(view, "b4", "b7")).toBe("b7-b4");
    expect(boardMarks(builderAfter(view, "a8")).chosen).toBe(keyFromName("square8", "b7"));
  });

  it("deselects a stack by Escape or a second click", async () => {
    const view = await severalStacks();
    const [stack = ""] = boardMarks(builderAfter(view)).actors ?? [];
    const chosen = builderAfter(view, cellNames(view, [stack]));
    expect(boardMarks(chosen).chosen).toBe(stack);
    expect(boardMarks(stepBack(chosen)).chosen).toBeNull();
    expect(
      boardMarks(builderAfter(view, cellNames(view, [stack]), cellNames(view, [stack]))).chosen,
    ).toBeNull();
  });

  it("reads a click on an opponent's stack as an illegal move", async () => {
    const view = await severalStacks();
    const enemy = Object.values(view.state.board.stacks).find((s) => s.controllingPlayer !== 1);
    const cell = `${enemy?.position.x},${enemy?.position.y}`;
    const outcome = answerPrompts(view, cellNames(view, [cell]));
    expect(outcome.kind === "refused" && outcome.attempt).toMatchObject({
      move: { type: "move_stack" },
    });
  });
});

/** A two-player position in which seat 1 can move several stacks. */
async function severalStacks() {
  const text =
    "square8 standard 8/1(aa)6/8/3(b)4/8/8/1(a)4(b)1/8 1 movement 9 h 14,16 1,0 -,- -,- -/-/p/- used *";
  return reference.fromPositionString(text);
}

describe("capture [R101-R103]", () => {
  it("takes one click on the landing, or on the target if it has a single landing", async () => {
    const view = await reference.scenario("capture-only-one-landing");
    const capture = view.decision?.moves.find((move) => move.type === "overtaking_capture");
    if (capture?.type !== "overtaking_capture") throw new Error("no capture is offered");
    const cell = (p: { x: number; y: number }) => cellNames(view, [`${p.x},${p.y}`]);
    const from = boardMarks(builderAfter(view)).chosen ? [] : [cell(capture.from)];
    const written = `${cell(capture.from)}x${cell(capture.captureTarget)}-${cell(capture.to)}`;
    expect(notationAfter(view, ...from, cell(capture.to))).toBe(written);
    expect(notationAfter(view, ...from, cell(capture.captureTarget))).toBe(written);
  });

  it("asks for the landing when the target is clicked", async () => {
    const view = await reference.scenario("chain-hexagonal-cycle", 1);
    const builder = builderAfter(view);
    const target = boardMarks(builder).captures?.find((cell) => {
      const { x, y } = { x: Number(cell.split(",")[0]), y: Number(cell.split(",")[1]) };
      const landings = view.decision?.moves.filter(
        (m) => "captureTarget" in m && m.captureTarget.x === x && m.captureTarget.y === y,
      );
      return (landings?.length ?? 0) > 1;
    });
    const beyond = builderAfter(view, cellNames(view, [target ?? ""]));
    expect(boardMarks(beyond).landings?.length).toBeGreaterThan(1);
    expect(boardMarks(beyond).highlights).toEqual([target]);
  });

  it("continues step by step, and can be declined only before the first capture", async () => {
    const before = await reference.scenario("capture-after-a-move", 1);
    expect(notationAfter(before, "[skip]")).toBe("skip");
    const chain = await reference.scenario("capture-after-a-move", 2);
    expect(builderAfter(chain).prompt.buttons).toEqual([]);
    expect(boardMarks(builderAfter(chain)).chosen).toBe(chain.state.turn.captureFrom);
  });
});

describe("lines [R120-R122]", () => {
  it("of exact length take one click on any cell, or the button", async () => {
    const view = await reference.scenario("line-cost-standard");
    const line = view.decision?.notation[0] ?? "";
    const cell = line.slice(1, 3);
    expect(notationAfter(view, cell)).toBe(line);
    expect(notationAfter(view, "[all]")).toBe(line);
  });

  it("that are overlong collapse whole by the button, or a segment by a click", async () => {
    const view = await reference.scenario("line-overlong-choices");
    expect(view.decision?.notation).toEqual(["=a2..e2!all", "=a2..e2!a2..d2", "=a2..e2!b2..e2"]);
    expect(notationAfter(view, "[all]")).toBe("=a2..e2!all");
    expect(notationAfter(view, "a2")).toBe("=a2..e2!a2..d2");
    expect(notationAfter(view, "e2")).toBe("=a2..e2!b2..e2");
  });

  it("highlight the hovered segment, and the cost of the whole line on the button", async () => {
    const builder = builderAfter(await reference.scenario("line-overlong-choices"));
    const { view } = builder;
    const segmentGlow = boardMarks(builder, { cell: keyFromName("square8", "e2") }).lines?.[0];
    expect([cellNames(view, segmentGlow?.cells), segmentGlow?.label]).toEqual([
      "b2 c2 d2 e2",
      "+4 cells, free",
    ]);
    const lineGlow = boardMarks(builder, { button: "all" }).lines?.[0];
    expect([cellNames(view, lineGlow?.cells), lineGlow?.label, lineGlow?.cost]).toEqual([
      "a2 b2 c2 d2 e2",
      "+5 cells",
      "costs 1 ring",
    ]);
  });

  it("offer only free segments to a player who cannot pay", async () => {
    const builder = builderAfter(await reference.scenario("line-overlong-without-a-stack"));
    expect(builder.prompt.buttons).toEqual([]);
    expect(new Set(Object.values(boardMarks(builder).notes ?? {}))).toEqual(
      new Set(["+4 cells, free"]),
    );
  });

  it("label each cell with its gain and cost, and the button with the full cost", async () => {
    const exact = builderAfter(await reference.scenario("line-cost-standard"));
    const line = boardMarks(exact).targets ?? [];
    expect(boardMarks(exact).notes).toEqual(
      Object.fromEntries(line.map((cell) => [cell, "+4 cells, costs 1 ring"])),
    );
    expect(exact.prompt.buttons.map((each) => each.label)).toEqual(["Collapse it: costs 1 ring"]);
  });

  it("that cross ask which one is meant", async () => {
    const view = await reference.scenario("line-crossing-standard");
    const count = new Map<string, number>();
    for (const line of new Set(
      view.decision?.moves.map((m) => ("line" in m ? JSON.stringify(m.line) : "")),
    ))
      for (const { x, y } of JSON.parse(line))
        count.set(`${x},${y}`, (count.get(`${x},${y}`) ?? 0) + 1);
    const [crossing = ""] = [...count].find(([, lines]) => lines > 1) ?? [];
    const builder = builderAfter(view, cellNames(view, [crossing]));
    expect(builder.prompt.buttons.map((each) => each.id)).toEqual(["line-0", "line-1"]);
    for (const { label } of builder.prompt.buttons)
      expect(label).toMatch(/^[a-s]\d+ to [a-s]\d+: \+\d cells, costs 1 ring$/);
  });
});

describe("costs [R100, R122, R145]", () => {
  it("take one click on a highlighted stack, labelled with its cost", async () => {
    const view = await reference.scenario("line-cost-standard", 1);
    const builder = builderAfter(view);
    const [first = "", ...others] = boardMarks(builder).actors ?? [];
    expect(others.length).toBe(1);
    expect(boardMarks(builder).payments?.map(({ cell }) => cell)).toEqual([first, ...others]);
    expect(boardMarks(builder, { cell: first }).regions?.[0]?.label).toBe("−1 ring");
    expect(boardMarks(builder).notes?.[first]).toBe("−1 ring");
    expect(notationAfter(view, cellNames(view, [first]))).toBe(`^${cellNames(view, [first])}`);
  });

  it("are a whole cap in the classic edition", async () => {
    const view = await reference.scenario("line-cost-classic", 1);
    const builder = builderAfter(view);
    const texts = boardMarks(builder).actors?.map(
      (cell) => boardMarks(builder, { cell }).regions?.[0]?.label,
    );
    const caps = boardMarks(builder).actors?.map(
      (cell) => view.state.board.stacks[cell]?.capHeight,
    );
    expect(texts).toEqual(caps?.map((n) => `−${n} ring${n === 1 ? "" : "s"}`));
    expect(Math.max(...(caps ?? []).map(Number))).toBeGreaterThan(1);
  });

  it("of a forced elimination are chosen in the same way", async () => {
    const view = await reference.scenario("forced-elimination-choice-standard", 4);
    const stacks = boardMarks(builderAfter(view)).actors ?? [];
    expect(stacks.map((cell) => notationAfter(view, cellNames(view, [cell]))).sort()).toEqual(
      [...(view.decision?.notation ?? [])].sort(),
    );
  });
});

describe("regions [R140-R145]", () => {
  it("show what collapses, including border markers, and what it costs", async () => {
    const view = await reference.scenario("region-frame");
    const [region] = view.decision?.moves ?? [];
    if (region?.type !== "process_territory_region" || !view.decision) throw new Error("no region");
    const inside = `${region.region[0]?.x},${region.region[0]?.y}`;
    const glow = boardMarks(builderAfter(view), { cell: inside }).regions?.[0];
    const after = (await reference.play(view.state, region)).view;
    const collapsed = Object.keys(after.state.board.collapsedSpaces);
    expect(cellNames(view, glow?.cells)).toBe(cellNames(view, collapsed));
    expect(glow?.cost).toBe("costs a cap");
    expect(boardMarks(builderAfter(view)).notes?.[inside]).toBe(`${glow?.label}, ${glow?.cost}`);
    expect(notationAfter(view, cellNames(view, [inside]))).toBe(view.decision.notation[0]);
  });

  it("can be skipped", async () => {
    expect(notationAfter(await reference.scenario("region-frame"), "[skip]")).toBe("skip");
  });

  it("that overlap ask which one is meant", async () => {
    const view = await reference.scenario("region-overlap");
    const regions = (view.decision?.moves ?? []).flatMap((m) =>
      "region" in m ? [m.region.map((p) => `${p.x},${p.y}`)] : [],
    );
    const shared = regions[0]?.find((cell) => regions[1]?.includes(cell)) ?? "";
    const builder = builderAfter(view, cellNames(view, [shared]));
    expect(builder.prompt.buttons.map((each) => each.id)).toEqual(["region-0", "region-1", "skip"]);
    expect(builder.prompt.buttons.slice(0, 2).map((each) => each.label)).toEqual([
      "a1–h3: +23 cells, +1 ring, costs a cap",
      expect.stringMatching(/^[a-h][1-8]–[a-h][1-8]: \+\d+ cells, .*costs a cap$/),
    ]);
    expect(builder.prompt.buttons[0]?.label).not.toBe(builder.prompt.buttons[1]?.label);
    expect(notationAfter(view, cellNames(view, [shared]), "[region-1]")).toBe(
      view.decision?.notation[1],
    );
  });
});

describe("recovery [R110-R115]", () => {
  it("takes a marker and its target", async () => {
    const view = await reference.scenario("recovery-line");
    const slide = view.decision?.notation[0] ?? "";
    const [, from = "", to = ""] = /~([a-z]\d+)-([a-z]\d+)/.exec(slide) ?? [];
    expect(notationAfter(view, from, to)).toBe(slide);
    expect(notationAfter(view, "[skip]")).toBe("skip");
  });

  it("asks how to process an overlong line", async () => {
    const view = await reference.scenario("recovery-overlong-line");
    const [, from = "", to = ""] =
      /~([a-z]\d+)-([a-z]\d+)/.exec(view.decision?.notation[0] ?? "") ?? [];
    const builder = builderAfter(view, from, to);
    expect(builder.prompt.buttons.map((each) => each.label)).toEqual([
      "All 5: costs a buried ring",
    ]);
    expect(notationAfter(view, from, to, "[all]")).toContain("!all");
  });

  it("asks which buried ring pays", async () => {
    const view = await reference.scenario("recovery-extraction-choice");
    const [, from = "", to = ""] =
      /~([a-z]\d+)-([a-z]\d+)/.exec(view.decision?.notation[0] ?? "") ?? [];
    const stacks = boardMarks(builderAfter(view, from, to)).actors ?? [];
    expect(stacks.length).toBe(2);
    expect(notationAfter(view, from, to, cellNames(view, stacks.slice(0, 1)))).toContain("^");
  });
});

describe("every decision", () => {
  it("reaches exactly the legal moves, in at most four answers", async () => {
    for (const name of await reference.scenarios())
      for (const view of await reference.choices(name)) {
        const found = reachableMoves(view);
        const offered = view.decision?.moves.map((move) => JSON.stringify(move)) ?? [];
        expect([...found.keys()].sort(), name).toEqual([...offered].sort());
        expect(Math.max(...found.values()), name).toBeLessThanOrEqual(4);
      }
  }, 60_000);

  it("can be typed in notation", async () => {
    const view = await start();
    expect(findTypedMove(view, " @D4x2 ")).toEqual({
      type: "place_ring",
      player: 1,
      to: { x: 3, y: 3 },
      placementCount: 2,
    });
    expect(findTypedMove(view, "d4-d7")).toBeNull();
  });
});
