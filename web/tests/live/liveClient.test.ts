import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from "vitest";
import { type GameListener, LiveClient } from "../../src/live/liveClient";
import type { GameEvent } from "../../src/live/protocol";
import { RefusedError } from "../../src/rules/wire";
import { TestSocket } from "./testSocket";

const GAME = "0123456789abcdef0123456789abcdef";
const error = (code: string) => ({ code, rule: "", message: code });

function ears(known = 0): GameListener & { heard: GameEvent[] } {
  const heard: GameEvent[] = [];
  return {
    heard,
    lastSequence: () => known + heard.length,
    onEvents: (events) => heard.push(...events),
    onCaughtUp: () => undefined,
    onPresence: () => undefined,
    onChat: () => undefined,
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
let hears: MockInstance<typeof window.addEventListener>;
beforeEach(() => {
  hears = vi.spyOn(window, "addEventListener");
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", TestSocket);
  TestSocket.opened = [];
  live = new LiveClient(() => "ws://ringrift.test/ws");
});
afterEach(() => {
  // The line of this test shall not hear what happens in the next.
  for (const [name, listener] of hears.mock.calls) window.removeEventListener(name, listener);
  hears.mockRestore();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("the line to the server", () => {
  it("is opened when somebody watches, and closed when nobody does", () => {
    expect(live.connectionState()).toBe("idle");
    const enough = live.watch(GAME, ears());
    TestSocket.last.welcomes();
    expect(live.connectionState()).toBe("connected");
    enough();
    expect(live.connectionState()).toBe("idle");
    expect(TestSocket.last.readyState).toBe(3);
  });

  it("connects again when it breaks, and says meanwhile that it does", () => {
    live.watch(GAME, ears());
    TestSocket.last.welcomes();
    TestSocket.last.breaks();
    expect(live.connectionState()).toBe("reconnecting");
    vi.advanceTimersByTime(1_000);
    expect(TestSocket.opened.length).toBe(2);
    TestSocket.last.welcomes();
    expect(live.connectionState()).toBe("connected");
  });

  it("waits longer each time that it cannot connect, ten seconds at most", () => {
    live.watch(GAME, ears());
    const waits: number[] = [];
    for (let round = 0; round < 8; round++) {
      const opened = TestSocket.opened.length;
      TestSocket.last.breaks();
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

  it("connects at once when the network is back", () => {
    live.watch(GAME, ears());
    for (let round = 0; round < 6; round++) {
      TestSocket.last.breaks();
      vi.advanceTimersByTime(10_000);
    }
    TestSocket.last.breaks();
    const opened = TestSocket.opened.length;
    window.dispatchEvent(new Event("online"));
    expect(TestSocket.opened.length).toBe(opened + 1);
  });

  it("connects anew when the network is back while a handshake hangs, as patient as at first", () => {
    live.watch(GAME, ears());
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

  it("is not opened for nobody when the network is back", () => {
    live.watch(GAME, ears())();
    const opened = TestSocket.opened.length;
    window.dispatchEvent(new Event("online"));
    expect(TestSocket.opened.length).toBe(opened);
  });

  it("notices a silence: a ping that nobody answers is a lost connection", () => {
    live.watch(GAME, ears());
    TestSocket.last.welcomes();
    TestSocket.last.says({ type: "pong", t: 0, at: 0, probe: 1 });
    vi.advanceTimersByTime(12_000);
    expect(TestSocket.last.ofType("ping").length).toBe(2);
    vi.advanceTimersByTime(8_000);
    expect(live.connectionState()).toBe("reconnecting");
  });

  it("is more patient after each silence, for a long message on a slow line, until it has been heard out", () => {
    const pong = () => TestSocket.last.says({ type: "pong", t: 0, at: 0, probe: 1 });
    const lasts = () => {
      TestSocket.last.welcomes();
      pong();
      let waited = 0;
      for (; live.connectionState() === "connected"; waited++) vi.advanceTimersByTime(1_000);
      while (live.connectionState() !== "connected" && TestSocket.last.readyState === 3)
        vi.advanceTimersByTime(100);
      return waited;
    };
    live.watch(GAME, ears());
    expect([lasts(), lasts(), lasts(), lasts(), lasts()]).toEqual([20, 28, 44, 76, 76]);
    TestSocket.last.welcomes();
    pong();
    vi.advanceTimersByTime(40_000);
    pong();
    vi.advanceTimersByTime(12_000);
    expect(live.connectionState()).toBe("connected");
    vi.advanceTimersByTime(8_000);
    expect(live.connectionState()).toBe("reconnecting");
  });

  it("echoes the probe of a pong, so that the server can measure the way", () => {
    live.watch(GAME, ears());
    TestSocket.last.welcomes();
    TestSocket.last.says({ type: "pong", t: 0, at: 0, probe: 7 });
    expect(TestSocket.last.ofType("echo")).toEqual([{ type: "echo", probe: 7 }]);
  });
});

describe("a game that is watched", () => {
  it("is resumed after its last known event", () => {
    const watcher = ears();
    live.watch(GAME, watcher);
    TestSocket.last.welcomes();
    TestSocket.last.says({ type: "events", game: GAME, events: [warning(1), warning(2)] });
    TestSocket.last.breaks();
    vi.advanceTimersByTime(1_000);
    TestSocket.last.welcomes();
    expect(TestSocket.last.ofType("watch")).toEqual([{ type: "watch", game: GAME, since: 2 }]);
  });

  it("is not told what belongs to another", () => {
    const watcher = ears();
    live.watch(GAME, watcher);
    TestSocket.last.welcomes();
    TestSocket.last.says({ type: "events", game: "f".repeat(32), events: [warning(1)] });
    expect(watcher.heard).toEqual([]);
  });
});

describe("an order", () => {
  it("that was not answered is sent again under its name when the line is back", async () => {
    live.watch(GAME, ears());
    TestSocket.last.welcomes();
    const done = live.sendCommand(GAME, { type: "move", move: "@d4", expected: 1 });
    const [first] = TestSocket.last.ofType("move");
    TestSocket.last.breaks();
    vi.advanceTimersByTime(1_000);
    TestSocket.last.welcomes();
    expect(TestSocket.last.ofType("move")).toEqual([first]);
    TestSocket.last.says({
      type: "accepted",
      client_id: first?.client_id ?? "",
      game: GAME,
      sequence: 2,
    });
    expect(await done).toBe(2);
  });

  it("that was answered is not sent again", () => {
    live.watch(GAME, ears());
    TestSocket.last.welcomes();
    void live.sendCommand(GAME, { type: "resign" });
    const [sent] = TestSocket.last.ofType("resign");
    TestSocket.last.says({
      type: "accepted",
      client_id: sent?.client_id ?? "",
      game: GAME,
      sequence: 2,
    });
    TestSocket.last.breaks();
    vi.advanceTimersByTime(1_000);
    TestSocket.last.welcomes();
    expect(TestSocket.last.ofType("resign")).toEqual([]);
  });

  it("is repeated where the server asks for it", () => {
    live.watch(GAME, ears());
    TestSocket.last.welcomes();
    void live.sendCommand(GAME, { type: "resign" });
    const [sent] = TestSocket.last.ofType("resign");
    TestSocket.last.says({
      type: "refused",
      client_id: sent?.client_id,
      game: GAME,
      error: error("TRY_AGAIN"),
    });
    vi.advanceTimersByTime(1_000);
    expect(TestSocket.last.ofType("resign")).toEqual([sent, sent]);
  });

  it("on old knowledge is refused, and what was missed is heard", async () => {
    const watcher = ears();
    live.watch(GAME, watcher);
    TestSocket.last.welcomes();
    const done = live.sendCommand(GAME, { type: "move", move: "@d4", expected: 0 });
    const [sent] = TestSocket.last.ofType("move");
    TestSocket.last.says({
      type: "refused",
      client_id: sent?.client_id,
      game: GAME,
      error: error("STALE"),
      sequence: 1,
      missed: [warning(1)],
    });
    await expect(done).rejects.toBeInstanceOf(RefusedError);
    expect(watcher.heard).toEqual([warning(1)]);
  });

  it("has a name that no other has", () => {
    live.watch(GAME, ears());
    TestSocket.last.welcomes();
    void live.sendCommand(GAME, { type: "resign" });
    void live.sendCommand(GAME, { type: "take_back.agree" });
    const names = TestSocket.last.sent.flatMap((sent) =>
      "client_id" in sent ? [sent.client_id] : [],
    );
    expect(new Set(names).size).toBe(2);
  });
});

describe("the lobby", () => {
  it("is asked for again after a break", () => {
    const told = vi.fn();
    live.watchLobby(told);
    TestSocket.last.welcomes();
    TestSocket.last.says({ type: "lobby", games: [] });
    TestSocket.last.breaks();
    vi.advanceTimersByTime(1_000);
    TestSocket.last.welcomes();
    expect(TestSocket.last.ofType("lobby.watch").length).toBe(1);
    expect(told).toHaveBeenCalledOnce();
  });
});
