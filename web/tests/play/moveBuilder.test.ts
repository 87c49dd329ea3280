import { afterAll, describe, expect, it } from "vitest";
import { keyFromName } from "../../src/play/cells";
import { boardMarks, findTypedMove, startMove, stepBack } from "../../src/play/moveBuilder";
import { ReferenceEngine } from "../reference/referenceEngine";
import { answered, askedAfter, madeBy, names, reachable } from "./answerPrompts";

const law = new ReferenceEngine();
afterAll(() => law.close());

const start = () => law.newGame({ board: "square8", players: 2, edition: "standard", swap: true });

describe("placing [R080-R082]", () => {
  it("takes one click on an empty cell", async () => {
    expect(madeBy(await start(), "d4")).toBe("@d4");
  });

  it("takes a number and a click for two or three rings", async () => {
    expect(madeBy(await start(), "[count-3]", "d4")).toBe("@d4x3");
    expect(madeBy(await start(), "[count-3]", "[count-2]", "a1")).toBe("@a1x2");
  });

  it("puts one ring on a stack, whatever the number says", async () => {
    const view = await law.scenario("placement-where");
    const stack = names(view, Object.keys(view.state.board.stacks)).split(" ")[0] ?? "";
    expect(madeBy(view, "[count-2]", stack)).toBe(`@${stack}`);
  });

  it("asks for fewer rings where so many could not move", async () => {
    const view = await law.scenario("placement-height-limits-count");
    const few = view.decision?.moves.filter((move) => move.type === "place_ring") ?? [];
    const most = new Map<string, number>();
    for (const move of few)
      if (move.type === "place_ring") most.set(`${move.to.x},${move.to.y}`, move.placementCount);
    const cell = names(view, [[...most].find(([, count]) => count === 2)?.[0] ?? ""]);
    const asked = askedAfter(view, "[count-3]", cell);
    expect(asked.prompt.buttons.map((each) => each.id)).toEqual(["place-1", "place-2"]);
    expect(madeBy(view, "[count-3]", cell, "[place-2]")).toBe(`@${cell}x2`);
  });

  it("shows no number where only one ring can be placed", async () => {
    const view = await law.scenario("placement-capture-with-placed-stack");
    const only = {
      ...view,
      decision: view.decision && {
        ...view.decision,
        moves: view.decision.moves.filter((m) => m.type !== "place_ring" || m.placementCount === 1),
      },
    };
    const builder = startMove(only);
    expect(builder?.prompt.buttons.filter((each) => each.style === "count")).toEqual([]);
  });

  it("offers the swap as one of two buttons, and a click on the board keeps the side", async () => {
    const view = await law.scenario("placement-first-turn-standard", 4);
    const builder = startMove(view);
    expect(builder?.prompt.buttons.map((each) => each.id)).toEqual(["swap", "keep"]);
    expect(madeBy(view, "[swap]")).toBe("swap");
    expect(madeBy(view, "a1")).toBe("@a1");
    expect(madeBy(view, "[keep]", "[count-2]", "a1")).toBe("@a1x2");
  });

  it("can be passed up where the law allows it", async () => {
    expect(madeBy(await law.scenario("placement-where"), "[skip]")).toBe("skip");
  });

  it("says what was meant by a click on a marker", async () => {
    const view = await law.scenario("placement-flips-after-placing");
    const outcome = answered(view, "d2");
    expect(outcome).toEqual({
      kind: "refused",
      attempt: { move: { type: "place_ring", player: 1, to: { x: 3, y: 1 }, placementCount: 1 } },
    });
  });
});

