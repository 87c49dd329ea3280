// @vitest-environment node
// The page and its worker: calls over messages, stopped searches, failing workers.

import { MessageChannel } from "node:worker_threads";
import { describe, expect, it } from "vitest";
import { PageEngine } from "../../src/engine/pageEngine";
import type { Kernel } from "../../src/engine/wasm";
import { WorkerEngine } from "../../src/engine/workerEngine";
import { WorkerHost } from "../../src/engine/workerHost";
import type { WorkerCall, WorkerMessage, WorkerRequest } from "../../src/engine/workerMessages";
import { loadKernel } from "./loadKernel";

const SETUP = { board: "square8", players: 2, edition: "standard", swap: true } as const;

/** A worker without a thread, over a real message channel; `accepts` filters its requests. */
class InlineWorker {
  static made = 0;
  onmessage: ((event: { data: WorkerMessage }) => void) | null = null;
  onerror: ((event: { message: string }) => void) | null = null;
  private readonly channel = new MessageChannel();

  constructor(loaded: Promise<Kernel>, accepts: (call: WorkerCall) => boolean = () => true) {
    InlineWorker.made++;
    const { port1, port2 } = this.channel;
    const host = new WorkerHost(loaded, (message) => port1.postMessage(message));
    port1.on(
      "message",
      (request: WorkerRequest) =>
        ("language" in request || accepts(request)) && host.handle(request),
    );
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

const workers = (...made: (() => InlineWorker)[]): (() => Worker) => {
  const last = made.length - 1;
  let at = 0;
  return () => (made[Math.min(at++, last)] as () => InlineWorker)() as unknown as Worker;
};

describe("the engine in a worker", () => {
  it("plays like the kernel and refuses with the same codes", async () => {
    const engine = await WorkerEngine.start(workers(() => new InlineWorker(loadKernel())));
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

  it("returns a move from a stopped search and continues in another worker", async () => {
    const unresponsive = () =>
      new InlineWorker(loadKernel(), ({ method }) => method !== "chooseMove");
    const engine = await WorkerEngine.start(
      workers(unresponsive, () => new InlineWorker(loadKernel())),
    );
    const { state, decision } = await engine.newGame(SETUP);
    const choice = engine.chooseMove(state, 9, 1);
    const later = engine.toPositionString(state);
    const before = InlineWorker.made;
    engine.stopSearch();
    expect(decision?.moves).toContainEqual(await choice);
    expect(await later).toMatch(/^square8 standard/);
    expect(InlineWorker.made).toBe(before + 1);
    engine.close();
  });

  it("rejects the calls of a failed worker and starts another one", async () => {
    const made: InlineWorker[] = [];
    const make = () => {
      made.push(new InlineWorker(loadKernel(), ({ method }) => method !== "chooseMove"));
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

  it("stops only searches", async () => {
    const engine = await WorkerEngine.start(workers(() => new InlineWorker(loadKernel())));
    const before = InlineWorker.made;
    const pendingGame = engine.newGame(SETUP);
    engine.stopSearch();
    expect((await pendingGame).state.board.type).toBe("square8");
    expect(InlineWorker.made).toBe(before);
    engine.close();
  });
});

describe("the engine of the page", () => {
  it("falls back to the server if the kernel cannot load", async () => {
    const reasons: string[] = [];
    const broken = () => new InlineWorker(Promise.reject(new Error("no such file")));
    const instead = await WorkerEngine.start(workers(() => new InlineWorker(loadKernel())));
    globalThis.Worker ??= InlineWorker as unknown as typeof Worker;
    const engine = new PageEngine(workers(broken), instead, (why) => reasons.push(why));
    expect((await engine.newGame(SETUP)).decision?.moves).toHaveLength(192);
    expect(reasons).toEqual([expect.stringContaining("no such file")]);
    instead.close();
  });
});
