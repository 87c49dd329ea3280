// The kernel in a thread of its own, so that a search never holds the page up.

import { Kernel } from "./wasm";
import { WorkerHost } from "./workerHost";
import type { WorkerRequest } from "./workerMessages";

const host = new WorkerHost(fetchKernel(), (told) => postMessage(told));
addEventListener("message", ({ data }: MessageEvent<WorkerRequest>) => host.handle(data));

async function fetchKernel(): Promise<Kernel> {
  const response = await fetch(new URL("../../build/kernel.wasm", import.meta.url));
  if (!response.ok) throw new Error(`the kernel was not sent: ${response.status}`);
  return Kernel.instantiate(response);
}