describe("moving [R090-R093]", () => {
  it("takes one click for the stack that was placed", async () => {
    const view = await law.scenario("placement-first-turn-standard", 1);
    expect(boardMarks(askedAfter(view)).chosen).toBe("3,3");
    expect(madeBy(view, "d7")).toBe("d4-d7");
  });

  it("takes a click on the stack and one on its target", async () => {
    const view = await severalStacks();
    expect(names(view, boardMarks(askedAfter(view)).stacks)).toBe("b2 b7");
    expect(madeBy(view, "b2", "b4")).toBe("b2-b4");
    expect(madeBy(view, "b2", "f6")).toBe("b2xd4-f6");
  });

  it("asks which stack goes where the target was clicked first", async () => {
    const view = await severalStacks();
    expect(names(view, boardMarks(askedAfter(view, "b4")).stacks)).toBe("b2 b7");
    expect(madeBy(view, "b4", "b7")).toBe("b7-b4");
    expect(boardMarks(askedAfter(view, "a8")).chosen).toBe(keyFromName("square8", "b7"));
  });

  it("goes back from a chosen stack by Escape, and by a second click on it", async () => {
    const view = await severalStacks();
    const [stack = ""] = boardMarks(askedAfter(view)).stacks ?? [];
    const chosen = askedAfter(view, names(view, [stack]));
    expect(boardMarks(chosen).chosen).toBe(stack);
    expect(boardMarks(stepBack(chosen)).chosen).toBeNull();
    expect(
      boardMarks(askedAfter(view, names(view, [stack]), names(view, [stack]))).chosen,
    ).toBeNull();
  });

  it("says of an enemy stack that it is not one's own", async () => {
    const view = await severalStacks();
    const enemy = Object.values(view.state.board.stacks).find((s) => s.controllingPlayer !== 1);
    const cell = `${enemy?.position.x},${enemy?.position.y}`;
    const outcome = answered(view, names(view, [cell]));
    expect(outcome.kind === "refused" && outcome.attempt).toMatchObject({
      move: { type: "move_stack" },
    });
  });
});

/** A position for two in which seat 1 can move several stacks. */
async function severalStacks() {
  const text =
    "square8 standard 8/1(aa)6/8/3(b)4/8/8/1(a)4(b)1/8 1 movement 9 h 14,16 1,0 -,- -,- -/-/p/- used *";
  return law.fromPositionString(text);
}

describe("capturing [R101-R103]", () => {
  it("is one click on the landing, or one on the stack where there is a single landing", async () => {
    const view = await law.scenario("capture-only-one-landing");
    const capture = view.decision?.moves.find((move) => move.type === "overtaking_capture");
    if (capture?.type !== "overtaking_capture") throw new Error("no capture is offered");
    const cell = (p: { x: number; y: number }) => names(view, [`${p.x},${p.y}`]);
    const from = boardMarks(askedAfter(view)).chosen ? [] : [cell(capture.from)];
    const written = `${cell(capture.from)}x${cell(capture.captureTarget)}-${cell(capture.to)}`;
    expect(madeBy(view, ...from, cell(capture.to))).toBe(written);
    expect(madeBy(view, ...from, cell(capture.captureTarget))).toBe(written);
  });

  it("asks where to land when the target itself was clicked", async () => {
    const view = await law.scenario("chain-hexagonal-cycle", 1);
    const asked = askedAfter(view);
    const target = boardMarks(asked).stacks?.find((cell) => {
      const { x, y } = { x: Number(cell.split(",")[0]), y: Number(cell.split(",")[1]) };
      const landings = view.decision?.moves.filter(
        (m) => "captureTarget" in m && m.captureTarget.x === x && m.captureTarget.y === y,
      );
      return (landings?.length ?? 0) > 1;
    });
    const beyond = askedAfter(view, names(view, [target ?? ""]));
    expect(boardMarks(beyond).targets?.length).toBeGreaterThan(1);
    expect(boardMarks(beyond).glows?.[0]?.cells).toEqual([target]);
  });

  it("goes on step by step, and can be stopped only before the first capture", async () => {
    const before = await law.scenario("capture-after-a-move", 1);
    expect(madeBy(before, "[skip]")).toBe("skip");
    const chain = await law.scenario("capture-after-a-move", 2);
    expect(askedAfter(chain).prompt.buttons).toEqual([]);
    expect(boardMarks(askedAfter(chain)).chosen).toBe(chain.state.turn.captureFrom);
  });
});

