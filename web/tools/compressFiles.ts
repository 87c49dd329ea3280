// A Vite plugin that writes a .br and a .gz file beside every built file worth compressing, so the
// server compresses nothing on request.

import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

const [brotli, gzipAsync] = [promisify(brotliCompress), promisify(gzip)];
const COMPRESSIBLE = /\.(css|html|js|json|svg|wasm)$/;
const MAX_RATIO = 0.95; // of the original size

export function compressFiles(): Plugin {
  let folder = "";
  return {
    name: "compress-files",
    apply: "build",
    configResolved({ root, build }) {
      folder = resolve(root, build.outDir);
    },
    async writeBundle() {
      const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
      await Promise.all(
        files
          .filter((file) => COMPRESSIBLE.test(file))
          .map((file) => compressFile(join(folder, file))),
      );
    },
  };
}

async function compressFile(file: string): Promise<void> {
  if (existsSync(`${file}.gz`)) return;
  const plain = readFileSync(file);
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length };
  const variants = {
    br: await brotli(plain, { params }),
    gz: await gzipAsync(plain, { level: 9 }),
  };
  for (const [suffix, packed] of Object.entries(variants)) {
    if (packed.length < plain.length * MAX_RATIO) writeFileSync(`${file}.${suffix}`, packed);
  }
}
