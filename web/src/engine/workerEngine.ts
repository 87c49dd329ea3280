// The engine in a worker. All states live on this side, so a busy worker can be terminated at any
// time.

import { currentLanguage, SOURCE_LANGUAGE, subscribeToLanguage } from "../messages/language";
import { withoutHistory } from "../rules/state";
import { type Move, type Refusal, RefusedError, type Setup, type State } from "../rules/wire";
import type {
  BestTurn,
  Engine,
  PositionAnalysis,
  PositionView,
  RecordReplay,
  Step,
  WinProof,
} from "./engine";
import type { EngineMethod, WorkerCall, WorkerMessage, WorkerRequest } from "./workerMessages";

interface PendingCall extends WorkerCall {
  bestMove: Move | null;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** So few that the search returns at once. */
const QUICK_SEARCH_NODES = 1;
/** The searches that can be stopped. */
const LONG: readonly EngineMethod[] = ["chooseMove", "analyse", "analyseTimed"];

export class WorkerEngine implements Engine {
  readonly runsIn = "page";
  private worker: Worker;
  private readonly pending = new Map<number, PendingCall>();
  private lastId = 0;
  private failed = false;
  private readonly unsubscribe: () => void;

  private constructor(
    private readonly makeWorker: () => Worker,
    worker: Worker,
  ) {
    this.worker = worker;
    this.listen();
    this.unsubscribe = subscribeToLanguage(() => this.sendLanguage());
  }

  /** Resolves when the worker has loaded its kernel; rejects if it cannot. */
  static start(makeWorker: () => Worker): Promise<WorkerEngine> {
    return new Promise((resolve, reject) => {
      const worker = makeWorker();
      const fail = (message: string): void => {
        worker.terminate();
        reject(new Error(message));
      };
      worker.onerror = (event) => fail(event.message || "the worker could not be started");
      worker.onmessage = ({ data }: MessageEvent<WorkerMessage>) => {
        if (data.kind === "ready") resolve(new WorkerEngine(makeWorker, worker));
        else if (data.kind === "broken") fail(data.message);
      };
    });
  }

  newGame(setup: Setup): Promise<PositionView> {
    return this.call("newGame", setup);
  }
  inspect(state: State): Promise<PositionView> {
    return this.call("inspect", withoutHistory(state));
  }
  play(state: State, move: Move): Promise<Step> {
    return this.call("play", withoutHistory(state), move);
  }
  playAndSettle(state: State, move: Move): Promise<Step[]> {
    return this.call("playAndSettle", withoutHistory(state), move);
  }
  settle(state: State): Promise<Step[]> {
    return this.call("settle", withoutHistory(state));
  }
  chooseMove(...[state, ...request]: Parameters<Engine["chooseMove"]>): Promise<Move> {
    return this.call("chooseMove", withoutHistory(state), ...request);
  }
  analyse(state: State, nodes: number, best: number): Promise<PositionAnalysis> {
    return this.call("analyse", withoutHistory(state), nodes, best);
  }
  analyseTimed(state: State, seconds: number, best: number): Promise<PositionAnalysis> {
    return this.call("analyseTimed", withoutHistory(state), seconds, best);
  }
  bestTurn(state: State, nodes: number): Promise<BestTurn> {
    return this.call("bestTurn", withoutHistory(state), nodes);
  }
  expectedShares(state: State, nodes: number): Promise<number[]> {
    return this.call("expectedShares", withoutHistory(state), nodes);
  }
  proveWin(state: State, turns: number, nodes: number): Promise<WinProof> {
    return this.call("proveWin", withoutHistory(state), turns, nodes);
  }
  whyIllegal(state: State, move: Move): Promise<Refusal | null> {
    return this.call("whyIllegal", withoutHistory(state), move);
  }
  parseMove(state: State, notation: string): Promise<Move> {
    return this.call("parseMove", withoutHistory(state), notation);
  }
  fromPositionString(text: string): Promise<PositionView> {
    return this.call("fromPositionString", text);
  }
  toPositionString(state: State): Promise<string> {
    return this.call("toPositionString", withoutHistory(state));
  }
  replay(record: string): Promise<RecordReplay> {
    return this.call("replay", record);
  }

  /** Terminates the worker with its search, and starts another one for the other calls. */
  stopSearch(): void {
    const searches = [...this.pending.values()].filter(({ method }) => LONG.includes(method));
    if (searches.length === 0) return;
    this.restart();
    for (const search of searches) this.finishEarly(search);
    for (const call of this.pending.values()) this.send(call);
  }

  close(): void {
    this.unsubscribe();
    this.worker.terminate();
    for (const { reject } of this.pending.values()) reject(new Error("the engine was closed"));
    this.pending.clear();
  }

  /**
   * A choice returns the best move so far or that of a quick search; an analysis is repeated with
   * few nodes.
   */
  private finishEarly(search: PendingCall): void {
    if (search.method === "chooseMove" && search.bestMove) {
      this.pending.delete(search.id);
      search.resolve(search.bestMove);
      return;
    }
    const [state, , third] = search.args;
    if (search.method === "analyse" || search.method === "analyseTimed") {
      search.method = "analyse";
      search.args = [state, QUICK_SEARCH_NODES, third];
      return;
    }
    const quick: PendingCall = {
      ...search,
      method: "analyse",
      args: [state, QUICK_SEARCH_NODES, 1],
      resolve: (thought) => {
        const [line] = (thought as PositionAnalysis).lines;
        this.parseMove(state as State, line?.move ?? "").then(search.resolve, search.reject);
      },
    };
    this.pending.set(search.id, quick);
  }

  private call<Answer>(method: EngineMethod, ...args: unknown[]): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const call: PendingCall = {
        id: ++this.lastId,
        method,
        args,
        bestMove: null,
        resolve: (value) => resolve(value as Answer),
        reject,
      };
      this.pending.set(call.id, call);
      if (this.failed) this.restart();
      this.send(call);
    });
  }

  /** Replaces the worker. */
  private restart(): void {
    this.worker.terminate();
    this.worker = this.makeWorker();
    this.failed = false;
    this.listen();
  }

  private send({ id, method, args }: PendingCall): void {
    const call: WorkerCall = { id, method, args };
    this.worker.postMessage(call);
  }

  private listen(): void {
    const { worker } = this;
    worker.onmessage = ({ data }: MessageEvent<WorkerMessage>) => this.receive(data);
    worker.onerror = (event) => this.fail(event.message || "the engine's worker has failed");
    if (currentLanguage() !== SOURCE_LANGUAGE) this.sendLanguage();
  }

  private sendLanguage(): void {
    const request: WorkerRequest = { language: currentLanguage() };
    this.worker.postMessage(request);
  }

  private receive(message: WorkerMessage): void {
    if (message.kind === "broken") this.fail(message.message);
    if (message.kind === "broken" || message.kind === "ready") return;
    const call = this.pending.get(message.id);
    if (call === undefined) return;
    if (message.kind === "best") {
      call.bestMove = message.move;
      return;
    }
    this.pending.delete(message.id);
    if (message.kind === "answer") call.resolve(message.value);
    else if (message.kind === "refusal") call.reject(new RefusedError(message.refusal));
    else call.reject(new Error(message.message));
  }

  /** Rejects all pending calls; the next call starts another worker. */
  private fail(message: string): void {
    this.failed = true;
    for (const { reject } of this.pending.values()) reject(new Error(message));
    this.pending.clear();
  }
}
