// Everything live over one line: games that are watched, orders until they are answered, the lobby.

import { refreshSession, session } from "../account/loginSession";
import type { ChatMessage, GameInfo } from "../api/types";
import { type Refusal, RefusedError } from "../rules/wire";
import type { Command, CommandMessage, GameEvent, ServerMessage } from "./protocol";
import { type ConnectionState, ReconnectingSocket } from "./reconnectingSocket";

export interface GameListener {
  /** The number of the last event that is known here. */
  lastSequence(): number;
  code?: string;
  onEvents(events: GameEvent[]): void;
  onCaughtUp(sequence: number): void;
  /** The accounts of those who play in it and are connected. */
  onPresence(here: string[]): void;
  onChat(said: ChatMessage): void;
  /** Somebody who played wants it once more, as the game `next`. */
  onRematch(next: string, name: string): void;
  onRefused(refusal: Refusal): void;
}

interface PendingCommand {
  message: CommandMessage;
  resolve(sequence: number): void;
  reject(error: RefusedError): void;
}

const RETRY_MS = 1_000;
/** Nothing is broken: the same order may be sent again. */
const RETRYABLE_CODES = ["TRY_AGAIN", "CLOSING"];

export class LiveClient {
  private readonly socket: ReconnectingSocket;
  private readonly games = new Map<string, GameListener>();
  private readonly lobbyListeners = new Set<(games: GameInfo[]) => void>();
  private readonly pendingCommands = new Map<string, PendingCommand>();
  private readonly listeners = new Set<() => void>();
  private readonly clientIdPrefix = Array.from(crypto.getRandomValues(new Uint32Array(2)), (part) =>
    part.toString(36),
  ).join("");
  private commandCount = 0;
  private accountId: string | null = null;

  constructor(url: () => string) {
    this.socket = new ReconnectingSocket(url, {
      onWelcome: () => this.resendAll(),
      onMessage: (message) => this.handleMessage(message),
      onStateChange: () => {
        for (const listener of this.listeners) listener();
      },
      onLoggedOut: () => {
        refreshSession().catch(() => undefined);
      },
    });
    session.subscribe(() => {
      const accountId = session.get().account?.id ?? null;
      if (this.socket.state === "connected" && accountId !== this.accountId)
        this.socket.reconnect();
    });
  }

  connectionState = (): ConnectionState => this.socket.state;

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** The server's time, in seconds. */
  serverTime(): number {
    return Date.now() / 1000 + this.socket.clockOffset;
  }

  watch(game: string, ears: GameListener): () => void {
    this.games.set(game, ears);
    this.socket.open();
    this.sendWatch(game, ears);
    return () => {
      if (this.games.get(game) !== ears) return;
      this.games.delete(game);
      this.socket.send({ type: "unwatch", game });
      this.closeIfIdle();
    };
  }

  /** Asks for what was missed, after a gap. */
  requestMissedEvents(game: string): void {
    const ears = this.games.get(game);
    if (ears) this.sendWatch(game, ears);
  }

  watchLobby(onGames: (games: GameInfo[]) => void): () => void {
    this.lobbyListeners.add(onGames);
    this.socket.open();
    this.socket.send({ type: "lobby.watch" });
    return () => {
      this.lobbyListeners.delete(onGames);
      if (this.lobbyListeners.size === 0) this.socket.send({ type: "lobby.unwatch" });
      this.closeIfIdle();
    };
  }

  /** Resolves with the number of the order's last event once it is durable; survives lost connections. */
  sendCommand(game: string, command: Command): Promise<number> {
    const client_id = `${this.clientIdPrefix}.${++this.commandCount}`;
    const message: CommandMessage = { ...command, game, client_id };
    return new Promise((resolve, reject) => {
      this.pendingCommands.set(client_id, { message, resolve, reject });
      this.socket.open();
      this.socket.send(message);
    });
  }

  sendChat(game: string, text: string): boolean {
    return this.socket.send({ type: "chat", game, text });
  }

  private sendWatch(game: string, { lastSequence, code }: GameListener): void {
    this.socket.send({ type: "watch", game, since: lastSequence(), ...(code ? { code } : {}) });
  }

  private resendAll(): void {
    for (const [game, ears] of this.games) this.sendWatch(game, ears);
    if (this.lobbyListeners.size > 0) this.socket.send({ type: "lobby.watch" });
    for (const { message } of this.pendingCommands.values()) this.socket.send(message);
  }

  private closeIfIdle(): void {
    if (this.games.size + this.lobbyListeners.size + this.pendingCommands.size === 0)
      this.socket.close();
  }

  private handleMessage(message: ServerMessage): void {
    switch (message.type) {
      case "welcome":
        this.accountId = message.account?.id ?? null;
        if (session.get().known && this.accountId !== (session.get().account?.id ?? null))
          refreshSession().catch(() => undefined);
        break;
      case "events":
        this.games.get(message.game)?.onEvents(message.events);
        break;
      case "watching":
        this.games.get(message.game)?.onCaughtUp(message.sequence);
        break;
      case "presence":
        this.games.get(message.game)?.onPresence(message.here);
        break;
      case "chat":
        this.games.get(message.game)?.onChat(message);
        break;
      case "rematch":
        this.games.get(message.game)?.onRematch(message.next, message.name);
        break;
      case "lobby":
        for (const told of this.lobbyListeners) told(message.games);
        break;
      case "accepted":
        this.takePending(message.client_id)?.resolve(message.sequence);
        break;
      case "refused":
        this.handleRefusal(message);
        break;
    }
  }

  private handleRefusal({
    client_id,
    game,
    error,
    missed,
  }: ServerMessage & { type: "refused" }): void {
    if (client_id === undefined) {
      if (game) this.games.get(game)?.onRefused(error);
      return;
    }
    const waiting = this.pendingCommands.get(client_id);
    if (waiting && RETRYABLE_CODES.includes(error.code)) {
      window.setTimeout(() => {
        if (this.pendingCommands.has(client_id)) this.socket.send(waiting.message);
      }, RETRY_MS);
      return;
    }
    if (game && missed) this.games.get(game)?.onEvents(missed);
    this.takePending(client_id)?.reject(new RefusedError(error));
  }

  private takePending(clientId: string): PendingCommand | undefined {
    const waiting = this.pendingCommands.get(clientId);
    this.pendingCommands.delete(clientId);
    this.closeIfIdle();
    return waiting;
  }
}

function socketUrl(): string {
  return `${window.location.protocol === "https:" ? "wss" : "ws"}://${window.location.host}/ws`;
}

/** The page's one line. */
export const liveClient = new LiveClient(socketUrl);
