import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from "vitest";
import { type GameListener, LiveClient } from "../../src/live/liveClient";
import type { GameEvent } from "../../src/live/protocol";
import { RefusedError } from "../../src/rules/wire";
import { TestSocket } from "./testSocket";

const GAME = "0123456789abcdef0123456789abcdef";
const error = (code: string) => ({ code, rule: "", message: code });

function gameListener(known = 0): GameListener & { received: GameEvent[] } {
  const received: GameEvent[] = [];
  return {
    received,
    lastSequence: () => known + received.length,
    onEvents: (events) => received.push(...events),
    onCaughtUp: () => undefined,
    onPresence: () => undefined,
    onChat: () => undefined,
    onChatRemoved: () => undefined,
    onRematch: () => undefined,
    onRefused: () => undefined,
  };
}
const warning = (sequence: number): GameEvent => ({
  kind: "clock_warning",
  sequence,
  at: 0,
  seat: 1,
  left: 9,
});

let live: LiveClient;
let addListenerSpy: MockInstance<typeof window.addEventListener>;
beforeEach(() => {
  addListenerSpy = vi.spyOn(window, "addEventListener");
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", TestSocket);
  TestSocket.opened = [];
  live = new LiveClient(() => "ws://ringrift.test/ws");
});
afterEach(() => {
  // Keep this client from reacting to the next test.
  for (const [name, listener] of addListenerSpy.mock.calls)
    window.removeEventListener(name, listener);
  addListenerSpy.mockRestore();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("the connection to the server", () => {
  it("opens for the first watcher and closes after the last", () => {
    expect(live.connectionState()).toBe("idle");
    const unwatch = live.watch(GAME, gameListener());
    TestSocket.last.welcome();
    expect(live.connectionState()).toBe("connected");
    unwatch();
    expect(live.connectionState()).toBe("idle");
    expect(TestSocket.last.readyState).toBe(3);
  });

  it("reconnects after a loss and reports that it does", () => {
    live.watch(GAME, gameListener());
    TestSocket.last.welcome();
    TestSocket.last.lose();
    expect(live.connectionState()).toBe("reconnecting");
    vi.advanceTimersByTime(1_000);
    expect(TestSocket.opened.length).toBe(2);
    TestSocket.last.welcome();
    expect(live.connectionState()).toBe("connected");
  });

  it("backs off after each failed attempt, up to ten seconds", () => {
    live.watch(GAME, gameListener());
    const waits: number[] = [];
    for (let round = 0; round < 8; round++) {
      const opened = TestSocket.opened.length;
      TestSocket.last.lose();
      let waited = 0;
      while (TestSocket.opened.length === opened) {
        vi.advanceTimersByTime(50);
        waited += 50;
      }
      waits.push(waited);
    }
    expect(waits[0]).toBeLessThanOrEqual(450);
    expect(waits[7]).toBeGreaterThan(4_900);
    expect(Math.max(...waits)).toBeLessThanOrEqual(10_050);
  });

  it("reconnects at once when the network is back", () => {
    live.watch(GAME, gameListener());
    for (let round = 0; round < 6; round++) {
      TestSocket.last.lose();
      vi.advanceTimersByTime(10_000);
    }
    TestSocket.last.lose();
    const opened = TestSocket.opened.length;
    window.dispatchEvent(new Event("online"));
    expect(TestSocket.opened.length).toBe(opened + 1);
  });

  it("restarts a hanging handshake when the network is back, with the initial timeout", () => {
    live.watch(GAME, gameListener());
    for (let round = 0; round < 2; round++) {
      const opened = TestSocket.opened.length;
      while (TestSocket.opened.length === opened) vi.advanceTimersByTime(100);
    }
    const hangs = TestSocket.last;
    window.dispatchEvent(new Event("online"));
    expect(hangs.readyState).toBe(3);
    expect(TestSocket.last).not.toBe(hangs);
    expect(live.connectionState()).toBe("reconnecting");
    vi.advanceTimersByTime(7_900);
    expect(TestSocket.last.readyState).toBe(1);
    vi.advanceTimersByTime(100);
    expect(TestSocket.last.readyState).toBe(3);
  });

  it("stays closed when the network is back and nothing is watched", () => {
    live.watch(GAME, gameListener())();
    const opened = TestSocket.opened.length;
    window.dispatchEvent(new Event("online"));
    expect(TestSocket.opened.length).toBe(opened);
  });

  it("treats an unanswered ping as a lost connection", () => {
    live.watch(GAME, gameListener());
    TestSocket.last.welcome();
    TestSocket.last.receive({ type: "pong", t: 0, at: 0, probe: 1 });
    vi.advanceTimersByTime(12_000);
    expect(TestSocket.last.ofType("ping").length).toBe(2);
    vi.advanceTimersByTime(8_000);
    expect(live.connectionState()).toBe("reconnecting");
  });

  it("doubles the timeout after each silence until a long message has arrived", () => {
    const pong = () => TestSocket.last.receive({ type: "pong", t: 0, at: 0, probe: 1 });
    const lasts = () => {
      TestSocket.last.welcome();
      pong();
      let waited = 0;
      for (; live.connectionState() === "connected"; waited++) vi.advanceTimersByTime(1_000);
      while (live.connectionState() !== "connected" && TestSocket.last.readyState === 3)
        vi.advanceTimersByTime(100);
      return waited;
    };
    live.watch(GAME, gameListener());
    expect([lasts(), lasts(), lasts(), lasts(), lasts()]).toEqual([20, 28, 44, 76, 76]);
    TestSocket.last.welcome();
    pong();
    vi.advanceTimersByTime(40_000);
    pong();
    vi.advanceTimersByTime(12_000);
    expect(live.connectionState()).toBe("connected");
    vi.advanceTimersByTime(8_000);
    expect(live.connectionState()).toBe("reconnecting");
  });

  it("echoes the probe of a pong, so that the server can measure lag", () => {
    live.watch(GAME, gameListener());
    TestSocket.last.welcome();
    TestSocket.last.receive({ type: "pong", t: 0, at: 0, probe: 7 });
    expect(TestSocket.last.ofType("echo")).toEqual([{ type: "echo", probe: 7 }]);
  });
});

describe("a watched game", () => {
  it("resumes after its last event", () => {
    const watcher = gameListener();
    live.watch(GAME, watcher);
    TestSocket.last.welcome();
    TestSocket.last.receive({ type: "events", game: GAME, events: [warning(1), warning(2)] });
    TestSocket.last.lose();
    vi.advanceTimersByTime(1_000);
    TestSocket.last.welcome();
    expect(TestSocket.last.ofType("watch")).toEqual([{ type: "watch", game: GAME, since: 2 }]);
  });

  it("gets no events of other games", () => {
    const watcher = gameListener();
    live.watch(GAME, watcher);
    TestSocket.last.welcome();
    TestSocket.last.receive({ type: "events", game: "f".repeat(32), events: [warning(1)] });
    expect(watcher.received).toEqual([]);
  });
});

describe("a command", () => {
  it("is sent again with the same id after a reconnect if unanswered", async () => {
    live.watch(GAME, gameListener());
    TestSocket.last.welcome();
    const done = live.sendCommand(GAME, { type: "move", move: "@d4", expected: 1 });
    const [first] = TestSocket.last.ofType("move");
    TestSocket.last.lose();
    vi.advanceTimersByTime(1_000);
    TestSocket.last.welcome();
    expect(TestSocket.last.ofType("move")).toEqual([first]);
    TestSocket.last.receive({
      type: "accepted",
      client_id: first?.client_id ?? "",
      game: GAME,
      sequence: 2,
    });
    expect(await done).toBe(2);
  });

  it("is not sent again once answered", () => {
    live.watch(GAME, gameListener());
    TestSocket.last.welcome();
    void live.sendCommand(GAME, { type: "resign" });
    const [sent] = TestSocket.last.ofType("resign");
    TestSocket.last.receive({
      type: "accepted",
      client_id: sent?.client_id ?? "",
      game: GAME,
      sequence: 2,
    });
    TestSocket.last.lose();
    vi.advanceTimersByTime(1_000);
    TestSocket.last.welcome();
    expect(TestSocket.last.ofType("resign")).toEqual([]);
  });

  it("is retried when the server asks for it", () => {
    live.watch(GAME, gameListener());
    TestSocket.last.welcome();
    void live.sendCommand(GAME, { type: "resign" });
    const [sent] = TestSocket.last.ofType("resign");
    TestSocket.last.receive({
      type: "refused",
      client_id: sent?.client_id,
      game: GAME,
      error: error("TRY_AGAIN"),
    });
    vi.advanceTimersByTime(1_000);
    expect(TestSocket.last.ofType("resign")).toEqual([sent, sent]);
  });

  it("based on an outdated state is refused, and the missed events are applied", async () => {
    const watcher = gameListener();
    live.watch(GAME, watcher);
    TestSocket.last.welcome();
    const done = live.sendCommand(GAME, { type: "move", move: "@d4", expected: 0 });
    const [sent] = TestSocket.last.ofType("move");
    TestSocket.last.receive({
      type: "refused",
      client_id: sent?.client_id,
      game: GAME,
      error: error("STALE"),
      sequence: 1,
      missed: [warning(1)],
    });
    await expect(done).rejects.toBeInstanceOf(RefusedError);
    expect(watcher.received).toEqual([warning(1)]);
  });

  it("has a unique id", () => {
    live.watch(GAME, gameListener());
    TestSocket.last.welcome();
    void live.sendCommand(GAME, { type: "resign" });
    void live.sendCommand(GAME, { type: "take_back.agree" });
    const names = TestSocket.last.sent.flatMap((sent) =>
      "client_id" in sent ? [sent.client_id] : [],
    );
    expect(new Set(names).size).toBe(2);
  });
});

describe("the lobby", () => {
  it("is subscribed to again after a reconnect", () => {
    const onGames = vi.fn();
    live.watchLobby(onGames);
    TestSocket.last.welcome();
    TestSocket.last.receive({ type: "lobby", games: [], quick_match: [] });
    TestSocket.last.lose();
    vi.advanceTimersByTime(1_000);
    TestSocket.last.welcome();
    expect(TestSocket.last.ofType("lobby.watch").length).toBe(1);
    expect(onGames).toHaveBeenCalledOnce();
  });
});
