// The law itself behind the page's Engine: Python in a process beside the test. `PYTHON` names another interpreter.

import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import type { Engine, PositionView, RecordReplay, Step } from "../../src/engine/engine";
import {
  type Move,
  type Refusal,
  RefusedError,
  type Setup,
  type State,
} from "../../src/rules/wire";

const python = process.env.PYTHON ?? resolve(process.cwd(), "../.venv/bin/python");

type Answer = { answer: never } | { refused: RefusedError["refusal"] };

export class ReferenceEngine implements Engine {
  readonly runsIn = "server";
  private readonly process = spawn(
    python,
    [resolve(process.cwd(), "tests/reference/reference_engine.py")],
    {
      stdio: ["pipe", "pipe", "inherit"],
    },
  );
  private readonly waiting: ((line: string) => void)[] = [];

  constructor() {
    createInterface({ input: this.process.stdout }).on("line", (line) =>
      this.waiting.shift()?.(line),
    );
  }

  private ask<T>(question: string, given: unknown): Promise<T> {
    this.process.stdin.write(`${JSON.stringify([question, given])}\n`);
    return new Promise((done, refuse) => {
      this.waiting.push((line) => {
        const told = JSON.parse(line) as Answer;
        if ("refused" in told) refuse(new RefusedError(told.refused));
        else done(told.answer);
      });
    });
  }

  newGame = (setup: Setup) => this.ask<PositionView>("newGame", setup);
  inspect = (state: State) => this.ask<PositionView>("inspect", state);
  play = (state: State, move: Move) => this.ask<Step>("play", [state, move]);
  playAndSettle = (state: State, move: Move) => this.ask<Step[]>("playAndSettle", [state, move]);
  settle = (state: State) => this.ask<Step[]>("settle", state);
  whyIllegal = (state: State, move: Move) => this.ask<Refusal | null>("whyIllegal", [state, move]);
  parseMove = (state: State, notation: string) => this.ask<Move>("parseMove", [state, notation]);
  fromPositionString = (text: string) => this.ask<PositionView>("fromPositionString", text);
  toPositionString = (state: State) => this.ask<string>("toPositionString", state);
  replay = (record: string) => this.ask<RecordReplay>("replay", record);
  /** A scenario of the contract after so many of its moves. */
  scenario = (name: string, moves = 0) => this.ask<PositionView>("scenario", [name, moves]);

  scenarios = () => this.ask<string[]>("scenarios", null);
  /** Every state of a scenario in which there is something to choose. */
  choices = (name: string) => this.ask<PositionView[]>("choices", name);

  /** Cases of a kind, as `cases.py` draws them. */
  cases = <Case>(
    kind: "levels" | "trees" | "reasons" | "imports" | "texts" | "positions" | "records",
  ) => this.ask<Case[]>("cases", kind);
  readRecord = (text: string) =>
    this.ask<{ hash: string; moves: number; names: string[] }>("readRecord", text);

  /** The first move that is offered: a player without ambition. */
  async chooseMove(state: State): Promise<Move> {
    const { decision } = await this.inspect(state);
    const move = decision?.moves[0];
    if (!move) throw new Error("the game is over");
    return move;
  }

  stopSearch(): void {}

  close(): void {
    this.process.stdin.end();
  }
}
