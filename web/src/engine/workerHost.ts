// The worker's side of the talk: one question after the other to its engine.

import { type Move, RefusedError } from "../rules/wire";
import { KernelEngine } from "./kernelEngine";
import type { Kernel } from "./wasm";
import type { Call, Told } from "./workerMessages";

/** Answers calls with a kernel, as soon as it is there. */
export class Serving {
  private answering = 0;
  private readonly engine: Promise<KernelEngine | null>;

  constructor(
    kernel: Promise<Kernel>,
    private readonly tell: (told: Told) => void,
  ) {
    this.engine = this.begin(kernel);
  }

  async answer({ id, method, values }: Call): Promise<void> {
    const engine = await this.engine;
    if (engine === null) return;
    this.answering = id;
    try {
      const ask = engine[method] as (...asked: unknown[]) => Promise<unknown>;
      this.tell({ kind: "answer", id, value: await ask.apply(engine, values) });
    } catch (error) {
      if (error instanceof RefusedError) this.tell({ kind: "refusal", id, refusal: error.refusal });
      else this.tell({ kind: "failure", id, message: String(error) });
    }
  }

  private async begin(kernel: Promise<Kernel>): Promise<KernelEngine | null> {
    try {
      const best = (move: Move): void => this.tell({ kind: "best", id: this.answering, move });
      const engine = new KernelEngine(await kernel, best);
      this.tell({ kind: "ready" });
      return engine;
    } catch (error) {
      this.tell({ kind: "broken", message: String(error) });
      return null;
    }
  }
}
