// Everything live over one line: games that are watched, orders until they are answered, the lobby.

import { refreshSession, session } from "../account/loginSession";
import type { ChatMessage, GameInfo } from "../api/types";
import { type Refusal, RefusedError } from "../rules/wire";
import type { Command, CommandMessage, GameEvent, ServerMessage } from "./protocol";
import { type ConnectionState, ReconnectingSocket } from "./reconnectingSocket";

export interface GameListener {
  /** The number of the last event that is known here. */
  since(): number;
  code?: string;
  events(events: GameEvent[]): void;
  watching(sequence: number): void;
  /** The accounts of those who play in it and are connected. */
  present(here: string[]): void;
  said(said: ChatMessage): void;
  /** Somebody who played wants it once more, as the game `next`. */
  rematch(next: string, name: string): void;
  refused(refusal: Refusal): void;
}

interface PendingCommand {
  command: CommandMessage;
  done(sequence: number): void;
  failed(error: RefusedError): void;
}

const AGAIN_MS = 1_000;
/** Nothing is broken: the same order may be sent again. */
const REPEATABLE = ["TRY_AGAIN", "CLOSING"];

export class LiveClient {
  private readonly line: ReconnectingSocket;
  private readonly games = new Map<string, GameListener>();
  private readonly lobbies = new Set<(games: GameInfo[]) => void>();
  private readonly waiting = new Map<string, PendingCommand>();
  private readonly listeners = new Set<() => void>();
  private readonly prefix = Array.from(crypto.getRandomValues(new Uint32Array(2)), (part) =>
    part.toString(36),
  ).join("");
  private count = 0;
  private account: string | null = null;

  constructor(url: () => string) {
    this.line = new ReconnectingSocket(url, {
      welcomed: () => this.sayAll(),
      heard: (message) => this.heard(message),
      changed: () => {
        for (const listener of this.listeners) listener();
      },
      loggedOut: () => {
        refreshSession().catch(() => undefined);
      },
    });
    session.subscribe(() => {
      const who = session.get().account?.id ?? null;
      if (this.line.state === "connected" && who !== this.account) this.line.renew();
    });
  }

  state = (): ConnectionState => this.line.state;

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** The server's time, in seconds. */
  now(): number {
    return Date.now() / 1000 + this.line.offset;
  }

  watch(game: string, ears: GameListener): () => void {
    this.games.set(game, ears);
    this.line.open();
    this.sayWatch(game, ears);
    return () => {
      if (this.games.get(game) !== ears) return;
      this.games.delete(game);
      this.line.send({ type: "unwatch", game });
      this.rest();
    };
  }

  /** Asks for what was missed, after a gap. */
  resume(game: string): void {
    const ears = this.games.get(game);
    if (ears) this.sayWatch(game, ears);
  }

  watchLobby(told: (games: GameInfo[]) => void): () => void {
    this.lobbies.add(told);
    this.line.open();
    this.line.send({ type: "lobby.watch" });
    return () => {
      this.lobbies.delete(told);
      if (this.lobbies.size === 0) this.line.send({ type: "lobby.unwatch" });
      this.rest();
    };
  }

  /** Resolves with the number of the order's last event once it is durable; survives lost connections. */
  order(game: string, order: Command): Promise<number> {
    const command: CommandMessage = { ...order, game, client_id: `${this.prefix}.${++this.count}` };
    return new Promise((done, failed) => {
      this.waiting.set(command.client_id, { command, done, failed });
      this.line.open();
      this.line.send(command);
    });
  }

  say(game: string, text: string): boolean {
    return this.line.send({ type: "chat", game, text });
  }

  private sayWatch(game: string, { since, code }: GameListener): void {
    this.line.send({ type: "watch", game, since: since(), ...(code ? { code } : {}) });
  }

  private sayAll(): void {
    for (const [game, ears] of this.games) this.sayWatch(game, ears);
    if (this.lobbies.size > 0) this.line.send({ type: "lobby.watch" });
    for (const { command } of this.waiting.values()) this.line.send(command);
  }

  private rest(): void {
    if (this.games.size + this.lobbies.size + this.waiting.size === 0) this.line.close();
  }

  private heard(message: ServerMessage): void {
    switch (message.type) {
      case "welcome":
        this.account = message.account?.id ?? null;
        if (session.get().known && this.account !== (session.get().account?.id ?? null))
          refreshSession().catch(() => undefined);
        break;
      case "events":
        this.games.get(message.game)?.events(message.events);
        break;
      case "watching":
        this.games.get(message.game)?.watching(message.sequence);
        break;
      case "presence":
        this.games.get(message.game)?.present(message.here);
        break;
      case "chat":
        this.games.get(message.game)?.said(message);
        break;
      case "rematch":
        this.games.get(message.game)?.rematch(message.next, message.name);
        break;
      case "lobby":
        for (const told of this.lobbies) told(message.games);
        break;
      case "accepted":
        this.answered(message.client_id)?.done(message.sequence);
        break;
      case "refused":
        this.refused(message);
        break;
    }
  }

  private refused({ client_id, game, error, missed }: ServerMessage & { type: "refused" }): void {
    if (client_id === undefined) {
      if (game) this.games.get(game)?.refused(error);
      return;
    }
    const waiting = this.waiting.get(client_id);
    if (waiting && REPEATABLE.includes(error.code)) {
      window.setTimeout(() => {
        if (this.waiting.has(client_id)) this.line.send(waiting.command);
      }, AGAIN_MS);
      return;
    }
    if (game && missed) this.games.get(game)?.events(missed);
    this.answered(client_id)?.failed(new RefusedError(error));
  }

  private answered(name: string): PendingCommand | undefined {
    const waiting = this.waiting.get(name);
    this.waiting.delete(name);
    this.rest();
    return waiting;
  }
}

function socketAddress(): string {
  return `${window.location.protocol === "https:" ? "wss" : "ws"}://${window.location.host}/ws`;
}

/** The page's one line. */
export const liveClient = new LiveClient(socketAddress);
