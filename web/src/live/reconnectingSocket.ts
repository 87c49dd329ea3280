// The connection to the server: opened when somebody needs it, opened again when it is lost, never silent without being noticed.

import type { ClientMessage, ServerMessage } from "./protocol";

export type ConnectionState = "idle" | "connecting" | "connected" | "reconnecting";

export interface SocketHandlers {
  /** The server has greeted us: whatever was wanted of it must be said again. */
  onWelcome(): void;
  onMessage(message: ServerMessage): void;
  onStateChange(): void;
  /** The server ended the session of this connection. */
  onLoggedOut(): void;
}

const PING_MS = 12_000;
const SILENCE_TIMEOUT_MS = 8_000;
/** On a slow line a long first message may take a minute, and nothing else is heard before it. */
const MAX_SILENCE_TIMEOUT_MS = 64_000;
const MIN_BACKOFF_MS = 400;
const MAX_BACKOFF_MS = 10_000;
const MAX_RESTART_DELAY_MS = 3_000;
const STABLE_AFTER_MS = 5_000;

const CLOSE_LOGGED_OUT = 1000;
const CLOSE_POLICY_VIOLATION = 1008;
const CLOSE_SERVER_RESTART = [1001, 1012];

export class ReconnectingSocket {
  state: ConnectionState = "idle";
  /** What the server's clock is ahead of ours, in seconds. */
  clockOffset = 0;
  private socket: WebSocket | null = null;
  private attempts = 0;
  /** How often in a row nobody answered in time. */
  private silenceCount = 0;
  /** Of this connection. */
  private pongCount = 0;
  private bestRoundTrip = Number.POSITIVE_INFINITY;
  private readonly timers = new Map<"again" | "ping" | "silence" | "steady", number>();

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

  /** Nobody needs it any more. */
  close(): void {
    this.disconnect();
    this.setState("idle");
  }

  /** Opens it anew, for another account. */
  reconnect(): void {
    if (this.state !== "idle") this.connect("connecting");
  }

  /** False where there is no connection: it will be said again when there is. */
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
      this.schedule("steady", STABLE_AFTER_MS, () => {
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

  /** A silence that lasts is a lost connection; each one makes the next more patient. */
  private watchForSilence(): void {
    this.schedule(
      "silence",
      Math.min(SILENCE_TIMEOUT_MS * 2 ** this.silenceCount, MAX_SILENCE_TIMEOUT_MS),
      () => {
        this.silenceCount += 1;
        this.handleLoss(0);
      },
    );
  }

  /** The quickest answer tells the server's time best; an echo lets the server measure the way itself. */
  private updateClockOffset({ t, at, probe }: ServerMessage & { type: "pong" }): void {
    // The first answer may have overtaken a message that is still on its way; the next one has come behind it.
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
    this.schedule("again", this.retryDelay(code), () => this.connect("reconnecting"));
    this.attempts += 1;
  }

  private retryDelay(code: number): number {
    if (CLOSE_SERVER_RESTART.includes(code)) return Math.random() * MAX_RESTART_DELAY_MS;
    if (code === CLOSE_POLICY_VIOLATION) return MAX_BACKOFF_MS;
    const backoff = Math.min(MAX_BACKOFF_MS, MIN_BACKOFF_MS * 2 ** this.attempts);
    return backoff * (0.5 + Math.random() / 2);
  }

  /** The network is back, or somebody looks at the page again. */
  private retryNow(): void {
    if (this.state === "connected") this.ping();
    else if (this.state !== "idle") {
      // A handshake may hang in a network that is gone: nothing is learnt from how long it was silent.
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

  private schedule(
    name: "again" | "ping" | "silence" | "steady",
    ms: number,
    then: () => void,
  ): void {
    this.cancelTimer(name);
    const timer = window.setTimeout(() => {
      this.timers.delete(name);
      then();
    }, ms);
    this.timers.set(name, timer);
  }

  private cancelTimer(name: "again" | "ping" | "silence" | "steady"): void {
    window.clearTimeout(this.timers.get(name));
    this.timers.delete(name);
  }
}
