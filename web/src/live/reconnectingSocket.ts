// The connection to the server: opened when somebody needs it, opened again when it is lost, never silent without being noticed.

import type { ClientMessage, ServerMessage } from "./protocol";

export type ConnectionState = "idle" | "connecting" | "connected" | "reconnecting";

export interface SocketHandlers {
  /** The server has greeted us: whatever was wanted of it must be said again. */
  welcomed(): void;
  heard(message: ServerMessage): void;
  changed(): void;
  /** The server ended the session of this connection. */
  loggedOut(): void;
}

const PING_MS = 12_000;
const SILENCE_MS = 8_000;
/** On a slow line a long first message may take a minute, and nothing else is heard before it. */
const LONGEST_SILENCE_MS = 64_000;
const FIRST_PAUSE_MS = 400;
const LONGEST_PAUSE_MS = 10_000;
const RESTART_PAUSE_MS = 3_000;
const STEADY_MS = 5_000;

const LOGGED_OUT = 1000;
const REFUSED = 1008;
const RESTARTS = [1001, 1012];

export class ReconnectingSocket {
  state: ConnectionState = "idle";
  /** What the server's clock is ahead of ours, in seconds. */
  offset = 0;
  private socket: WebSocket | null = null;
  private tries = 0;
  /** How often in a row nobody answered in time. */
  private silences = 0;
  /** Of this connection. */
  private pongs = 0;
  private bestTrip = Number.POSITIVE_INFINITY;
  private readonly timers = new Map<"again" | "ping" | "silence" | "steady", number>();

  constructor(
    private readonly url: () => string,
    private readonly ears: SocketHandlers,
  ) {
    window.addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.hurry();
    });
  }

  open(): void {
    if (this.state === "idle") this.connect("connecting");
  }

  /** Nobody needs it any more. */
  close(): void {
    this.drop();
    this.become("idle");
  }

  /** Opens it anew, for another account. */
  renew(): void {
    if (this.state !== "idle") this.connect("connecting");
  }

  /** False where there is no connection: it will be said again when there is. */
  send(message: ClientMessage): boolean {
    if (this.state !== "connected" || this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  private connect(state: ConnectionState): void {
    this.drop();
    const socket = new WebSocket(this.url());
    this.socket = socket;
    this.pongs = 0;
    socket.onmessage = ({ data }) => this.receive(JSON.parse(String(data)) as ServerMessage);
    socket.onclose = ({ code }) => this.lost(code);
    this.listen();
    this.become(state);
  }

  private receive(message: ServerMessage): void {
    this.stop("silence");
    if (message.type === "welcome") {
      this.offset = message.at - Date.now() / 1000;
      this.bestTrip = Number.POSITIVE_INFINITY;
      this.after("steady", STEADY_MS, () => {
        this.tries = 0;
      });
      this.become("connected");
      this.ping();
      this.ears.welcomed();
    } else if (message.type === "pong") this.measure(message);
    this.ears.heard(message);
  }

  private ping(): void {
    this.send({ type: "ping", t: performance.now() / 1000 });
    if (!this.timers.has("silence")) this.listen();
    this.after("ping", PING_MS, () => this.ping());
  }

  /** A silence that lasts is a lost connection; each one makes the next more patient. */
  private listen(): void {
    this.after("silence", Math.min(SILENCE_MS * 2 ** this.silences, LONGEST_SILENCE_MS), () => {
      this.silences += 1;
      this.lost(0);
    });
  }

  /** The quickest answer tells the server's time best; an echo lets the server measure the way itself. */
  private measure({ t, at, probe }: ServerMessage & { type: "pong" }): void {
    // The first answer may have overtaken a message that is still on its way; the next one has come behind it.
    if (++this.pongs > 1) this.silences = 0;
    if (probe !== undefined) this.send({ type: "echo", probe });
    const trip = performance.now() / 1000 - t;
    if (trip > this.bestTrip) return;
    this.bestTrip = trip;
    this.offset = at + trip / 2 - Date.now() / 1000;
  }

  private lost(code: number): void {
    this.drop();
    if (code === LOGGED_OUT) this.ears.loggedOut();
    this.become("reconnecting");
    this.after("again", this.pause(code), () => this.connect("reconnecting"));
    this.tries += 1;
  }

  private pause(code: number): number {
    if (RESTARTS.includes(code)) return Math.random() * RESTART_PAUSE_MS;
    if (code === REFUSED) return LONGEST_PAUSE_MS;
    const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** this.tries);
    return longest * (0.5 + Math.random() / 2);
  }

  /** The network is back, or somebody looks at the page again. */
  private hurry(): void {
    if (this.state === "connected") this.ping();
    else if (this.state !== "idle") {
      // A handshake may hang in a network that is gone: nothing is learnt from how long it was silent.
      this.silences = 0;
      this.connect(this.state);
    }
  }

  private drop(): void {
    for (const name of [...this.timers.keys()]) this.stop(name);
    if (!this.socket) return;
    this.socket.onmessage = null;
    this.socket.onclose = null;
    this.socket.close();
    this.socket = null;
  }

  private become(state: ConnectionState): void {
    if (this.state === state) return;
    this.state = state;
    this.ears.changed();
  }

  private after(name: "again" | "ping" | "silence" | "steady", ms: number, then: () => void): void {
    this.stop(name);
    const timer = window.setTimeout(() => {
      this.timers.delete(name);
      then();
    }, ms);
    this.timers.set(name, timer);
  }

  private stop(name: "again" | "ping" | "silence" | "steady"): void {
    window.clearTimeout(this.timers.get(name));
    this.timers.delete(name);
  }
}
