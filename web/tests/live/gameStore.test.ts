import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { KernelEngine } from "../../src/engine/kernelEngine";
import { Kernel } from "../../src/engine/wasm";
import type { GameEvent } from "../../src/live/protocol";
import { TestSocket } from "./testSocket";

const GAME = "0123456789abcdef0123456789abcdef";
const python = process.env.RINGRIFT_PYTHON ?? resolve(process.cwd(), "../.venv/bin/python");

interface SampleGame {
  events: GameEvent[];
  record: string;
  settings: object;
}
const sample: SampleGame = JSON.parse(
  execFileSync(python, ["tests/live/sample_events.py"], { encoding: "utf8" }),
);
const { events } = sample;
const last = events.length;
const finalHash = (events.findLast((event) => event.kind === "move") as { hash: string }).hash;

let engine: KernelEngine;
beforeAll(async () => {
  engine = new KernelEngine(await Kernel.instantiate(readFileSync("build/kernel.wasm")));
});

/** Answers the HTTP requests of a game store. */
function answer(path: string): Response {
  const json = (body: unknown) =>
    new Response(JSON.stringify(body), { headers: { "Content-Type": "application/json" } });
  if (path.endsWith("/chat")) return json([]);
  if (path.endsWith("/record"))
    return new Response(sample.record, { headers: { "Content-Type": "text/plain" } });
  return json({ id: GAME, status: "live", settings: sample.settings, seats: [] });
}

async function startStore() {
  vi.resetModules();
  TestSocket.opened = [];
  const { GameStore } = await import("../../src/live/gameStore");
  const store = new GameStore(GAME, engine, engine);
  const stop = store.watch();
  TestSocket.last.welcome("a");
  const sendEvents = (...batch: GameEvent[]) =>
    TestSocket.last.receive({ type: "events", game: GAME, events: batch });
  const until = (condition: () => boolean) => vi.waitUntil(condition, { timeout: 5_000 });
  return { store, stop, sendEvents, until };
}

beforeEach(() => {
  vi.stubGlobal("WebSocket", TestSocket);
  vi.stubGlobal("fetch", async (path: string) => answer(path));
});
afterEach(() => vi.unstubAllGlobals());

