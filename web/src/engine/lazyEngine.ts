// An engine that is loaded by its first call: most pages never need the server's.

import type { Move, Refusal, Setup, State } from "../rules/wire";
import type { Engine, PositionView, RecordReplay, Step } from "./engine";

export class LazyEngine implements Engine {
  private engine: Promise<Engine> | null = null;

  constructor(
    readonly runsIn: Engine["runsIn"],
    private readonly load: () => Promise<Engine>,
  ) {}

  newGame(setup: Setup): Promise<PositionView> {
    return this.callEngine((engine) => engine.newGame(setup));
  }
  inspect(state: State): Promise<PositionView> {
    return this.callEngine((engine) => engine.inspect(state));
  }
  play(state: State, move: Move): Promise<Step> {
    return this.callEngine((engine) => engine.play(state, move));
  }
  playAndSettle(state: State, move: Move): Promise<Step[]> {
    return this.callEngine((engine) => engine.playAndSettle(state, move));
  }
  settle(state: State): Promise<Step[]> {
    return this.callEngine((engine) => engine.settle(state));
  }
  chooseMove(...request: Parameters<Engine["chooseMove"]>): Promise<Move> {
    return this.callEngine((engine) => engine.chooseMove(...request));
  }
  whyIllegal(state: State, move: Move): Promise<Refusal | null> {
    return this.callEngine((engine) => engine.whyIllegal(state, move));
  }
  parseMove(state: State, notation: string): Promise<Move> {
    return this.callEngine((engine) => engine.parseMove(state, notation));
  }
  fromPositionString(text: string): Promise<PositionView> {
    return this.callEngine((engine) => engine.fromPositionString(text));
  }
  toPositionString(state: State): Promise<string> {
    return this.callEngine((engine) => engine.toPositionString(state));
  }
  replay(record: string): Promise<RecordReplay> {
    return this.callEngine((engine) => engine.replay(record));
  }
  stopSearch(): void {
    void this.engine?.then((engine) => engine.stopSearch());
  }
  close(): void {
    void this.engine?.then((engine) => engine.close());
    this.engine = null;
  }

  protected async callEngine<Answer>(call: (engine: Engine) => Promise<Answer>): Promise<Answer> {
    this.engine ??= this.load().catch((error: unknown) => {
      this.engine = null; // the next call tries again
      throw error;
    });
    return call(await this.engine);
  }
}
