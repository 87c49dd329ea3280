// The kernel as WebAssembly (native/wasm/wasm_api.cpp): its functions and buffers.

/** A type of move, a detail, and up to three cells (native/include/ringrift/move.hpp). */
export interface KernelMove {
  kind: number;
  detail: number;
  a: number;
  b: number;
  c: number;
}

/** A message of the kernel with its arguments (native/include/ringrift/explanation.hpp). */
export interface KernelExplanation {
  message: number;
  values: number[];
  list: number[];
}

/** One of the best moves of a search. */
export interface KernelRootMove {
  /** The share of the win in permille, by seat. */
  shares: number[];
  /** Best play: this move first, bookkeeping included. */
  pv: KernelMove[];
}

export interface KernelSearchResult {
  depth: number;
  nodes: number;
  rootMoves: KernelRootMove[];
}

/** The limits of a search; 0 is no limit. */
export interface KernelSearchOptions {
  nodes: number;
  milliseconds: number;
  depth: number;
  seed: bigint;
  /** How many of the best moves to return. */
  count: number;
}

/** Search settings by name (native/include/ringrift/search/tuning.hpp). */
export type SearchSettings = Readonly<Record<string, number>>;

interface Exports {
  memory: WebAssembly.Memory;
  fields_buffer(): number;
  cells_buffer(): number;
  moves_buffer(): number;
  query_buffer(): number;
  explanation_buffer(): number;
  weights_buffer(): number;
  feature_count(): number;
  setting_names(): number;
  setting_names_size(): number;
  settings_buffer(): number;
  network_buffer(): number;
  load_network(count: number): number;
  new_game(board: number, seats: number, edition: number, swap: number): void;
  load_state(board: number): number;
  dump_state(): void;
  list_moves(): number;
  why_illegal(size: number): number;
  is_legal(kind: number, detail: number, a: number, b: number, c: number): number;
  apply_move(kind: number, detail: number, a: number, b: number, c: number): void;
  move_cells(kind: number, detail: number, a: number, b: number, c: number): number;
  perft(depth: number): number;
  prepare_search(board: number, method: number, megabytes: number): number;
  clear_search(): void;
  search(nodes: number, milliseconds: number, depth: number, seed: bigint, best: number): number;
}

const MOVE_BYTES = 8;
const SEATS = 4;
const MAX_PV_LENGTH = 256;
/** Of the network's buffer (native/include/ringrift/search/network_data.hpp). */
const MAX_NETWORK_NUMBERS = 4533;
const VALUES_OFFSET = 8; // after the message, the rule and two counts
const LIST_OFFSET = VALUES_OFFSET + 4 * 8;
const BEST_MOVES_OFFSET = 16; // after depth, count and nodes
const BEST_MOVE_BYTES = MOVE_BYTES + 4 * SEATS + 4 + MAX_PV_LENGTH * MOVE_BYTES;

/**
 * One kernel with one current state and one search. Its memory may grow, so every access creates
 * its view.
 */
export class Kernel {
  /** The names of the search settings, in the kernel's order. */
  private readonly names: readonly string[];

  private constructor(
    private readonly exports: Exports,
    private readonly listeners: { report: ((result: KernelSearchResult) => boolean) | null },
  ) {
    const [at, size] = [exports.setting_names(), exports.setting_names_size()];
    const bytes = new Uint8Array(exports.memory.buffer, at, size);
    this.names = new TextDecoder().decode(bytes).trim().split(" ");
  }

  static async instantiate(source: WebAssembly.Module | BufferSource | Response): Promise<Kernel> {
    const listeners: { report: ((result: KernelSearchResult) => boolean) | null } = {
      report: null,
    };
    let kernel: Kernel | null = null;
    const page = {
      now: () => performance.now(),
      report: (at: number) =>
        kernel !== null && listeners.report?.(kernel.readResult(at)) ? 1 : 0,
    };
    const module = await compileModule(source);
    const instance = await WebAssembly.instantiate(module, { page });
    kernel = new Kernel(instance.exports as unknown as Exports, listeners);
    return kernel;
  }

  newGame(board: number, seats: number, edition: number, swap: boolean): void {
    this.exports.new_game(board, seats, edition, Number(swap));
  }

  /** Loads a state's fields; null, or why they are refused. */
  loadState(board: number, fields: readonly bigint[]): KernelExplanation | null {
    new BigInt64Array(this.exports.memory.buffer, this.exports.fields_buffer(), fields.length).set(
      fields,
    );
    return this.exports.load_state(board) === 1 ? null : this.readExplanation();
  }

  dumpState(count: number): BigInt64Array {
    this.exports.dump_state();
    return new BigInt64Array(
      this.exports.memory.buffer,
      this.exports.fields_buffer(),
      count,
    ).slice();
  }

  /** The legal moves, or the one bookkeeping move; none when the game is over. */
  listMoves(): KernelMove[] {
    const count = this.exports.list_moves();
    const view = new DataView(
      this.exports.memory.buffer,
      this.exports.moves_buffer(),
      count * MOVE_BYTES,
    );
    return Array.from({ length: count }, (_, at) => readMove(view, at * MOVE_BYTES));
  }

