// The kernel as `make` built it, and the test vectors of all engines.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { KernelRules } from "../../src/engine/kernelRules";
import { Kernel } from "../../src/engine/wasm";

export const root = fileURLToPath(new URL("../../..", import.meta.url));

export async function loadKernel(): Promise<Kernel> {
  return Kernel.instantiate(readFileSync(`${root}/web/build/kernel.wasm`));
}

export async function loadRules(): Promise<KernelRules> {
  return new KernelRules(await loadKernel());
}

/** Reads a file of vectors, plain or compressed. */
export function vectors<Vector>(name: string): Vector[] {
  const bytes = readFileSync(`${root}/tests/data/vectors/${name}`);
  const text = (name.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString();
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Vector);
}
