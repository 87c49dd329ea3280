// One game as this page follows it. What is shown is what the server has told, event by event, never more and never out of order.

import { fetchChat, fetchGame, fetchRecord } from "../api/games";
import { ServerRefusal } from "../api/http";
import type { ChatMessage, GameInfo } from "../api/types";
import { motionAllowed } from "../browser/settings";
import type { Engine, PositionView, RecordReplay, Step } from "../engine/engine";
import { type Move, type Refusal, RefusedError } from "../rules/wire";
import { liveClient } from "./liveClient";
import type { Command, GameEvent } from "./protocol";
import { applyEvent, EventGapError, initialSession, type SessionState } from "./sessionState";

export interface GameSnapshot {
  info: GameInfo | null;
  course: SessionState;
  /** Null until the game has begun and its motionAllowed have been replayed here. */
  view: PositionView | null;
  /** Before the first move. */
  start: PositionView | null;
  steps: Step[];
  /** An order that was sent and is not yet acknowledged. */
  pending: Command | null;
  /** The accounts of those who play and are connected; null until it was told. */
  here: string[] | null;
  said: ChatMessage[];
  /** The game that follows, and who asked for it. */
  rematch: { game: string; by: string } | null;
  /** Why the last order was not carried out. */
  refusal: Refusal | null;
  /** Why the game cannot be seen at all. */
  closed: Refusal | null;
  /** Everything up to now has been told. */
  caughtUp: boolean;
}

const WAITING_ROOM_MS = 2_500;
const AGAIN_MS = 1_000;
/** What an animation takes, about. */
const PACE_MS = 420;
const PILE = 12;

export class GameStore {
  private seen: GameSnapshot = {
    info: null,
    course: initialSession,
    view: null,
    start: null,
    steps: [],
    pending: null,
    here: null,
    said: [],
    rematch: null,
    refusal: null,
    closed: null,
    caughtUp: false,
  };
  private course = initialSession;
  private start: PositionView | null = null;
  private steps: Step[] = [];
  private queue: GameEvent[] = [];
  private draining = false;
  /** The page's own engine is not asked: there is none, or it disagreed with the server. */
  private byServer: boolean;
  private due = 0;
  private timer = 0;
  private later = 0;
  private followed = false;
  private shownAt = 0;
  private readonly listeners = new Set<() => void>();

  constructor(
    readonly game: string,
    private readonly engine: Engine,
    private readonly server: Engine,
    private readonly code?: string,
  ) {
    this.byServer = engine.where === "server";
  }

  get = (): GameSnapshot => this.seen;

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Begins to follow; the answer ends it. */
  follow(): () => void {
    this.followed = true;
    const unwatch = liveClient.watch(this.game, {
      since: () => this.course.sequence,
      code: this.code,
      events: (events) => this.hear(events),
      watching: () => {
        void this.readChat();
        this.show({ caughtUp: true });
      },
      present: (here) => this.show({ here }),
      said: (said) => this.show({ said: joined(this.seen.said, [said]) }),
      rematch: (game, by) => this.show({ rematch: { game, by } }),
      refused: (refusal) => this.show({ refusal }),
    });
    void this.lookAtInfo();
    return () => {
      this.followed = false;
      window.clearTimeout(this.timer);
      window.clearTimeout(this.later);
      unwatch();
    };
  }

  async play(move: Move): Promise<void> {
    await this.order({ type: "move", move, expected: this.seen.course.sequence });
  }

  /** Carries an order to the server; what it refuses is shown, and the game stays as the server has it. */
  async order(order: Command): Promise<void> {
    if (this.seen.pending) return;
    this.due = 0;
    this.show({ pending: order, refusal: null });
    try {
      this.due = await liveClient.order(this.game, order);
      this.settlePending();
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      this.show({ pending: null, refusal: error.refusal });
    }
  }

  say(text: string): boolean {
    return liveClient.say(this.game, text);
  }

  /** Who sits there and how it stands, from the server; again and again until the game begins. */
  async lookAtInfo(): Promise<void> {
    window.clearTimeout(this.timer);
    try {
      const info = await fetchGame(this.game, this.code);
      this.show({ info, closed: null });
      if (info.status !== "open") return;
    } catch (error) {
      if (!(error instanceof ServerRefusal)) throw error;
      if ([403, 404, 422].includes(error.status)) {
        this.show({ closed: error.refusal });
        return;
      }
    }
    if (this.followed)
      this.timer = window.setTimeout(() => void this.lookAtInfo(), WAITING_ROOM_MS);
  }

  private hear(events: GameEvent[]): void {
    this.queue.push(...events);
    void this.drain();
  }

