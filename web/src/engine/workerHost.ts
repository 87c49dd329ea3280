// The worker's side of the protocol: passes requests to its engine.

import { setLanguage } from "../messages/language";
import { type Move, RefusedError } from "../rules/wire";
import { KernelEngine } from "./kernelEngine";
import type { Kernel } from "./wasm";
import type { WorkerCall, WorkerMessage, WorkerRequest } from "./workerMessages";

/** Handles requests once the kernel is loaded. */
export class WorkerHost {
  private currentId = 0;
  private languageSet: Promise<void> | null = null;
  private last: Promise<void> = Promise.resolve();
  private readonly engine: Promise<KernelEngine | null>;

  constructor(
    kernel: Promise<Kernel>,
    private readonly send: (message: WorkerMessage) => void,
  ) {
    this.engine = this.start(kernel);
  }

  async handle(request: WorkerRequest): Promise<void> {
    if ("language" in request) {
      // Without a translation the explanations remain in English.
      this.languageSet = setLanguage(request.language).catch(() => undefined);
      return;
    }
    // One call at a time, even if it waits for a network: its best moves carry its id.
    this.last = this.last.catch(() => undefined).then(() => this.answer(request));
    await this.last;
  }

  private async answer({ id, method, args }: WorkerCall): Promise<void> {
    await this.languageSet;
    const engine = await this.engine;
    if (engine === null) return;
    this.currentId = id;
    try {
      const call = engine[method] as (...args: unknown[]) => Promise<unknown>;
      this.send({ kind: "answer", id, value: await call.apply(engine, args) });
    } catch (error) {
      if (error instanceof RefusedError) this.send({ kind: "refusal", id, refusal: error.refusal });
      else this.send({ kind: "failure", id, message: String(error) });
    }
  }

  private async start(kernel: Promise<Kernel>): Promise<KernelEngine | null> {
    try {
      const best = (move: Move): void => this.send({ kind: "best", id: this.currentId, move });
      const engine = new KernelEngine(await kernel, best);
      this.send({ kind: "ready" });
      return engine;
    } catch (error) {
      this.send({ kind: "broken", message: String(error) });
      return null;
    }
  }
}
