// The worker: runs the kernel, so searches do not block the page.

import { Kernel } from "./wasm";
import { WorkerHost } from "./workerHost";
import type { WorkerRequest } from "./workerMessages";

const host = new WorkerHost(fetchKernel(), (message) => postMessage(message));
addEventListener("message", ({ data }: MessageEvent<WorkerRequest>) => host.handle(data));

async function fetchKernel(): Promise<Kernel> {
  const response = await fetch(new URL("../../build/kernel.wasm", import.meta.url));
  if (!response.ok) throw new Error(`the kernel was not sent: ${response.status}`);
  return Kernel.instantiate(response);
}
