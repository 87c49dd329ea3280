// The package's worker: the first message brings the compiled kernel, the others are requests.

import { Kernel } from "../../src/engine/wasm";
import { WorkerHost } from "../../src/engine/workerHost";
import type { WorkerRequest } from "../../src/engine/workerMessages";

export interface StartMessage {
  kernel: WebAssembly.Module;
}

let host: WorkerHost | null = null;

addEventListener("message", ({ data }: MessageEvent<StartMessage | WorkerRequest>) => {
  if ("kernel" in data)
    host = new WorkerHost(Kernel.instantiate(data.kernel), (message) => postMessage(message));
  else void host?.handle(data);
});
