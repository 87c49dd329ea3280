// @vitest-environment node
// The page and its worker: questions and answers over messages, searches that are given up, workers that fail.

import { MessageChannel } from "node:worker_threads";
import { describe, expect, it } from "vitest";
import { PageEngine } from "../../src/engine/pageEngine";
import type { Kernel } from "../../src/engine/wasm";
import { WorkerEngine } from "../../src/engine/workerEngine";
import { WorkerHost } from "../../src/engine/workerHost";
import type { WorkerMessage, WorkerRequest } from "../../src/engine/workerMessages";
import { kernel } from "./loadKernel";

const SETUP = { board: "square8", players: 2, edition: "standard", swap: true } as const;

/** A worker's two ends over a real channel; `slow` ones hear nothing until they are ended. */
class Threadless {
  static made = 0;
  onmessage: ((event: { data: WorkerMessage }) => void) | null = null;
  onerror: ((event: { message: string }) => void) | null = null;
  private readonly channel = new MessageChannel();

  constructor(loaded: Promise<Kernel>, hears: (call: WorkerRequest) => boolean = () => true) {
    Threadless.made++;
    const { port1, port2 } = this.channel;
    const serving = new WorkerHost(loaded, (told) => port1.postMessage(told));
    port1.on("message", (call: WorkerRequest) => hears(call) && serving.handle(call));
    port2.on("message", (data: WorkerMessage) => this.onmessage?.({ data }));
  }

  postMessage(call: WorkerRequest): void {
    this.channel.port2.postMessage(call);
  }

  terminate(): void {
    this.channel.port1.close();
    this.channel.port2.close();
  }
}

const workers = (...made: (() => Threadless)[]): (() => Worker) => {
  const last = made.length - 1;
  let at = 0;
  return () => (made[Math.min(at++, last)] as () => Threadless)() as unknown as Worker;
};

describe("the engine over its worker", () => {
  it("plays as the kernel does, and refuses with the law's codes", async () => {
    const engine = await WorkerEngine.start(workers(() => new Threadless(kernel())));
    const { state, decision } = await engine.newGame(SETUP);
    expect(decision?.moves).toHaveLength(192);
    const steps = await engine.playAndSettle(state, await engine.parseMove(state, "@d4"));
    expect(steps.at(-1)?.view.state.currentPhase).toBe("movement");
    await expect(engine.parseMove(state, "d4-d6")).rejects.toMatchObject({
      refusal: { code: "WRONG_PHASE" },
    });
    const text = await engine.toPositionString(state);
    expect((await engine.fromPositionString(text)).state).toEqual(state);
    engine.close();
  });

  it("answers a search that is given up with a move, and goes on with another worker", async () => {
    const deaf = () => new Threadless(kernel(), ({ method }) => method !== "chooseMove");
    const engine = await WorkerEngine.start(workers(deaf, () => new Threadless(kernel())));
    const { state, decision } = await engine.newGame(SETUP);
    const choice = engine.chooseMove(state, 9, 1);
    const later = engine.toPositionString(state);
    const before = Threadless.made;
    engine.stopSearch();
    expect(decision?.moves).toContainEqual(await choice);
    expect(await later).toMatch(/^square8 standard/);
    expect(Threadless.made).toBe(before + 1);
    engine.close();
  });

  it("refuses what a fallen worker was asked, and asks another one next", async () => {
    const made: Threadless[] = [];
    const make = () => {
      made.push(new Threadless(kernel(), ({ method }) => method !== "chooseMove"));
      return made.at(-1) as unknown as Worker;
    };
    const engine = await WorkerEngine.start(make);
    const { state } = await engine.newGame(SETUP);
    const choice = engine.chooseMove(state, 1, 1);
    made[0]?.onerror?.({ message: "out of memory" });
    await expect(choice).rejects.toThrow("out of memory");
    expect(await engine.toPositionString(state)).toMatch(/^square8 standard/);
    expect(made).toHaveLength(2);
    engine.close();
  });

  it("gives up no question that is not a search", async () => {
    const engine = await WorkerEngine.start(workers(() => new Threadless(kernel())));
    const before = Threadless.made;
    const asked = engine.newGame(SETUP);
    engine.stopSearch();
    expect((await asked).state.board.type).toBe("square8");
    expect(Threadless.made).toBe(before);
    engine.close();
  });
});

describe("the engine of the page", () => {
  it("puts its questions to the server where there can be no kernel", async () => {
    const heard: string[] = [];
    const broken = () => new Threadless(Promise.reject(new Error("no such file")));
    const instead = await WorkerEngine.start(workers(() => new Threadless(kernel())));
    globalThis.Worker ??= Threadless as unknown as typeof Worker;
    const engine = new PageEngine(workers(broken), instead, (why) => heard.push(why));
    expect((await engine.newGame(SETUP)).decision?.moves).toHaveLength(192);
    expect(heard).toEqual([expect.stringContaining("no such file")]);
    instead.close();
  });
});
