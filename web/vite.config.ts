import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { TEST_TIMEOUT_MS, TIMEOUT_MS } from "./e2e/harness/timeouts.ts";
import { compressFiles } from "./tools/compressFiles.ts";
import { dataComments } from "./tools/dataComments.ts";
import { messages } from "./tools/messages.js";
import { chunkFileNames, serviceWorker } from "./tools/serviceWorker.ts";

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
const npmPackages = ["e2e/package.test.ts"];

const firstPages = /\/(home|lobby|game|GameView|join)-/;

/** The worker's areas: its explanations and the errors of records. */
const workerAreas = ["engine", "records", "rules"];

export default defineConfig(({ mode }) => ({
  plugins: [
    react(),
    messages({ pseudo: mode !== "production" }),
    dataComments(),
    serviceWorker(),
    compressFiles(),
  ],
  resolve: { alias: shared },
  build: {
    target: "es2022",
    outDir: "dist",
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1600, // kB: the viewer of the API is loaded on its page alone
    sourcemap: false,
    // The list of what to preload is part of the first script: it names the chunks of the pages that
    // people open first, and the style sheets of the others.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (file, dependencies) =>
        firstPages.test(file) ? dependencies : dependencies.filter((one) => one.endsWith(".css")),
    },
    rolldownOptions: { checks: { bundlerTimings: false }, output: { chunkFileNames } },
  },
  worker: {
    format: "es",
    plugins: () => [messages({ areas: workerAreas }), dataComments()],
    rolldownOptions: { output: { chunkFileNames } },
  },
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
          exclude: [...measurements, ...pictures, ...npmPackages],
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
        // Needs the packed packages: `make test-package`.
        test: { ...browserTests, name: "package", include: npmPackages, maxWorkers: 1 },
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
}));
