// The kernel in a thread of its own, so that a search never holds the page up.

import { Kernel } from "./wasm";
import { Serving } from "./workerHost";
import type { Call } from "./workerMessages";

const serving = new Serving(fetched(), (told) => postMessage(told));
addEventListener("message", ({ data }: MessageEvent<Call>) => serving.answer(data));

async function fetched(): Promise<Kernel> {
  const response = await fetch(new URL("../../build/kernel.wasm", import.meta.url));
  if (!response.ok) throw new Error(`the kernel was not sent: ${response.status}`);
  return Kernel.of(response);
}
