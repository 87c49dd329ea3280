import { gzipSync } from "node:zlib";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RingriftBoard } from "../src/board/element";
import type { Marker, Seat, Stack, State } from "../src/rules/wire";
import { picture, type SceneStep } from "../tests/board/scenes";
import { builtBoard, openBoard, startBrowser } from "./board.page";

let script: Buffer;
let browser: Browser;

beforeAll(async () => {
  script = await builtBoard();
  browser = await startBrowser();
});
afterAll(() => browser.close());

test("the board alone is under 20 kB", () => {
  expect(gzipSync(script).length).toBeLessThan(20_000);
});

describe("on 469 cells", () => {
  const { state } = picture("hexagonal for 4");
  const targets = keysOfHexagonal().slice(0, 100);

  test("100 targets are marked within 10 ms and a state is shown within 30 ms", async () => {
    const { page } = await openBoard(browser, script, 'motion="off"');
    const [show, mark] = await page.evaluate(
      ([state, targets]) => {
        const board = document.querySelector("ringrift-board") as RingriftBoard;
        const empty = structuredClone(state);
        Object.assign(empty.board, { stacks: {}, markers: {}, collapsedSpaces: {} });
        void board.show(empty);
        const middle = (times: number[]): number => times.sort((a, b) => a - b)[times.length >> 1] as number;
        const timed = (act: () => void): number => {
          const start = performance.now();
          act();
          board.getBoundingClientRect();
          return performance.now() - start;
        };
        const rounds = Array.from({ length: 15 }, () => {
          const next = structuredClone(state);
          const shown = timed(() => void board.show(next));
          const marked = timed(() => (board.marks = { targets }));
          board.marks = {};
          void board.show(structuredClone(empty));
          return [shown, marked] as const;
        });
        return [middle(rounds.map(([shown]) => shown)), middle(rounds.map(([, marked]) => marked))] as const;
      },
      [state, targets] as const,
    );
    expect(show).toBeLessThan(30);
    expect(mark).toBeLessThan(10);
  });

  test("95% of the frames of a move take under 33 ms", async () => {
    const { page } = await openBoard(browser, script, 'motion="on"');
    const rounds: number[] = [];
    // What else the machine does can only slow a round down, so the best one counts.
    for (let round = 0; round < 5; round++)
      rounds.push(await page.evaluate(quickFrames, acrossTheBoard(state)));
    expect(Math.max(...rounds)).toBeGreaterThanOrEqual(0.95);
  });
});

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
    move: { type: "move_stack", player: 1, from: { x: -12, y: 0, z: 12 }, to: { x: 12, y: 0, z: -12 } },
    after: { ...state, board: { ...bare, stacks: { "12,0,-12": stack(12) }, markers: turned } },
  };
}

/** Runs on the page: the share of frames under 33 ms while a move is shown. */
async function quickFrames({ before, move, after }: SceneStep): Promise<number> {
  const board = document.querySelector("ringrift-board") as RingriftBoard;
  await board.show(before);
  await new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)));
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
  return frames.length < 5 ? 0 : frames.filter((one) => one < 33).length / frames.length;
}

/** The cells of the great hexagon, a row after the other. */
function keysOfHexagonal(): string[] {
  const line = Array.from({ length: 25 }, (_, index) => index - 12);
  return line.flatMap((y) =>
    line.filter((x) => Math.abs(x + y) <= 12).map((x) => `${x},${y},${-x - y || 0}`),
  );
}
