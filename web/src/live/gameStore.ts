// The state of one live game. Every snapshot follows from the server's events, applied in order.

import { fetchChat, fetchGame, fetchRecord } from "../api/games";
import { ServerRefusal } from "../api/http";
import type { ChatMessage, GameView } from "../api/types";
import { motionAllowed } from "../browser/settings";
import type { Engine, PositionView, RecordReplay, Step } from "../engine/engine";
import { type Move, type Refusal, RefusedError } from "../rules/wire";
import { liveClient } from "./liveClient";
import type { Command, GameEvent } from "./protocol";
import {
  applyEvent,
  EventGapError,
  hasBegun,
  initialSession,
  type SessionState,
} from "./sessionState";

export interface GameSnapshot {
  info: GameView | null;
  session: SessionState;
  /** Null until the game has started and its moves are replayed. */
  view: PositionView | null;
  /** Before the first move. */
  start: PositionView | null;
  steps: Step[];
  /** A person has completed a turn. A take-back of that turn does not change this. */
  begun: boolean;
  /** Sent and not yet acknowledged. */
  pendingCommand: Command | null;
  /** Ids of the connected players; null until the server reports them. */
  connectedAccounts: string[] | null;
  chat: ChatMessage[];
  /** The rematch, and the name of the player who asked for it. */
  rematch: { game: string; by: string } | null;
  /** Why the server refused the last command. */
  refusal: Refusal | null;
  /** Why this game cannot be shown. */
  unavailable: Refusal | null;
  /** All events so far have arrived. */
  caughtUp: boolean;
}

const OPEN_GAME_POLL_MS = 2_500;
const RETRY_MS = 1_000;
/** About the length of a move animation. */
const MIN_MOVE_INTERVAL_MS = 420;
const MAX_PACED_EVENTS = 12;
/** Events that change what the server says about a game apart from its position. */
const INFO_EVENTS: GameEvent["kind"][] = ["started", "taken_back", "left", "aborted", "ended"];

export class GameStore {
  private snapshot: GameSnapshot = {
    info: null,
    session: initialSession,
    view: null,
    start: null,
    steps: [],
    begun: false,
    pendingCommand: null,
    connectedAccounts: null,
    chat: [],
    rematch: null,
    refusal: null,
    unavailable: null,
    caughtUp: false,
  };
  private session = initialSession;
  private start: PositionView | null = null;
  private steps: Step[] = [];
  private queue: GameEvent[] = [];
  private processing = false;
  /** The server replays the game: the page has no engine, or it disagreed with the server. */
  private replayOnServer: boolean;
  private awaitedSequence = 0;
  private infoTimer = 0;
  private retryTimer = 0;
  private watching = false;
  private publishedAt = 0;
  private readonly listeners = new Set<() => void>();

  constructor(
    readonly game: string,
    private readonly engine: Engine,
    private readonly serverEngine: Engine,
    private readonly code?: string,
  ) {
    this.replayOnServer = engine.runsIn === "server";
  }

  get = (): GameSnapshot => this.snapshot;

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Starts watching the game and returns a function that stops. */
  watch(): () => void {
    this.watching = true;
    const unwatch = liveClient.watch(this.game, {
      lastSequence: () => this.session.sequence,
      code: this.code,
      onEvents: (events) => this.enqueue(events),
      onCaughtUp: () => {
        void this.loadChat();
        this.update({ caughtUp: true });
      },
      onPresence: (connectedAccounts) => this.update({ connectedAccounts }),
      onChat: (message) => this.update({ chat: mergeChat(this.snapshot.chat, [message]) }),
      onChatRemoved: (line) =>
        this.update({ chat: this.snapshot.chat.filter(({ id }) => id !== line) }),
      onRematch: (game, by) => this.update({ rematch: { game, by } }),
      onRefused: (refusal) => this.update({ refusal }),
    });
    void this.refreshInfo();
    return () => {
      this.watching = false;
      window.clearTimeout(this.infoTimer);
      window.clearTimeout(this.retryTimer);
      unwatch();
    };
  }

  async play(move: Move): Promise<void> {
    await this.send({ type: "move", move, expected: this.snapshot.session.sequence });
  }

  /** Sends a command. A refusal goes into the snapshot and leaves the game unchanged. */
  async send(command: Command): Promise<void> {
    if (this.snapshot.pendingCommand) return;
    this.awaitedSequence = 0;
    this.update({ pendingCommand: command, refusal: null });
    try {
      this.awaitedSequence = await liveClient.sendCommand(this.game, command);
      this.clearPendingCommand();
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      this.update({ pendingCommand: null, refusal: error.refusal });
    }
  }

  sendChat(text: string): boolean {
    return liveClient.sendChat(this.game, text);
  }

  /** Fetches seats and status; polls until the game starts. */
  refreshInfo = async (): Promise<void> => {
    window.clearTimeout(this.infoTimer);
    try {
      const info = await fetchGame(this.game, this.code);
      this.update({ info, begun: this.snapshot.begun || info.begun === true, unavailable: null });
      if (info.status !== "open") return;
    } catch (error) {
      if (!(error instanceof ServerRefusal)) throw error;
      if ([403, 404, 422].includes(error.status)) {
        this.update({ unavailable: error.refusal });
        return;
      }
    }
    if (this.watching)
      this.infoTimer = window.setTimeout(() => void this.refreshInfo(), OPEN_GAME_POLL_MS);
  };

