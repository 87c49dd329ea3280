// A real `ringrift serve` with a database of its own, on a port of its own. It can be killed and started again in the middle of a game.

import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const repository = fileURLToPath(new URL("../../..", import.meta.url));
const PATIENCE_MS = 30_000;
const LOOK_MS = 50;

/** Tests ask more often than people do. */
const generous = {
  RINGRIFT_REQUESTS_PER_MINUTE: "100000",
  RINGRIFT_SIGN_INS_PER_MINUTE: "100000",
  RINGRIFT_ANALYSES_PER_HOUR: "10000",
  RINGRIFT_MESSAGES_PER_SECOND: "1000",
};

export class Server {
  private process: ChildProcess | null = null;
  private told = "";

  private constructor(
    readonly port: number,
    private readonly folder: string,
    private readonly settings: Record<string, string>,
  ) {}

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** `settings` are environment variables, such as RINGRIFT_LEVEL_SECONDS. */
  static async start(settings: Record<string, string> = {}): Promise<Server> {
    const folder = mkdtempSync(join(tmpdir(), "ringrift-e2e-"));
    const server = new Server(await freePort(), folder, settings);
    await server.run();
    return server;
  }

  async restart(signal: "SIGTERM" | "SIGKILL" = "SIGTERM"): Promise<void> {
    await this.end(signal);
    await this.run();
  }

  /** Only ends the process: what is connected sees the line break. */
  async end(signal: "SIGTERM" | "SIGKILL" = "SIGTERM"): Promise<void> {
    const running = this.process;
    if (!running || running.exitCode !== null) return;
    const ended = new Promise((done) => running.once("exit", done));
    running.kill(signal);
    await ended;
    this.process = null;
  }

  async run(): Promise<void> {
    const command = process.env.RINGRIFT_COMMAND ?? join(repository, ".venv/bin/ringrift");
    const args = ["serve", "--port", `${this.port}`, "--log-level", "warning", "--log-format", "text"];
    const env = { ...process.env, ...generous, ...this.settings };
    this.process = spawn(command, [...args, "--database", `sqlite:///${this.folder}/ringrift.db`], { env });
    for (const stream of [this.process.stdout, this.process.stderr])
      stream?.on("data", (text) => {
        this.told += text;
      });
    await this.ready(this.process);
  }

  async close(): Promise<void> {
    await this.end();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async ready(running: ChildProcess): Promise<void> {
    const until = Date.now() + PATIENCE_MS;
    while (Date.now() < until) {
      if (running.exitCode !== null) break;
      const answer = await fetch(`${this.url}/readyz`).catch(() => null);
      if (answer?.ok) return;
      await new Promise((done) => setTimeout(done, LOOK_MS));
    }
    throw new Error(`the server did not start:\n${this.told}`);
  }
}

function freePort(): Promise<number> {
  return new Promise((done, failed) => {
    const probe = createServer();
    probe.once("error", failed);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => (address && typeof address === "object" ? done(address.port) : failed(address)));
    });
  });
}