  isLegal({ kind, detail, a, b, c }: KernelMove): boolean {
    return this.exports.is_legal(kind, detail, a, b, c) !== 0;
  }

  /** Why the move of a query is illegal; null if it is legal. */
  whyIllegal(query: readonly number[]): KernelExplanation | null {
    const { memory } = this.exports;
    new Int32Array(memory.buffer, this.exports.query_buffer(), query.length).set(query);
    const answer = this.exports.why_illegal(query.length);
    if (answer < 0) throw new Error("the kernel does not understand the move");
    return answer === 0 ? null : this.readExplanation();
  }

  applyMove({ kind, detail, a, b, c }: KernelMove): void {
    this.exports.apply_move(kind, detail, a, b, c);
  }

  /** The cells of the line or region of a legal move. */
  moveCells({ kind, detail, a, b, c }: KernelMove): number[] {
    const count = this.exports.move_cells(kind, detail, a, b, c);
    return [...new Uint16Array(this.exports.memory.buffer, this.exports.cells_buffer(), count)];
  }

  perft(depth: number): number {
    return this.exports.perft(depth);
  }

  get featureCount(): number {
    return this.exports.feature_count();
  }

  /**
   * Prepares for searches. The memory survives while board, method and size stay the same. Settings
   * that are not given have the defaults of the board; a network is for searches of its setup.
   */
  prepareSearch(
    board: number,
    method: number,
    megabytes: number,
    settings: SearchSettings = {},
    network: Int32Array | null = null,
  ): void {
    const { memory } = this.exports;
    const values = new Int32Array(memory.buffer, this.exports.settings_buffer(), this.names.length);
    values.fill(-1);
    for (const [name, value] of Object.entries(settings)) {
      const at = this.names.indexOf(name);
      if (at < 0) throw new Error(`this kernel has no search setting ${name}`);
      values[at] = value;
    }
    const count = network?.length ?? 0;
    if (network && count <= MAX_NETWORK_NUMBERS)
      new Int32Array(memory.buffer, this.exports.network_buffer(), count).set(network);
    if (this.exports.load_network(count) === 0)
      throw new Error("this kernel cannot read the network");
    if (this.exports.prepare_search(board, method, megabytes) === 0) {
      throw new Error(`this kernel has no search ${method} for board ${board}`);
    }
  }

  clearSearch(): void {
    this.exports.clear_search();
  }

  /** Searches a state. `report` receives intermediate results; returning true stops the search. */
  search(
    fields: readonly bigint[],
    weights: readonly number[],
    effort: KernelSearchOptions,
    report: ((result: KernelSearchResult) => boolean) | null,
  ): KernelSearchResult {
    const { memory } = this.exports;
    new BigInt64Array(memory.buffer, this.exports.fields_buffer(), fields.length).set(fields);
    new Int32Array(memory.buffer, this.exports.weights_buffer(), weights.length).set(weights);
    this.listeners.report = report;
    const { nodes, milliseconds, depth, seed, count: best } = effort;
    return this.readResult(
      this.exports.search(nodes, milliseconds, depth, BigInt.asIntN(64, seed), best),
    );
  }

  private readResult(at: number): KernelSearchResult {
    const view = new DataView(this.exports.memory.buffer, at);
    const count = view.getInt32(4, true);
    const rootMoves = Array.from({ length: count }, (_, at) =>
      readRootMove(view, BEST_MOVES_OFFSET + at * BEST_MOVE_BYTES),
    );
    return { depth: view.getInt32(0, true), nodes: Number(view.getBigUint64(8, true)), rootMoves };
  }

  private readExplanation(): KernelExplanation {
    const view = new DataView(this.exports.memory.buffer, this.exports.explanation_buffer());
    const [valueCount, listSize] = [view.getUint16(4, true), view.getUint16(6, true)];
    return {
      message: view.getUint16(0, true),
      values: Array.from({ length: valueCount }, (_, at) =>
        Number(view.getBigInt64(VALUES_OFFSET + 8 * at, true)),
      ),
      list: Array.from({ length: listSize }, (_, at) => view.getUint16(LIST_OFFSET + 2 * at, true)),
    };
  }
}

async function compileModule(
  source: WebAssembly.Module | BufferSource | Response,
): Promise<WebAssembly.Module> {
  if (source instanceof WebAssembly.Module) return source;
  // Not `compileStreaming`, which needs the content type application/wasm.
  const bytes = source instanceof Response ? await source.arrayBuffer() : source;
  return WebAssembly.compile(bytes);
}

function readMove(view: DataView, at: number): KernelMove {
  return {
    kind: view.getUint8(at),
    detail: view.getUint8(at + 1),
    a: view.getUint16(at + 2, true),
    b: view.getUint16(at + 4, true),
    c: view.getUint16(at + 6, true),
  };
}

function readRootMove(view: DataView, at: number): KernelRootMove {
  const shares = Array.from({ length: SEATS }, (_, seat) =>
    view.getInt32(at + MOVE_BYTES + 4 * seat, true),
  );
  const start = at + MOVE_BYTES + 4 * SEATS;
  const length = view.getInt32(start, true);
  const pv = Array.from({ length }, (_, move) => readMove(view, start + 4 + move * MOVE_BYTES));
  return { shares, pv };
}