describe("lines [R120-R122]", () => {
  it("of the exact length take one click on any of their cells, or the button", async () => {
    const view = await law.scenario("line-cost-standard");
    const line = view.decision?.notation[0] ?? "";
    const cell = line.slice(1, 3);
    expect(madeBy(view, cell)).toBe(line);
    expect(madeBy(view, "[all]")).toBe(line);
  });

  it("that are too long collapse whole by the button, or a stretch by a click in its middle", async () => {
    const view = await law.scenario("line-overlong-choices");
    expect(view.decision?.notation).toEqual(["=a2..e2!all", "=a2..e2!a2..d2", "=a2..e2!b2..e2"]);
    expect(madeBy(view, "[all]")).toBe("=a2..e2!all");
    expect(madeBy(view, "a2")).toBe("=a2..e2!a2..d2");
    expect(madeBy(view, "e2")).toBe("=a2..e2!b2..e2");
  });

  it("show the stretch under the pointer, and what the whole costs under the button", async () => {
    const builder = askedAfter(await law.scenario("line-overlong-choices"));
    const { view } = builder;
    const stretch = boardMarks(builder, { cell: keyFromName("square8", "e2") }).glows?.[0];
    expect([names(view, stretch?.cells), stretch?.text]).toEqual(["b2 c2 d2 e2", "4 cells, free"]);
    const whole = boardMarks(builder, { button: "all" }).glows?.[0];
    expect([names(view, whole?.cells), whole?.text]).toEqual([
      "a2 b2 c2 d2 e2",
      "5 cells, costs 1 ring",
    ]);
  });

  it("are free stretches alone for whoever cannot pay", async () => {
    const asked = askedAfter(await law.scenario("line-overlong-without-a-stack"));
    expect(asked.prompt.buttons).toEqual([]);
    expect(new Set(Object.values(boardMarks(asked).notes ?? {}))).toEqual(
      new Set(["4 cells, free"]),
    );
  });

  it("say in each cell's name what it brings and costs, and on the button what all of it costs", async () => {
    const exact = askedAfter(await law.scenario("line-cost-standard"));
    const line = boardMarks(exact).targets ?? [];
    expect(boardMarks(exact).notes).toEqual(
      Object.fromEntries(line.map((cell) => [cell, "4 cells, costs 1 ring"])),
    );
    expect(exact.prompt.buttons.map((each) => each.label)).toEqual(["Collapse it: costs 1 ring"]);
  });

  it("that cross ask which of them was meant", async () => {
    const view = await law.scenario("line-crossing-standard");
    const count = new Map<string, number>();
    for (const line of new Set(
      view.decision?.moves.map((m) => ("line" in m ? JSON.stringify(m.line) : "")),
    ))
      for (const { x, y } of JSON.parse(line))
        count.set(`${x},${y}`, (count.get(`${x},${y}`) ?? 0) + 1);
    const [crossing = ""] = [...count].find(([, lines]) => lines > 1) ?? [];
    const asked = askedAfter(view, names(view, [crossing]));
    expect(asked.prompt.buttons.map((each) => each.id)).toEqual(["line-0", "line-1"]);
    for (const { label } of asked.prompt.buttons)
      expect(label).toMatch(/^[a-s]\d+ to [a-s]\d+: \d cells, costs 1 ring$/);
  });
});

describe("costs [R100, R122, R145]", () => {
  it("are one click on a stack that glows, with what it takes beside it", async () => {
    const view = await law.scenario("line-cost-standard", 1);
    const asked = askedAfter(view);
    const [first = "", ...others] = boardMarks(asked).stacks ?? [];
    expect(others.length).toBe(1);
    expect(boardMarks(asked).glows?.[0]?.cells).toEqual([first, ...others]);
    expect(boardMarks(asked, { cell: first }).glows?.[0]?.text).toBe("−1 ring");
    expect(boardMarks(asked).notes?.[first]).toBe("−1 ring");
    expect(madeBy(view, names(view, [first]))).toBe(`^${names(view, [first])}`);
  });

  it("are a whole cap in the older edition", async () => {
    const view = await law.scenario("line-cost-classic", 1);
    const asked = askedAfter(view);
    const texts = boardMarks(asked).stacks?.map(
      (cell) => boardMarks(asked, { cell }).glows?.[0]?.text,
    );
    const caps = boardMarks(asked).stacks?.map((cell) => view.state.board.stacks[cell]?.capHeight);
    expect(texts).toEqual(caps?.map((n) => `−${n} ring${n === 1 ? "" : "s"}`));
    expect(Math.max(...(caps ?? []).map(Number))).toBeGreaterThan(1);
  });

  it("of a blocked turn are chosen likewise", async () => {
    const view = await law.scenario("forced-elimination-choice-standard", 4);
    const stacks = boardMarks(askedAfter(view)).stacks ?? [];
    expect(stacks.map((cell) => madeBy(view, names(view, [cell]))).sort()).toEqual(
      [...(view.decision?.notation ?? [])].sort(),
    );
  });
});

