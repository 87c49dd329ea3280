// A real `ringrift serve` with a database of its own, on a port of its own. It can be killed and started again in the middle of a game.

import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { PATIENCE_MS } from "./timeouts";

const repository = fileURLToPath(new URL("../../..", import.meta.url));

/** What the server logs once it listens. */
const LISTENS = /running on http:\/\/[\d.]+:(\d+)/;

/** Tests ask more often than people do. */
const generous = {
  RINGRIFT_REQUESTS_PER_MINUTE: "100000",
  RINGRIFT_SIGN_INS_PER_MINUTE: "100000",
  RINGRIFT_ANALYSES_PER_HOUR: "10000",
  RINGRIFT_CHOICES_PER_MINUTE: "10000",
  RINGRIFT_MESSAGES_PER_SECOND: "1000",
};

type Signal = "SIGTERM" | "SIGKILL";

export class Server {
  private readonly folder = mkdtempSync(join(tmpdir(), "ringrift-e2e-"));
  private running: { process: ChildProcess; ended: Promise<unknown> } | null = null;
  /** The system chooses one at the first start; it stays the same ever after. */
  private port = 0;

  private constructor() {}

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  static async start(): Promise<Server> {
    const server = new Server();
    await server.run();
    return server;
  }

  async run(): Promise<void> {
    const command = process.env.RINGRIFT_COMMAND ?? join(repository, ".venv/bin/ringrift");
    const args = ["serve", "--port", `${this.port}`, "--log-level", "info", "--log-format", "text"];
    const started = spawn(
      command,
      [...args, "--database", `sqlite:///${this.folder}/ringrift.db`],
      {
        env: { ...process.env, ...generous },
        stdio: ["ignore", "ignore", "pipe"],
      },
    );
    this.running = { process: started, ended: new Promise((done) => started.once("close", done)) };
    this.port = await portOf(started);
  }

  /** Only ends the process: what is connected sees the line break. */
  async end(signal: Signal = "SIGTERM"): Promise<void> {
    this.running?.process.kill(signal);
    await this.running?.ended;
    this.running = null;
  }

  async close(): Promise<void> {
    await this.end();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** The port that a server listens on, as soon as it does. */
function portOf(server: ChildProcess): Promise<number> {
  return new Promise((listens, failed) => {
    let told = "";
    const giveUp = (why: string) => {
      clearTimeout(patience);
      failed(new Error(`the server ${why}:\n${told}`));
    };
    const patience = setTimeout(giveUp, PATIENCE_MS, "did not start");
    server.once("error", ({ message }) => giveUp(`cannot be run: ${message}`));
    server.once("close", () => giveUp("ended"));
    const hear = (text: Buffer) => {
      told += text;
      const port = LISTENS.exec(told)?.[1];
      if (port === undefined) return;
      clearTimeout(patience);
      // What it logs from now on nobody reads, but a full pipe would stop it.
      server.stderr?.off("data", hear).resume();
      listens(Number(port));
    };
    server.stderr?.on("data", hear);
  });
}
