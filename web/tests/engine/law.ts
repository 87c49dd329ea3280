// Questions to the law: the Python of the house answers them, so nothing has to be written down beforehand.

import { execFileSync } from "node:child_process";
import { root } from "./kernel";

const PYTHON = process.env.PYTHON ?? `${root}/.venv/bin/python`;

export function askLaw<Answer>(question: string, input?: string): Answer {
  const script = `${root}/web/tests/engine/law.py`;
  const text = execFileSync(PYTHON, [script, question], { input, maxBuffer: 1 << 28, encoding: "utf8" });
  return JSON.parse(text) as Answer;
}
