// Beside every built file that shrinks: itself compressed, so that the server compresses nothing while people wait.

import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

const [brotlied, gzipped] = [promisify(brotliCompress), promisify(gzip)];
const SHRINKS = /\.(css|html|js|json|svg|wasm)$/;
const WORTH = 0.95;

export function compressed(): Plugin {
  let folder = "";
  return {
    name: "compressed",
    apply: "build",
    configResolved({ root, build }) {
      folder = resolve(root, build.outDir);
    },
    async writeBundle() {
      const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
      await Promise.all(
        files.filter((file) => SHRINKS.test(file)).map((file) => compress(join(folder, file))),
      );
    },
  };
}

async function compress(file: string): Promise<void> {
  if (existsSync(`${file}.gz`)) return;
  const plain = readFileSync(file);
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length };
  const twins = { br: await brotlied(plain, { params }), gz: await gzipped(plain, { level: 9 }) };
  for (const [suffix, packed] of Object.entries(twins)) {
    if (packed.length < plain.length * WORTH) writeFileSync(`${file}.${suffix}`, packed);
  }
}