  private enqueue(events: GameEvent[]): void {
    this.queue.push(...events);
    void this.processQueue();
  }

  private async processQueue(): Promise<void> {
    if (this.processing) return;
    this.processing = true;
    try {
      while (this.queue.length > 0) {
        const events = this.queue.splice(0);
        for (const event of events) {
          if (this.snapshot.caughtUp && isPlayerMove(event)) await this.paceMoves(events.length);
          await this.apply(event);
        }
        if (this.replayOnServer) await this.replayFromServer();
        this.publish();
      }
    } catch (error) {
      if (!(error instanceof EventGapError)) throw error;
      this.queue = [];
      liveClient.requestMissedEvents(this.game);
    } finally {
      this.processing = false;
    }
  }

  /** Lets each animation finish unless events pile up or the player waits for their own move. */
  private async paceMoves(queued: number): Promise<void> {
    if (this.replayOnServer || queued > MAX_PACED_EVENTS || this.snapshot.pendingCommand) return;
    this.publish();
    const rest = this.publishedAt + MIN_MOVE_INTERVAL_MS - performance.now();
    if (rest > 0 && motionAllowed() && !document.hidden)
      await new Promise((done) => window.setTimeout(done, rest));
  }

  private async apply(event: GameEvent): Promise<void> {
    const next = applyEvent(this.session, event);
    if (next === this.session) return;
    if (!this.replayOnServer) {
      try {
        await this.replayEvent(event);
      } catch {
        this.replayOnServer = true;
      }
    }
    this.session = next;
    if (INFO_EVENTS.includes(event.kind)) void this.refreshInfo();
  }

  private async replayEvent(event: GameEvent): Promise<void> {
    if (event.kind === "started") this.start = await this.loadStartView();
    else if (event.kind === "taken_back") this.steps = this.steps.slice(0, event.keep);
    else if (event.kind === "move") {
      const step = await this.engine.play(this.latestView().state, event.move);
      this.steps = [...this.steps, { ...step, bookkeeping: event.bookkeeping }];
    } else return;
    if (event.hash !== null && this.latestView().hash !== event.hash)
      throw new Error(`page and server disagree after event ${event.sequence}`);
  }

  private latestView(): PositionView {
    const view = this.steps.at(-1)?.view ?? this.start;
    if (!view) throw new Error("the game has not started");
    return view;
  }

  private async loadStartView(): Promise<PositionView> {
    const { settings } = this.snapshot.info ?? (await fetchGame(this.game, this.code));
    if (settings.position) return this.engine.fromPositionString(settings.position);
    const { board, players, edition, swap } = settings;
    return this.engine.newGame({ board, players, edition, swap });
  }

  /** Replays the server's record. Retries while it has more or fewer moves than the events. */
  private async replayFromServer(): Promise<void> {
    if (this.session.sequence === 0) return;
    const replayed = await this.fetchReplay();
    if (replayed?.steps.length !== this.session.moves.length) {
      if (!this.watching) return;
      this.retryTimer = window.setTimeout(
        () => void this.replayFromServer().then(() => this.publish()),
        RETRY_MS,
      );
      return;
    }
    this.start = replayed.start;
    this.steps = replayed.steps.map((step, index) => {
      const known = this.steps[index];
      return known?.view.hash === step.view.hash ? known : step;
    });
  }

  private async fetchReplay(): Promise<RecordReplay | null> {
    window.clearTimeout(this.retryTimer);
    try {
      return await this.serverEngine.replay(await fetchRecord(this.game, this.code));
    } catch (error) {
      if (error instanceof RefusedError) return null;
      throw error;
    }
  }

  private async loadChat(): Promise<void> {
    try {
      const messages = await fetchChat(this.game, this.code);
      this.update({ chat: mergeChat(this.snapshot.chat, messages) });
    } catch (error) {
      if (!(error instanceof ServerRefusal)) throw error;
    }
  }

  private publish(): void {
    if (this.steps.length !== this.session.moves.length) return;
    const { session, start, steps } = this;
    if (steps !== this.snapshot.steps) this.publishedAt = performance.now();
    const view = steps.at(-1)?.view ?? start;
    const begun = this.snapshot.begun || hasBegun(session, view?.state.currentPlayer ?? null);
    this.update({ session, start, steps, view, begun });
    this.clearPendingCommand();
  }

  private clearPendingCommand(): void {
    if (
      this.snapshot.pendingCommand &&
      this.awaitedSequence > 0 &&
      this.snapshot.session.sequence >= this.awaitedSequence
    ) {
      this.awaitedSequence = 0;
      this.update({ pendingCommand: null });
    }
  }

  private update(change: Partial<GameSnapshot>): void {
    this.snapshot = { ...this.snapshot, ...change };
    for (const listener of this.listeners) listener();
  }
}

/** Merges by time and text, not by author: an account may have been renamed. */
function mergeChat(known: readonly ChatMessage[], received: readonly ChatMessage[]): ChatMessage[] {
  const byId = new Map([...known, ...received].map((message) => [message.id, message]));
  return [...byId.values()].sort((one, other) => one.at - other.at);
}

function isPlayerMove(event: GameEvent): boolean {
  return event.kind === "move" && !event.bookkeeping;
}