describe("a live game", () => {
  it("matches the server after all events, including a take-back", async () => {
    const { store, stop, sendEvents, until } = await startStore();
    sendEvents(...events);
    await until(() => store.get().session.sequence === last);
    const { view, steps, session } = store.get();
    expect(view?.hash).toBe(finalHash);
    expect(steps.map((step) => step.notation)).toEqual(session.moves.map((move) => move.notation));
    expect(steps.map((step) => step.notation)).not.toContain("@b2");
    stop();
  });

  it("has begun with the first turn of a person, even if it is taken back", async () => {
    const { store, stop, sendEvents, until } = await startStore();
    const [started, ...rest] = events as [GameEvent, ...GameEvent[]];
    sendEvents(started);
    await until(() => store.get().view !== null);
    expect(store.get().begun).toBe(false);
    for (const event of rest) {
      sendEvents(event);
      await until(() => store.get().session.sequence === event.sequence);
      if (store.get().begun) break;
    }
    const { sequence } = store.get().session;
    const base = { sequence: sequence + 1, at: 0, hash: null, clock: null };
    sendEvents({ ...base, kind: "taken_back", keep: 0 } as unknown as GameEvent);
    await until(() => store.get().session.moves.length === 0 && store.get().steps.length === 0);
    expect(store.get().begun).toBe(true);
    stop();
  });

  it("requests missed events after a gap", async () => {
    const { store, stop, sendEvents, until } = await startStore();
    sendEvents(...events.slice(0, 2));
    await until(() => store.get().session.sequence === 2);
    sendEvents(...events.slice(4));
    await until(() => TestSocket.last.ofType("watch").length === 2);
    expect(TestSocket.last.ofType("watch")[1]?.since).toBe(2);
    expect(store.get().session.sequence).toBe(2);
    sendEvents(...events.slice(2));
    await until(() => store.get().session.sequence === last);
    expect(store.get().view?.hash).toBe(finalHash);
    stop();
  });

  it("applies an event once when it arrives twice", async () => {
    const { store, stop, sendEvents, until } = await startStore();
    sendEvents(...events.slice(0, 5));
    sendEvents(...events.slice(1, 7));
    await until(() => store.get().session.sequence === 7);
    expect(store.get().steps.length).toBe(6);
    stop();
  });

  it("trusts the server when its own engine computes another state", async () => {
    const { store, stop, sendEvents, until } = await startStore();
    const wrong = events.map((event) =>
      event.sequence === 3 ? { ...event, hash: "0000000000000000" } : event,
    );
    sendEvents(...wrong);
    await until(() => store.get().view !== null);
    expect(store.get().view?.hash).toBe(finalHash);
    expect(store.get().steps.length).toBe(store.get().session.moves.length);
    stop();
  });

  it("shows a move as pending, and on the board only once the server accepts it", async () => {
    const { store, stop, sendEvents, until } = await startStore();
    sendEvents(...events.slice(0, 1));
    await until(() => store.get().view !== null);
    const [, first] = events;
    if (first?.kind !== "move") throw new Error("the second event is a move");
    void store.play(first.move);
    expect(store.get().pendingCommand).not.toBeNull();
    expect(store.get().steps).toEqual([]);
    const [sent] = TestSocket.last.ofType("move");
    expect(sent?.expected).toBe(1);
    TestSocket.last.receive({
      type: "accepted",
      client_id: sent?.client_id ?? "",
      game: GAME,
      sequence: 2,
    });
    sendEvents(first);
    await until(() => store.get().pendingCommand === null);
    expect(store.get().steps.length).toBe(1);
    stop();
  });

  it("shows each chat message once and in order, whether pushed or fetched", async () => {
    const chatMessage = (at: number, text: string, name = "Ann") => ({
      id: `${at}`,
      account: "a".repeat(32),
      at,
      name,
      text,
    });
    const chat = [chatMessage(1, "Hello"), chatMessage(2, "Good luck", "Ann the second")];
    let read: () => void = () => undefined;
    const reading = new Promise<void>((done) => {
      read = done;
    });
    const stored = () =>
      new Response(JSON.stringify(chat), { headers: { "Content-Type": "application/json" } });
    vi.stubGlobal("fetch", async (path: string) =>
      path.endsWith("/chat") ? reading.then(stored) : answer(path),
    );
    const { store, stop, until } = await startStore();
    TestSocket.last.receive({ type: "watching", game: GAME, sequence: 0 });
    for (const message of [chatMessage(2, "Good luck"), chatMessage(3, "Thanks")])
      TestSocket.last.receive({ type: "chat", game: GAME, ...message });
    read();
    await until(() => store.get().chat.length > 2);
    expect(store.get().chat.map(({ name, text }) => [name, text])).toEqual([
      ["Ann", "Hello"],
      ["Ann the second", "Good luck"],
      ["Ann", "Thanks"],
    ]);
    TestSocket.last.receive({ type: "chat.removed", game: GAME, id: "2" });
    expect(store.get().chat.map(({ text }) => text)).toEqual(["Hello", "Thanks"]);
    stop();
  });

  it("shows the latest presence from the server", async () => {
    const { store, stop } = await startStore();
    expect(store.get().connectedAccounts).toBeNull();
    for (const here of [["a", "b"], ["b"]])
      TestSocket.last.receive({ type: "presence", game: GAME, here });
    expect(store.get().connectedAccounts).toEqual(["b"]);
    TestSocket.last.receive({ type: "presence", game: "f".repeat(32), here: [] });
    expect(store.get().connectedAccounts).toEqual(["b"]);
    stop();
  });

  it("stays unchanged when a move is refused, and says why", async () => {
    const { store, stop, sendEvents, until } = await startStore();
    sendEvents(...events.slice(0, 1));
    await until(() => store.get().view !== null);
    void store.send({ type: "move", move: "@z9", expected: 1 });
    const [sent] = TestSocket.last.ofType("move");
    const error = { code: "OFF_BOARD", rule: "R001", message: "z9 is not on this board" };
    TestSocket.last.receive({ type: "refused", client_id: sent?.client_id, game: GAME, error });
    await until(() => store.get().refusal !== null);
    expect(store.get()).toMatchObject({ pendingCommand: null, refusal: { code: "OFF_BOARD" } });
    expect(store.get().steps).toEqual([]);
    stop();
  });
});
