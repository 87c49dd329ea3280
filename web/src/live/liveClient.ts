// The live protocol over one socket: watched games, unanswered commands and the lobby.

import { refreshSession, session } from "../account/loginSession";
import type { Challenge } from "../api/challenges";
import { isAnonymous } from "../api/http";
import type { TournamentView } from "../api/tournaments";
import type { ChatMessage } from "../api/types";
import { translateRefusal } from "../messages/refusals";
import { type Refusal, RefusedError } from "../rules/wire";
import type {
  Command,
  CommandMessage,
  GameEvent,
  LobbyLists,
  ServerMessage,
  WaitingEntry,
} from "./protocol";
import { type ConnectionState, ReconnectingSocket } from "./reconnectingSocket";

export interface GameListener {
  /** The sequence number of the last event this listener has. */
  lastSequence(): number;
  code?: string;
  onEvents(events: GameEvent[]): void;
  onCaughtUp(sequence: number): void;
  /** The ids of the connected players. */
  onPresence(accountIds: string[]): void;
  onChat(message: ChatMessage): void;
  onChatRemoved(line: string): void;
  /** A player created the rematch `next`. */
  onRematch(next: string, name: string): void;
  onRefused(refusal: Refusal): void;
}

type WaitingListener = (
  games: WaitingEntry[],
  challenges: Challenge[],
  unreadMessages: number,
) => void;
interface TournamentWatch {
  id: string;
  onChange(tournament: TournamentView): void;
}

interface PendingCommand {
  message: CommandMessage;
  resolve(sequence: number): void;
  reject(error: RefusedError): void;
}

const RETRY_MS = 1_000;
/** Temporary refusals: the same command is sent again. */
const RETRYABLE_CODES = ["TRY_AGAIN", "CLOSING", "OUTCOME_UNKNOWN"];

export class LiveClient {
  private readonly socket: ReconnectingSocket;
  private readonly games = new Map<string, GameListener>();
  private readonly lobbyListeners = new Set<(lists: LobbyLists) => void>();
  private waitingListener: WaitingListener | null = null;
  private tournament: TournamentWatch | null = null;
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

  /** Returns the server's time in seconds. */
  serverTime(): number {
    return Date.now() / 1000 + this.socket.clockOffset;
  }

  watch(game: string, listener: GameListener): () => void {
    this.games.set(game, listener);
    this.socket.open();
    this.sendWatch(game, listener);
    return () => {
      if (this.games.get(game) !== listener) return;
      this.games.delete(game);
      this.socket.send({ type: "unwatch", game });
      this.closeIfIdle();
    };
  }

  /** Requests the events after `lastSequence`. */
  requestMissedEvents(game: string): void {
    const listener = this.games.get(game);
    if (listener) this.sendWatch(game, listener);
  }

  watchLobby(onLists: (lists: LobbyLists) => void): () => void {
    this.lobbyListeners.add(onLists);
    this.socket.open();
    this.socket.send({ type: "lobby.watch" });
    return () => {
      this.lobbyListeners.delete(onLists);
      if (this.lobbyListeners.size === 0) this.socket.send({ type: "lobby.unwatch" });
      this.closeIfIdle();
    };
  }

  /** Follows what waits for the current account; one follower at a time. */
  watchWaiting(onGames: WaitingListener): () => void {
    this.waitingListener = onGames;
    this.socket.open();
    this.sendWatchWaiting();
    return () => {
      if (this.waitingListener !== onGames) return;
      this.waitingListener = null;
      if (this.accountId) this.socket.send({ type: "waiting.unwatch" });
      this.closeIfIdle();
    };
  }

  /** Follows a tournament; one follower at a time. */
  watchTournament(id: string, onChange: (tournament: TournamentView) => void): () => void {
    this.tournament = { id, onChange };
    this.socket.open();
    this.socket.send({ type: "tournament.watch", tournament: id });
    return () => {
      if (this.tournament?.onChange !== onChange) return;
      this.tournament = null;
      this.socket.send({ type: "tournament.unwatch", tournament: id });
      this.closeIfIdle();
    };
  }

  /** Resolves with the command's last event number once it is durable. Survives reconnects. */
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

  /** Without an account the server refuses it. */
  private sendWatchWaiting(): void {
    if (this.waitingListener && this.accountId) this.socket.send({ type: "waiting.watch" });
  }

  private resendAll(): void {
    for (const [game, listener] of this.games) this.sendWatch(game, listener);
    if (this.lobbyListeners.size > 0) this.socket.send({ type: "lobby.watch" });
    if (this.tournament)
      this.socket.send({ type: "tournament.watch", tournament: this.tournament.id });
    for (const { message } of this.pendingCommands.values()) this.socket.send(message);
  }

  private closeIfIdle(): void {
    const listeners =
      this.lobbyListeners.size + (this.waitingListener ? 1 : 0) + (this.tournament ? 1 : 0);
    if (this.games.size + listeners + this.pendingCommands.size === 0) this.socket.close();
  }

  private handleMessage(message: ServerMessage): void {
    switch (message.type) {
      case "welcome":
        this.accountId = message.account?.id ?? null;
        this.sendWatchWaiting();
        if (session.get().loaded && this.accountId !== (session.get().account?.id ?? null))
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
      case "chat.removed":
        this.games.get(message.game)?.onChatRemoved(message.id);
        break;
      case "rematch":
        this.games.get(message.game)?.onRematch(message.next, message.name);
        break;
      case "lobby":
        for (const onLists of this.lobbyListeners) onLists(message);
        break;
      case "waiting":
        this.waitingListener?.(message.games, message.challenges, message.unread_messages);
        break;
      case "tournament":
        if (message.tournament.id === this.tournament?.id)
          this.tournament.onChange(message.tournament);
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
      const store = game && this.games.get(game);
      if (store) void translateRefusal(error).then((said) => store.onRefused(said));
      return;
    }
    const pending = this.pendingCommands.get(client_id);
    if (pending && RETRYABLE_CODES.includes(error.code)) {
      window.setTimeout(() => {
        if (this.pendingCommands.has(client_id)) this.socket.send(pending.message);
      }, RETRY_MS);
      return;
    }
    if (game && missed) this.games.get(game)?.onEvents(missed);
    const command = this.takePending(client_id);
    if (command)
      void translateRefusal(error).then((said) => command.reject(new RefusedError(said)));
  }

  private takePending(clientId: string): PendingCommand | undefined {
    const pending = this.pendingCommands.get(clientId);
    this.pendingCommands.delete(clientId);
    this.closeIfIdle();
    return pending;
  }
}

/** A browser always sends its cookies with a socket; the server ignores those of an anonymous one. */
function socketUrl(): string {
  const scheme = window.location.protocol === "https:" ? "wss" : "ws";
  return `${scheme}://${window.location.host}/ws${isAnonymous() ? "?anonymous=true" : ""}`;
}

/** The page's only live client. */
export const liveClient = new LiveClient(socketUrl);
