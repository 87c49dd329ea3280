// The kernel as WebAssembly (native/browser/face.cpp): its functions, its buffers, and how it is loaded.

/** A kind of move, a detail, and up to three cells (native/include/ringrift/move.hpp). */
export interface Numbers {
  kind: number;
  detail: number;
  a: number;
  b: number;
  c: number;
}

/** One of the best moves that a search has found. */
export interface FoundLine {
  /** Permille of the win, by seat. */
  shares: number[];
  /** Best play: this move first, bookkeeping included. */
  variation: Numbers[];
}

export interface Found {
  depth: number;
  nodes: number;
  lines: FoundLine[];
}

/** What limits a search; 0 is no limit. */
export interface Effort {
  nodes: number;
  milliseconds: number;
  depth: number;
  seed: bigint;
  /** So many best moves are told. */
  best: number;
}

interface Exports {
  memory: WebAssembly.Memory;
  fields(): number;
  cells(): number;
  moves(): number;
  weights(): number;
  features(): number;
  start(board: number, seats: number, standard: number, swap: number): void;
  load(board: number): number;
  dump(): void;
  list(): number;
  legal(kind: number, detail: number, a: number, b: number, c: number): number;
  apply(kind: number, detail: number, a: number, b: number, c: number): void;
  cells_of(kind: number, detail: number, a: number, b: number, c: number): number;
  perft(depth: number): number;
  ready(board: number, method: number, megabytes: number): number;
  forget(): void;
  think(nodes: number, milliseconds: number, depth: number, seed: bigint, best: number): number;
}

const MOVE_BYTES = 8;
const SEATS = 4;
const MOST_VARIATION = 256;
const LINES_AT = 16; // in a result, behind depth, count and nodes
const LINE_BYTES = MOVE_BYTES + 4 * SEATS + 4 + MOST_VARIATION * MOVE_BYTES;

/** One kernel: it looks at one state at a time, and has one search. Its memory may grow, so views are made anew. */
export class Kernel {
  private constructor(
    private readonly face: Exports,
    private readonly listeners: { report: ((found: Found) => boolean) | null },
  ) {}

  static async of(source: WebAssembly.Module | BufferSource | Response): Promise<Kernel> {
    const listeners: { report: ((found: Found) => boolean) | null } = { report: null };
    let kernel: Kernel | null = null;
    const page = {
      now: () => performance.now(),
      report: (at: number) => (kernel !== null && listeners.report?.(kernel.found(at)) ? 1 : 0),
    };
    const module = await compiled(source);
    const instance = await WebAssembly.instantiate(module, { page });
    kernel = new Kernel(instance.exports as unknown as Exports, listeners);
    return kernel;
  }

  start(board: number, seats: number, standard: boolean, swap: boolean): void {
    this.face.start(board, seats, Number(standard), Number(swap));
  }

  /** Takes a state's fields; null, or what is wrong with them. */
  load(board: number, fields: readonly bigint[]): string | null {
    new BigInt64Array(this.face.memory.buffer, this.face.fields(), fields.length).set(fields);
    const wrong = this.face.load(board);
    return wrong === 0 ? null : this.text(wrong);
  }

  fields(count: number): BigInt64Array {
    this.face.dump();
    return new BigInt64Array(this.face.memory.buffer, this.face.fields(), count).slice();
  }

  /** The legal moves, or the one bookkeeping move that is due; none when the game is over. */
  list(): Numbers[] {
    const count = this.face.list();
    const view = new DataView(this.face.memory.buffer, this.face.moves(), count * MOVE_BYTES);
    return Array.from({ length: count }, (_, at) => readMove(view, at * MOVE_BYTES));
  }

  legal({ kind, detail, a, b, c }: Numbers): boolean {
    return this.face.legal(kind, detail, a, b, c) !== 0;
  }

  apply({ kind, detail, a, b, c }: Numbers): void {
    this.face.apply(kind, detail, a, b, c);
  }

  /** The line or the region that a legal move is about. */
  cellsOf({ kind, detail, a, b, c }: Numbers): number[] {
    const count = this.face.cells_of(kind, detail, a, b, c);
    return [...new Uint16Array(this.face.memory.buffer, this.face.cells(), count)];
  }

  perft(depth: number): number {
    return this.face.perft(depth);
  }

  get features(): number {
    return this.face.features();
  }

  /** Makes ready for searches; what was learned on the same board by the same method and memory is kept. */
  ready(board: number, method: number, megabytes: number): void {
    if (this.face.ready(board, method, megabytes) === 0) {
      throw new Error(`this kernel has no search ${method} for board ${board}`);
    }
  }

  forget(): void {
    this.face.forget();
  }

  /** Searches the state of the fields. `report` sees what is found after each depth, by the tree now and then; true ends the search. */
  think(
    fields: readonly bigint[],
    weights: readonly number[],
    effort: Effort,
    report: ((found: Found) => boolean) | null,
  ): Found {
    const { memory } = this.face;
    new BigInt64Array(memory.buffer, this.face.fields(), fields.length).set(fields);
    new Int32Array(memory.buffer, this.face.weights(), weights.length).set(weights);
    this.listeners.report = report;
    const { nodes, milliseconds, depth, seed, best } = effort;
    return this.found(this.face.think(nodes, milliseconds, depth, BigInt.asIntN(64, seed), best));
  }

  private found(at: number): Found {
    const view = new DataView(this.face.memory.buffer, at);
    const count = view.getInt32(4, true);
    const lines = Array.from({ length: count }, (_, line) =>
      readLine(view, LINES_AT + line * LINE_BYTES),
    );
    return { depth: view.getInt32(0, true), nodes: Number(view.getBigUint64(8, true)), lines };
  }

  private text(at: number): string {
    const bytes = new Uint8Array(this.face.memory.buffer, at);
    return new TextDecoder().decode(bytes.slice(0, bytes.indexOf(0)));
  }
}

async function compiled(
  source: WebAssembly.Module | BufferSource | Response,
): Promise<WebAssembly.Module> {
  if (source instanceof WebAssembly.Module) return source;
  // Not `compileStreaming`, which refuses what a server has not called application/wasm.
  const bytes = source instanceof Response ? await source.arrayBuffer() : source;
  return WebAssembly.compile(bytes);
}

function readMove(view: DataView, at: number): Numbers {
  return {
    kind: view.getUint8(at),
    detail: view.getUint8(at + 1),
    a: view.getUint16(at + 2, true),
    b: view.getUint16(at + 4, true),
    c: view.getUint16(at + 6, true),
  };
}

function readLine(view: DataView, at: number): FoundLine {
  const shares = Array.from({ length: SEATS }, (_, seat) =>
    view.getInt32(at + MOVE_BYTES + 4 * seat, true),
  );
  const start = at + MOVE_BYTES + 4 * SEATS;
  const length = view.getInt32(start, true);
  const variation = Array.from({ length }, (_, move) =>
    readMove(view, start + 4 + move * MOVE_BYTES),
  );
  return { shares, variation };
}
