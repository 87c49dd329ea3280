import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { compressed } from "./compressed.ts";

// Data that Python and the page share (looks, strengths, weights) is read where it lies.
const shared = { "@package": fileURLToPath(new URL("../src/ringrift", import.meta.url)) };

const server = process.env.RINGRIFT_SERVER ?? "http://127.0.0.1:8080";

export default defineConfig({
  plugins: [react(), compressed()],
  resolve: { alias: shared },
  build: {
    target: "es2022",
    outDir: "dist",
    assetsInlineLimit: 0,
    sourcemap: false,
    modulePreload: { polyfill: false },
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  worker: { format: "es" },
  server: {
    host: "127.0.0.1",
    fs: { allow: [".."] },
    proxy: {
      "^/(accounts|sessions|games|live|ws|rules|analyses|players|leaderboard|quick-match|invitations|lobby|bots)":
        { target: server, ws: true },
    },
  },
  test: {
    projects: [
      {
        extends: true,
        test: { name: "unit", include: ["tests/**/*.test.{ts,tsx}"], environment: "happy-dom" },
      },
      {
        extends: true,
        test: {
          name: "e2e",
          include: ["e2e/**/*.test.ts"],
          environment: "node",
          testTimeout: 60_000,
          hookTimeout: 60_000,
          fileParallelism: true,
          maxWorkers: 2,
        },
      },
    ],
  },
});
