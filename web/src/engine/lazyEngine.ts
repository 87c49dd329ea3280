// An engine that is fetched when it is asked for the first time: most pages never need the server's.

import type { Move, State } from "../rules/wire";
import type { Engine, PositionView, RecordReplay, Setup, Step } from "./engine";

export class LateEngine implements Engine {
  private started: Promise<Engine> | null = null;

  constructor(
    readonly runsIn: Engine["runsIn"],
    private readonly start: () => Promise<Engine>,
  ) {}

  newGame(setup: Setup): Promise<PositionView> {
    return this.with((engine) => engine.newGame(setup));
  }
  inspect(state: State): Promise<PositionView> {
    return this.with((engine) => engine.inspect(state));
  }
  play(state: State, move: Move): Promise<Step> {
    return this.with((engine) => engine.play(state, move));
  }
  playAndSettle(state: State, move: Move): Promise<Step[]> {
    return this.with((engine) => engine.playAndSettle(state, move));
  }
  settle(state: State): Promise<Step[]> {
    return this.with((engine) => engine.settle(state));
  }
  chooseMove(state: State, level: number, seed: number, seconds?: number): Promise<Move> {
    return this.with((engine) => engine.chooseMove(state, level, seed, seconds));
  }
  parseMove(state: State, notation: string): Promise<Move> {
    return this.with((engine) => engine.parseMove(state, notation));
  }
  fromPositionString(text: string): Promise<PositionView> {
    return this.with((engine) => engine.fromPositionString(text));
  }
  toPositionString(state: State): Promise<string> {
    return this.with((engine) => engine.toPositionString(state));
  }
  replay(record: string): Promise<RecordReplay> {
    return this.with((engine) => engine.replay(record));
  }
  stopSearch(): void {
    void this.started?.then((engine) => engine.stopSearch());
  }
  close(): void {
    void this.started?.then((engine) => engine.close());
    this.started = null;
  }

  protected async with<Answer>(question: (engine: Engine) => Promise<Answer>): Promise<Answer> {
    this.started ??= this.start().catch((error: unknown) => {
      this.started = null; // the next question tries anew
      throw error;
    });
    return question(await this.started);
  }
}
