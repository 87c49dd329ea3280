// Starts an engine on the kernel of this package: in a worker where there are workers, so a level
// that thinks does not block the page.

import type { Engine } from "../../src/engine/engine";
import { KernelEngine } from "../../src/engine/kernelEngine";
import { Kernel } from "../../src/engine/wasm";
import { WorkerEngine } from "../../src/engine/workerEngine";
import type { StartMessage } from "./worker";

/** Where the kernel comes from: its address, its bytes, or the compiled module. */
export type KernelSource = URL | string | BufferSource | Response | WebAssembly.Module;

export interface EngineOptions {
  /** `kernel.wasm` of this package by default. */
  kernel?: KernelSource;
  /** False runs the engine in this thread: a search then blocks it and cannot be stopped. */
  worker?: boolean;
}

// The build replaces both by `new URL("./…", import.meta.url)`, which bundlers understand.
declare const KERNEL_URL: URL;
declare const WORKER_URL: URL;

/** Loads the kernel and resolves when it can be used. */
export async function startEngine(options: EngineOptions = {}): Promise<Engine> {
  const { kernel = KERNEL_URL, worker = typeof Worker !== "undefined" } = options;
  const module = await compileKernel(kernel);
  if (!worker) return new KernelEngine(await Kernel.instantiate(module));
  return WorkerEngine.start(() => {
    const started = new Worker(WORKER_URL, { type: "module" });
    const message: StartMessage = { kernel: module };
    started.postMessage(message);
    return started;
  });
}

async function compileKernel(source: KernelSource): Promise<WebAssembly.Module> {
  if (source instanceof WebAssembly.Module) return source;
  if (typeof source !== "string" && !(source instanceof URL))
    return WebAssembly.compile(source instanceof Response ? await source.arrayBuffer() : source);
  const url = String(source);
  if (url.startsWith("file:"))
    throw new Error(
      "The kernel cannot be fetched from a file. Read it, and pass its bytes: startEngine({ kernel }).",
    );
  const response = await fetch(url);
  if (!response.ok)
    throw new Error(`The kernel was not found at ${url} (status ${response.status}).`);
  return WebAssembly.compile(await response.arrayBuffer());
}
