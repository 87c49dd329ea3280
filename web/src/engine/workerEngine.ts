// The engine of the page over its worker. States live on this side, so a worker that is busy can be ended at any time.

import { type Move, RefusedError, type State } from "../rules/wire";
import type { Engine, PositionAnalysis, PositionView, RecordReplay, Setup, Step } from "./engine";
import type { Asked, Call, Told } from "./workerMessages";

interface Waiting extends Call {
  best: Move | null;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** So few that it answers at once, with the move that looks best at a glance. */
const AT_A_GLANCE = 1;

export class WorkerEngine implements Engine {
  readonly runsIn = "page";
  private worker: Worker;
  private readonly waiting = new Map<number, Waiting>();
  private last = 0;
  private fallen = false;

  private constructor(
    private readonly makeWorker: () => Worker,
    worker: Worker,
  ) {
    this.worker = worker;
    this.listen();
  }

  /** Resolves when the worker has its kernel; rejects where it cannot have one. */
  static start(makeWorker: () => Worker): Promise<WorkerEngine> {
    return new Promise((resolve, reject) => {
      const worker = makeWorker();
      const fail = (message: string): void => {
        worker.terminate();
        reject(new Error(message));
      };
      worker.onerror = (event) => fail(event.message || "the worker could not be started");
      worker.onmessage = ({ data }: MessageEvent<Told>) => {
        if (data.kind === "ready") resolve(new WorkerEngine(makeWorker, worker));
        else if (data.kind === "broken") fail(data.message);
      };
    });
  }

  newGame(setup: Setup): Promise<PositionView> {
    return this.ask("newGame", setup);
  }
  inspect(state: State): Promise<PositionView> {
    return this.ask("inspect", bare(state));
  }
  play(state: State, move: Move): Promise<Step> {
    return this.ask("play", bare(state), move);
  }
  playAndSettle(state: State, move: Move): Promise<Step[]> {
    return this.ask("playAndSettle", bare(state), move);
  }
  settle(state: State): Promise<Step[]> {
    return this.ask("settle", bare(state));
  }
  chooseMove(state: State, level: number, seed: number, seconds?: number): Promise<Move> {
    return this.ask("chooseMove", bare(state), level, seed, seconds);
  }
  analyse(state: State, nodes: number, best: number): Promise<PositionAnalysis> {
    return this.ask("analyse", bare(state), nodes, best);
  }
  parseMove(state: State, notation: string): Promise<Move> {
    return this.ask("parseMove", bare(state), notation);
  }
  fromPositionString(text: string): Promise<PositionView> {
    return this.ask("fromPositionString", text);
  }
  toPositionString(state: State): Promise<string> {
    return this.ask("toPositionString", bare(state));
  }
  replay(record: string): Promise<RecordReplay> {
    return this.ask("replay", record);
  }

  /** Ends the worker with the search that it is busy with, and begins another one for whatever else was asked. */
  stopSearch(): void {
    const searches = [...this.waiting.values()].filter(
      ({ method }) => method === "chooseMove" || method === "analyse",
    );
    if (searches.length === 0) return;
    this.begin();
    for (const search of searches) this.cutShort(search);
    for (const call of this.waiting.values()) this.send(call);
  }

  close(): void {
    this.worker.terminate();
    for (const { reject } of this.waiting.values()) reject(new Error("the engine was closed"));
    this.waiting.clear();
  }

  /** A choice is the best move so far, or one at a glance; an analysis is done again at a glance. */
  private cutShort(search: Waiting): void {
    if (search.method === "chooseMove" && search.best) {
      this.waiting.delete(search.id);
      search.resolve(search.best);
      return;
    }
    const [state, , third] = search.values;
    if (search.method === "analyse") {
      search.values = [state, AT_A_GLANCE, third];
      return;
    }
    const glance: Waiting = {
      ...search,
      method: "analyse",
      values: [state, AT_A_GLANCE, 1],
      resolve: (thought) => {
        const [line] = (thought as PositionAnalysis).lines;
        this.parseMove(state as State, line?.move ?? "").then(search.resolve, search.reject);
      },
    };
    this.waiting.set(search.id, glance);
  }

  private ask<Answer>(method: Asked, ...values: unknown[]): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const call: Waiting = {
        id: ++this.last,
        method,
        values,
        best: null,
        resolve: (value) => resolve(value as Answer),
        reject,
      };
      this.waiting.set(call.id, call);
      if (this.fallen) this.begin();
      this.send(call);
    });
  }

  /** Another worker in the place of the one there is. */
  private begin(): void {
    this.worker.terminate();
    this.worker = this.makeWorker();
    this.fallen = false;
    this.listen();
  }

  private send({ id, method, values }: Waiting): void {
    const call: Call = { id, method, values };
    this.worker.postMessage(call);
  }

  private listen(): void {
    const { worker } = this;
    worker.onmessage = ({ data }: MessageEvent<Told>) => this.hear(data);
    worker.onerror = (event) => this.fail(event.message || "the engine's worker has failed");
  }

  private hear(told: Told): void {
    if (told.kind === "broken") this.fail(told.message);
    if (told.kind === "broken" || told.kind === "ready") return;
    const call = this.waiting.get(told.id);
    if (call === undefined) return;
    if (told.kind === "best") {
      call.best = told.move;
      return;
    }
    this.waiting.delete(told.id);
    if (told.kind === "answer") call.resolve(told.value);
    else if (told.kind === "refusal") call.reject(new RefusedError(told.refusal));
    else call.reject(new Error(told.message));
  }

  /** What was asked is refused; whoever asks next gets another worker. */
  private fail(message: string): void {
    this.fallen = true;
    for (const { reject } of this.waiting.values()) reject(new Error(message));
    this.waiting.clear();
  }
}

/** A long history need not travel: the worker does not look at it. */
function bare(state: State): State {
  return state.moveHistory?.length ? { ...state, moveHistory: [] } : state;
}
