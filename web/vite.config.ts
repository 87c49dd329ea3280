import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { TEST_TIMEOUT_MS, TIMEOUT_MS } from "./e2e/harness/timeouts.ts";
import { compressFiles } from "./tools/compressFiles.ts";
import { messages } from "./tools/messages.js";

// Data files that Python and the page share (rules, look, levels, weights).
const shared = { "@package": fileURLToPath(new URL("../src/ringrift", import.meta.url)) };

const server = process.env.RINGRIFT_SERVER ?? "http://127.0.0.1:8080";

/** Settings of all browser tests. */
const browserTests = {
  environment: "node",
  isolate: false,
  testTimeout: TEST_TIMEOUT_MS,
  hookTimeout: TEST_TIMEOUT_MS,
  expect: { poll: { timeout: TIMEOUT_MS } },
} as const;

const measurements = ["e2e/performance.test.ts", "e2e/board.speed.test.ts"];
const pictures = ["e2e/pictures.test.ts"];

export default defineConfig({
  plugins: [react(), messages(), compressFiles()],
  resolve: { alias: shared },
  build: {
    target: "es2022",
    outDir: "dist",
    assetsInlineLimit: 0,
    sourcemap: false,
    modulePreload: { polyfill: false },
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  worker: { format: "es", plugins: () => [messages()] },
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
        test: {
          name: "unit",
          include: ["tests/**/*.test.{ts,tsx}"],
          environment: "happy-dom",
          maxWorkers: "100%",
          testTimeout: TEST_TIMEOUT_MS,
          hookTimeout: TEST_TIMEOUT_MS,
        },
      },
      {
        extends: true,
        test: {
          ...browserTests,
          name: "e2e",
          include: ["e2e/**/*.test.ts"],
          exclude: [...measurements, ...pictures],
          maxWorkers: 2,
          // Two browsers, their servers and other tests share two cores: what fails runs once more.
          retry: 1,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        // Writes docs/pictures/page.
        test: { ...browserTests, name: "pictures", include: pictures, maxWorkers: 1 },
      },
      {
        extends: true,
        // Alone, after all other tests: parallel work would distort the measurements.
        test: {
          ...browserTests,
          name: "speed",
          include: measurements,
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
