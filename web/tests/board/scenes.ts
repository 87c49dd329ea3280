// Runs scenes.py once: positions with their Python pictures, and moves between positions.

import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, resolve } from "node:path";
import type { Marks } from "../../src/board/types";
import type { Move, State } from "../../src/rules/wire";

export interface Picture {
  name: string;
  state: State;
  marks: Marks;
  /** The last move, if its trail is drawn. */
  last: SceneStep | null;
  svg: string;
}

export interface SceneStep {
  before: State;
  move: Move;
  after: State;
}

const repository = resolve(import.meta.dirname, "../../..");
const venvPython = resolve(repository, ".venv/bin/python");
const python = process.env.PYTHON ?? (existsSync(venvPython) ? venvPython : "python3");
const output = execFileSync(python, [resolve(import.meta.dirname, "scenes.py")], {
  env: { ...process.env, PYTHONPATH: [resolve(repository, "src"), repository].join(delimiter) },
  maxBuffer: 1 << 26,
});

const scenes = JSON.parse(output.toString()) as {
  pictures: Picture[];
  steps: Record<string, SceneStep[]>;
};

export const pictures = scenes.pictures;

export function picture(name: string): Picture {
  const found = pictures.find((one) => one.name === name);
  if (!found) throw new Error(`scenes.py draws no picture ${name}`);
  return found;
}

/** The moves of a scene, each with the states before and after it. */
export function steps(name: string): SceneStep[] {
  const found = scenes.steps[name];
  if (!found) throw new Error(`scenes.py plays no scene ${name}`);
  return found;
}

export function step(name: string, index = 0): SceneStep {
  return steps(name)[index] as SceneStep;
}

export const allSteps: [string, SceneStep][] = Object.entries(scenes.steps).flatMap(
  ([name, played]) =>
    played.map((one, index): [string, SceneStep] => [
      `${name}, move ${index + 1}: ${one.move.type}`,
      one,
    ]),
);
