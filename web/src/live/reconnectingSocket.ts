// A WebSocket that opens on demand, detects silence and reconnects with exponential backoff.

import type { ClientMessage, ServerMessage } from "./protocol";

export type ConnectionState = "idle" | "connecting" | "connected" | "reconnecting";

type TimerName = "reconnect" | "ping" | "silence" | "stable";

export interface SocketHandlers {
  /** A new connection is ready: subscriptions and unanswered commands must be sent again. */
  onWelcome(): void;
  onMessage(message: ServerMessage): void;
  onStateChange(): void;
  /** The server ended this connection's login session. */
  onLoggedOut(): void;
}

const PING_MS = 12_000;
const SILENCE_TIMEOUT_MS = 8_000;
/** On a slow network a long first message can take a minute and blocks everything behind it. */
const MAX_SILENCE_TIMEOUT_MS = 64_000;
const MIN_BACKOFF_MS = 400;
const MAX_BACKOFF_MS = 10_000;
const MAX_RESTART_DELAY_MS = 500;
const STABLE_AFTER_MS = 5_000;

const CLOSE_LOGGED_OUT = 1000;
const CLOSE_POLICY_VIOLATION = 1008;
const CLOSE_SERVER_RESTART = [1001, 1012];

export class ReconnectingSocket {
  state: ConnectionState = "idle";
  /** Seconds by which the server's clock is ahead of this browser's. */
  clockOffset = 0;
  private socket: WebSocket | null = null;
  private attempts = 0;
  /** Consecutive silence timeouts. */
  private silenceCount = 0;
  /** Pongs received on the current connection. */
  private pongCount = 0;
  private bestRoundTrip = Number.POSITIVE_INFINITY;
  private readonly timers = new Map<TimerName, number>();

  constructor(
    private readonly url: () => string,
    private readonly handlers: SocketHandlers,
  ) {
    window.addEventListener("online", () => this.retryNow());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.retryNow();
    });
  }

  open(): void {
    if (this.state === "idle") this.connect("connecting");
  }

  close(): void {
    this.disconnect();
    this.setState("idle");
  }

  /** Replaces an open connection, for example after the account changed. */
  reconnect(): void {
    if (this.state !== "idle") this.connect("connecting");
  }

  /** Returns false when there is no connection; the owner sends again in `onWelcome`. */
  send(message: ClientMessage): boolean {
    if (this.state !== "connected" || this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  private connect(state: ConnectionState): void {
    this.disconnect();
    const socket = new WebSocket(this.url());
    this.socket = socket;
    this.pongCount = 0;
    socket.onmessage = ({ data }) => this.receive(JSON.parse(String(data)) as ServerMessage);
    socket.onclose = ({ code }) => this.handleLoss(code);
    this.watchForSilence();
    this.setState(state);
  }

  private receive(message: ServerMessage): void {
    this.cancelTimer("silence");
    if (message.type === "welcome") {
      this.clockOffset = message.at - Date.now() / 1000;
      this.bestRoundTrip = Number.POSITIVE_INFINITY;
      this.schedule("stable", STABLE_AFTER_MS, () => {
        this.attempts = 0;
      });
      this.setState("connected");
      this.ping();
      this.handlers.onWelcome();
    } else if (message.type === "pong") this.updateClockOffset(message);
    this.handlers.onMessage(message);
  }

  private ping(): void {
    this.send({ type: "ping", t: performance.now() / 1000 });
    if (!this.timers.has("silence")) this.watchForSilence();
    this.schedule("ping", PING_MS, () => this.ping());
  }

  /** Treats silence as a lost connection. Each timeout doubles the next. */
  private watchForSilence(): void {
    const timeout = Math.min(SILENCE_TIMEOUT_MS * 2 ** this.silenceCount, MAX_SILENCE_TIMEOUT_MS);
    this.schedule("silence", timeout, () => {
      this.silenceCount += 1;
      this.handleLoss(0);
    });
  }

  /** Estimates from the shortest round trip; the echo lets the server measure lag. */
  private updateClockOffset({ t, at, probe }: ServerMessage & { type: "pong" }): void {
    // The first pong may overtake a message still in transit; the second cannot.
    if (++this.pongCount > 1) this.silenceCount = 0;
    if (probe !== undefined) this.send({ type: "echo", probe });
    const roundTrip = performance.now() / 1000 - t;
    if (roundTrip > this.bestRoundTrip) return;
    this.bestRoundTrip = roundTrip;
    this.clockOffset = at + roundTrip / 2 - Date.now() / 1000;
  }

  private handleLoss(code: number): void {
    this.disconnect();
    if (code === CLOSE_LOGGED_OUT) this.handlers.onLoggedOut();
    this.setState("reconnecting");
    this.schedule("reconnect", this.retryDelay(code), () => this.connect("reconnecting"));
    this.attempts += 1;
  }

  private retryDelay(code: number): number {
    if (CLOSE_SERVER_RESTART.includes(code)) return Math.random() * MAX_RESTART_DELAY_MS;
    if (code === CLOSE_POLICY_VIOLATION) return MAX_BACKOFF_MS;
    const backoff = Math.min(MAX_BACKOFF_MS, MIN_BACKOFF_MS * 2 ** this.attempts);
    return backoff * (0.5 + Math.random() / 2);
  }

  /** The network is back, or the page became visible. */
  private retryNow(): void {
    if (this.state === "connected") this.ping();
    else if (this.state !== "idle") {
      // The pending handshake may hang on the old network, so its silence says nothing.
      this.silenceCount = 0;
      this.connect(this.state);
    }
  }

  private disconnect(): void {
    for (const name of [...this.timers.keys()]) this.cancelTimer(name);
    if (!this.socket) return;
    this.socket.onmessage = null;
    this.socket.onclose = null;
    this.socket.close();
    this.socket = null;
  }

  private setState(state: ConnectionState): void {
    if (this.state === state) return;
    this.state = state;
    this.handlers.onStateChange();
  }

  private schedule(name: TimerName, ms: number, then: () => void): void {
    this.cancelTimer(name);
    const timer = window.setTimeout(() => {
      this.timers.delete(name);
      then();
    }, ms);
    this.timers.set(name, timer);
  }

  private cancelTimer(name: TimerName): void {
    window.clearTimeout(this.timers.get(name));
    this.timers.delete(name);
  }
}
