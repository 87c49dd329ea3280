// A real SMTP server, in Python, for the tests of mails.

import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const repository = fileURLToPath(new URL("../../..", import.meta.url));

interface Mail {
  to: string;
  subject: string;
  text: string;
}

export class MailServer {
  private constructor(
    private readonly process: ChildProcess,
    private readonly folder: string,
    private readonly lines: AsyncIterator<string>,
    /** The environment of a RingRift server that sends mails through this one. */
    readonly settings: NodeJS.ProcessEnv,
  ) {}

  static async start(): Promise<MailServer> {
    const folder = mkdtempSync(join(tmpdir(), "ringrift-mail-"));
    const python = join(repository, ".venv/bin/python");
    const started = spawn(python, ["-m", "tests.server.mail_server", folder], {
      cwd: repository,
      stdio: ["pipe", "pipe", "inherit"],
    });
    const lines = createInterface({ input: started.stdout })[Symbol.asyncIterator]();
    const settings = Object.entries<string | number>(JSON.parse((await lines.next()).value));
    const environment = settings.map(([name, value]) => [
      `RINGRIFT_${name.toUpperCase()}`,
      String(value),
    ]);
    return new MailServer(started, folder, lines, Object.fromEntries(environment));
  }

  /** The next mail with this in its subject. */
  async next(subject: string): Promise<Mail> {
    while (true) {
      const { value, done } = await this.lines.next();
      if (done) throw new Error("the mail server has ended");
      const mail: Mail = JSON.parse(value);
      if (mail.subject.includes(subject)) return mail;
    }
  }

  async close(): Promise<void> {
    const ended = new Promise((done) => this.process.once("close", done));
    this.process.stdin?.end();
    await ended;
    rmSync(this.folder, { recursive: true, force: true });
  }
}
