// Builds the board element as one file, dist/ringrift-board.js, for embedding.

import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { compressFiles } from "./tools/compressFiles.ts";
import { messages } from "./tools/messages.js";

export default defineConfig({
  plugins: [messages({ sourceOnly: true }), compressFiles()],
  resolve: { alias: { "@package": fileURLToPath(new URL("../src/ringrift", import.meta.url)) } },
  publicDir: false,
  build: {
    target: "es2022",
    outDir: "dist",
    emptyOutDir: false,
    lib: {
      entry: fileURLToPath(new URL("src/board/index.ts", import.meta.url)),
      formats: ["es"],
      fileName: () => "ringrift-board.js",
    },
  },
});
