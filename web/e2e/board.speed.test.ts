import { describe } from "vitest";
import type { RingriftBoard } from "../src/board/element";
import type { Key, Marker, Seat, Stack, State } from "../src/rules/wire";
import { picture, type SceneStep } from "../tests/board/scenes";
import { bestOf } from "./harness/bestOf";
import { test } from "./harness/boardPage";

describe("on 469 cells", () => {
  const { state } = picture("hexagonal for 4");
  const targets = keysOfHexagonal().slice(0, 100);

  test("100 targets are marked within 10 ms", async ({ openBoard }) => {
    const page = await openBoard('motion="off"');
    await bestOf(
      (took) => took < 10,
      async () => (await page.evaluate(measureDrawing, { state, targets })).marked,
    );
  });

  test("a state is shown within 30 ms", async ({ openBoard }) => {
    const page = await openBoard('motion="off"');
    await bestOf(
      (took) => took < 30,
      async () => (await page.evaluate(measureDrawing, { state, targets })).shown,
    );
  });

  test("95% of the frames of a move take under 33 ms", async ({ openBoard }) => {
    const page = await openBoard('motion="on"');
    await bestOf(
      (slow) => slow <= 0.05,
      () => page.evaluate(slowFrames, acrossTheBoard(state)),
    );
  });
});

/** Runs on the page: median milliseconds of 15 runs to draw a state and to mark targets. */
function measureDrawing({ state, targets }: { state: State; targets: Key[] }): {
  shown: number;
  marked: number;
} {
  const board = document.querySelector("ringrift-board") as RingriftBoard;
  const empty = structuredClone(state);
  Object.assign(empty.board, { stacks: {}, markers: {}, collapsedSpaces: {} });
  void board.show(empty);
  const middle = (times: number[]): number =>
    times.sort((a, b) => a - b)[times.length >> 1] as number;
  const timed = (act: () => void): number => {
    const start = performance.now();
    act();
    board.getBoundingClientRect();
    return performance.now() - start;
  };
  const times = Array.from({ length: 15 }, () => {
    const next = structuredClone(state);
    const shown = timed(() => void board.show(next));
    const marked = timed(() => (board.marks = { targets }));
    board.marks = {};
    void board.show(structuredClone(empty));
    return { shown, marked };
  });
  return {
    shown: middle(times.map(({ shown }) => shown)),
    marked: middle(times.map(({ marked }) => marked)),
  };
}

/** A move over 23 markers from one corner of the great hexagon to the other. */
function acrossTheBoard(state: State): SceneStep {
  const stack = (x: number): Stack => ({
    position: { x, y: 0, z: -x },
    rings: [1, 1],
    stackHeight: 2,
    capHeight: 2,
    controllingPlayer: 1,
  });
  const marker = (x: number, player: Seat): [string, Marker] => [
    `${x},0,${-x || 0}`,
    { player, type: "regular", position: { x, y: 0, z: -x || 0 } },
  ];
  const between = Array.from({ length: 23 }, (_, index) => index - 11);
  const bare = { ...state.board, collapsedSpaces: {} };
  const turned = Object.fromEntries([-12, ...between].map((x) => marker(x, 1)));
  const markers = Object.fromEntries(between.map((x) => marker(x, 2)));
  return {
    before: { ...state, board: { ...bare, stacks: { "-12,0,12": stack(-12) }, markers } },
    move: {
      type: "move_stack",
      player: 1,
      from: { x: -12, y: 0, z: 12 },
      to: { x: 12, y: 0, z: -12 },
    },
    after: { ...state, board: { ...bare, stacks: { "12,0,-12": stack(12) }, markers: turned } },
  };
}

/** Runs on the page: the share of frames that take 33 ms or more while a move is shown. */
async function slowFrames({ before, move, after }: SceneStep): Promise<number> {
  const board = document.querySelector("ringrift-board") as RingriftBoard;
  await board.show(before);
  await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
  const times: number[] = [];
  let running = true;
  const frame = (now: number): void => {
    times.push(now);
    if (running) requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  await board.show(after, move);
  running = false;
  const frames = times.slice(1).map((time, index) => time - (times[index] as number));
  return frames.length < 5 ? 1 : frames.filter((one) => one >= 33).length / frames.length;
}

/** The cells of the great hexagon, a row after the other. */
function keysOfHexagonal(): string[] {
  const line = Array.from({ length: 25 }, (_, index) => index - 12);
  return line.flatMap((y) =>
    line.filter((x) => Math.abs(x + y) <= 12).map((x) => `${x},${y},${-x - y || 0}`),
  );
}