  private async drain(): Promise<void> {
    if (this.draining) return;
    this.draining = true;
    try {
      while (this.queue.length > 0) {
        const events = this.queue.splice(0);
        for (const event of events) {
          if (this.seen.caughtUp && isChoice(event)) await this.showSlowly(events.length);
          await this.take(event);
        }
        if (this.byServer) await this.askServer();
        this.publish();
      }
    } catch (error) {
      if (!(error instanceof EventGapError)) throw error;
      this.queue = [];
      liveClient.resume(this.game);
    } finally {
      this.draining = false;
    }
  }

  /** Each choice is seen before the next one, where they do not pile up and nobody waits for their own move. */
  private async showSlowly(waiting: number): Promise<void> {
    if (this.byServer || waiting > PILE || this.seen.pending) return;
    this.publish();
    const rest = this.shownAt + PACE_MS - performance.now();
    if (rest > 0 && motionAllowed() && !document.hidden)
      await new Promise((done) => window.setTimeout(done, rest));
  }

  private async take(event: GameEvent): Promise<void> {
    const next = applyEvent(this.course, event);
    if (next === this.course) return;
    if (!this.byServer) {
      try {
        await this.replay(event);
      } catch {
        this.byServer = true;
      }
    }
    this.course = next;
    if (event.kind === "started" || event.kind === "ended") void this.lookAtInfo();
  }

  private async replay(event: GameEvent): Promise<void> {
    if (event.kind === "started") this.start = await this.firstSight();
    else if (event.kind === "taken_back") this.steps = this.steps.slice(0, event.keep);
    else if (event.kind === "move") {
      const step = await this.engine.play(this.present().state, event.move);
      this.steps = [...this.steps, { ...step, bookkeeping: event.bookkeeping }];
    } else return;
    if (event.hash !== null && this.present().hash !== event.hash)
      throw new Error(`after event ${event.sequence} the page and the server differ`);
  }

  private present(): PositionView {
    const view = this.steps.at(-1)?.view ?? this.start;
    if (!view) throw new Error("the game has not begun");
    return view;
  }

  private async firstSight(): Promise<PositionView> {
    const { settings } = this.seen.info ?? (await fetchGame(this.game, this.code));
    if (settings.position) return this.engine.fromPositionString(settings.position);
    const { board, players, edition, swap } = settings;
    return this.engine.newGame({ board, players, edition, swap });
  }

  /** The record as the server has it; older or newer than the events it is passed over, more of them come. */
  private async askServer(): Promise<void> {
    if (this.course.sequence === 0) return;
    const replayed = await this.recordSoFar();
    if (replayed?.steps.length !== this.course.moves.length) {
      if (!this.followed) return;
      this.later = window.setTimeout(
        () => void this.askServer().then(() => this.publish()),
        AGAIN_MS,
      );
      return;
    }
    this.start = replayed.start;
    this.steps = replayed.steps.map((step, index) => {
      const known = this.steps[index];
      return known?.view.hash === step.view.hash ? known : step;
    });
  }

  private async recordSoFar(): Promise<RecordReplay | null> {
    window.clearTimeout(this.later);
    try {
      return await this.server.replay(await fetchRecord(this.game, this.code));
    } catch (error) {
      if (error instanceof RefusedError) return null;
      throw error;
    }
  }

  private async readChat(): Promise<void> {
    try {
      const told = await fetchChat(this.game, this.code);
      this.show({ said: joined(this.seen.said, told) });
    } catch (error) {
      if (!(error instanceof ServerRefusal)) throw error;
    }
  }

  private publish(): void {
    if (this.steps.length !== this.course.moves.length) return;
    const { course, start, steps } = this;
    if (steps !== this.seen.steps) this.shownAt = performance.now();
    this.show({ course, start, steps, view: steps.at(-1)?.view ?? start });
    this.settlePending();
  }

  private settlePending(): void {
    if (this.seen.pending && this.due > 0 && this.seen.course.sequence >= this.due) {
      this.due = 0;
      this.show({ pending: null });
    }
  }

  private show(change: Partial<GameSnapshot>): void {
    this.seen = { ...this.seen, ...change };
    for (const listener of this.listeners) listener();
  }
}

/** Both lists as one, in order. A line is known by its time and text: its speaker may have another name by now. */
function joined(heard: readonly ChatMessage[], told: readonly ChatMessage[]): ChatMessage[] {
  const lines = new Map([...heard, ...told].map((said) => [`${said.at} ${said.text}`, said]));
  return [...lines.values()].sort((one, other) => one.at - other.at);
}

function isChoice(event: GameEvent): boolean {
  return event.kind === "move" && !event.bookkeeping;
}