describe("regions [R140-R145]", () => {
  it("show what collapses, with the inner wall, and what it costs", async () => {
    const view = await law.scenario("region-frame");
    const [region] = view.decision?.moves ?? [];
    if (region?.type !== "process_territory_region" || !view.decision) throw new Error("no region");
    const inside = `${region.region[0]?.x},${region.region[0]?.y}`;
    const glow = boardMarks(askedAfter(view), { cell: inside }).glows?.[0];
    const after = (await law.play(view.state, region)).view;
    const collapsed = Object.keys(after.state.board.collapsedSpaces);
    expect(names(view, glow?.cells)).toBe(names(view, collapsed));
    expect(glow?.text).toContain("costs a cap");
    expect(boardMarks(askedAfter(view)).notes?.[inside]).toBe(glow?.text);
    expect(madeBy(view, names(view, [inside]))).toBe(view.decision.notation[0]);
  });

  it("can be left", async () => {
    expect(madeBy(await law.scenario("region-frame"), "[skip]")).toBe("skip");
  });

  it("that overlap ask which of them was meant", async () => {
    const view = await law.scenario("region-overlap");
    const regions = (view.decision?.moves ?? []).flatMap((m) =>
      "region" in m ? [m.region.map((p) => `${p.x},${p.y}`)] : [],
    );
    const shared = regions[0]?.find((cell) => regions[1]?.includes(cell)) ?? "";
    const asked = askedAfter(view, names(view, [shared]));
    expect(asked.prompt.buttons.map((each) => each.id)).toEqual(["region-0", "region-1", "skip"]);
    expect(asked.prompt.buttons[0]?.label).toMatch(
      /^Region at [a-h][1-8]: \d+ cells, .*costs a cap$/,
    );
    expect(madeBy(view, names(view, [shared]), "[region-1]")).toBe(view.decision?.notation[1]);
  });
});

describe("recovery [R110-R115]", () => {
  it("is a marker and where it goes", async () => {
    const view = await law.scenario("recovery-line");
    const slide = view.decision?.notation[0] ?? "";
    const [, from = "", to = ""] = /~([a-z]\d+)-([a-z]\d+)/.exec(slide) ?? [];
    expect(madeBy(view, from, to)).toBe(slide);
    expect(madeBy(view, "[skip]")).toBe("skip");
  });

  it("asks how a long line is settled", async () => {
    const view = await law.scenario("recovery-overlong-line");
    const [, from = "", to = ""] =
      /~([a-z]\d+)-([a-z]\d+)/.exec(view.decision?.notation[0] ?? "") ?? [];
    const asked = askedAfter(view, from, to);
    expect(asked.prompt.buttons.map((each) => each.label)).toEqual(["All 5: costs a buried ring"]);
    expect(madeBy(view, from, to, "[all]")).toContain("!all");
  });

  it("asks which buried ring pays", async () => {
    const view = await law.scenario("recovery-extraction-choice");
    const [, from = "", to = ""] =
      /~([a-z]\d+)-([a-z]\d+)/.exec(view.decision?.notation[0] ?? "") ?? [];
    const stacks = boardMarks(askedAfter(view, from, to)).stacks ?? [];
    expect(stacks.length).toBe(2);
    expect(madeBy(view, from, to, names(view, stacks.slice(0, 1)))).toContain("^");
  });
});

describe("every decision", () => {
  it("leads to each legal move and to no other, in at most four answers", async () => {
    for (const name of await law.scenarios())
      for (const view of await law.choices(name)) {
        const found = reachable(view);
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
