// A real `ringrift serve` with its own database and port; it can be killed and restarted.

import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { TIMEOUT_MS } from "./timeouts";

const repository = fileURLToPath(new URL("../../..", import.meta.url));

/** Logged when the server listens. */
const LISTENING = /running on http:\/\/[\d.]+:(\d+)/;

/** Tests send more requests than people do. */
const RAISED_LIMITS = {
  RINGRIFT_REQUESTS_PER_MINUTE: "100000",
  RINGRIFT_LOGINS_PER_MINUTE: "100000",
  RINGRIFT_ANALYSES_PER_HOUR: "10000",
  RINGRIFT_CHOICES_PER_MINUTE: "10000",
  RINGRIFT_MESSAGES_PER_SECOND: "1000",
};

const COMMAND = process.env.RINGRIFT_COMMAND ?? join(repository, ".venv/bin/ringrift");

type Signal = "SIGTERM" | "SIGKILL";

export class Server {
  private readonly folder = mkdtempSync(join(tmpdir(), "ringrift-e2e-"));
  private running: { process: ChildProcess; ended: Promise<unknown> } | null = null;
  /** Chosen by the system at the first start, then kept. */
  private port = 0;

  private constructor(private readonly settings: NodeJS.ProcessEnv) {}

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** `settings` are environment variables of the server. */
  static async start(settings: NodeJS.ProcessEnv = {}): Promise<Server> {
    const server = new Server(settings);
    await server.launch();
    return server;
  }

  async launch(): Promise<void> {
    const args = ["serve", "--port", `${this.port}`, "--log-level", "info", "--log-format", "text"];
    const started = spawn(
      COMMAND,
      [...args, "--database", `sqlite:///${this.folder}/ringrift.db`],
      {
        cwd: this.folder,
        env: { ...process.env, ...RAISED_LIMITS, ...this.settings },
        stdio: ["ignore", "ignore", "pipe"],
      },
    );
    this.running = { process: started, ended: new Promise((done) => started.once("close", done)) };
    this.port = await waitForPort(started);
  }

  /** Runs `ringrift admin` on the database of this server. */
  async administer(...args: string[]): Promise<string> {
    const database = ["--database", `sqlite:///${this.folder}/ringrift.db`];
    const { stdout } = await promisify(execFile)(COMMAND, ["admin", ...args, ...database]);
    return stdout;
  }

  /** Ends the process only; clients see their connections break. */
  async stop(signal: Signal = "SIGTERM"): Promise<void> {
    this.running?.process.kill(signal);
    await this.running?.ended;
    this.running = null;
  }

  async close(): Promise<void> {
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Resolves to the port as soon as the server listens. */
function waitForPort(server: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let log = "";
    const fail = (problem: string) => {
      clearTimeout(timeout);
      reject(new Error(`the server ${problem}:\n${log}`));
    };
    const timeout = setTimeout(fail, TIMEOUT_MS, "did not start");
    server.once("error", ({ message }) => fail(`cannot be run: ${message}`));
    server.once("close", () => fail("exited"));
    const read = (text: Buffer) => {
      log += text;
      const port = LISTENING.exec(log)?.[1];
      if (port === undefined) return;
      clearTimeout(timeout);
      // Keep draining the log: a full pipe would block the server.
      server.stderr?.off("data", read).resume();
      resolve(Number(port));
    };
    server.stderr?.on("data", read);
  });
}
